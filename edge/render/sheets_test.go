package render

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"strand/internal/slots"
	"strand/test/polltest"
)

// TestSheets_Callers: a data sheet of another caller is the next one, although one caller has asked for 42.
//
// Rules: SEC-43.
func TestSheets_Callers(t *testing.T) {
	t.Parallel()
	sheets := NewSheets(Options{
		Node:         node(t),
		Script:       filepath.Join("testdata", "renderer.mjs"),
		Threads:      1,
		Timeout:      patience,
		QueueTimeout: patience,
	})
	t.Cleanup(sheets.Close)
	pool, err := sheets.start()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "go")
	data, err := json.Marshal(map[string]string{"file": file})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(caller, url string) error {
		_, err := sheets.Render(slots.WithVisitor(t.Context(), caller), &Sheet{URL: url, Data: data})
		return err
	}
	var all sync.WaitGroup
	var made, refused atomic.Int32
	count := func(err error) {
		switch {
		case err == nil:
			made.Add(1)
		case errors.Is(err, ErrOverloaded):
			refused.Add(1)
		default:
			t.Error(err)
		}
	}
	all.Go(func() { count(ask("many", "/wait")) })
	polltest.Until(t, "the first data sheet is being made", func() bool {
		_, err := os.Stat(file + ".begun")
		return err == nil
	})
	for range 41 {
		all.Go(func() { count(ask("many", "/")) })
	}
	polltest.Until(t, "the queue is full", func() bool {
		return pool.threads.waits() == sheetsPerThread && refused.Load() == 41-sheetsPerThread
	})
	before := make(chan int32, 1)
	all.Go(func() {
		if err := ask("another", "/"); err != nil {
			t.Errorf("another caller: %v", err)
		}
		before <- made.Load()
	})
	polltest.Until(t, "the queue gives way", func() bool { return refused.Load() == 42-sheetsPerThread })
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	// Those that end at the same time may be counted.
	if n := <-before; n > sheetsPerThread/2 {
		t.Errorf("%d data sheets were made before that of another caller", n)
	}
	all.Wait()
	if made.Load() != sheetsPerThread || refused.Load() != 42-sheetsPerThread {
		t.Errorf("%d made, %d refused", made.Load(), refused.Load())
	}
}
