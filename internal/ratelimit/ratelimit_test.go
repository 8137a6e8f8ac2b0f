package ratelimit

import (
	"testing"
	"time"
)

func TestLimiter(t *testing.T) {
	l := New(2, time.Hour)
	for i, test := range []struct {
		address            string
		exhausted, allowed bool
	}{
		{"192.0.2.1", false, true},
		{"192.0.2.1", false, true},
		{"192.0.2.1", true, false},
		{"192.0.2.2", false, true},
		{"2001:db8:1:2::1", false, true},
		{"2001:db8:1:2:ffff::9", false, true},
		{"2001:db8:1:2:3:4:5:6", true, false}, // another address of the same network
		{"2001:db8:1:3::1", false, true},
	} {
		if exhausted, allowed := l.Exhausted(test.address), l.Allow(test.address); exhausted != test.exhausted || allowed != test.allowed {
			t.Errorf("%d. %s: exhausted %v, allowed %v", i, test.address, exhausted, allowed)
		}
	}
}
