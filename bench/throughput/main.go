// Throughput compares a warm persisted query and a warm document of Strand with a bare net/http handler that writes
// the same bytes with the same headers, in alternating rounds, with the median of their ratios. It starts everything
// itself, on loopback.
//
//	go run ./bench/throughput
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"strand/demo"
)

const (
	rounds      = 7
	requests    = 4000
	connections = 8
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "throughput:", err)
		os.Exit(1)
	}
}

func run() error {
	data, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	c, samples, err := demo.Load("", append(
		os.Environ(), "STRAND_DATA_DIR="+data, "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0", "STRAND_LOG_LEVEL=error"))
	if err != nil {
		return err
	}
	// The level is that of main, so that events below it are not formatted.
	log := slog.New(slog.NewTextHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelInfo}))
	strand, err := demo.New(c, samples, log)
	if err != nil {
		return err
	}
	defer func() { _ = strand.Close(context.Background()) }()
	own, err := listen(strand.Handler)
	if err != nil {
		return err
	}
	query, err := persistedQuery(filepath.Join(c.ClientDir, "persisted-documents.json"))
	if err != nil {
		return err
	}
	for _, kind := range []struct{ name, path string }{{"persisted query", query}, {"document", "/en"}} {
		if err := compare(kind.name, own, kind.path); err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
	}
	return nil
}

// persistedQuery returns the URL of the home page's operation.
func persistedQuery(manifest string) (string, error) {
	text, err := os.ReadFile(manifest)
	if err != nil {
		return "", fmt.Errorf("read the client's operations (run make client): %w", err)
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		return "", err
	}
	for id, document := range documents {
		if strings.Contains(document, "query ContentScreen(") {
			return "/graphql?documentId=" + url.QueryEscape(id) + "&operationName=ContentScreen&variables=" +
				url.QueryEscape(`{"url":"http://localhost/en"}`), nil
		}
	}
	return "", fmt.Errorf("no operation ContentScreen in %s", manifest)
}

func listen(h http.Handler) (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	go func() { _ = (&http.Server{Handler: h, ReadHeaderTimeout: time.Second}).Serve(l) }()
	return l.Addr().String(), nil
}

// compare prints the requests per second of Strand, and their ratio to those of a bare handler.
func compare(name, own, path string) error {
	response, body, err := fetch(own, path)
	if err != nil {
		return err
	}
	bare, err := listen(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for key, values := range response.Header {
			w.Header()[key] = values
		}
		_, _ = w.Write(body)
	}))
	if err != nil {
		return err
	}
	for _, host := range []string{own, bare} { // warm-up
		if _, err := load(host, path, requests/4); err != nil {
			return err
		}
	}
	var ratios []float64
	for range rounds {
		ours, err := load(own, path, requests)
		if err != nil {
			return err
		}
		theirs, err := load(bare, path, requests)
		if err != nil {
			return err
		}
		ratios = append(ratios, ours/theirs)
		fmt.Printf("%-16s %8.0f/s  bare %8.0f/s  ratio %.2f\n", name, ours, theirs, ours/theirs)
	}
	slices.Sort(ratios)
	fmt.Printf("%-16s %d bytes (%s), median ratio %.2f (goal: 0.7)\n\n", name, len(body),
		response.Header.Get("Content-Encoding"), ratios[len(ratios)/2])
	return nil
}

func newRequest(host, path string) *http.Request {
	r, err := http.NewRequest(http.MethodGet, "http://"+host+path, nil)
	if err != nil {
		panic(err) // both URLs are valid
	}
	r.Host = "localhost"
	r.Header.Set("Accept-Encoding", "br")
	r.Header.Set("Accept", "application/graphql-response+json, text/html;q=0.9, */*;q=0.1")
	return r
}

func fetch(host, path string) (*http.Response, []byte, error) {
	response, err := http.DefaultClient.Do(newRequest(host, path))
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %.200s", response.StatusCode, body)
	}
	return response, body, err
}

// load sends requests over kept-alive connections and returns the answers per second.
func load(host, path string, count int) (float64, error) {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: connections, DisableCompression: true}}
	defer client.CloseIdleConnections()
	var wait sync.WaitGroup
	failures := make(chan error, connections)
	started := time.Now()
	for range connections {
		wait.Go(func() {
			for range count / connections {
				response, err := client.Do(newRequest(host, path))
				if err != nil {
					failures <- err
					return
				}
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
			}
		})
	}
	wait.Wait()
	select {
	case err := <-failures:
		return 0, err
	default:
		return float64(count) / time.Since(started).Seconds(), nil
	}
}
