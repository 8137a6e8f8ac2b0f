// Package deploy tests the files of this folder: what is monitored, and what is installed.
package deploy

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"strand/demo"
	"strand/internal/changes"
	"strand/internal/recovery"
	"strand/internal/telemetry"
	"strand/test/polltest"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

// promtool runs Prometheus's own checks.
func promtool(t *testing.T, input io.Reader, arguments ...string) string {
	t.Helper()
	found, err := exec.Command("./promtool.sh").Output()
	if err != nil {
		if _, missing := exec.LookPath("apt-get"); missing != nil {
			t.Skip("promtool is not installed, and this is not Debian")
		}
		t.Fatalf("find promtool: %v", err)
	}
	command := exec.Command(strings.TrimSpace(string(found)), arguments...)
	command.Stdin = input
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("promtool %s: %v\n%s", strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

// rule is a recording rule or an alert.
type rule struct {
	Record, Alert, Expr string
	Labels              map[string]string
	Annotations         map[string]string
}

func rules(t *testing.T) (all []rule) {
	t.Helper()
	var file struct{ Groups []struct{ Rules []rule } }
	readYAML(t, "prometheus/rules.yaml", &file)
	for _, group := range file.Groups {
		all = append(all, group.Rules...)
	}
	return all
}

func readYAML(t *testing.T, file string, to any) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = yaml.Unmarshal(text, to)
	}
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}

// TestAlerts: the rules do what their tests expect, each alert fires in one of them, and has a runbook.
func TestAlerts(t *testing.T) {
	promtool(t, nil, "check", "rules", "prometheus/rules.yaml")
	promtool(t, nil, "test", "rules", "prometheus/rules_test.yaml")
	var tests struct {
		Tests []struct {
			AlertRuleTest []struct {
				Alertname string
				ExpAlerts []any `yaml:"exp_alerts"`
			} `yaml:"alert_rule_test"`
		}
	}
	readYAML(t, "prometheus/rules_test.yaml", &tests)
	fires := map[string]bool{}
	for _, test := range tests.Tests {
		for _, alert := range test.AlertRuleTest {
			fires[alert.Alertname] = fires[alert.Alertname] || len(alert.ExpAlerts) > 0
		}
	}
	runbooks, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rules(t) {
		if r.Alert == "" {
			continue
		}
		if !fires[r.Alert] {
			t.Errorf("%s fires in no test", r.Alert)
		}
		if severity := r.Labels["severity"]; severity != "page" && severity != "ticket" {
			t.Errorf("%s has the severity %q", r.Alert, severity)
		}
		const page = "{{ with $externalLabels.strand_runbooks }}{{ . }}{{ else }}docs/operations.md{{ end }}"
		if r.Annotations["runbook_url"] != page+"#"+strings.ToLower(r.Alert) ||
			!strings.Contains(string(runbooks), "\n### "+r.Alert+"\n") {
			t.Errorf("%s has no runbook in docs/operations.md", r.Alert)
		}
	}
}

// expressions returns all expressions of the rules and the dashboards.
func expressions(t *testing.T) (all []string) {
	t.Helper()
	for _, r := range rules(t) {
		all = append(all, r.Expr)
	}
	boards, err := filepath.Glob("grafana/dashboards/*.json")
	if err != nil || len(boards) == 0 {
		t.Fatalf("no dashboards: %v", err)
	}
	for _, file := range boards {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var board struct {
			UID, Title string
			Panels     []struct {
				ID      int
				Title   string
				Targets []struct{ Expr string }
			}
		}
		if err := json.Unmarshal(text, &board); err != nil || board.UID == "" || board.Title == "" {
			t.Fatalf("%s: %v", file, err)
		}
		ids := map[int]bool{}
		for _, p := range board.Panels {
			if ids[p.ID] || p.Title == "" {
				t.Errorf("%s: the panel %d %q", file, p.ID, p.Title)
			}
			ids[p.ID] = true
			for _, target := range p.Targets {
				all = append(all, target.Expr)
			}
		}
	}
	return all
}

// notExported are metrics that only an incident creates; the tests of their packages check them.
var notExported = []string{
	"strand_outbox_attempts_total", "strand_outbox_delivery_duration_seconds", "strand_render_restarts_total",
	"strand_shared_refused_total",
}

var (
	selector = regexp.MustCompile(`\b([a-z_:]+(?:30d|30m|5m|1h|6h)?)(?:\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\})?`)
	label    = regexp.MustCompile(`([a-z_]+)\s*(?:=~|!=|!~|=)\s*"`)
)

