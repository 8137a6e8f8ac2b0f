package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// bareAnswer is an answer of Strand that the bare handler repeats.
type bareAnswer struct {
	Header http.Header
	Body   []byte
}

// startBare starts a bare handler that writes the answers of Strand to the requests of some paths, as a process.
func (b *bench) startBare(s *strand, paths []string, headers ...string) (*program, error) {
	answers := map[string]bareAnswer{}
	for _, path := range paths {
		response, body, err := b.get(s.program, path, headers...)
		if err != nil {
			return nil, err
		}
		answers[response.Request.URL.Path] = bareAnswer{response.Header, body}
	}
	text, err := json.Marshal(answers)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, "bare.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	port := freePort()
	return b.start("bare handler", port, "/", nil, self, "-bare", file, "-port", strconv.Itoa(port))
}

// bareHandler serves the answers of a file by their paths.
func bareHandler(file string, port int) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	answers := map[string]bareAnswer{}
	if err := json.Unmarshal(text, &answers); err != nil {
		return err
	}
	handler := func(w http.ResponseWriter, r *http.Request) {
		answer, ok := answers[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		for key, values := range answer.Header {
			w.Header()[key] = values
		}
		_, _ = w.Write(answer.Body)
	}
	server := http.Server{
		Addr: fmt.Sprintf("127.0.0.1:%d", port), Handler: http.HandlerFunc(handler), ReadHeaderTimeout: time.Second,
	}
	return server.ListenAndServe()
}
