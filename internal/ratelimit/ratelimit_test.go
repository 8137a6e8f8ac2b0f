package ratelimit

import (
	"fmt"
	"testing"
	"time"
)

func TestLimiter(t *testing.T) {
	l := New(2, time.Hour)
	for i, test := range []struct {
		client             string
		exhausted, allowed bool
	}{
		{"192.0.2.1", false, true},
		{"192.0.2.1", false, true},
		{"192.0.2.1", true, false},
		{"192.0.2.2", false, true},
		{"2001:db8:1:2::1", false, true},
		{"2001:db8:1:2:ffff::9", false, true},
		{"2001:db8:1:2:3:4:5:6", true, false}, // another IP address of the same network
		{"2001:db8:1:3::1", false, true},
	} {
		exhausted, allowed := l.Exhausted(t.Context(), test.client), l.Allow(t.Context(), test.client)
		if exhausted != test.exhausted || allowed != test.allowed {
			t.Errorf("%d. %s: exhausted %v, allowed %v", i, test.client, exhausted, allowed)
		}
	}
}

// Events count as long as they are within the sliding window.
func TestLimiter_Window(t *testing.T) {
	l := New(4, time.Minute)
	now := l.started
	l.now = func() time.Time { return now }
	for i, test := range []struct {
		after   time.Duration
		allowed int
	}{
		{0, 4},
		{59 * time.Second, 0},
		{16 * time.Second, 1}, // a quarter of the previous window has left the sliding window
		{30 * time.Second, 2},
		{time.Hour, 4},
	} {
		now = now.Add(test.after)
		allowed := 0
		for range 10 {
			if l.Allow(t.Context(), "192.0.2.1") {
				allowed++
			}
		}
		if allowed != test.allowed {
			t.Errorf("%d. %d are allowed, want %d", i, allowed, test.allowed)
		}
	}
}

// Many IP addresses neither use more memory nor displace counted ones, and share a limit.
func TestLimiter_Bounded(t *testing.T) {
	l := New(2, time.Hour)
	client := func(i int) string { return fmt.Sprintf("2001:db8:%x:%x::1", i>>16, i&0xffff) }
	l.Allow(t.Context(), "192.0.2.1")
	for i := range 3 * maxKeys {
		l.Allow(t.Context(), client(i))
	}
	if n := len(l.latest); n > maxKeys+sharedKeys {
		t.Errorf("%d addresses are counted", n)
	}
	if !l.Allow(t.Context(), "192.0.2.1") || l.Allow(t.Context(), "192.0.2.1") {
		t.Error("a known address has lost its own counter")
	}
	if l.Allow(t.Context(), client(3*maxKeys)) {
		t.Error("one more address is not limited")
	}
}

// TestLimiter_Take: several events are counted as far as they are within the limit, and can be returned.
func TestLimiter_Take(t *testing.T) {
	l := New(5, time.Hour)
	for i, test := range []struct{ take, want, back int }{
		{3, 3, 0}, {3, 2, 0}, {1, 0, 0}, {0, 0, 4}, {9, 4, 9}, {9, 5, 0},
	} {
		if got := l.Take(t.Context(), "192.0.2.1", test.take); got != test.want {
			t.Errorf("%d. took %d, not %d", i, got, test.want)
		}
		l.Return(t.Context(), "192.0.2.1", test.back)
	}
	if got := l.Take(t.Context(), "192.0.2.2", 9); got != 5 {
		t.Errorf("another address: %d", got)
	}
}
