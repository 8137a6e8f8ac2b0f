// Package benchserver is shared by the benchmarks of the portal: servers over their own data, called without a network,
// and the comparison of the times of two operations.
package benchserver

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"time"

	"strand/app"
	"strand/bench/tokens"
	"strand/demo"
)

// Server is a Strand over its own data.
type Server struct {
	Handler http.Handler
	// Made and Started are the durations of creating its data and of its start.
	Made, Started time.Duration

	strand *app.App
	data   string
}

// Start creates data in a new folder and starts a server over it, with further settings.
func Start(issuer *tokens.Issuer, fill func(dataDir string) error, settings ...string) (_ *Server, err error) {
	s := &Server{}
	if s.data, err = os.MkdirTemp("", "strand-bench"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(s.data)
		}
	}()
	started := time.Now()
	if err := fill(s.data); err != nil {
		return nil, err
	}
	s.Made = time.Since(started)
	c, own, err := demo.Load("", slices.Concat(os.Environ(), []string{
		"STRAND_DATA_DIR=" + s.data,
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_RENDERERS=0",
		"STRAND_LOG_LEVEL=error",
		"STRAND_IDENTITY_ISSUER=" + issuer.URL,
	}, settings))
	if err != nil {
		return nil, err
	}
	started = time.Now()
	if s.strand, err = demo.New(c, own, slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	s.Handler, s.Started = s.strand.Handler, time.Since(started)
	return s, nil
}

// Close stops the server and removes its data.
func (s *Server) Close() {
	_ = s.strand.Close(context.Background())
	_ = os.RemoveAll(s.data)
}

// Send sends a request with a token, and returns the status and the body of the response.
func (s *Server) Send(token, method, path, body string) (int, []byte) {
	r := httptest.NewRequest(method, "http://localhost:8080"+path, bytes.NewReader([]byte(body)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	s.Handler.ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

// Query sends an operation to the graph, and returns the answer, which may contain errors.
func (s *Server) Query(token, query string) ([]byte, error) {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return nil, err
	}
	status, answer := s.Send(token, http.MethodPost, "/graphql", string(body))
	if status != http.StatusOK {
		return nil, fmt.Errorf("%s: %d %s", query, status, answer)
	}
	return answer, nil
}

// Ask sends an operation to the graph. Any error in the answer is an error.
func (s *Server) Ask(token, query string) ([]byte, error) {
	answer, err := s.Query(token, query)
	if err == nil && bytes.Contains(answer, []byte(`"errors"`)) {
		return nil, fmt.Errorf("%s: %s", query, answer)
	}
	return answer, err
}

// Median returns the median of times.
func Median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}
