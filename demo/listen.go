package demo

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

// listener is the listener of a sample system with its server.
type listener struct {
	// Name is the system: `cms`.
	Name string
	// URL is the URL of the listener: `http://127.0.0.1:8092`.
	URL string

	tcp net.Listener
	// http is nil until serve.
	http *http.Server
}

// listenFor opens a listener at an address for a system whose URL has another address; with an empty one it is listen.
func listenFor(name, public, addr string) (*listener, error) {
	if addr == "" {
		return listen(name, public)
	}
	l, err := listen(name, addr)
	if err == nil {
		l.URL = "http://" + public
	}
	return l, err
}

// listen opens a listener without serving, since a system may have to know its own URL. The URL has the host of the
// listen address: `http://localhost:8091` for `localhost:8091`. The error for a port in use contains the name of the
// setting.
func listen(name, addr string) (*listener, error) {
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf(
			"start the sample %s: %s is in use by another program: set STRAND_EMBEDDED_%s_ADDR to another "+
				"address; port 0 takes a free one",
			name,
			addr,
			strings.ToUpper(name),
		)
	}
	if err != nil {
		return nil, fmt.Errorf("start the sample %s on %s: %w", name, addr, err)
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return nil, err
	}
	return &listener{Name: name, URL: "http://" + net.JoinHostPort(host, port), tcp: l}, nil
}

// serve serves requests until close, for local host names only, so that a page of another site cannot use a local
// browser: the systems contain sample accounts and their mails.
func (s *listener) serve(h http.Handler, log *slog.Logger) {
	handler := web.SecureHeaders(web.AllowLocalHosts(h), false)
	server := httpserver.New(handler, slog.NewLogLogger(log.Handler(), slog.LevelError), httpserver.DefaultPace)
	s.http = server
	recovery.Go(context.Background(), log, "sample_system", func() {
		if err := server.Serve(s.tcp); !errors.Is(err, http.ErrServerClosed) {
			log.Error("sample_system_stopped", "system", s.Name, "error", err)
		}
	})
}

// close stops listening and waits for running requests.
func (s *listener) close(ctx context.Context) error {
	if s.http == nil {
		return s.tcp.Close()
	}
	err := s.http.Shutdown(ctx)
	// Shutdown closes the listener only after serve was called.
	_ = s.tcp.Close()
	return err
}
