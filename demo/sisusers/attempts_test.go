package sisusers

import (
	"errors"
	"testing"
	"time"
)

// TestAttempts: an account has five attempts, then one every five minutes; a network has more. A success resets the
// account, and is no failure of the network.
//
// Rules: AUTH-26.
func TestAttempts(t *testing.T) {
	var a attempts
	now := time.Now()
	account, network := subject{secret: "password", account: "a@example.org"}, subject{network: "192.0.2.1"}
	// try begins attempts until one is refused, and returns their number and the time to wait.
	try := func(subjects ...subject) (n int, wait time.Duration) {
		t.Helper()
		for {
			_, err := a.begin(now, subjects...)
			locked := new(LockedError)
			if errors.As(err, &locked) {
				return n, locked.Until.Sub(now).Round(time.Second)
			}
			n++
		}
	}
	if n, wait := try(account, network); n != freeFailures || wait != failureWait {
		t.Errorf("%d attempts, then %v", n, wait)
	}
	if n, _ := try(subject{secret: "code", account: account.account}); n != freeFailures {
		t.Errorf("%d attempts at another secret", n)
	}
	now = now.Add(failureWait)
	if n, _ := try(account); n != 1 {
		t.Errorf("%d attempts after the wait", n)
	}
	now = now.Add(failureWait)
	begun, err := a.begin(now, account, network)
	if err != nil {
		t.Fatal(err)
	}
	begun.succeeded()
	if n, _ := try(account); n != freeFailures {
		t.Errorf("%d attempts after a success", n)
	}
	if n, wait := try(network); n != freeNetworkFailures || wait != networkWait {
		t.Errorf("%d attempts of a network, then %v", n, wait)
	}
}
