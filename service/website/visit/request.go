// Package visit contains the caller of a request and what is loaded for it: the state that its resolvers share.
package visit

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"

	"strand/domain/editor"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/internal/cache"
)

// Request contains the caller of an incoming request and the values loaded for it. All resolvers of the request
// share it.
type Request struct {
	// Scheme and Host (with its port) are those of the request if the host belongs to the group, else those of the
	// main site.
	Scheme, Host string
	// Unshared is true for a port that visitors do not normally use: answers with its links are not cached for
	// others.
	Unshared bool
	// ClientIP is the IP address of the caller.
	ClientIP string
	// Searcher is the caller whose search limit a page counts against; empty if the context names the caller.
	Searcher string
	// AcceptLanguage and the cookie choose the locale of a URL without one. The cookie is read per site.
	AcceptLanguage string
	Country        string
	// FallbackLanguage is the language of the setting for missing translations; empty for none.
	FallbackLanguage string
	// LocaleCookie returns the locale that the visitor last used on a site, by the site's technical name.
	LocaleCookie func(technicalName string) string
	// GateToken returns the visitor's signed token for the gate of a page, by the page's id; empty if there is none.
	// Nil for callers without cookies.
	GateToken func(pageID string) string
	// NextRelease is true if the visitor tests the features of the next release.
	NextRelease bool
	// User is the signed-in user; nil for an anonymous user. IDToken is the user's token, which is forwarded to
	// sis.
	User    *portal.User
	IDToken string
	// Verify returns the user with current roles, or an error if the session has ended: both can change during a
	// subscription. Nil for an anonymous user.
	Verify func(context.Context) (*portal.User, error)
	// Editor is true for an authenticated editor, who may see drafts and previews. A preview link does not make its
	// holder an editor.
	Editor bool
	// Provenance requests the sources of the answer's values: for editors, and in development for all callers (PROV-1).
	Provenance bool
	// FieldPositions requests the records and fields of the answer's values, for the CMS's editor (EDIT-5).
	FieldPositions bool
	// Preview is the preview of all fields without a preview argument of their own; nil for none.
	Preview *editor.PreviewContext
	// PreviewOrigin is the scheme and host that browsers load the preview from; empty for none.
	PreviewOrigin string

	mu           sync.Mutex
	siteContexts map[siteContextKey]*site.Context
	// tags contains the cache tags of the answer.
	tags map[string]struct{}
	// unconfirmed is true if the requested URL redirects or was not found.
	unconfirmed atomic.Bool
	// private is true if the answer depends on the visitor's preferences.
	private atomic.Bool
	// gate is the id of the page whose gate was not passed; empty for none.
	gate string
}

// siteContextKey identifies a site context within a request.
type siteContextKey struct {
	scheme, host, siteID string
	locale               site.Locale
	stage                site.Stage
	preview              string
}

// SiteContext returns the context of a site, the same for the whole request. The first call reads the navigations.
func (r *Request) SiteContext(
	siteID string, in site.ContextInput, navigations func() (map[string]*site.Navigation, error),
) (*site.Context, error) {
	key := siteContextKey{in.Scheme, in.Host, siteID, in.Locale, in.Stage, previewKey(in.Preview)}
	r.mu.Lock()
	siteCtx, ok := r.siteContexts[key]
	r.mu.Unlock()
	if ok {
		return siteCtx, nil
	}
	found, err := navigations()
	if err != nil {
		return nil, err
	}
	siteCtx = site.NewContext(in, found)
	siteCtx.OnShown(func(kind, id string) { r.Tag("cms:" + kind + ":" + id) })
	r.mu.Lock()
	defer r.mu.Unlock()
	if first, ok := r.siteContexts[key]; ok {
		return first, nil
	}
	if r.siteContexts == nil {
		r.siteContexts = map[siteContextKey]*site.Context{}
	}
	r.siteContexts[key] = siteCtx
	return siteCtx, nil
}

// operation is the execution of an operation of the graph. Several can share a request, such as those of a page.
type operation struct {
	request *Request
	report  ErrorReporter

	mu      sync.Mutex
	loaders map[loaderKey]any
}

// field is a field of an operation, which may have a preview of its own.
type field struct {
	*operation
	preview *site.Preview
}

type fieldKey struct{}

// WithRequest adds a request to a context. Errors of parts that could not be read are dropped.
func WithRequest(ctx context.Context, r *Request) context.Context { return WithOperation(ctx, r, nil) }

// WithOperation adds a request to the context of an operation, with loaders of its own. report adds errors to its
// answer; nil drops them.
func WithOperation(ctx context.Context, r *Request, report ErrorReporter) context.Context {
	return context.WithValue(ctx, fieldKey{}, field{&operation{request: r, report: report}, PreviewOf(ctx)})
}

// Of returns the request of a context.
func Of(ctx context.Context) *Request { return operationOf(ctx).request }

func operationOf(ctx context.Context) *operation {
	if f, ok := ctx.Value(fieldKey{}).(field); ok {
		return f.operation
	}
	// A field without a request, as in tests of one resolver, sees the main site anonymously.
	return &operation{request: &Request{Scheme: "http", Host: "localhost"}}
}

