package shared_test

import (
	"context"
	"testing"
	"time"

	"strand/internal/shared"
	"strand/test/sharedtest"
)

// TestLeases: one server at a time has a name, and Redis may lose it.
func TestLeases(t *testing.T) {
	redis := sharedtest.Start(t)
	first, second, ctx := shared.NewLeases(open(t, redis)), shared.NewLeases(open(t, redis)), t.Context()
	if !first.Acquire(ctx, "a") || !second.Acquire(ctx, "b") || !first.Acquire(ctx, "a") {
		t.Fatal("a free name is refused")
	}
	if second.Acquire(ctx, "a") {
		t.Error("two servers have one name")
	}
	second.Release(ctx, "a")
	if second.Acquire(ctx, "a") {
		t.Error("a server has released the name of another one")
	}
	first.Release(ctx, "a")
	if !second.Acquire(ctx, "a") {
		t.Error("a released name is refused")
	}
	release := first.Hold(ctx, "d")
	isWaiting, cancel := context.WithTimeout(ctx, 2*time.Millisecond)
	second.Hold(isWaiting, "d")()
	cancel()
	if second.Acquire(ctx, "d") {
		t.Error("a server that gave up waiting has ended the lease of another one")
	}
	released := make(chan struct{})
	go func() {
		defer close(released)
		second.Hold(ctx, "d")()
	}()
	release()
	<-released
	if !first.Acquire(ctx, "d") {
		t.Error("a held name is not released")
	}
	redis.Flush()
	if !second.Acquire(ctx, "a") || first.Acquire(ctx, "a") {
		t.Error("a name that Redis has lost is not taken again")
	}
	redis.Kill()
	if !first.Acquire(ctx, "c") || !second.Acquire(ctx, "c") {
		t.Error("a server does not continue alone")
	}
}
