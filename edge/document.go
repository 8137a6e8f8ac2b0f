package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"strand/edge/encoding"
	"strand/edge/render"
	"strand/internal/telemetry"
	"strand/resolvers"
)

// document is a page that is ready to be sent, or a redirect.
type document struct {
	status   int
	location string
	body     *encoding.LazyBody
	etag     string
	language string
	// unrendered says that no renderer answered in time: only a browser can show it, and it is not kept.
	unrendered bool
	// gate is the page at whose gate the document ends; empty where nothing is withheld.
	gate string
	// private says that it was made for one visitor, who has passed a gate or sent a form.
	private bool
	// degraded says that a part is missing or stale: it is not cached as complete.
	degraded bool
	// unlisted says that it is no page of its own, which crawlers might keep.
	unlisted bool
}

// browserConfig is what the browser half is told about this server. It holds no secrets.
type browserConfig struct {
	Release string `json:"release"`
	// SiteName is the brand that the visitor is with; empty where the site is not known.
	SiteName string `json:"siteName,omitempty"`
	// HomeURL is the site's home in the language of the document; empty where the site is not known.
	HomeURL     string `json:"homeUrl,omitempty"`
	NextRelease bool   `json:"nextRelease,omitempty"`
	// Base is the path below which a preview is served; empty for every other document.
	Base string `json:"base,omitempty"`
	// StudioOrigins are those of the CMS's editor, which may show a preview that a token opens in a frame.
	StudioOrigins []string `json:"studioOrigins,omitempty"`
	// Issuer is the identity server, ClientID and Scope what is asked of it.
	Issuer   string `json:"issuer"`
	ClientID string `json:"clientId"`
	Scope    string `json:"scope"`
}

// textsOf is the source of an area of the interface texts in the language of a locale.
func textsOf(area, locale string) string {
	language, _, _ := strings.Cut(locale, "-")
	return "src/i18n/compiled/" + area + "/" + language + ".json"
}

// sourcesOf are the sources of a document's scripts and styles.
func (p *pages) sourcesOf(s *shell, out *render.Output) []string {
	sources := append(p.assets.entrySources(), p.assets.ScreenSource(s.name), textsOf("site", s.locale))
	for _, module := range out.Modules {
		if area, ok := strings.CutPrefix(module, "texts:"); ok {
			module = textsOf(area, s.locale)
		}
		sources = append(sources, module)
	}
	return sources
}

// shell is what a document is made of.
type shell struct {
	status int
	// url is absolute.
	url string
	// base is the path below which a preview is served; empty for every other document.
	base string
	// private says that the browser does not keep the data.
	private bool
	// studioOrigins are those whose pages may show the document in a frame.
	studioOrigins []string
	screen
	// data is nil for a screen without data, and where it could not be read.
	data          json.RawMessage
	locale, theme string
	cutFont       bool
	// siteName and homeURL are empty where the site is not known.
	siteName, homeURL string
	// title stands in for a rendered one.
	title string
	// nextRelease says that what comes with the next release is shown.
	nextRelease bool
	// outage says that what was asked for cannot be shown now; nil where it can.
	outage *render.Outage
	// form is what became of the visitor's form; nil where none was sent.
	form *render.Form
	// partial says that a part of the page could not be read.
	partial bool
}

// documentParts are the parts of a document in the types that html/template escapes by: Head and Body were escaped by
// React, Config and Data are JSON, in which json.Marshal escapes <, > and &, so that neither can end its element. Start
// holds names of built files alone.
type documentParts struct {
	Locale, Theme   string
	CutFont         bool
	Styles, Scripts []string
	// SiteURL is loaded by the browser before the app starts; empty for none.
	SiteURL string
	// Title stands in for Head where that is empty.
	Title        string
	Head, Body   template.HTML
	Config, Data template.JS
	// Start starts the app.
	Start template.HTML
}

