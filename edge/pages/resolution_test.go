package pages

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

// TestReadResolution_KeepsNoAnswer: cache entries keep resolutions, and count only the size of the encoded answer.
func TestReadResolution_KeepsNoAnswer(t *testing.T) {
	const count, size = 32, 1 << 20
	live := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	kept := make([]*resolution, count)
	before := live()
	for i := range kept {
		kept[i] = readResolution(json.RawMessage(`{"resolve": {
			"__typename": "PageResolution", "theme": "Dark", "locale": {"code": "en-CH"},
			"site": {"name": "Main", "homeUrl": "/en", "theme": "Komax"},
			"page": {"id": "p", "title": "About", "modules": ["` + strings.Repeat("x", size) + `"],
				"position": {"form": {"kind": "Application"}}},
			"catalog": {"slug": "s", "feedbackForm": {"kind": "F"}}}}`))
	}
	if grown := int64(live()) - int64(before); grown > size {
		t.Errorf("%d resolutions of answers of %d bytes keep %d bytes", count, size, grown)
	}
	if r := kept[0]; r.Title != "About" || r.Site.Name != "Main" || r.PositionForm != "Application" {
		t.Errorf("%+v", r)
	}
}
