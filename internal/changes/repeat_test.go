package changes

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestRepeat: changes of a system are published again after its lag, once and together; those of others, and those that
// another server has received, are not.
//
// Rules: CACHE-18.
func TestRepeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := NewFeed(slog.New(slog.DiscardHandler), nil)
		var mu sync.Mutex
		var got []string
		f.Subscribe("test", func(_ context.Context, e Event) []string {
			mu.Lock()
			defer mu.Unlock()
			for _, r := range e.Records {
				got = append(got, e.Source+" "+r.ID)
			}
			return nil
		})
		ctx, cancel := context.WithCancel(t.Context())
		go f.Repeat(ctx, "cms", 30*time.Second)
		synctest.Wait()
		f.Publish(ctx, "cms", Record{ID: "a"})
		f.Publish(ctx, "cms", Record{ID: "b"})
		f.Publish(ctx, "pim", Record{ID: "c"})
		f.Deliver(ctx, Event{Source: "cms", Records: []Record{{ID: "d"}}})
		time.Sleep(29 * time.Second)
		synctest.Wait()
		first := []string{"cms a", "cms b", "pim c", "cms d"}
		mu.Lock()
		if !slices.Equal(got, first) {
			t.Errorf("before the lag: %v", got)
		}
		mu.Unlock()
		time.Sleep(time.Minute)
		synctest.Wait()
		cancel()
		mu.Lock()
		defer mu.Unlock()
		if !slices.Equal(got, append(first, "cms a", "cms b")) {
			t.Errorf("after the lag: %v", got)
		}
	})
}

// A change of all records, beside one of a record, is repeated as one of all.
func TestRepeats_All(t *testing.T) {
	now := time.Now()
	r := repeats{waiting: []repeated{{[]Record{{ID: "a"}}, now}, {nil, now}, {[]Record{{ID: "b"}}, now.Add(1)}}}
	if records, isDue := r.take(now); len(records) > 0 || !isDue {
		t.Errorf("all records: %v, %t", records, isDue)
	}
	if records, isDue := r.take(now.Add(1)); len(records) != 1 || !isDue {
		t.Errorf("one record: %v, %t", records, isDue)
	}
	if records, isDue := r.take(now.Add(2)); len(records) > 0 || isDue {
		t.Errorf("nothing: %v, %t", records, isDue)
	}
}
