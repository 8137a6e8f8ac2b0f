package shared_test

import (
	"context"
	"testing"
	"time"

	"strand/internal/shared"
	"strand/test/sharedtest"
)

// TestLeases: one server at a time has a name, another one can ask for it, and Redis may lose it.
func TestLeases(t *testing.T) {
	redis := sharedtest.Start(t)
	first, second, ctx := shared.NewLeases(open(t, redis)), shared.NewLeases(open(t, redis)), t.Context()
	if !first.Acquire(ctx, "a") || !second.Acquire(ctx, "b") {
		t.Fatal("a free name is refused")
	}
	if held, wanted := first.Renew(ctx, "a"); !held || wanted {
		t.Errorf("before another server asks: %t %t", held, wanted)
	}
	if second.Acquire(ctx, "a") || !second.IsHeld(ctx, "a") {
		t.Error("two servers have one name")
	}
	if held, wanted := first.Renew(ctx, "a"); !held || !wanted {
		t.Errorf("after another server has asked: %t %t", held, wanted)
	}
	second.Release(ctx, "a")
	if !first.IsHeld(ctx, "a") {
		t.Error("a server has released the name of another one")
	}
	first.Release(ctx, "a")
	if second.IsHeld(ctx, "a") || !second.Acquire(ctx, "a") {
		t.Error("a released name is refused")
	}
	if held, _ := first.Renew(ctx, "a"); held {
		t.Error("a server renews what it has lost")
	}
	release := first.Hold(ctx, "d")
	isWaiting, cancel := context.WithTimeout(ctx, 2*time.Millisecond)
	second.Hold(isWaiting, "d")()
	cancel()
	if !second.IsHeld(ctx, "d") {
		t.Error("a server that gave up waiting has ended the lease of another one")
	}
	released := make(chan struct{})
	go func() {
		defer close(released)
		second.Hold(ctx, "d")()
	}()
	release()
	<-released
	if first.IsHeld(ctx, "d") {
		t.Error("a held name is not released")
	}
	redis.Flush()
	if held, _ := second.Renew(ctx, "a"); !held || first.Acquire(ctx, "a") {
		t.Error("a name that Redis has lost is not taken again")
	}
	redis.Kill()
	if held, wanted := first.Renew(ctx, "c"); !held || wanted || !first.Acquire(ctx, "c") || first.IsHeld(ctx, "c") {
		t.Error("a server does not continue alone")
	}
}
