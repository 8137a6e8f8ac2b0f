package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"strand/app"
	"strand/config"
	"strand/internal/telemetry"
)

// grace is how long running requests may take to finish once the server is told to stop.
const grace = 15 * time.Second

// serve runs the server until it is told to stop.
func serve(c *config.Config) error {
	log := newLogger(c)
	slog.SetDefault(log) // what libraries write
	for _, name := range c.Unknown {
		log.Warn("there is no such setting; docs/configuration.md lists those there are", "variable", name)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	measured, err := telemetry.Start(ctx)
	if err != nil {
		return err
	}
	a, err := app.New(c, log)
	if err != nil {
		return err
	}
	failed := make(chan error, 2)
	server, err := listen(c.Addr, "STRAND_ADDR", a.Handler, log, failed)
	if err != nil {
		return errors.Join(err, a.Close(ctx))
	}
	admin, err := listen(c.AdminAddr, "STRAND_ADMIN_ADDR", measured.Admin(a.Handler), log, failed)
	if err != nil {
		return errors.Join(err, server.Close(), a.Close(ctx))
	}
	log.Info("Strand is ready", "url", "http://localhost"+portOf(c.Addr))

	select {
	case err := <-failed:
		_ = a.Close(context.Background())
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	log.Info("stopping: running requests finish first")
	a.EndStreams()
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	return errors.Join(server.Shutdown(ctx), admin.Shutdown(ctx), a.Close(ctx), measured.Close(ctx))
}

// listen serves an address in the background. The error of a taken port names the setting.
func listen(addr, setting string, h http.Handler, log *slog.Logger, failed chan<- error) (*http.Server, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("listen on %s (%s): %w", addr, setting, err)
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	return server, nil
}

// portOf is the part of an address from its colon on.
func portOf(addr string) string {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return addr
	}
	return ":" + port
}

// newLogger logs as configured; the levels are those of spec §9.
func newLogger(c *config.Config) *slog.Logger {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError, "none": slog.LevelError + 100}
	options := &slog.HandlerOptions{Level: levels[c.LogLevel]}
	var handler slog.Handler = slog.NewTextHandler(os.Stderr, options)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(os.Stderr, options)
	}
	return slog.New(telemetry.LogHandler(handler))
}