// IsPreview reports whether all fields of the request are resolved in a preview.
func IsPreview(ctx context.Context) bool { return Of(ctx).Preview != nil }

// Link returns the context of a preview link, to which all fields of the request are limited; nil without a link.
func (r *Request) Link() *editor.PreviewContext {
	if r.Preview == nil || r.Preview.Token == "" {
		return nil
	}
	return r.Preview
}

// CheckLink refuses a field that asks for another context than that of the preview link (EDIT-5). PUBLISHED is the
// default of the argument `stage`, so that it always means the stage of the link.
func CheckLink(link *editor.PreviewContext, s *site.Site, stage site.Stage, preview *site.Preview) error {
	isSame := preview == nil ||
		preview.Audience == link.Preview.Audience && preview.Moment.Equal(link.Preview.Moment)
	if s.ID == link.SiteID && isSame && (stage == link.Stage || stage == site.Published) {
		return nil
	}
	return apperr.New(
		apperr.Forbidden,
		"the preview link opens the site %q in one stage, audience and moment: leave out stage and preview",
		link.SiteID,
	)
}

// OnPreviewedSite replaces the host of a URL by that of the previewed site, since browsers load previews from the
// main site's host. Without a preview it returns the URL unchanged.
func (r *Request) OnPreviewedSite(raw string) string {
	if r.Preview == nil {
		return raw
	}
	u, err := url.Parse(raw)
	if err != nil {
		return raw
	}
	u.Scheme, u.Host = r.Scheme, r.Host
	return u.String()
}

// Tag adds cache tags to the answer.
func (r *Request) Tag(tags ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tags == nil {
		r.tags = map[string]struct{}{}
	}
	for _, t := range tags {
		r.tags[t] = struct{}{}
	}
}

// Tags returns the cache tags of the answer.
func (r *Request) Tags() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Collect(maps.Keys(r.tags))
}

// Preferences returns the visitor's language preferences on a site.
func (r *Request) Preferences(s *site.Site) site.Preferences {
	p := site.Preferences{AcceptLanguage: r.AcceptLanguage, Country: r.Country, FallbackLanguage: r.FallbackLanguage}
	if r.LocaleCookie != nil {
		p.Cookie = r.LocaleCookie(s.TechnicalName)
	}
	return p
}

// MarkPrivate marks the answer as dependent on the visitor's preferences.
func (r *Request) MarkPrivate() { r.private.Store(true) }

// IsPrivate reports whether the answer depends on the caller and must not be shared.
func (r *Request) IsPrivate() bool {
	return r.private.Load() || r.Editor || r.User != nil || r.Preview != nil
}

// MarkUnconfirmed marks the requested URL as a redirect or not found. Callers can invent any number of these, so the
// cache limits them.
func (r *Request) MarkUnconfirmed() { r.unconfirmed.Store(true) }

// IsUnconfirmed reports whether the requested URL redirects or was not found.
func (r *Request) IsUnconfirmed() bool { return r.unconfirmed.Load() }

// Withhold marks the answer as incomplete because of the gate of a page.
func (r *Request) Withhold(gate string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gate = gate
}

// Gate returns the id of the page whose gate was not passed; empty if nothing was withheld.
func (r *Request) Gate() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gate
}

// MayOpen reports whether the request has a signed-in user or a token that may open the gate of a page: its answer
// is then not shared. It is false for an empty id.
func (r *Request) MayOpen(gate string) bool {
	return gate != "" && (r.User != nil || r.TokenOf(gate) != "")
}

// TokenOf returns the user's token for the gate of a page; empty for none.
func (r *Request) TokenOf(gate string) string {
	if r.GateToken == nil {
		return ""
	}
	return r.GateToken(gate)
}

// Anonymous returns a copy of the request without personal data: its answer may be shared.
func (r *Request) Anonymous() *Request {
	return &Request{
		Scheme:           r.Scheme,
		Host:             r.Host,
		Unshared:         r.Unshared,
		AcceptLanguage:   r.AcceptLanguage,
		Country:          r.Country,
		FallbackLanguage: r.FallbackLanguage,
		LocaleCookie:     r.LocaleCookie,
		NextRelease:      r.NextRelease,
		Searcher:         r.Searcher,
	}
}

// CacheKey returns the cache key of an answer for visitors with the same fallback language and release. The parts
// identify the request in canonical form.
func (r *Request) CacheKey(kind string, parts ...string) string {
	key := cache.Key(kind, append([]string{r.FallbackLanguage}, parts...)...)
	if r.NextRelease {
		return "nextRelease_" + key
	}
	return key
}

// Authorize returns an error with the code UNAUTHENTICATED or FORBIDDEN if the caller is outside of the audience.
func (r *Request) Authorize(requires portal.Audience) error {
	switch {
	case requires == portal.Editor && r.Editor, r.User.IsInAudience(requires):
		return nil
	case requires == portal.Editor:
		return apperr.New(apperr.Unauthenticated, "only editors may use this: sign in to the editor area")
	case r.User == nil:
		return apperr.New(apperr.Unauthenticated, "only signed-in users may use this: send an ID token")
	}
	return apperr.New(apperr.Forbidden, "your roles do not allow this: ask an administrator for access")
}
