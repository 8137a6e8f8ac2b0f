// Package budget bounds how long a request waits for its data: each upstream call gets the rest of the budget. The
// budget is independent of the request's own context, so that work that several requests share keeps the budget of
// the first.
package budget

import (
	"context"
	"time"
)

type deadlineKey struct{}

// With starts a budget, or shortens that of the context. The context itself does not end with the budget: see Apply.
func With(ctx context.Context, budget time.Duration) context.Context {
	deadline := time.Now().Add(budget)
	if earlier, ok := ctx.Value(deadlineKey{}).(time.Time); ok && earlier.Before(deadline) {
		return ctx
	}
	return context.WithValue(ctx, deadlineKey{}, deadline)
}

// Renew starts a budget in place of that of the context, after a wait that must not shorten the time for the data.
func Renew(ctx context.Context, budget time.Duration) context.Context {
	return context.WithValue(ctx, deadlineKey{}, time.Now().Add(budget))
}

// Apply returns a context that ends with the budget, even if the context was detached with context.WithoutCancel.
func Apply(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Value(deadlineKey{}).(time.Time)
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline)
}

// ApplyHalf returns a context that ends when half of the remaining budget is used, for optional waits.
func ApplyHalf(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, ok := ctx.Value(deadlineKey{}).(time.Time)
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(deadline)/2)
}
