package app_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"

	"strand/test/polltest"
)

// TestResources: what a request takes ends with it.
func TestResources(t *testing.T) {
	s := start(t)
	t.Run("a caller disconnects", s.cancelCall)
	t.Run("many requests", s.sendMany)
}

// sendMany: goroutines, open files and memory do not grow with the number of requests.
func (s *strand) sendMany(t *testing.T) {
	paths := []string{"/", "/en", "/de", "/en/about", "/en/no-such-page", "/sitemap.xml", "/en/stories/feed.xml"}
	request := func(count int) {
		for range count {
			path := fmt.Sprintf("%s?gate=%d", paths[rand.IntN(len(paths))], rand.IntN(count))
			if answer, _ := s.get(t, "", path); answer.StatusCode >= http.StatusInternalServerError {
				t.Errorf("%s: status %d", path, answer.StatusCode)
			}
		}
	}
	measure := func() (goroutines, files int, memory uint64) {
		open, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return runtime.NumGoroutine(), len(open), m.HeapInuse
	}
	request(300)
	goroutines, files, memory := measure()
	request(1500)
	moreGoroutines, moreFiles, moreMemory := measure()
	t.Logf("%d → %d goroutines, %d → %d files, %d → %d MB", goroutines, moreGoroutines, files, moreFiles,
		memory>>20, moreMemory>>20)
	if moreGoroutines > goroutines*5/4 || moreFiles > files*5/4 || moreMemory > memory*3/2 {
		t.Error("they grow")
	}
}

// hanging returns an upstream system that does not respond until the caller has disconnected.
func hanging(entered, left chan<- struct{}) http.HandlerFunc {
	return func(_ http.ResponseWriter, r *http.Request) {
		// The server notices the disconnected caller after it has read the body.
		_, _ = io.Copy(io.Discard, r.Body)
		entered <- struct{}{}
		<-r.Context().Done()
		left <- struct{}{}
	}
}

// cancelCall: upstream calls are cancelled and goroutines end when the caller of the graph disconnects.
func (s *strand) cancelCall(t *testing.T) {
	s.query(t, `{sites{id}}`)
	before := runtime.NumGoroutine()
	entered, left := make(chan struct{}, 10), make(chan struct{}, 10)
	fault := hanging(entered, left)
	s.pimFault.Store(&fault)
	t.Cleanup(func() { s.pimFault.Store(nil) })
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(
		ctx,
		http.MethodPost,
		s.URL+"/graphql",
		strings.NewReader(`{"query":"{capabilities{name}}"}`),
	)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	go func() {
		<-entered
		cancel()
	}()
	if response, err := s.client.Do(r); err == nil {
		response.Body.Close()
		t.Fatal("the graph has responded")
	}
	<-left
	s.client.CloseIdleConnections()
	polltest.Until(t, "goroutines end", func() bool { return runtime.NumGoroutine() <= before })
}
