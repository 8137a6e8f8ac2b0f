//go:build !campaign

package app

import (
	"log/slog"
	"time"
)

// cacheClock is the clock of the cache; nil is the real one.
func cacheClock(*slog.Logger) func() time.Time { return nil }
