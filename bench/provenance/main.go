// Provenance compares pages with and without provenance: alternating requests, with the ratio of their medians. It
// builds and starts the servers itself.
//
//	go run ./bench/provenance
//
// It compares the data of a preview, an answer of the graph, and a whole inspected page (its document, then its data
// with provenance) with the same requests without provenance. Pages without provenance are compared with those of a
// server that is built without the call that records it, and, as a control, with those of a second server of the same
// build.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"strand/domain/editor"
)

const preview = editor.PreviewPrefix + "main~draft~anonymous~current~now"

// pages are the home page, a text page with modules, a listing and the stories.
var pages = []string{"/en", "/en/about", "/en/products", "/en/stories"}

func main() {
	rounds := flag.Int("rounds", 200, "the number of requests per page with and without provenance")
	pairs := flag.Int("pairs", 1500, "the number of requests per page when provenance is off")
	flag.Parse()
	if err := run(*rounds, *pairs); err != nil {
		fmt.Fprintln(os.Stderr, "provenance:", err)
		os.Exit(1)
	}
}

func run(rounds, pairs int) error {
	folder, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	built := filepath.Join(folder, "strand")
	if err := build(built); err != nil {
		return err
	}
	without := filepath.Join(folder, "without")
	overlay, err := withoutProvenance(folder)
	if err != nil {
		return err
	}
	if err := build(without, "-overlay", overlay); err != nil {
		return err
	}
	s, stop, err := start(built, filepath.Join(folder, "data"))
	if err != nil {
		return err
	}
	defer stop()
	if err := comparePreviews(s, rounds); err != nil {
		return err
	}
	servers := []string{s}
	for _, binary := range []string{built, without} {
		another, stop, err := start(binary, filepath.Join(folder, fmt.Sprint("data-", len(servers))))
		if err != nil {
			return err
		}
		defer stop()
		servers = append(servers, another)
	}
	return comparePages(servers, pairs)
}

func build(binary string, flags ...string) error {
	c := exec.Command("go", slices.Concat([]string{"build"}, flags, []string{"-o", binary, "./cmd/strand-demo"})...)
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("build the server: %w", err)
	}
	return nil
}

// recordCondition is the condition under which an operation records provenance. With a constant in its place, the
// compiler removes all of the code.
const recordCondition = "if req.Provenance && req.Editor || req.FieldPositions {"

