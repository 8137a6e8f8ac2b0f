// Package polltest waits in tests for what offers no event, such as the state of another process.
package polltest

import (
	"net"
	"testing"
	"time"
)

const (
	// patience is how long a test waits: longer than a busy machine needs.
	patience = 2 * time.Minute
	pause    = 10 * time.Millisecond
)

// Try repeats an attempt until it succeeds. It returns the last error if none does in time.
func Try(attempt func() error) error {
	for end := time.Now().Add(patience); ; time.Sleep(pause) {
		if err := attempt(); err == nil || time.Now().After(end) {
			return err
		}
	}
}

// TryDial waits until a program accepts connections at an address. It returns the last error if it does not in time.
func TryDial(addr string) error {
	return Try(func() error {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return err
		}
		return c.Close()
	})
}

// Until waits until a condition holds, and fails the test if it does not in time.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(pause) {
		if time.Now().After(end) {
			t.Fatalf("not within %s: %s", patience, what)
		}
	}
}
