// Package embedded runs the embedded upstream servers: real servers on loopback ports, for development, tests and
// demonstrations.
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

	"strand/internal/httpserver"
	"strand/internal/recovery"
	"strand/internal/web"
)

// Server is an embedded upstream system with its listener.
type Server struct {
	// Name is the system: `cms`.
	Name string
	// URL is the URL of the listener: `http://127.0.0.1:8092`.
	URL string

	listener net.Listener
	// http is nil until Serve.
	http *http.Server
}

// Serve listens on a loopback address and serves until Close. The error for a port in use contains the name of the
// setting.
func Serve(name, addr string, h http.Handler, log *slog.Logger) (*Server, error) {
	s, err := Listen(name, addr)
	if err == nil {
		s.Serve(h, log)
	}
	return s, err
}

// Listen opens the listener without serving, for a server that must know its own URL. The URL has the host of the
// address: `http://localhost:8091` for `localhost:8091`.
func Listen(name, addr string) (*Server, error) {
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf(
			"start the embedded %s: %s is in use by another program: set STRAND_EMBEDDED_%s_ADDR to another "+
				"address; port 0 takes a free one",
			name,
			addr,
			strings.ToUpper(name),
		)
	}
	if err != nil {
		return nil, fmt.Errorf("start the embedded %s on %s: %w", name, addr, err)
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return nil, err
	}
	return &Server{Name: name, URL: "http://" + net.JoinHostPort(host, port), listener: l}, nil
}

// Serve serves requests until Close, for local host names only, so that a page of another site cannot use a local
// browser: the systems contain sample accounts and their mails.
func (s *Server) Serve(h http.Handler, log *slog.Logger) {
	handler := web.SecureHeaders(web.AllowLocalHosts(h), false)
	server := httpserver.New(handler, slog.NewLogLogger(log.Handler(), slog.LevelError), httpserver.DefaultPace)
	s.http = server
	recovery.Go(context.Background(), log, "embedded_upstream", func() {
		if err := server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("embedded_upstream_stopped", "system", s.Name, "error", err)
		}
	})
}

// Close stops listening and waits for running requests.
func (s *Server) Close(ctx context.Context) error {
	if s.http == nil {
		return s.listener.Close()
	}
	err := s.http.Shutdown(ctx)
	// Shutdown closes the listener only after Serve was called.
	_ = s.listener.Close()
	return err
}
