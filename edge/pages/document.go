package pages

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/telemetry"
	"strand/service/website/visit"
)

// document is a page or a redirect that is ready to be sent.
type document struct {
	status   int
	location string
	// body is that of a page, or of a redirect that depends on the hash, which only the browser knows.
	body     *encoding.LazyBody
	etag     string
	language string
	// unrendered reports that no renderer answered in time: only a browser can show the document, and it is not
	// cached.
	unrendered bool
	// gate is the page whose gate blocks the document; empty if nothing is withheld.
	gate string
	// private reports that the document was made for one visitor, who has passed a gate or sent a form, or whose
	// preferences have chosen its locale.
	private bool
	// degraded reports that a part is missing or stale: the document is not cached as complete.
	degraded bool
	// causes are why parts are missing.
	causes []string
	// changesAt is when a redirect changes by itself; zero for never.
	changesAt time.Time
	// unlisted reports that crawlers must not index the document.
	unlisted bool
}

// isPage reports whether the document is neither a redirect nor "not found".
func (d *document) isPage() bool { return d.location == "" && d.status != http.StatusNotFound }

// sharedDocument is the form in which servers share a document.
type sharedDocument struct {
	Status                         int
	Location, ETag, Language, Gate string
	Unlisted                       bool
	ChangesAt                      time.Time
	// Body is packed if IsPacked is true.
	Body     []byte
	IsPacked bool
}

// documentForm is the version of sharedDocument, since servers with other builds of the same client may share
// documents.
const documentForm = " zstd 2"

// encodeDocument returns the form in which servers share a document; nil for one that belongs to a visitor.
func encodeDocument(d *document) ([]byte, error) {
	if d.private || d.degraded || d.unrendered || !d.isSharable() {
		return nil, nil
	}
	s := sharedDocument{
		Status: d.status, Location: d.location, ETag: d.etag, Language: d.language, Gate: d.gate, Unlisted: d.unlisted,
		ChangesAt: d.changesAt,
	}
	if d.body != nil {
		var err error
		s.Body, err = d.body.Pack()
		if s.IsPacked = s.Body != nil; !s.IsPacked && err == nil {
			s.Body, err = d.body.Plain()
		}
		if err != nil {
			return nil, err
		}
	}
	return json.Marshal(s)
}

// errInvalidDocument is the error of a shared document that no server makes.
var errInvalidDocument = errors.New("no server makes such a document")

func decodeDocument(data []byte) (*document, error) {
	var s sharedDocument
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	d := &document{
		status: s.Status, location: s.Location, etag: s.ETag, language: s.Language, gate: s.Gate, unlisted: s.Unlisted,
		changesAt: s.ChangesAt,
	}
	switch {
	case s.IsPacked:
		var err error
		if d.body, err = encoding.NewPackedBody(s.Body); err != nil {
			return nil, err
		}
	case s.Body != nil:
		d.body = encoding.NewLazyBody(s.Body)
	}
	if !d.isSharable() {
		return nil, errInvalidDocument
	}
	return d, nil
}

// isSharable reports whether servers share documents with these properties: pages, redirects, and pages that are not
// found, with headers in one line.
func (d *document) isSharable() bool {
	if strings.ContainsFunc(d.etag+d.language, isControl) {
		return false
	}
	switch d.status {
	case http.StatusOK, http.StatusNotFound:
		return d.location == "" && d.body != nil
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
		http.StatusPermanentRedirect:
		return isLocation(d.location)
	}
	return false
}

func isControl(c rune) bool { return c < ' ' || c > '~' }

// isLocation reports whether the product redirects to a location: a path on this host, or a URL of another one.
func isLocation(location string) bool {
	if visitor.IsOwnPath(location) {
		return true
	}
	u, err := url.Parse(location)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
		!strings.ContainsRune(location, '\\')
}

