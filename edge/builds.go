package edge

import "net/http"

// builds tells browsers which release is served (spec §2, Release detection; §7, Release checks).
type builds struct{ release string }

// latest serves /builds/latest.json. It is asked with a timestamp and never kept.
func (b builds) latest(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, http.StatusOK, map[string]string{"id": b.release})
}

// meta serves /builds/meta/{build}, the manifest of one build: `<id>.json`. Only the one that is served is known.
func (b builds) meta(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("build") != b.release+".json" {
		writeJSON(w, http.StatusNotFound, map[string]string{"error": "This build is not served here."})
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	// No route is rendered ahead: every page has its data at its _payload.json.
	writeJSON(w, http.StatusOK, map[string]any{"id": b.release, "prerendered": []string{}})
}
