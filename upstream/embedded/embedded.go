// Package embedded runs the upstream servers that Strand brings along: real servers on loopback ports, for development,
// tests and demonstrations (design §1).
package embedded

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"
)

// Server is an embedded upstream that listens.
type Server struct {
	// Name is the system: `cms`.
	Name string
	// URL is where it listens: `http://127.0.0.1:8092`.
	URL string

	http *http.Server
}

// Serve listens on a loopback address and serves until Close. A port that is taken is an error that names the setting.
func Serve(name, addr string, h http.Handler, log *slog.Logger) (*Server, error) {
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("start the embedded %s: %s is in use by another program: set STRAND_EMBEDDED_%s_ADDR to another address; port 0 takes a free one",
			name, addr, strings.ToUpper(name))
	}
	if err != nil {
		return nil, fmt.Errorf("start the embedded %s on %s: %w", name, addr, err)
	}
	s := &Server{Name: name, URL: "http://" + l.Addr().String(), http: &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}}
	go func() {
		if err := s.http.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			log.Error("embedded upstream stopped", "system", name, "error", err)
		}
	}()
	return s, nil
}

// Close stops listening and lets running requests finish.
func (s *Server) Close(ctx context.Context) error { return s.http.Shutdown(ctx) }
