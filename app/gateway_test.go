package app_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"strand/app"
	"strand/config"
	"strand/test/polltest"
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

// TestLimitedPIM: while a PIM that returns two products at once is slow to list them, its product pages are served
// without their versions in other languages; afterwards they have them, and the sitemap has all products.
//
// Rules: CALL-26.
func TestLimitedPIM(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(testContent)); err != nil {
		t.Fatal(err)
	}
	more := "classification: fully-automatic\nproducts:\n"
	for i := range 6 {
		more += fmt.Sprintf("  - { slug: m-%d, name: M %d }\n", i, i)
	}
	if err := os.WriteFile(filepath.Join(dir, "pim", "products", "more.yaml"), []byte(more), 0o600); err != nil {
		t.Fatal(err)
	}
	s := startWith(t, dir, "STRAND_DATA_TIMEOUT=4s", screenOperation, catalogOperation, versionsQuery)
	listed := make(chan struct{})
	var limited http.HandlerFunc = func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			OperationName string         `json:"operationName"`
			Query         string         `json:"query"`
			Variables     map[string]any `json:"variables"`
		}
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		if limit, ok := request.Variables["limit"].(float64); ok {
			request.Variables["limit"] = min(limit, 2)
		}
		if request.OperationName == "ProductSlugs" {
			select {
			case <-listed:
			case <-r.Context().Done():
			}
		}
		body, err := json.Marshal(request)
		if err != nil {
			t.Error(err)
		}
		forwarded := r.Clone(r.Context())
		forwarded.Body, forwarded.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		s.pimHandler.ServeHTTP(w, forwarded)
	}
	s.pimFault.Store(&limited)
	const path = "/en/products/crimping/fully-automatic/alpha-530"
	if response, _ := s.get(t, "localhost", path); response.StatusCode != http.StatusOK {
		t.Errorf("the page of a product: %d", response.StatusCode)
	}
	_, answer := post[json.RawMessage](t, s, versionsQuery, map[string]any{"url": "http://localhost" + path})
	if text := string(answer.Data); !strings.Contains(text, "alpha-530") ||
		!strings.Contains(text, `"alternateVersions":[]`) {
		t.Errorf("before the products are listed: %s", text)
	}
	close(listed)
	polltest.Until(t, "the page has its versions", func() bool {
		_, answer := post[json.RawMessage](t, s, versionsQuery, map[string]any{"url": "http://localhost" + path})
		return strings.Contains(string(answer.Data), "x-default")
	})
	polltest.Until(t, "the sitemap is made", func() bool {
		return s.status(t, "/sitemap.xml") == http.StatusOK
	})
	products := 0
	for _, entry := range s.sitemapOf(t, "localhost") {
		if strings.Contains(entry.Location, "/en/products/crimping/fully-automatic/m-") {
			products++
		}
	}
	if products != 6 {
		t.Errorf("the sitemap has %d products", products)
	}
}