// browserConfig is the configuration that the client gets in the document. It holds no secrets.
type browserConfig struct {
	Release string `json:"release"`
	// Scripts are those that the page needs besides the one that starts the app, each after those that it imports.
	Scripts []string `json:"scripts,omitempty"`
	// SiteURL is the path of the site's data; empty if the document contains it.
	SiteURL string `json:"siteUrl,omitempty"`
	// SiteName is the brand of the site; empty if the site was not found.
	SiteName string `json:"siteName,omitempty"`
	// HomeURL is the site's home in the language of the document; empty if the site was not found.
	HomeURL     string `json:"homeUrl,omitempty"`
	NextRelease bool   `json:"nextRelease,omitempty"`
	// Base is the path below which a preview is served; empty for every other document.
	Base string `json:"base,omitempty"`
	// StudioOrigins are the origins of the CMS's editor. They may show a preview that a token opens in a frame.
	StudioOrigins []string `json:"studioOrigins,omitempty"`
	// Issuer is the identity server; ClientID and Scope are parameters of the requests to it.
	Issuer   string `json:"issuer"`
	ClientID string `json:"clientId"`
	Scope    string `json:"scope"`
	// RolesClaim and RoleNames say where the claims have the roles of a user.
	RolesClaim string            `json:"rolesClaim,omitempty"`
	RoleNames  map[string]string `json:"roleNames,omitempty"`
}

// textBundleFile returns the source file of a text bundle in the language of a locale.
func textBundleFile(bundle, locale string) string {
	language, _, _ := strings.Cut(locale, "-")
	return "src/i18n/compiled/" + bundle + "/" + language + ".json"
}

// sourcesOf returns the source files whose scripts and styles a document needs.
func (p *Handler) sourcesOf(s *shell, out *render.Output) []string {
	sources := append(p.assets.EntrySources(), p.assets.ScreenSource(s.name), textBundleFile("site", s.locale))
	for _, module := range out.Modules {
		if bundle, ok := strings.CutPrefix(module, "texts:"); ok {
			module = textBundleFile(bundle, s.locale)
		}
		sources = append(sources, module)
	}
	return sources
}

// shell has everything that a document is assembled from.
type shell struct {
	status int
	// url is absolute.
	url string
	// base is the path below which a preview is served; empty for every other document.
	base string
	// studioOrigins are the origins whose pages may show the document in a frame.
	studioOrigins []string
	screen
	// data is what the screen is rendered from; its Screen and URL are those of the shell.
	data render.ScreenData
	// siteURL replaces the data of the site in the document; empty if it must be embedded.
	siteURL       string
	locale, theme string
	cutFont       bool
	// siteName and homeURL are empty if the site was not found.
	siteName, homeURL string
	// title is used where no rendered title exists.
	title string
	// nextRelease reports that content of the next release is shown.
	nextRelease bool
}

// documentStart is what the start of a document is made of. It is written without html/template, whose reflection on
// methods would keep dead code in the binary (docs/decisions/0046-no-reflection-on-methods.md).
type documentStart struct {
	// Language is the tag of the texts, Locale the code of the locale.
	Language, Locale, Theme string

	CutFont bool
	Styles  []string
	// Title is empty if the rendered head has one.
	Title string
}

func (d documentStart) write(b *bytes.Buffer) {
	b.WriteString(`<!doctype html>` + "\n" + `<html lang="` + html.EscapeString(d.Language) +
		`" data-locale="` + html.EscapeString(d.Locale) + `" data-theme="` + html.EscapeString(d.Theme) + `"`)
	if d.CutFont {
		b.WriteString(` data-cut-font="true"`)
	}
	b.WriteString(`><head><meta charset="utf-8">` +
		`<meta name="viewport" content="width=device-width, initial-scale=1">` +
		`<link rel="icon" type="image/svg+xml" href="/favicon.ico">`)
	for _, style := range d.Styles {
		b.WriteString(`<link rel="stylesheet" href="` + html.EscapeString(style) + `">`)
	}
	if d.Title != "" {
		b.WriteString(`<title>` + html.EscapeString(d.Title) + `</title>`)
	}
}

