package resolvers

import (
	"context"
	"net/url"
	"strings"
	"sync"

	"strand/domain/editor"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/upstream/cms"
)

// Request is what one incoming request says about who asks, and what was loaded for it. It is shared by all resolvers of
// the request.
type Request struct {
	// Scheme and Host (with its port) are those that the visitor used, if they are ours; else those of the main site.
	Scheme, Host string
	// Unshared says that the port is none that visitors are expected to use: answers that have it are kept for nobody else.
	Unshared bool
	// Address is where the request comes from: an IP address.
	Address string
	// Preferences choose the locale of a URL that has none. The cookie is looked up per site.
	AcceptLanguage string
	Country        string
	// FallbackLanguage is a language of the group; empty for none.
	FallbackLanguage string
	// LocaleCookie gives the locale that the visitor last used on a site, by its technical name.
	LocaleCookie func(technicalName string) string
	// GatePass gives the pass that the visitor was handed at the gate of a page, by the page's id; nil for somebody who has
	// none.
	GatePass func(pageID string) string
	// NextRelease says that the visitor tries what comes with the next release.
	NextRelease bool
	// User is who is signed in; nil for nobody. IDToken is what they showed: upstream systems want to see it, too.
	User    *portal.User
	IDToken string
	// Verify returns the user with the present roles, or an error when the session has ended: both change during a
	// subscription. Nil for an anonymous user.
	Verify func(context.Context) (*portal.User, error)
	// Editor is true for an authenticated editor, who may see drafts and previews.
	Editor bool
	// Provenance asks where the values of the answer come from. It is for editors alone.
	Provenance bool
	// Preview is what all fields are answered in, beside those that name a preview of their own; nil for no preview.
	Preview *editor.PreviewContext

	mu     sync.Mutex
	views  map[viewKey]*site.View
	byView map[*site.View]*loaders
	// tags collects what the answer was made of.
	tags map[string]struct{}
	// unconfirmed says that the answer is one to an address at which nothing is.
	unconfirmed bool
	// private says that the answer depends on the visitor's own preferences.
	private bool
	// gate is the page whose protection was not passed; empty for none.
	gate string
}

// viewKey is what the views of one request differ by.
type viewKey struct {
	scheme, host, siteID string
	locale               site.Locale
	stage                site.Stage
	preview              string
}

type requestKey struct{}

// WithRequest makes a request known to the resolvers below it.
func WithRequest(ctx context.Context, r *Request) context.Context {
	return context.WithValue(ctx, requestKey{}, r)
}

func requestOf(ctx context.Context) *Request {
	if r, ok := ctx.Value(requestKey{}).(*Request); ok {
		return r
	}
	// A field outside of a request, such as in a test of one resolver, sees the main site anonymously.
	return &Request{Scheme: "http", Host: "localhost"}
}

// IsPreview reports whether all fields of the request are answered in a preview.
func IsPreview(ctx context.Context) bool { return requestOf(ctx).Preview != nil }

// onPreviewedSite is a URL on the host of the site that is previewed: browsers see previews on the main site's host.
// Without a preview it is the URL itself.
func (r *Request) onPreviewedSite(raw string) string {
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

// tag notes that the answer depends on something.
func (r *Request) tag(tags ...string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tags == nil {
		r.tags = map[string]struct{}{}
	}
	for _, t := range tags {
		r.tags[t] = struct{}{}
	}
}

// Tags are what the answer was made of.
func (r *Request) Tags() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	tags := make([]string, 0, len(r.tags))
	for t := range r.tags {
		tags = append(tags, t)
	}
	return tags
}

// preferences are what is known about the visitor's languages on a site.
func (r *Request) preferences(s *site.Site) site.Preferences {
	p := site.Preferences{AcceptLanguage: r.AcceptLanguage, Country: r.Country, FallbackLanguage: r.FallbackLanguage}
	if r.LocaleCookie != nil {
		p.Cookie = r.LocaleCookie(s.TechnicalName)
	}
	return p
}

// directory reads the system data.
func (r *Resolver) directory(ctx context.Context) (*site.Directory, error) {
	return r.CMS.Directory(ctx, site.Published)
}

// view is a site in a locale and stage. Its links are on the host that the site was reached by: that of a URL given as an
// argument, else the request's.
func (r *Resolver) view(ctx context.Context, s *site.Site, l site.Locale, stage site.Stage) (*site.View, error) {
	if s.View != nil && previewOf(ctx) == nil {
		ctx = withPreview(ctx, s.View.Preview)
	}
	if s.View != nil && s.View.Host != "" {
		return r.viewOn(ctx, s.View.Scheme, s.View.Host, s, l, stage)
	}
	req := requestOf(ctx)
	return r.viewOn(ctx, req.Scheme, req.Host, s, l, stage)
}

