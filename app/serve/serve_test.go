package serve

import (
	"log/slog"
	"net/http"
	"slices"
	"testing"

	"strand/config"
	"strand/internal/httpserver"
)

// TestNewServer: the servers of this process are those that end slow clients.
func TestNewServer(t *testing.T) {
	made := newServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	want := httpserver.New(http.NotFoundHandler(), nil, httpserver.DefaultPace)
	if made.ReadHeaderTimeout == 0 || made.ReadHeaderTimeout != want.ReadHeaderTimeout ||
		made.IdleTimeout != want.IdleTimeout ||
		made.MaxHeaderBytes != want.MaxHeaderBytes {
		t.Errorf("%+v", made)
	}
}

// Rules: CONST-25.
func TestNewLogger(t *testing.T) {
	t.Parallel()
	all := []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError}
	for level, want := range map[string][]slog.Level{
		"debug": all, "info": all[1:], "warn": all[2:], "error": all[3:], "none": nil,
	} {
		log := NewLogger(&config.Config{LogLevel: level})
		var logged []slog.Level
		for _, l := range all {
			if log.Enabled(t.Context(), l) {
				logged = append(logged, l)
			}
		}
		if !slices.Equal(logged, want) {
			t.Errorf("level %s logs %v, want %v", level, logged, want)
		}
	}
}
