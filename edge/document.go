package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"hash/fnv"
	"html"
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
	body     *encoding.Stitched
	etag     string
	language string
	// unrendered says that rendering was left to the browser though it should not: it is not kept.
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

// browserConfig is what the browser half is told about this server (design §8). It holds no secrets.
type browserConfig struct {
	Release string `json:"release"`
	// SiteName is the brand that the visitor is with; empty where the site is not known.
	SiteName    string `json:"siteName,omitempty"`
	NextRelease bool   `json:"nextRelease,omitempty"`
	// Issuer is the identity server, ClientID and Scope what is asked of it.
	Issuer   string `json:"issuer"`
	ClientID string `json:"clientId"`
	Scope    string `json:"scope"`
}

// textsOf is the source of the interface texts that every screen needs, in the language of a locale.
func textsOf(locale string) string {
	language, _, _ := strings.Cut(locale, "-")
	return "src/i18n/compiled/site/" + language + ".json"
}

// shell is what a document is made of (design §5).
type shell struct {
	status int
	// url is absolute.
	url string
	screen
	variables map[string]any
	// data is null for a screen that asks nothing.
	data          json.RawMessage
	locale, theme string
	cutFont       bool
	// siteName is empty where the site is not known.
	siteName string
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

// assemble renders a screen and puts the document around it. A renderer that fails leaves the rendering to the browser.
func (p *pages) assemble(ctx context.Context, s *shell) (*document, error) {
	path := s.url[strings.Index(s.url, "://")+3:]
	path = path[strings.IndexByte(path+"/", '/'):]
	state := render.State{Operation: s.operation, Variables: s.variables, Data: s.data, Outage: s.outage, Form: s.form, Partial: s.partial}
	out := &render.Output{}
	if p.renderer != nil {
		start := time.Now()
		rendered, err := p.renderer.Render(ctx, render.Input{State: state, URL: path, Locale: s.locale, Theme: s.theme})
		telemetry.RequestLogFrom(ctx).Set("render", time.Since(start))
		if err != nil {
			p.log.WarnContext(ctx, "page is left to the browser to render", "url", s.url, "error", err)
		} else {
			out = rendered
		}
	}
	if out.Head == "" {
		out.Head = "<title>" + html.EscapeString(s.title) + "</title>"
	}
	var b bytes.Buffer
	b.WriteString("<!doctype html>\n<html lang=\"" + html.EscapeString(s.locale) + "\" data-theme=\"" + html.EscapeString(s.theme) + "\"")
	if s.cutFont {
		b.WriteString(" data-cut-font=\"true\"")
	}
	b.WriteString("><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" type=\"image/svg+xml\" href=\"/favicon.ico\">")
	scripts, styles := p.assets.Chunks(append([]string{entryPoint, s.source, textsOf(s.locale)}, out.Modules...)...)
	for _, href := range styles {
		b.WriteString("<link rel=\"stylesheet\" href=\"" + href + "\">")
	}
	for _, href := range scripts {
		b.WriteString("<link rel=\"modulepreload\" fetchpriority=\"low\" href=\"" + href + "\">")
	}
	b.WriteString(out.Head)
	b.WriteString("</head><body><div id=\"strand\">" + out.Body + "</div>")
	config, err := json.Marshal(browserConfig{Release: p.assets.Release, SiteName: s.siteName, NextRelease: s.nextRelease,
		Issuer: p.signIn.Issuer, ClientID: p.signIn.ClientID, Scope: p.signIn.Scope})
	if err != nil {
		return nil, err
	}
	// json.Marshal escapes <, > and &: the data cannot end its element.
	b.WriteString("<script type=\"application/json\" id=\"strand-config\">" + string(config) + "</script>")
	if s.operation != "" {
		data, err := json.Marshal(state)
		if err != nil {
			return nil, err
		}
		b.WriteString("<script type=\"application/json\" id=\"strand-data\">" + string(data) + "</script>")
	}
	body, err := encoding.Stitch(b.Bytes())
	if err != nil {
		return nil, err
	}
	sum := fnv.New64a()
	_, _ = sum.Write(b.Bytes())
	return &document{status: s.status, body: body, language: s.locale, private: s.form != nil, unlisted: s.form != nil, unrendered: p.renderer != nil && out.Body == "", etag: `W/"` + strconv.FormatUint(sum.Sum64(), 36) + `"`}, nil
}

// send writes a document. The nonce of its scripts is the response's own.
func (p *pages) send(w http.ResponseWriter, r *http.Request, req *resolvers.Request, doc *document) {
	h := w.Header()
	secure(h, req.Scheme == "https")
	if doc.location != "" {
		if doc.status == http.StatusMovedPermanently {
			h.Set("Cache-Control", "public, max-age=300")
		} else {
			h.Set("Cache-Control", "private, no-store")
			h.Set("Vary", "Accept-Language, Cookie")
		}
		http.Redirect(w, r, doc.location, doc.status)
		return
	}
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Language", doc.language)
	h.Set("Vary", "Accept-Encoding, Cookie")
	h.Set("Cache-Control", "public, max-age=0, must-revalidate")
	h.Set("Etag", doc.etag)
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
	if doc.status == http.StatusOK && !doc.unlisted && !doc.degraded && strings.Contains(r.Header.Get("If-None-Match"), doc.etag) {
		// Without a policy: the browser keeps the one whose nonce stands in the page it has.
		w.WriteHeader(http.StatusNotModified)
		return
	}
	n := nonce()
	h.Set("Content-Security-Policy", pagePolicy(n, " "+p.signIn.origin()))
	e := encoding.Choose(r.Header.Get("Accept-Encoding"), encoding.Preferred)
	if e != encoding.Identity {
		h.Set("Content-Encoding", string(e))
	}
	head, rest := doc.body.Append(e, []byte(p.assets.Start(n)+"</body></html>\n"))
	h.Set("Content-Length", strconv.Itoa(len(head)+len(rest)))
	w.WriteHeader(doc.status)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := w.Write(head); err == nil {
		_, _ = w.Write(rest) // the visitor may be gone
	}
}
