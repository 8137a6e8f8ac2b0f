package cache_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"strand/internal/cache"
	"strand/test/spantest"
)

// endedAs returns the spans with a name.
func endedAs(recorder *tracetest.SpanRecorder, name string) (found []sdktrace.ReadOnlySpan) {
	for _, span := range recorder.Ended() {
		if span.Name() == name {
			found = append(found, span)
		}
	}
	return found
}

// TestSpans: a miss has a span with the kind of its entry, and a link to the load of another caller that it waited for;
// a hit has none.
//
// Rules: ERR-38.
func TestSpans(t *testing.T) {
	recorder := spantest.Record(t)
	synctest.Test(t, func(t *testing.T) {
		c, clk := newCache(t)
		key, proceed := cache.Key("kind", "secret"), make(chan struct{})
		load := func(context.Context) (cache.Loaded[int], error) {
			<-proceed
			return cache.Loaded[int]{Value: 1}, nil
		}
		for range 2 {
			go func() {
				if _, err := cache.Load(t.Context(), c, key, load); err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
		}
		close(proceed)
		synctest.Wait()
		if _, err := cache.Load(t.Context(), c, key, load); err != nil {
			t.Error(err)
		}
		_, err := cache.Load(t.Context(), c, "secret", func(context.Context) (cache.Loaded[int], error) {
			return cache.Loaded[int]{}, errNoAnswer
		})
		if err == nil {
			t.Error("a failed load has a value")
		}
		clk.advance(31 * time.Minute)
		failing := func(context.Context) (cache.Loaded[int], error) { return cache.Loaded[int]{}, errNoAnswer }
		if value, err := cache.Load(t.Context(), c, key, failing); err != nil || value != 1 {
			t.Errorf("stale: %d, %v", value, err)
		}
		synctest.Wait()
		c.Close()
	})
	misses := endedAs(recorder, "cache miss kind")
	if len(misses) != 2 {
		t.Fatalf("%d spans of two misses", len(misses))
	}
	if len(misses[0].Links()) > 0 {
		misses[0], misses[1] = misses[1], misses[0]
	}
	if links := misses[1].Links(); len(misses[0].Links()) != 0 || len(links) != 1 ||
		links[0].SpanContext.SpanID() != misses[0].SpanContext().SpanID() {
		t.Errorf("links %v, %v", misses[0].Links(), links)
	}
	if failed := endedAs(recorder, "cache miss other"); len(failed) != 1 ||
		spantest.Value(failed[0], "error.type") == "" {
		t.Errorf("failed: %v", failed)
	}
	if reloads := endedAs(recorder, "cache reload kind"); len(reloads) != 1 ||
		spantest.Value(reloads[0], "error.type") == "" {
		t.Errorf("reloads: %v", reloads)
	}
	for _, span := range recorder.Ended() {
		if strings.Contains(span.Name()+fmt.Sprint(span.Attributes()), "secret") {
			t.Errorf("%s: %v", span.Name(), span.Attributes())
		}
	}
}
