package pages

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"strand/edge/respond"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/changes"
	"strand/internal/visit"
)

// Explanation describes what the document of a URL was made of.
type Explanation struct {
	URL      string `json:"url"`
	Status   int    `json:"status"`
	Location string `json:"location,omitempty"`
	// IsCached is false for a document that is never cached: a page of the portal, the result of a form, or a
	// document that depends on preferences.
	IsCached bool `json:"isCached"`
	// State is fresh, stale or outdated.
	State string `json:"state,omitempty"`
	// Records are the tags of the document, sorted.
	Records    []string   `json:"records,omitempty"`
	MadeAt     *time.Time `json:"madeAt,omitempty"`
	FreshUntil *time.Time `json:"freshUntil,omitempty"`
	IsDegraded bool       `json:"isDegraded,omitempty"`
	// LastChange is the last change event that invalidated the document, among the events that the server remembers.
	LastChange *ExplainedChange `json:"lastChange,omitempty"`
}

// ExplainedChange is a change event.
type ExplainedChange struct {
	ID      string           `json:"id"`
	Source  string           `json:"source"`
	At      time.Time        `json:"at"`
	Records []changes.Record `json:"records"`
}

// ChangeLog reads the changes that upstream systems have reported.
type ChangeLog interface {
	// Recent returns the last events, the newest first.
	Recent() []changes.HandledEvent
}

// explainer serves GET /explain?url=… on the admin port. It makes the document of the URL for an anonymous user if it
// is not cached.
type explainer struct {
	pages   *Handler
	changes ChangeLog
}

// ExplainWith returns the handler of explanations, with the changes that the server has received.
func (p *Handler) ExplainWith(log ChangeLog) http.Handler { return explainer{p, log} }

func (e explainer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw := r.URL.Query().Get("url")
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		respond.JSONError(w, r, apperr.New(apperr.Invalid, "url: send an absolute URL of a site"))
		return
	}
	dir, err := e.pages.Directory(r.Context())
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	parsed, err := dir.Parse(raw)
	if err != nil {
		respond.JSONError(w, r, apperr.New(apperr.Invalid, "url: send an absolute URL of a site"))
		return
	}
	req := &visit.Request{Scheme: parsed.Scheme, Host: parsed.Host}
	address := parsed.Scheme + "://" + parsed.Host + u.RequestURI()
	canonical, _ := parsed.Canonical()
	doc, err := e.pages.document(budget.With(r.Context(), e.pages.budget), req, address)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	found := Explanation{URL: address, Status: doc.status, Location: doc.location}
	if entry, ok := e.pages.cache.Inspect(pageKey(req, canonical)); ok {
		found.IsCached, found.State, found.Records, found.IsDegraded = true, entry.State, entry.Tags, entry.IsDegraded
		found.MadeAt, found.FreshUntil = &entry.LoadedAt, &entry.FreshUntil
		found.LastChange = e.lastChange(entry.Tags)
	}
	w.Header().Set("Cache-Control", "no-store")
	respond.JSON(w, http.StatusOK, found)
}

// lastChange returns the last event that invalidated one of the tags; nil if there was none.
func (e explainer) lastChange(tags []string) *ExplainedChange {
	for _, event := range e.changes.Recent() {
		for _, effect := range event.Effects {
			if slices.ContainsFunc(effect.Invalidated, func(tag string) bool { return slices.Contains(tags, tag) }) {
				return &ExplainedChange{event.ID, event.Source, event.At, event.Records}
			}
		}
	}
	return nil
}
