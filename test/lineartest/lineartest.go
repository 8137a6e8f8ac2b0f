// Package lineartest checks in tests that work grows at most linearly with its input. It measures allocated bytes,
// which unlike time are the same on every machine.
package lineartest

import (
	"runtime"
	"strings"
	"testing"
)

const (
	// size is the least length of the shorter of the two inputs, in bytes; the longer one has times its length.
	size  = 4 << 10
	times = 4
	// most is the factor of the allocated bytes that is still linear: buffers that double take up to twice as much for
	// an input just above their size. Quadratic work takes 16 times as much.
	most = 9
	// slack is the number of bytes that others, such as the runtime, may allocate.
	slack = 64 << 10
	// attempts is the number of measurements, since other goroutines may allocate too.
	attempts = 5
)

// Check reports an error if an input of four times the length allocates more than nine times the bytes. build returns
// an input of the given number of equal parts; part describes one.
func Check[T any](t testing.TB, part string, build func(parts int) T, work func(T)) {
	t.Helper()
	parts := 1 + size/max(1, len(part))
	single, long := build(parts), build(times*parts)
	// The first run creates everything that is created once, such as tables.
	work(single)
	var less, more uint64
	for range attempts {
		less, more = allocated(single, work), allocated(long, work)
		if more <= most*less+slack {
			return
		}
	}
	t.Errorf("%d times the input allocates %d bytes instead of %d: %.200q", times, more, less, part)
}

// CheckText is Check with a repeated text.
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
