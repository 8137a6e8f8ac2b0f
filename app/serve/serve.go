// Package serve runs the server process: its listeners, its start and its end.
package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"strand/app"
	"strand/config"
	"strand/internal/httpserver"
	"strand/internal/recovery"
	"strand/internal/release"
	"strand/internal/telemetry"
)

const (
	// grace is how long running requests may take to finish after the signal to stop.
	grace = 15 * time.Second
	// closeTimeout bounds closing the app after the last request.
	closeTimeout = 10 * time.Second
	// rendererTimeout is how long the start waits for a renderer; then the server starts without one.
	rendererTimeout = 5 * time.Second
)

// memoryBesidesCache is the memory of the process in addition to its cache, including garbage, in bytes.
const memoryBesidesCache = 512 << 20

// garbagePercent lets garbage grow to twice the memory in use while the limit allows it: answers that are made from
// records need a tenth less CPU time than with Go's default of 100.
const garbagePercent = 200

// LimitMemory makes the garbage collector run more often as the memory grows, instead of letting garbage double the
// memory of the cache. GOMEMLIMIT and GOGC take precedence.
func LimitMemory(c *config.Config) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbagePercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(c.CacheSize)<<20 + memoryBesidesCache)
	}
}

// Run runs the server until a signal stops it. Both ports are bound before anything else, and every request is answered
// from then on. start starts the app.
func Run(c *config.Config, start func(*slog.Logger) (*app.App, error)) error {
	ctx := context.Background()
	measured, err := telemetry.Start(ctx, release.Read().Version)
	if err != nil {
		return err
	}
	defer measured.Close(ctx)
	log := measured.Logger(NewLogger(c))
	slog.SetDefault(log) // for the logs of libraries
	warn(c, log)
	LimitMemory(c)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)

	certificate, err := certificateOf(c, log)
	if err != nil {
		return err
	}
	site, admin, err := bind(c)
	if err != nil {
		return err
	}
	if c.MaxConnections > 0 {
		site = httpserver.Limit(site, c.MaxConnections, c.TrustsProxy, log)
	}
	isHTTPS := certificate != nil || strings.HasPrefix(c.Origin, "https:")
	startup, inspection := &startupHandler{isHTTPS: isHTTPS}, &startupHandler{}
	failed := make(chan error, 2)
	siteServer := newServer(startup, log)
	adminServer := newServer(adminHandler(c, measured.Metrics(), startup, inspection), log)
	scheme := "http"
	if certificate != nil {
		scheme, siteServer.TLSConfig = "https", &tls.Config{GetCertificate: certificate.Get}
	}
	listen(siteServer, site, log, failed)
	listen(adminServer, admin, log, failed)
	closeAll := func() error { return errors.Join(siteServer.Close(), adminServer.Close()) }

	a, err := start(log)
	if err != nil {
		return errors.Join(err, closeAll())
	}
	siteServer.RegisterOnShutdown(func() {
		_ = recovery.Do(ctx, log, "end_streams", func() error { a.EndStreams(); return nil })
	})
	a.Prepare()
	received := awaitRenderer(a, signals, log)
	if received == nil {
		startup.open(a.Handler)
		inspection.open(a.Admin())
		log.Info("server_started", "url", scheme+"://localhost"+portOf(c.Addr))
		select {
		case err := <-failed:
			return errors.Join(fmt.Errorf("serve: %w", err), a.Close(ctx), closeAll())
		case received = <-signals:
		}
		if received == syscall.SIGTERM {
			drain(c.DrainDelay, signals, log, startup, inspection)
		}
	}
	// A second signal ends the process at once.
	signal.Stop(signals)
	log.Info("server_stopping", "signal", received.String(), "grace", grace)
	shutDown(siteServer, log)
	closing, cancel := context.WithTimeout(ctx, closeTimeout)
	defer cancel()
	err = errors.Join(a.Close(closing), adminServer.Close())
	log.Info("server_stopped") // writes the events of the last requests
	return err
}

// warn logs what the operator should look at, and does not prevent the start.
func warn(c *config.Config, log *slog.Logger) {
	for _, unknown := range c.Unknown {
		log.Warn("unknown_setting", "variable", unknown.Name, "similar", unknown.Similar)
	}
	for _, warning := range c.Warnings() {
		log.Warn("setting_unsafe", "variable", warning.Variable, "reason", warning.Reason)
	}
}

// awaitRenderer waits until pages can be rendered, or for a signal to stop, which it returns. Without a renderer the
// start continues, and the server is not ready.
func awaitRenderer(a *app.App, signals <-chan os.Signal, log *slog.Logger) os.Signal {
	ctx, cancel := context.WithTimeout(context.Background(), rendererTimeout)
	defer cancel()
	ready := make(chan error, 1)
	recovery.Go(ctx, log, "await_renderer", func() { ready <- a.AwaitRenderer(ctx) })
	select {
	case received := <-signals:
		return received
	case err := <-ready:
		if err != nil {
			log.Error("no_renderer_ready", "waited", rendererTimeout, "error", err)
		}
		return nil
	}
}

// drain lets load balancers notice that the server is about to stop, while it still serves. A further signal ends the
// process.
func drain(delay time.Duration, signals <-chan os.Signal, log *slog.Logger, handlers ...*startupHandler) {
	for _, h := range handlers {
		h.drain()
	}
	log.Info("server_draining", "delay", delay)
	select {
	case <-time.After(delay):
	case received := <-signals:
		log.Warn("server_stopped_at_once", "signal", received.String())
		os.Exit(1)
	}
}

// shutDown closes the listener and waits for running requests; those that take longer than grace are aborted.
func shutDown(server *http.Server, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		log.Warn("requests_cut", "grace", grace, "error", err)
		_ = server.Close()
	}
}

// certificateOf returns the certificate of the websites; nil if they are served without TLS.
func certificateOf(c *config.Config, log *slog.Logger) (*httpserver.Certificate, error) {
	if c.TLSCert == "" {
		return nil, nil
	}
	certificate, err := httpserver.LoadCertificate(c.TLSCert, c.TLSKey, log)
	if err != nil {
		return nil, fmt.Errorf("STRAND_TLS_CERT, STRAND_TLS_KEY: %w", err)
	}
	return certificate, nil
}

// bind binds both ports. The error contains the setting.
func bind(c *config.Config) (site, admin net.Listener, err error) {
	if site, err = net.Listen("tcp", c.Addr); err != nil {
		return nil, nil, fmt.Errorf("listen on %s (STRAND_ADDR): %w", c.Addr, err)
	}
	if admin, err = net.Listen("tcp", c.AdminAddr); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("listen on %s (STRAND_ADMIN_ADDR): %w", c.AdminAddr, err), site.Close())
	}
	return site, admin, nil
}

func newServer(h http.Handler, logger *slog.Logger) *http.Server {
	return httpserver.New(h, log.New(errorLog{logger}, "", 0), httpserver.DefaultPace)
}

// listen serves in the background, with TLS if the server has a certificate.
func listen(server *http.Server, listener net.Listener, log *slog.Logger, failed chan<- error) {
	recovery.Go(context.Background(), log, "listener", func() {
		serve := server.Serve
		if server.TLSConfig != nil {
			serve = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
		}
		if err := serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	})
}

// errorLog logs the errors of net/http, one event per line.
type errorLog struct{ log *slog.Logger }

func (l errorLog) Write(text []byte) (int, error) {
	l.log.Error("http_server_error", "error", strings.TrimSpace(string(text)))
	return len(text), nil
}

// portOf returns the port of a listen address, with its colon.
func portOf(addr string) string {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	return ":" + port
}
