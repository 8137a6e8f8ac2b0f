// Package linear checks in tests that work grows no faster than what it is done for. Work is counted in allocated bytes:
// unlike time, they are the same on every machine.
package linear

import (
	"runtime"
	"strings"
	"testing"
)

const (
	// size is how long the shorter of the two inputs is, in bytes, at least.
	size = 4 << 10
	// slack is what may be allocated beside, such as by the runtime, in bytes.
	slack = 64 << 10
	// attempts is how often work is measured: other goroutines may allocate meanwhile.
	attempts = 5
)

// Check reports an error where twice as much input makes allocated bytes grow by more than two and a half times. build
// makes an input of so many equal parts, of which part is one.
func Check[T any](t testing.TB, part string, build func(parts int) T, work func(T)) {
	t.Helper()
	parts := 1 + size/max(1, len(part))
	once, twice := build(parts), build(2*parts)
	// What is made once, such as tables, is made before it is measured.
	work(once)
	var less, more uint64
	for range attempts {
		less, more = allocated(once, work), allocated(twice, work)
		if more <= less*5/2+slack {
			return
		}
	}
	t.Errorf("twice the input takes %d bytes in place of %d: %.200q", more, less, part)
}

// CheckText is Check for a text that is repeated.
func CheckText(t testing.TB, part string, work func(string)) {
	t.Helper()
	Check(t, part, func(parts int) string { return strings.Repeat(part, parts) }, work)
}

func allocated[T any](input T, work func(T)) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work(input)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
