package outbox

import (
	"context"
	"sync"
	"time"
)

// health turns failed deliveries into incidents (ERR-6): one event when deliveries begin to fail, one when a delivery
// succeeds again.
type health struct {
	mu sync.Mutex
	// since is when the incident began; zero for none.
	since    time.Time
	failures int
}

// failed records a failed attempt. A submission that has failed before begins no new incident.
func (h *health) failed(ctx context.Context, o *Outbox, c *claim, delay time.Duration, cause error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	attributes := []any{"reference", c.reference(), "form", c.kind, "attempts", c.attempts, "retry_in", delay, "error",
		cause}
	if h.since.IsZero() && c.attempts == 1 {
		h.since, h.failures = o.now(), 0
		o.log.WarnContext(ctx, "submission_delivery_failed", attributes...)
	} else {
		o.log.DebugContext(ctx, "submission_delivery_failed", attributes...)
	}
	h.failures++
}

// succeeded records a delivery, which ends an incident.
func (h *health) succeeded(ctx context.Context, o *Outbox) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.since.IsZero() {
		return
	}
	o.log.InfoContext(ctx, "submission_delivery_recovered", "failed_attempts", h.failures, "duration",
		o.now().Sub(h.since))
	h.since = time.Time{}
}