var documentTemplate = template.Must(template.New("document").Parse("<!doctype html>\n" +
	`<html lang="{{.Locale}}" data-theme="{{.Theme}}"{{if .CutFont}} data-cut-font="true"{{end}}><head>` +
	`<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
	`<link rel="icon" type="image/svg+xml" href="/favicon.ico">` +
	`{{range .Styles}}<link rel="stylesheet" href="{{.}}">{{end}}` +
	`{{range .Scripts}}<link rel="modulepreload" fetchpriority="low" href="{{.}}">{{end}}` +
	`{{with .SiteURL}}<link rel="preload" as="fetch" crossorigin href="{{.}}">{{end}}` +
	`{{if .Head}}{{.Head}}{{else}}<title>{{.Title}}</title>{{end}}</head><body><div id="strand">{{.Body}}</div>` +
	`<script type="application/json" id="strand-config">{{.Config}}</script>` +
	`{{if .Data}}<script type="application/json" id="strand-data">{{.Data}}</script>{{end}}` +
	"{{.Start}}</body></html>\n"))

// assemble renders a screen and puts the document around it. Where no renderer answers in time, the document is marked
// as unrendered: send decides who gets it.
func (p *pages) assemble(ctx context.Context, s *shell) (*document, error) {
	state := render.State{Screen: s.name, URL: s.url, Data: s.data, Outage: s.outage, Form: s.form, Partial: s.partial, Private: s.private}
	out, isRendered := p.render(ctx, s, state)
	scripts, styles := p.assets.Chunks(p.sourcesOf(s, out)...)
	config, err := json.Marshal(browserConfig{
		Release:       p.assets.Release,
		SiteName:      s.siteName,
		HomeURL:       s.homeURL,
		NextRelease:   s.nextRelease,
		Base:          s.base,
		StudioOrigins: s.studioOrigins,
		Issuer:        p.signIn.Issuer,
		ClientID:      p.signIn.ClientID,
		Scope:         p.signIn.Scope,
	})
	if err != nil {
		return nil, fmt.Errorf("encode the browser's configuration: %w", err)
	}
	var data []byte
	var siteURL string
	if s.data != nil || s.outage != nil {
		sent, err := browserState(state, s.homeURL, s.base)
		if err == nil {
			sent, err = cutCountries(sent, out.Body)
		}
		if err != nil {
			return nil, err
		}
		if data, err = json.Marshal(sent); err != nil {
			return nil, fmt.Errorf("encode the data of %s: %w", s.url, err)
		}
		siteURL = sent.SiteURL
	}
	var b bytes.Buffer
	b.Grow(len(out.Head) + len(out.Body) + len(config) + len(data) + 4<<10)
	//nolint:gosec // see documentParts
	err = documentTemplate.Execute(&b, documentParts{
		Locale:  s.locale,
		Theme:   s.theme,
		CutFont: s.cutFont,
		Styles:  styles,
		Scripts: scripts,
		SiteURL: siteURL,
		Title:   s.title,
		Head:    template.HTML(out.Head),
		Body:    template.HTML(out.Body),
		Config:  template.JS(config),
		Data:    template.JS(data),
		Start:   template.HTML(p.assets.Start()),
	})
	if err != nil {
		return nil, fmt.Errorf("write the document of %s: %w", s.url, err)
	}
	doc := &document{
		status:     s.status,
		body:       encoding.NewLazyBody(b.Bytes()),
		language:   s.locale,
		private:    s.form != nil,
		unlisted:   s.form != nil,
		unrendered: !isRendered,
	}
	if isRendered {
		sum := fnv.New64a()
		_, _ = sum.Write(b.Bytes()) // it never fails
		doc.etag = `W/"` + strconv.FormatUint(sum.Sum64(), 36) + `"`
	}
	return doc, nil
}

// render renders a screen; false where it should have been rendered and was not. Where rendering is left to the browser
// by configuration, nothing is what should be rendered.
func (p *pages) render(ctx context.Context, s *shell, state render.State) (out *render.Output, isRendered bool) {
	if p.renderer == nil {
		return &render.Output{}, true
	}
	start := time.Now()
	out, err := p.renderer.Render(ctx, render.Input{State: state, Locale: s.locale, Base: s.base})
	telemetry.RequestLogFrom(ctx).Set("render", time.Since(start))
	if err == nil && out.Body == "" {
		err = errors.New("the renderer answered with nothing")
	}
	if err == nil {
		return out, true
	}
	telemetry.RequestLogFrom(ctx).Set("unrendered", err.Error())
	// An overload is one incident, which the pool logs, and a caller who went away is none.
	if !errors.Is(err, render.ErrOverloaded) && !errors.Is(err, render.ErrUnavailable) && ctx.Err() == nil {
		p.log.WarnContext(ctx, "page_unrendered", "url", s.url, "error", err)
	}
	return &render.Output{}, false
}

// send writes a document.
func (p *pages) send(w http.ResponseWriter, r *http.Request, req *resolvers.Request, doc *document) {
	h := w.Header()
	if doc.location != "" {
		redirect(w, r, doc)
		return
	}
	if to := r.Header.Get("Sec-Fetch-Dest"); doc.unrendered && to != "document" && to != "iframe" {
		sendUnrendered(w, r, doc.language)
		return
	}
	setDocumentHeaders(h, doc)
	h.Set("Content-Security-Policy", p.policy)
	if isFramed(req) {
		// Only here may another site show a page: a frame there sends no cookie, and sees what the token opens.
		h.Set("Content-Security-Policy", p.framedPolicy)
		h.Del("X-Frame-Options")
	}
	etag := h.Get("Etag")
	if doc.status == http.StatusOK && etag != "" && strings.Contains(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	e, body, err := doc.body.For(r.Header.Get("Accept-Encoding"))
	if err != nil {
		p.log.ErrorContext(r.Context(), "document_not_compressed", "encoding", string(e), "error", err)
		e, body = encoding.Identity, doc.body.Plain()
	}
	if e != encoding.Identity {
		h.Set("Content-Encoding", string(e))
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(doc.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the visitor may be gone
	}
}

func redirect(w http.ResponseWriter, r *http.Request, doc *document) {
	h := w.Header()
	if doc.status == http.StatusMovedPermanently && !doc.degraded {
		h.Set("Cache-Control", "public, max-age=300")
	} else {
		h.Set("Cache-Control", "private, no-store")
		h.Set("Vary", "Accept-Language, Cookie")
	}
	http.Redirect(w, r, doc.location, doc.status)
}

// setDocumentHeaders sets the headers that say what a document is and who may keep it.
func setDocumentHeaders(h http.Header, doc *document) {
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", doc.language)
	h.Set("Vary", "Accept-Encoding, Cookie")
	h.Set("Cache-Control", "public, max-age=0, must-revalidate")
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
