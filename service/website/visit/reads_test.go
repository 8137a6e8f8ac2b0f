package visit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"strand/domain/convert"
)

// TestReads_InFlight: load waits for a key that is being loaded and reads only the others.
func TestReads_InFlight(t *testing.T) {
	var r Reads[string]
	var mu sync.Mutex
	var calls [][]string
	begun, goOn := make(chan struct{}), make(chan struct{})
	read := func(keys []string) ([]string, []error) {
		mu.Lock()
		calls = append(calls, keys)
		isFirst := len(calls) == 1
		mu.Unlock()
		if isFirst {
			close(begun)
			<-goOn
		}
		return convert.All(keys, func(key string) string { return "value of " + key }), nil
	}
	_, missing := r.Claim([]string{"a", "b", "a"})
	go r.Fill(missing, read)
	<-begun
	answers := make(chan []string)
	go func() {
		values, _ := r.Load(t.Context(), []string{"b", "c"}, read)
		answers <- values
	}()
	close(goOn)
	if values := <-answers; !slices.Equal(values, []string{"value of b", "value of c"}) {
		t.Errorf("got %q", values)
	}
	if len(calls) != 2 || !slices.Equal(calls[0], []string{"a", "b"}) || !slices.Equal(calls[1], []string{"c"}) {
		t.Errorf("calls: %q", calls)
	}
}

// TestReads_Errors: an error is kept for the request, except that of an ended context.
func TestReads_Errors(t *testing.T) {
	refused := errors.New("refused")
	for _, test := range []struct {
		name  string
		err   error
		again error
	}{
		{"an error", refused, refused},
		{"a cancelled context", fmt.Errorf("read: %w", context.Canceled), nil},
		{"a deadline", context.DeadlineExceeded, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r Reads[int]
			failing := func([]string) ([]int, []error) { return nil, []error{test.err} }
			_, errs := r.Load(t.Context(), []string{"a", "b"}, failing)
			if !errors.Is(errs[0], test.err) || !errors.Is(errs[1], test.err) {
				t.Errorf("first: %v", errs)
			}
			values, errs := r.Load(t.Context(), []string{"a"}, func([]string) ([]int, []error) { return []int{1}, nil })
			if !errors.Is(errs[0], test.again) || test.again == nil && values[0] != 1 {
				t.Errorf("again: %v %v", values, errs)
			}
		})
	}
}

// TestReads_Panic: callers get an error when the reader panics.
func TestReads_Panic(t *testing.T) {
	var r Reads[int]
	keys := make([]string, MaxRead+1)
	for i := range keys {
		keys[i] = fmt.Sprint(i)
	}
	entries, missing := r.Claim(keys)
	func() {
		defer func() { _ = recover() }()
		r.Fill(missing, func([]string) ([]int, []error) { panic("broken") })
	}()
	for _, e := range entries {
		if _, err := e.Wait(t.Context()); err == nil || r.Find(e.key) != nil {
			t.Fatalf("%s: error %v, kept %v", e.key, err, r.Find(e.key) != nil)
		}
	}
}

// TestReads_Parts: no call contains more keys than the limit.
func TestReads_Parts(t *testing.T) {
	var r Reads[string]
	keys := make([]string, MaxRead+1)
	for i := range keys {
		keys[i] = fmt.Sprint(i)
	}
	var sizes []int
	values, _ := r.Load(t.Context(), keys, func(keys []string) ([]string, []error) {
		sizes = append(sizes, len(keys))
		return keys, nil
	})
	if !slices.Equal(values, keys) || !slices.Equal(sizes, []int{MaxRead, 1}) {
		t.Errorf("sizes %v", sizes)
	}
}
