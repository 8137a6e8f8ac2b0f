package app_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"testing"
)

// TestResources: goroutines, open files and memory do not grow with the number of requests.
func TestResources(t *testing.T) {
	s := start(t)
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
			t.Skip("open files cannot be counted:", err)
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