// viewOn is view with the links of a scheme and host: the same one for the whole request.
func (r *Resolver) viewOn(ctx context.Context, scheme, host string, s *site.Site, l site.Locale, stage site.Stage) (*site.View, error) {
	req := requestOf(ctx)
	preview := previewOf(ctx)
	if preview == nil && req.Preview != nil {
		preview, stage = &req.Preview.Preview, req.Preview.Stage
	}
	if (stage == site.Draft || preview != nil) && !req.Editor {
		return nil, apperr.New(apperr.Unauthenticated, "drafts and previews are for editors: sign in to the editor area")
	}
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	req.tag(cms.TagSystem, cms.TagNavigation)
	key := viewKey{scheme, host, s.ID, l, stage, previewKey(preview)}
	req.mu.Lock()
	if v, ok := req.views[key]; ok {
		req.mu.Unlock()
		return v, nil
	}
	req.mu.Unlock()
	setting := site.Setting{
		Directory:        dir,
		Site:             dir.Site(s.ID),
		Locale:           l,
		FallbackLanguage: r.fallback(req, dir),
		Stage:            stage,
		Preview:          preview,
		Scheme:           scheme,
		Host:             host,
	}
	navigations, err := r.CMS.Navigations(ctx, dir, stage, site.ContentLanguages(l, setting.FallbackLanguage))
	if err != nil {
		return nil, err
	}
	v := site.NewView(setting, navigations)
	req.mu.Lock()
	defer req.mu.Unlock()
	if first, ok := req.views[key]; ok {
		return first, nil
	}
	if req.views == nil {
		req.views = map[viewKey]*site.View{}
	}
	req.views[key] = v
	return v, nil
}

// fallback is the visitor's fallback language if the group has it.
func (r *Resolver) fallback(req *Request, dir *site.Directory) string {
	if dir.Language(req.FallbackLanguage) == nil {
		return ""
	}
	return req.FallbackLanguage
}

// viewFor is the view of a site in a locale given as an argument. Without one it is the view that the site was reached
// in, else the site's default locale. A locale that the site does not support is bad input.
func (r *Resolver) viewFor(ctx context.Context, s *site.Site, code *string, stage site.Stage) (*site.View, error) {
	if code == nil {
		if s.View != nil && previewOf(ctx) == nil && (s.View.Stage == stage || stage == site.Published) {
			return s.View, nil
		}
		dir, err := r.directory(ctx)
		if err != nil {
			return nil, err
		}
		return r.view(ctx, s, dir.DefaultLocale(s), stage)
	}
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	l, ok := site.ParseLocale(strings.ReplaceAll(*code, "_", "-"))
	if !ok || !dir.Supports(s, l) {
		return nil, apperr.New(apperr.Invalid, "locale %q: the site %q is not offered in it", *code, s.Name)
	}
	return r.view(ctx, s, l, stage)
}

// mainView is the view of the main site in a locale given as an argument.
func (r *Resolver) mainView(ctx context.Context, code *string, stage site.Stage) (*site.View, error) {
	dir, err := r.directory(ctx)
	if err != nil {
		return nil, err
	}
	return r.viewFor(ctx, dir.Main(), code, stage)
}

// markPrivate notes that the answer depends on the visitor's own preferences.
func (r *Request) markPrivate() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.private = true
}

// IsPrivate says whether the answer depends on who asked, so that it must not be shared.
func (r *Request) IsPrivate() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.private || r.Editor || r.User != nil
}

// markUnconfirmed notes that there is nothing at the address that was asked for: callers can make up any number of these.
func (r *Request) markUnconfirmed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unconfirmed = true
}

// IsUnconfirmed says whether nothing confirms the address that was asked for.
func (r *Request) IsUnconfirmed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.unconfirmed
}

// lock notes that the answer lacks what is behind the gate of a page.
func (r *Request) lock(gate string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.gate = gate
}

// Gate is the page at whose gate the answer ends; empty where nothing was withheld.
func (r *Request) Gate() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.gate
}

// MayOpen says whether the request has something that may open the gate of a page, a signed-in user or a pass: its answer
// is then made for this user alone, not shared. It is false for an empty id.
func (r *Request) MayOpen(gate string) bool {
	return gate != "" && (r.User != nil || r.gatePass(gate) != "")
}

// gatePass is the pass that the user got at the gate of a page; empty for none.
func (r *Request) gatePass(gate string) string {
	if r.GatePass == nil {
		return ""
	}
	return r.GatePass(gate)
}

// Anonymous is the same request without anything personal: its answer may be shared.
func (r *Request) Anonymous() *Request {
	return &Request{Scheme: r.Scheme, Host: r.Host, Unshared: r.Unshared, AcceptLanguage: r.AcceptLanguage, Country: r.Country,
		FallbackLanguage: r.FallbackLanguage, LocaleCookie: r.LocaleCookie, NextRelease: r.NextRelease}
}

// CacheKey is the key of an answer that is kept for visitors like this one: they have the same fallback language, and try
// the next release or do not. The parts are what was asked, in canonical form.
func (r *Request) CacheKey(kind string, parts ...string) string {
	key := cache.Key(kind, append([]string{r.FallbackLanguage}, parts...)...)
	if r.NextRelease {
		return "nextRelease_" + key
	}
	return key
}
