// Package logtest is a log that a server writes while a test reads it.
package logtest

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for a text: longer than any event takes on a busy machine.
const patience = 30 * time.Second

// Log is the text that was written. Its zero value is empty. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text strings.Builder
	// written is closed by the next write; nil if no test waits.
	written chan struct{}
}

// Write appends to the log.
func (l *Log) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.written != nil {
		close(l.written)
		l.written = nil
	}
	return l.text.Write(text)
}

// String returns what was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Await waits until the log contains a text. Without it, the test fails with the log.
func (l *Log) Await(t testing.TB, want string) {
	t.Helper()
	timeout := time.After(patience)
	for {
		text, written := l.next()
		if strings.Contains(text, want) {
			return
		}
		select {
		case <-written:
		case <-timeout:
			t.Fatalf("%q is not in the log:\n%s", want, text)
		}
	}
}

// next returns the text so far, and a channel that the next write closes.
func (l *Log) next() (text string, written <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.written == nil {
		l.written = make(chan struct{})
	}
	return l.text.String(), l.written
}
