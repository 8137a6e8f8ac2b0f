package calltrace

import (
	"sync"
	"testing"
	"time"
)

func TestTrace(t *testing.T) {
	trace := New()
	trace.AddRead("page", Fresh)
	trace.AddRead("page", Fresh)
	trace.AddRead("page", Miss)
	trace.AddCall("sis", "Tickets", "ok", time.Now().Add(time.Second), "")
	trace.InLoad(Miss).AddCall("cms", "Pages", "TIMEOUT", time.Now(), "")
	trace.InLoad(Miss).AddCall("pim", "Products", "ok", time.Now(), Shared)
	found := trace.End()
	if len(found.CacheReads) != 2 || found.CacheReads[0] != (Read{"page", Fresh, 2}) ||
		found.CacheReads[1] != (Read{"page", Miss, 1}) {
		t.Errorf("reads: %+v", found.CacheReads)
	}
	if len(found.UpstreamCalls) != 3 {
		t.Fatalf("calls: %+v", found.UpstreamCalls)
	}
	for i, want := range []Call{
		{System: "cms", Operation: "Pages", Cache: Miss, Result: "TIMEOUT"},
		{System: "pim", Operation: "Products", Cache: Shared, Result: "ok"},
		{System: "sis", Operation: "Tickets", Cache: None, Result: "ok"},
	} {
		got := found.UpstreamCalls[i]
		got.StartMS, got.DurationMS = 0, 0
		if got != want {
			t.Errorf("call %d: %+v, want %+v", i, got, want)
		}
	}
}

// A load that goes on after the answer is not part of the operation, and a trace is bounded.
func TestTrace_Bounds(t *testing.T) {
	trace := New()
	var all sync.WaitGroup
	for range maxCalls + 10 {
		all.Go(func() {
			trace.AddCall("cms", "Pages", "ok", time.Now(), "")
			trace.AddRead("page", Fresh)
		})
	}
	all.Wait()
	if found := trace.End(); len(found.UpstreamCalls) != maxCalls || found.CacheReads[0].Count != maxCalls+10 {
		t.Errorf("%d calls, reads %+v", len(found.UpstreamCalls), found.CacheReads)
	}
	trace.AddRead("page", Miss)
	if found := trace.End(); len(found.CacheReads) != 1 {
		t.Errorf("reads after the end: %+v", found.CacheReads)
	}
}

func TestTrace_None(t *testing.T) {
	var trace *Trace
	trace.AddRead("page", Fresh)
	trace.AddCall("cms", "Pages", "ok", time.Now(), Miss)
	if trace.InLoad(Miss) != nil {
		t.Error("a load of an operation without a trace has one")
	}
}
