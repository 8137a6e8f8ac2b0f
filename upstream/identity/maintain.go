package identity

import (
	"context"
	"time"
)

const (
	// cleanupInterval is the interval at which expired revocations are removed.
	cleanupInterval = time.Hour
	// refreshInterval is the maximum time for which a session stays accepted after another server with the same
	// database revoked it.
	refreshInterval = 2 * time.Second
)

// Maintain refreshes and cleans the revocations at intervals until the context ends. It logs errors, except those of an
// unusable store, which reports them itself.
func (r *Revocations) Maintain(ctx context.Context) {
	refresh, cleanup := time.NewTicker(refreshInterval), time.NewTicker(cleanupInterval)
	defer refresh.Stop()
	defer cleanup.Stop()
	for {
		event, do := "revocations_not_refreshed", r.Refresh
		select {
		case <-ctx.Done():
			return
		case <-refresh.C:
		case <-cleanup.C:
			event, do = "revocations_not_removed", r.RemoveExpired
		}
		if err := do(ctx); err != nil && ctx.Err() == nil && r.Reason() == "" {
			r.log.WarnContext(ctx, event, "error", err)
		}
	}
}
