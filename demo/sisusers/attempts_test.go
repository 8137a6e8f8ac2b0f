package sisusers

import (
	"testing"
	"time"
)

// TestWaitAfter: delays begin with the fifth failure of an account, or the 31st of a network, double, and are
// bounded.
//
// Rules: AUTH-26.
func TestWaitAfter(t *testing.T) {
	for failures, want := range map[int]time.Duration{
		0: 0, 4: 0, 5: 15 * time.Second, 6: 30 * time.Second, 7: time.Minute, 9: 4 * time.Minute, 10: 5 * time.Minute,
		1000: 5 * time.Minute,
	} {
		if got := waitAfter(failures, freeFailures, maxWait); got != want {
			t.Errorf("%d failures of an account: %v, want %v", failures, got, want)
		}
	}
	for failures, want := range map[int]time.Duration{
		30: 0, 31: 15 * time.Second, 32: 30 * time.Second, 1000: 30 * time.Second,
	} {
		if got := waitAfter(failures, freeNetworkFailures, maxNetworkWait); got != want {
			t.Errorf("%d failures of a network: %v, want %v", failures, got, want)
		}
	}
}