// TestMonitoredMetrics: every metric and label that an alert or a dashboard reads is exported by the server, under the
// names that Prometheus recommends.
func TestMonitoredMetrics(t *testing.T) {
	exported := exportedMetrics(t)
	promtool(t, strings.NewReader(exported), "check", "metrics")
	labels := labelsByMetric(exported)
	var recorded []string
	for _, r := range rules(t) {
		if r.Record != "" {
			recorded = append(recorded, r.Record)
		}
	}
	read := 0
	for _, expression := range expressions(t) {
		for _, found := range selector.FindAllStringSubmatch(expression, -1) {
			name := found[1]
			switch {
			case strings.HasPrefix(name, "strand:"):
				if !slices.Contains(recorded, name) {
					t.Errorf("%s is not recorded", name)
				}
				continue
			case !strings.HasPrefix(name, "strand_") && !strings.HasPrefix(name, "http_") &&
				!strings.HasPrefix(name, "process_") && !strings.HasPrefix(name, "go_"):
				continue // a function, or a label
			case found[2] == "" && isLabel(labels, name):
				continue // of an aggregation
			}
			read++
			if slices.ContainsFunc(notExported, func(n string) bool { return strings.HasPrefix(name, n) }) {
				continue
			}
			has, ok := labels[name]
			if !ok {
				t.Errorf("%s is not exported: %s", name, expression)
				continue
			}
			for _, key := range label.FindAllStringSubmatch(found[2], -1) {
				if !has[key[1]] && key[1] != "job" && key[1] != "strand_stream" {
					t.Errorf("%s has no label %s: %s", name, key[1], expression)
				}
			}
		}
	}
	if read < 50 {
		t.Errorf("only %d metrics were found in the expressions", read)
	}
}

func isLabel(labels map[string]map[string]bool, name string) bool {
	for keys := range maps.Values(labels) {
		if keys[name] {
			return true
		}
	}
	return false
}

// labelsByMetric returns the labels of all series in the text format, by the name of the series.
func labelsByMetric(exported string) map[string]map[string]bool {
	found := map[string]map[string]bool{}
	for line := range strings.Lines(exported) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, _ := strings.Cut(strings.Fields(line)[0], "{")
		if found[name] == nil {
			found[name] = map[string]bool{}
		}
		if rest != "" {
			rest = line[len(name)+1:]
		}
		for _, key := range label.FindAllStringSubmatch(rest, -1) {
			found[name][key[1]] = true
		}
	}
	return found
}

// exportedMetrics runs the whole server with the sample systems, uses it, and returns its metrics.
func exportedMetrics(t *testing.T) string {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	measured, err := telemetry.Start(t.Context(), "v1.0.0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { measured.Close(context.Background()) })
	c, own, err := demo.Load("", []string{
		"STRAND_CLIENT_DIR=../client/dist", "STRAND_DATA_DIR=" + t.TempDir(), "STRAND_RENDERERS=1",
		"STRAND_CMS_WEBHOOK_SECRET=secret-of-the-cms", "STRAND_CONTENT_DIR=../demo/testcontent",
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
	})
	if err != nil {
		t.Fatal(err)
	}
	a, err := demo.New(c, own, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close(context.Background()) })
	ready, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := a.AwaitRenderer(ready); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/en", "/en/search?q=wire", "/api/search?q=wire&lang=en", "/readyz"} {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept", "text/html")
		a.Handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	a.RecordsChanged("cms", changes.Record{Type: "Page", ID: "main-about"})

	// What only happens in incidents.
	recovery.Report(t.Context(), log, "test", "broken")
	feed := changes.NewFeed(log, nil)
	feed.Subscribe("test", func(context.Context, changes.Event) []string { panic("broken") })
	feed.Publish(t.Context(), "cms")
	broken := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":{"languages":[null]}}`)
	}))
	defer broken.Close()
	client, err := cms.NewClient(transport.Options{URL: broken.URL, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	if err := cms.Probe(t.Context(), client); err == nil {
		t.Error("the contract was not broken")
	}

	var exported string
	err = polltest.Try(func() error {
		w := httptest.NewRecorder()
		measured.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		exported = w.Body.String()
		if !strings.Contains(exported, "strand_upstream_up{") {
			return errors.New("the systems were not checked yet")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return exported
}
