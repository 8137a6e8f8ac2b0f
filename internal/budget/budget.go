// Package budget bounds how long a request waits for its data, upstream calls included: each call gets what is left. The
// budget outlives the request's own context, so that work that is shared between requests keeps to that of the first.
package budget

import (
	"context"
	"time"
)

type deadlineKey struct{}

// With starts a budget, or shortens the one that the context has. The context itself does not end with it: see Apply.
func With(ctx context.Context, budget time.Duration) context.Context {
	deadline := time.Now().Add(budget)
	if earlier, ok := ctx.Value(deadlineKey{}).(time.Time); ok && earlier.Before(deadline) {
		return ctx
	}
	return context.WithValue(ctx, deadlineKey{}, deadline)
}

// Apply returns a context that ends with the budget, also where the context was detached by context.WithoutCancel from the
// one for which the budget was started.
func Apply(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Value(deadlineKey{}).(time.Time)
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}

// ApplyHalf returns a context that ends when half of what is left of the budget is spent, for a wait that is worth no
// more than that.
func ApplyHalf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Value(deadlineKey{}).(time.Time)
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/2)
}
