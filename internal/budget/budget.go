// Package budget bounds how long a request waits for its data, upstream calls included: each call gets what is left. The
// budget outlives the request's own context, so that work that is shared between requests keeps to that of the first.
package budget

import (
	"context"
	"time"
)

type deadlineKey struct{}

// With returns a context that ends when the budget is used up, or earlier with its parent.
func With(ctx context.Context, budget time.Duration) (context.Context, context.CancelFunc) {
	deadline := time.Now().Add(budget)
	if earlier, ok := ctx.Value(deadlineKey{}).(time.Time); ok && earlier.Before(deadline) {
		deadline = earlier
	}
	return context.WithDeadline(context.WithValue(ctx, deadlineKey{}, deadline), deadline)
}

// Apply returns a context that ends with the budget that an outer context was given, even where the context itself was
// detached from it by context.WithoutCancel.
func Apply(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Value(deadlineKey{}).(time.Time)
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}
