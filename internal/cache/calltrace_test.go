package cache

import (
	"context"
	"errors"
	"testing"
	"time"

	"strand/internal/calltrace"
)

// The trace of an operation has the state of each entry that it reads, and of the entries that its calls load.
//
// Rules: PROV-11.
func TestCallTrace(t *testing.T) {
	now := time.Now()
	c, err := New(Options{MaxBytes: 1 << 20, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	key := Key("page", "a")
	fails := false
	read := func() *calltrace.Summary {
		ctx, trace := WithTrace(t.Context())
		_, err := Load(ctx, c, key, func(ctx context.Context) (Loaded[int], error) {
			TraceOf(ctx).AddCall("cms", "Page", "ok", now, "")
			if fails {
				return Loaded[int]{}, errors.New("the system is down")
			}
			return Loaded[int]{Value: 1, Tags: []string{"page a"}}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return trace.End()
	}
	for _, step := range []struct {
		name   string
		change func()
		want   calltrace.State
		calls  int
	}{
		{"the first read", func() {}, calltrace.Miss, 1},
		{"the second read", func() {}, calltrace.Fresh, 0},
		{"a failed reload of a purged entry", func() { c.Purge("page a"); fails = true }, calltrace.Outdated, 1},
	} {
		step.change()
		found := read()
		last := len(found.CacheReads) - 1
		if last < 0 || found.CacheReads[last].Entry != "page" || len(found.UpstreamCalls) != step.calls {
			t.Fatalf("%s: %+v", step.name, found)
		}
		states := map[calltrace.State]bool{}
		for _, r := range found.CacheReads {
			states[r.State] = true
		}
		if !states[step.want] {
			t.Errorf("%s: %+v", step.name, found.CacheReads)
		}
		for _, call := range found.UpstreamCalls {
			if call.Cache != calltrace.Miss {
				t.Errorf("%s: %+v", step.name, call)
			}
		}
	}
}
