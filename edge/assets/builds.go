package assets

import (
	"encoding/json"
	"net/http"
	"time"

	"strand/edge/respond"
)

// Mount registers the files of the build, and what is reported about it.
func (a *Assets) Mount(mux *http.ServeMux) {
	mux.Handle("/assets/", a)
	release := builds{a.Release, time.Now()}
	mux.HandleFunc("GET /builds/latest.json", release.latest)
	mux.HandleFunc("GET /builds/meta/{build}", release.meta)
}

// builds reports to browsers which release is served (CALL-21). Its id is the hash of the client's content, so all
// replicas and restarts of one build report the same id.
type builds struct {
	release string
	// since is the time from which this server has served the release.
	since time.Time
}

// latest serves /builds/latest.json, which is never cached. Browsers request it with a timestamp in the query.
func (b builds) latest(w http.ResponseWriter, _ *http.Request) {
	respond.JSON(w, http.StatusOK, map[string]any{"id": b.release, "timestamp": b.since.UnixMilli()})
}

// meta serves /builds/meta/{build}, the manifest of a build: `<id>.json`. Only the served build is found.
func (b builds) meta(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("build") != b.release+".json" {
		respond.JSON(w, http.StatusNotFound, map[string]string{"error": "This build is not served here."})
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	// No route is prerendered: the data of every page is at its _payload.json.
	_ = json.NewEncoder(w).Encode(map[string]any{ // the caller may have disconnected
		"id": b.release, "timestamp": b.since.UnixMilli(), "prerendered": []string{},
	})
}