// withoutProvenance writes the overlay of a build without provenance.
func withoutProvenance(folder string) (overlay string, err error) {
	source, err := filepath.Abs("edge/graph/executor.go")
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return "", err
	}
	if bytes.Count(text, []byte(recordCondition)) != 1 {
		return "", fmt.Errorf("%s does not contain %q exactly once", source, recordCondition)
	}
	replaced := filepath.Join(folder, "executor.go")
	text = bytes.Replace(text, []byte(recordCondition), []byte("if false {"), 1)
	if err := os.WriteFile(replaced, text, 0o600); err != nil {
		return "", err
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": {source: replaced}})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(folder, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}

// start starts a server of a binary and returns its origin when it can render.
func start(binary, data string) (origin string, stop func(), err error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return "", nil, err
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		return "", nil, err
	}
	c := exec.Command(binary)
	c.Stderr = os.Stderr
	c.Env = append(os.Environ(), "STRAND_ADDR="+address, "STRAND_ADMIN_ADDR=127.0.0.1:0", "STRAND_DATA_DIR="+data,
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_EMBEDDED_TRANSLATION_ADDR=127.0.0.1:0", "STRAND_EDITOR_PASSWORD=editor",
		"STRAND_RENDERERS=1", "STRAND_LOG_LEVEL=error")
	if err := c.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = c.Process.Signal(os.Interrupt)
		_ = c.Wait()
	}
	origin = "http://" + address
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		if _, err := (request{url: origin + "/readyz"}).send(""); err == nil {
			return origin, stop, nil
		}
		select {
		case <-ctx.Done():
			stop()
			return "", nil, errors.New("the server is not ready after a minute")
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// comparePreviews compares previews with and without provenance.
func comparePreviews(server string, rounds int) error {
	cookie, err := logIn(server)
	if err != nil {
		return err
	}
	operation, err := persisted("ContentScreen")
	if err != nil {
		return err
	}
	for _, page := range pages {
		document := request{url: server + preview + page, cookie: cookie}
		data := request{url: server + preview + page + "/_payload.json", cookie: cookie}
		variables := url.QueryEscape(fmt.Sprintf(`{"url":"http://localhost%s"}`, page))
		graph := request{url: server + preview + "/graphql?" + operation + "&variables=" + variables, cookie: cookie}
		medians, err := measure([]request{data, data.asking(), graph, graph.asking(), document}, rounds)
		if err != nil {
			return err
		}
		fmt.Printf(
			"%-14s data %v, with provenance %v: %.2f; graph %v, with provenance %v: %.2f; inspected page %v: %.2f\n",
			page,
			medians[0],
			medians[1],
			ratio(medians[1], medians[0]),
			medians[2],
			medians[3],
			ratio(medians[3], medians[2]),
			medians[4]+medians[1],
			ratio(medians[4]+medians[1], medians[4]),
		)
	}
	return nil
}

// comparePages compares pages without provenance: of two servers of the same build, and of one that cannot record it.
// No document is cached.
func comparePages(servers []string, pairs int) error {
	var control, compared []float64
	for _, page := range pages {
		all := make([]request, len(servers))
		for i, server := range servers {
			all[i] = request{url: server + page}
		}
		if _, err := measure(all, 20); err != nil { // warm-up
			return err
		}
		spent, err := inTurn(all, pairs)
		if err != nil {
			return err
		}
		for round := range pairs {
			control = append(control, ratio(spent[0][round], spent[1][round]))
			compared = append(compared, ratio(spent[0][round], spent[2][round]))
		}
	}
	for _, part := range []struct {
		name   string
		ratios []float64
	}{
		{"provenance off against a build without it", compared},
		{"control: two servers of the same build", control},
	} {
		low, median, high := interval(part.ratios)
		fmt.Printf("%-44s median ratio of %d pairs %.4f (95 %% within %.4f to %.4f; goal: 1.01)\n",
			part.name, len(part.ratios), median, low, high)
	}
	return nil
}

// interval returns the median of values and its 95 % confidence interval, by the binomial distribution.
func interval(values []float64) (low, median, high float64) {
	slices.Sort(values)
	n := float64(len(values))
	halfWidth := 0.98 * math.Sqrt(n)
	at := func(i float64) float64 { return values[max(0, min(len(values)-1, int(i)))] }
	return at(n/2 - halfWidth), at(n / 2), at(n/2 + halfWidth)
}

func ratio(a, b time.Duration) float64 { return float64(a) / float64(b) }

// persisted returns the query string of a persisted operation of the client.
func persisted(name string) (string, error) {
	text, err := os.ReadFile("client/dist/persisted-documents.json")
	if err != nil {
		return "", fmt.Errorf("read the client's operations (run make client): %w", err)
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		return "", err
	}
	for id, document := range documents {
		if strings.Contains(document, "query "+name+"(") {
			return "documentId=" + url.QueryEscape(id) + "&operationName=" + name, nil
		}
	}
	return "", fmt.Errorf("the client has no operation %s", name)
}

// request is a repeated request.
type request struct {
	url, cookie string
	// asks reports that it requests provenance.
	asks bool
}

func (r request) asking() request {
	r.asks = true
	return r
}

// measure sends requests alternately and returns the median time of each.
func measure(all []request, rounds int) ([]time.Duration, error) {
	spent, err := inTurn(all, rounds)
	if err != nil {
		return nil, err
	}
	medians := make([]time.Duration, len(all))
	for i, durations := range spent {
		slices.Sort(durations)
		medians[i] = durations[len(durations)/2].Round(time.Microsecond)
	}
	return medians, nil
}

// inTurn sends requests alternately and returns the time of each in each round. A new query string each time keeps
// documents cold.
func inTurn(all []request, rounds int) ([][]time.Duration, error) {
	spent := make([][]time.Duration, len(all))
	for round := range rounds {
		for j := range all {
			// Each request is first equally often.
			i := (j + round) % len(all)
			query := fmt.Sprintf("round=%d-%d", round, time.Now().UnixNano())
			if strings.Contains(all[i].url, "?") {
				query = "&" + query
			} else {
				query = "?" + query
			}
			d, err := all[i].send(query)
			if err != nil {
				return nil, err
			}
			spent[i] = append(spent[i], d)
		}
	}
	return spent, nil
}

func (r request) send(query string) (time.Duration, error) {
	sent, err := http.NewRequest(http.MethodGet, r.url+query, http.NoBody)
	if err != nil {
		return 0, err
	}
	// The headers are those of browsers.
	sent.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	sent.Header.Set("Accept", "application/graphql-response+json, text/html;q=0.9, */*;q=0.1")
	if r.cookie != "" {
		sent.Header.Set("Cookie", r.cookie)
	}
	if r.asks {
		sent.Header.Set("X-Strand-Provenance", "1")
	}
	started := time.Now()
	response, err := http.DefaultClient.Do(sent)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: status %d", r.url, response.StatusCode)
	}
	return time.Since(started), nil
}

// logIn returns the Cookie header of an editor.
func logIn(server string) (string, error) {
	response, err := http.Post(
		server+"/api/editor-area-autentication",
		"application/json",
		strings.NewReader(`{"input":"editor"}`),
	)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	for _, c := range response.Cookies() {
		if c.Name == editor.CookieName {
			return c.Name + "=" + c.Value, nil
		}
	}
	return "", fmt.Errorf("log in to the editor area: status %d", response.StatusCode)
}
