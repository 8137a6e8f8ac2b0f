package serve

import (
	"log/slog"
	"os"

	"strand/config"
	"strand/internal/telemetry"
)

// NewLogger returns a logger with the configured level and format; the levels are those of CONST-25. Events of requests
// are written within logInterval, all others at once.
func NewLogger(c *config.Config) *slog.Logger {
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug,
		"info":  slog.LevelInfo,
		"warn":  slog.LevelWarn,
		"error": slog.LevelError,
		"none":  slog.LevelError + 100,
	}
	options := &slog.HandlerOptions{Level: levels[c.LogLevel]}
	out := newLogWriter(os.Stderr)
	var handler slog.Handler = slog.NewTextHandler(out, options)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(out, options)
	}
	return slog.New(telemetry.LogHandler(bufferedHandler{handler, out}))
}