// writeDocument writes the parts after the start of a document, which need no escaping and are too large for a
// template: React has escaped the head and the body; the configuration and the data are JSON, in which <, > and & are
// escaped, so that they cannot end their element; what starts the app contains only names of built files.
func writeDocument(b *bytes.Buffer, out *render.Output, config, data []byte, start string) {
	b.WriteString(out.Head)
	b.WriteString(`</head><body><div id="strand">`)
	b.Write(out.Body)
	b.WriteString(`</div><script type="application/json" id="strand-config">`)
	b.Write(config)
	if len(data) > 0 {
		b.WriteString(`</script><script type="application/json" id="strand-data">`)
		b.Write(data)
	}
	b.WriteString("</script>" + start + "</body></html>\n")
}

// languageTag returns the tag of the texts in a locale.
func languageTag(code string) string {
	if l, ok := site.ParseLocale(code); ok {
		return l.LanguageTag()
	}
	return code
}

// assemble renders a screen and puts the document around it. If no renderer answers in time, the document is marked
// as unrendered, and send serves it to browsers only.
func (p *Handler) assemble(ctx context.Context, s *shell) (*document, error) {
	s.data.Screen, s.data.URL = s.name, s.url
	out, isRendered := p.render(ctx, s)
	return p.compose(s, out, isRendered)
}

// compose puts the document around the output of a renderer.
func (p *Handler) compose(s *shell, out *render.Output, isRendered bool) (*document, error) {
	scripts, styles := p.assets.Chunks(p.sourcesOf(s, out)...)
	config, err := json.Marshal(browserConfig{
		Release:       p.assets.Release,
		Scripts:       p.assets.AfterStart(scripts),
		SiteURL:       s.siteURL,
		SiteName:      s.siteName,
		HomeURL:       s.homeURL,
		NextRelease:   s.nextRelease,
		Base:          s.base,
		StudioOrigins: s.studioOrigins,
		Issuer:        p.signIn.Issuer,
		ClientID:      p.signIn.ClientID,
		Scope:         p.signIn.Scope,
		RolesClaim:    p.signIn.Roles.Claim,
		RoleNames:     p.signIn.Roles.Names,
	})
	if err != nil {
		return nil, fmt.Errorf("encode the browser's configuration: %w", err)
	}
	var data []byte
	if s.data.Data != nil || s.data.Outage != nil {
		if data, err = forBrowsers(s.data, s.siteURL).JSON(); err != nil {
			return nil, fmt.Errorf("encode the data of %s: %w", s.url, err)
		}
	}
	var b bytes.Buffer
	b.Grow(len(out.Head) + len(out.Body) + len(config) + len(data) + 4<<10)
	start := documentStart{
		Language: languageTag(s.locale),
		Locale:   s.locale,
		Theme:    s.theme,
		CutFont:  s.cutFont,
		Styles:   styles,
	}
	if out.Head == "" {
		start.Title = s.title
	}
	start.write(&b)
	writeDocument(&b, out, config, data, p.assets.Start())
	doc := &document{
		status:     s.status,
		body:       encoding.NewLazyBody(b.Bytes()),
		language:   languageTag(s.locale),
		private:    s.data.Form != nil,
		unlisted:   s.data.Form != nil,
		unrendered: !isRendered,
	}
	if isRendered {
		doc.etag = `W/"` + strconv.FormatUint(xxhash.Sum64(b.Bytes()), 36) + `"`
	}
	return doc, nil
}

