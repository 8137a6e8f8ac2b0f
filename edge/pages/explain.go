package pages

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/domain/catalog"
	"strand/edge/respond"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/changes"
	"strand/internal/health"
	"strand/internal/telemetry"
	"strand/service/website/visit"
	"strand/upstream/pim"
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
	// Causes tell why a page fails, or why a part of it is missing: the path in the graph, the system, its operation
	// and the error; of a catalogue page that is not found, why its record is left out. Systems are the upstream
	// systems that do not work at the moment, with the reason.
	Causes  []string          `json:"causes,omitempty"`
	Systems map[string]string `json:"systems,omitempty"`
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
	checks  map[string]health.Check
}

// ExplainWith returns the handler of explanations, with the changes that the server has received and the checks of its
// upstream systems.
func (p *Handler) ExplainWith(log ChangeLog, checks map[string]health.Check) http.Handler {
	return explainer{p, log, checks}
}

func (e explainer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw := r.URL.Query().Get("url")
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		respond.JSONError(w, r, apperr.New(apperr.Invalid, "url: send an absolute URL of a site"))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	dir, err := e.pages.Directory(r.Context())
	if err != nil {
		respond.JSON(w, http.StatusOK, e.failure(r.Context(), raw, err))
		return
	}
	parsed, err := dir.Parse(raw)
	if err != nil {
		respond.JSONError(w, r, apperr.New(apperr.Invalid, "url: send an absolute URL of a site"))
		return
	}
	req := &visit.Request{Scheme: parsed.Scheme, Host: parsed.Host}
	address := parsed.Scheme + "://" + parsed.Host + u.RequestURI()
	doc, err := e.pages.document(budget.With(r.Context(), e.pages.Budget), req, address)
	if err != nil {
		respond.JSON(w, http.StatusOK, e.failure(r.Context(), address, err))
		return
	}
	found := Explanation{URL: address, Status: doc.status, Location: doc.location}
	if doc.isPage() {
		parsed = screenAt(parsed).addressRead(parsed)
	}
	canonical, _ := parsed.Canonical()
	if entry, ok := e.pages.cache.Inspect(pageKey(req, canonical)); ok {
		found.IsCached, found.State, found.Records, found.IsDegraded = true, entry.State, entry.Tags, entry.IsDegraded
		found.MadeAt, found.FreshUntil = &entry.LoadedAt, &entry.FreshUntil
		found.LastChange = e.lastChange(entry.Tags)
	}
	if doc.degraded || found.IsDegraded || doc.status >= http.StatusInternalServerError {
		found.Causes, found.Systems = doc.causes, e.failing(r.Context())
	}
	if doc.status == http.StatusNotFound {
		found.Causes = append(found.Causes, e.leftOut(r.Context(), u, parsed.Locale.LanguageCode)...)
	}
	respond.JSON(w, http.StatusOK, found)
}

// leftOut tells why a record of the PIM that a URL names has no page.
func (e explainer) leftOut(ctx context.Context, u *url.URL, language string) (causes []string) {
	address := u.RequestURI()
	if unescaped, err := url.PathUnescape(address); err == nil {
		address = unescaped
	}
	for _, kind := range catalog.Types {
		if !strings.Contains(address, "/"+kind.Area()+"/") {
			continue
		}
		left, err := e.pages.website.Assortment.LeftOut(ctx, kind, language, pim.MaxProducts)
		if err != nil {
			continue // the page has failed for the same reason
		}
		for _, l := range left {
			if l.Slug != "" && strings.Contains(address+"/", "/"+l.Slug+"/") && len(causes) < maxCauses {
				causes = append(causes, pim.System+": "+l.Field+" of "+l.ID+": "+l.Reason)
			}
		}
	}
	return causes
}

// maxCauses is the maximum number of records that an explanation names.
const maxCauses = 20

// failure explains a page that cannot be made.
func (e explainer) failure(ctx context.Context, url string, err error) Explanation {
	code, _ := respond.Describe(err)
	return Explanation{URL: url, Status: respond.StatusOf(code), Causes: causesOf(err), Systems: e.failing(ctx)}
}

// failing returns the upstream systems that do not work at the moment, with the reason.
func (e explainer) failing(ctx context.Context) map[string]string {
	failing := map[string]string{}
	for name, check := range e.checks {
		if state := check(ctx); state.Status != health.Up {
			failing[name] = string(state.Status) + ": " + state.Text()
		}
	}
	return failing
}

// causesOf returns what an error was caused by. Errors of the graph hide it from callers behind a message.
func causesOf(err error) []string {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		var all []string
		for _, one := range several.Unwrap() {
			all = append(all, causesOf(one)...)
		}
		return all
	}
	if failed, ok := err.(*gqlerror.Error); ok { //nolint:errorlint // each step of the chain is looked at by itself
		if failed.Err == nil {
			return []string{telemetry.Clean(failed.Error())}
		}
		causes := causesOf(failed.Err)
		for i := range causes {
			causes[i] = failed.Path.String() + ": " + causes[i]
		}
		return causes
	}
	if inner := errors.Unwrap(err); inner != nil && errors.As(inner, new(*gqlerror.Error)) {
		return causesOf(inner)
	}
	return []string{telemetry.Clean(err.Error())}
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
