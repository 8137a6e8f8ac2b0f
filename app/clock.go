//go:build !campaign

package app

import (
	"log/slog"
	"time"
)

// cacheClock returns the clock of the cache; nil means the system clock.
func cacheClock(*slog.Logger) func() time.Time { return nil }