// render renders a screen; false if rendering failed. If the configuration leaves rendering to the browser, the
// output is empty and isRendered is true.
func (p *Handler) render(ctx context.Context, s *shell) (out *render.Output, isRendered bool) {
	if p.renderer == nil {
		return &render.Output{}, true
	}
	started := time.Now()
	input := render.Input{ScreenData: s.data, Locale: s.locale, Base: s.base}
	input.SiteURL = s.siteURL
	out, err := p.renderer.Render(ctx, input)
	telemetry.RequestLogFrom(ctx).Set("render", time.Since(started))
	if err == nil && len(out.Body) == 0 {
		err = errors.New("the renderer returned an empty answer")
	}
	if err == nil {
		return out, true
	}
	telemetry.RequestLogFrom(ctx).Set("unrendered", err.Error())
	// The pool logs an overload as one incident, and a caller who disconnected is no error.
	if !errors.Is(err, render.ErrOverloaded) && !errors.Is(err, render.ErrUnavailable) && ctx.Err() == nil {
		p.log.WarnContext(ctx, "page_unrendered", "url", s.url, "error", err)
	}
	return &render.Output{}, false
}

// send writes a document to the response.
func (p *Handler) send(w http.ResponseWriter, r *http.Request, req *visit.Request, doc *document) {
	h := w.Header()
	to := r.Header.Get("Sec-Fetch-Dest")
	isNavigation := to == "document" || to == "iframe"
	if doc.location != "" && (doc.body == nil || !isNavigation) {
		p.redirect(w, r, doc)
		return
	}
	if doc.unrendered && !isNavigation {
		sendUnrendered(w, r, doc.language)
		return
	}
	setDocumentHeaders(h, doc)
	if doc.private {
		p.visitors.VaryByPreferences(h)
	}
	h["Content-Security-Policy"] = p.policy
	if isFramed(req) {
		// Only an editor's preview may be shown in a frame of another site: the frame sends no cookie, so it shows
		// only what the token allows.
		h["Content-Security-Policy"] = p.framedPolicy
		h.Del("X-Frame-Options")
	}
	if doc.status == http.StatusOK && encoding.Matches(r, h.Get("Etag")) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	status := doc.status
	if doc.location != "" {
		status = http.StatusOK
	}
	if err := doc.body.Send(w, r, status); err != nil {
		p.log.ErrorContext(r.Context(), "document_not_compressed", "url", r.URL.Path, "error", err)
	}
}

// redirect sends a redirect. Only a permanent one that is the same for all visitors may be cached (URL-39).
func (p *Handler) redirect(w http.ResponseWriter, r *http.Request, doc *document) {
	h := w.Header()
	if doc.status == http.StatusMovedPermanently && !doc.degraded && !doc.private && doc.body == nil {
		h.Set("Cache-Control", "public, max-age="+respond.PublicFor(5*time.Minute, doc.changesAt))
	} else {
		h.Set("Cache-Control", "private, no-store")
		p.visitors.VaryByPreferences(h)
	}
	http.Redirect(w, r, doc.location, doc.status)
}

// documentHeaders are shared by all documents. Appending to a value copies it.
var documentHeaders = http.Header{
	"Content-Type":  {"text/html; charset=utf-8"},
	"Vary":          {"Accept-Encoding, Cookie"},
	"Cache-Control": {"public, max-age=0, must-revalidate"},
}

// setDocumentHeaders sets the headers for the type and the caching of a document.
func setDocumentHeaders(h http.Header, doc *document) {
	maps.Copy(h, documentHeaders)
	h.Set("Content-Language", doc.language)
	if doc.etag != "" {
		h.Set("Etag", doc.etag)
	}
	if doc.private {
		h.Set("Cache-Control", "private, no-store")
	}
	if doc.degraded {
		h.Set("Cache-Control", "no-store")
		h.Del("Etag")
	}
	if doc.unlisted {
		h.Set("X-Robots-Tag", "noindex")
		h.Del("Etag")
	}
	if doc.location != "" {
		h.Set("Cache-Control", "private, no-store")
		h.Set("X-Robots-Tag", "noindex")
	}
	if doc.status == http.StatusTooManyRequests {
		h.Set("Retry-After", "60")
	}
	if doc.status >= http.StatusInternalServerError {
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "30")
		h.Del("Etag")
	}
	if doc.unrendered {
		h.Set("Cache-Control", "no-store")
		h.Add("Vary", "Sec-Fetch-Dest")
		h.Del("Etag")
	}
}
