package serve

import (
	"log/slog"
	"os"

	"strand/config"
	"strand/internal/telemetry"
)

// NewLogger returns a logger with the configured level and format; the levels are those of CONST-25.
func NewLogger(c *config.Config) *slog.Logger {
	levels := map[string]slog.Level{
		"debug": slog.LevelDebug,
		"info":  slog.LevelInfo,
		"warn":  slog.LevelWarn,
		"error": slog.LevelError,
		"none":  slog.LevelError + 100,
	}
	options := &slog.HandlerOptions{Level: levels[c.LogLevel]}
	var handler slog.Handler = slog.NewTextHandler(os.Stderr, options)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(os.Stderr, options)
	}
	return slog.New(telemetry.LogHandler(handler))
}
