package edge

import (
	"encoding/json"
	"net/http"
	"time"
)

// builds tells browsers which release is served (CALL-21). Its id is the hash of
// the browser half's content, so that every replica and every start of one build says the same.
type builds struct {
	release string
	// since is when this server began to serve the release.
	since time.Time
}

// latest serves /builds/latest.json. It is asked with a timestamp and never kept.
func (b builds) latest(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"id": b.release, "timestamp": b.since.UnixMilli()})
}

// meta serves /builds/meta/{build}, the manifest of one build: `<id>.json`. Only the one that is served is known.
func (b builds) meta(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("build") != b.release+".json" {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "This build is not served here."})
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	// No route is rendered ahead: every page has its data at its _payload.json.
	_ = json.NewEncoder(w).Encode(map[string]any{ // the caller may be gone
		"id": b.release, "timestamp": b.since.UnixMilli(), "prerendered": []string{},
	})
}
