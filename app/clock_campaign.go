//go:build campaign

package app

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"strand/internal/recovery"
)

// clockJump is the time by which SIGUSR1 advances the clock of the cache: longer than entries stay fresh.
const clockJump = 31 * time.Minute

// cacheClock returns the clock of the cache for the build of the campaign (campaign/): each SIGUSR1 advances it, so
// that entries that are fresh for half an hour become stale at once. No other build has it.
func cacheClock(log *slog.Logger) func() time.Time {
	var ahead atomic.Int64
	jumps := make(chan os.Signal, 8)
	signal.Notify(jumps, syscall.SIGUSR1)
	recovery.Go(context.Background(), log, "campaign_clock", func() {
		for range jumps {
			ahead.Add(int64(clockJump))
			log.Info("cache_clock_set_ahead", "by", clockJump)
		}
	})
	return func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
}
