package app_test

import (
	"bufio"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"strand/app"
	"strand/config"
	"strand/internal/polltest"
)

// startNode runs a script of adoption/gateway with settings, and returns what it prints when it listens: NAME=value.
func startNode(t *testing.T, script string, settings ...string) map[string]string {
	t.Helper()
	node, err := filepath.Abs("../node_modules/.bin/node") // that of the client, which runs TypeScript
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, script) //nolint:gosec // from a test
	command.Dir = "../adoption/gateway"
	command.Env = append(os.Environ(), append(settings, "PORT=0")...)
	command.Stderr = t.Output()
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	printed := map[string]string{}
	for _, one := range strings.Fields(line) {
		name, value, _ := strings.Cut(one, "=")
		printed[name] = value
	}
	return printed
}

// TestGateway: a PIM and a sis with another API fulfil the contracts by the gateway, and the websites show their
// products.
func TestGateway(t *testing.T) {
	t.Parallel()
	example := startNode(t, "example/backend.ts", "ARTICLES=250", "RATE=1000")
	gateway := startNode(t, "gateway.ts", "BACKEND_URL="+example["BACKEND_URL"])
	if gateway["STRAND_PIM_URL"] == "" || gateway["STRAND_SIS_URL"] == "" {
		t.Fatalf("the gateway prints %v", gateway)
	}
	polltest.Until(t, "the catalogue is read", func() bool {
		answer, err := http.Get(gateway["STRAND_PIM_URL"] + "?query=" + url.QueryEscape("{__typename}"))
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	var settings []string
	for name, value := range gateway {
		settings = append(settings, name+"="+value)
	}
	s := startWith(t, testContent, append(settings, screenOperation, catalogOperation)...)
	c, err := config.Load("", s.settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"pim", "sis"} {
		report, err := app.CompareContract(t.Context(), c, system, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Differences) > 0 {
			t.Errorf("%s: %+v", system, report.Differences)
		}
		for _, v := range report.Verdicts {
			if !strings.HasPrefix(v.String(), "works") {
				t.Errorf("%s: %s %s", system, v.Feature, v)
			}
		}
	}
	if answer, page := s.get(t, "localhost", "/en/products/cutting-stripping/bench/cutter-8-1"); answer.StatusCode !=
		http.StatusOK || !strings.Contains(page, "For small series.") {
		t.Errorf("the page of a product: %d", answer.StatusCode)
	}
	if answer, list := s.get(t, "localhost", "/en/products/cutting-stripping/bench"); answer.StatusCode !=
		http.StatusOK || !strings.Contains(list, "Cutter ") {
		t.Errorf("the page of a list: %d", answer.StatusCode)
	}
}
