package edge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"hash/fnv"
	"html"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"strand/cache"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/resolvers"
	"strand/upstream/cms"
)

// screen is how a screen is shown: the one operation it asks, and the source of its route in the client.
type screen struct{ operation, source string }

// contentScreen shows content pages, and every outcome that is none of a screen of its own.
var contentScreen = screen{operation: "ContentScreen", source: "src/routes/content/ContentScreen.tsx"}

// textsOf is the source of the interface texts that every screen needs, in the language of a locale.
func textsOf(locale string) string {
	language, _, _ := strings.Cut(locale, "-")
	return "src/i18n/compiled/site/" + language + ".json"
}

// pages serves the documents of the websites (design §5).
type pages struct {
	graph    *graph.Executor
	cms      *cms.Reader
	cache    *cache.Cache
	assets   *Assets
	renderer *render.Pool // nil where rendering is left to the browser
	visitors visitors
	log      *slog.Logger
}

// document is a page that is ready to be sent, or a redirect.
type document struct {
	status   int
	location string
	body     *Stitched
	etag     string
	language string
}

// pageFreshness is the rule of design §6 for documents.
var pageFreshness = cache.DefaultFreshness

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
		return
	}
	req := p.visitors.request(r)
	if page, ok := strings.CutSuffix(r.URL.EscapedPath(), payloadSuffix); ok {
		p.payload(w, r, req, page)
		return
	}
	url := req.Scheme + "://" + req.Host + r.URL.RequestURI()
	doc, err := p.document(r.Context(), req, url)
	switch {
	case err == nil:
		p.send(w, r, req, doc)
	case errors.Is(err, site.ErrBadURL):
		http.Error(w, "The address is malformed.", http.StatusBadRequest)
	case r.Context().Err() != nil: // the visitor is gone
	default:
		p.log.ErrorContext(r.Context(), "page failed", "url", url, "error", err)
		w.Header().Set("Retry-After", "30")
		http.Error(w, "Sorry, something went wrong. Possible maintenance: please try again in a moment.", http.StatusServiceUnavailable)
	}
}

// payloadSuffix below a page's path is the address of its data alone, for prefetching (design §5).
const payloadSuffix = "/_payload.json"

// payload sends the data of a page without its document.
func (p *pages) payload(w http.ResponseWriter, r *http.Request, req *resolvers.Request, page string) {
	if page == "" {
		page = "/"
	}
	variables := map[string]any{"url": req.Scheme + "://" + req.Host + page}
	answer := p.graph.ExecuteNamed(r.Context(), req, contentScreen.operation, variables)
	if answer.RequestError || answer.Data == nil {
		http.Error(w, "The data of this page cannot be read now.", http.StatusServiceUnavailable)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"operation": contentScreen.operation, "variables": variables, "data": answer.Data})
}

// document takes the page from the cache where it is the same for everybody, or makes it.
func (p *pages) document(ctx context.Context, req *resolvers.Request, url string) (*document, error) {
	dir, err := p.cms.Directory(ctx, site.Published)
	if err != nil {
		return nil, err
	}
	address, err := dir.Parse(url)
	if err != nil {
		return nil, err
	}
	if !dir.HasLocale(address) {
		doc, _, err := p.make(ctx, req, url)
		return doc, err
	}
	key := "page:" + req.Audience() + ":" + url
	return cache.Load(ctx, p.cache, key, func(ctx context.Context) (cache.Loaded[*document], error) {
		doc, answer, err := p.make(ctx, req, url)
		if err != nil {
			return cache.Loaded[*document]{}, err
		}
		size := int64(512)
		if doc.body != nil {
			size += doc.body.Size()
		}
		return cache.Loaded[*document]{Value: doc, Tags: answer.Tags, Size: size, Freshness: pageFreshness,
			Private: answer.MaxAge == 0 || doc.status == http.StatusNotFound}, nil
	})
}

// outcome is what the edge reads of a screen's data; the rest is the screen's own.
type outcome struct {
	Resolve *struct {
		Typename string `json:"__typename"`
		Status   int    `json:"status"`
		Location string `json:"location"`
		Site     struct {
			EnableCutFont bool   `json:"enableCutFont"`
			Theme         string `json:"theme"`
		} `json:"site"`
		Locale struct {
			Code string `json:"code"`
		} `json:"locale"`
		// Theme is the page's look; the site's where there is no page.
		Theme string `json:"theme"`
		Page  *struct {
			Title string `json:"title"`
		} `json:"page"`
	} `json:"resolve"`
}

func (p *pages) make(ctx context.Context, req *resolvers.Request, url string) (*document, *graph.Answer, error) {
	variables := map[string]any{"url": url}
	answer := p.graph.ExecuteNamed(ctx, req, contentScreen.operation, variables)
	var data outcome
	if err := json.Unmarshal(answer.Data, &data); err != nil || data.Resolve == nil {
		return nil, nil, answer.Err()
	}
	o := data.Resolve
	switch o.Typename {
	case "RedirectResolution":
		return &document{status: o.Status, location: o.Location}, answer, nil
	case "NotFoundResolution":
		doc, err := p.compose(ctx, url, variables, answer, &data, http.StatusNotFound)
		return doc, answer, err
	}
	if o.Page == nil && len(answer.Errors) > 0 {
		// The page exists, and what it says could not be read: an empty one would be a lie.
		return nil, nil, answer.Err()
	}
	doc, err := p.compose(ctx, url, variables, answer, &data, http.StatusOK)
	return doc, answer, err
}

// compose renders a screen and puts the document around it. A renderer that fails leaves the rendering to the browser.
func (p *pages) compose(ctx context.Context, url string, variables map[string]any, answer *graph.Answer, data *outcome, status int) (*document, error) {
	o := data.Resolve
	theme := o.Site.Theme
	if o.Theme != "" {
		theme = o.Theme
	}
	path := url[strings.Index(url, "://")+3:]
	path = path[strings.IndexByte(path+"/", '/'):]
	out := &render.Output{}
	if p.renderer != nil {
		rendered, err := p.renderer.Render(ctx, render.Input{URL: path, Operation: contentScreen.operation, Variables: variables,
			Data: answer.Data, Locale: o.Locale.Code, Theme: theme})
		if err != nil {
			p.log.WarnContext(ctx, "page is left to the browser to render", "url", url, "error", err)
		} else {
			out = rendered
		}
	}
	if out.Head == "" && o.Page != nil {
		out.Head = "<title>" + html.EscapeString(o.Page.Title) + "</title>"
	}
	var b bytes.Buffer
	b.WriteString("<!doctype html>\n<html lang=\"" + html.EscapeString(o.Locale.Code) + "\" data-theme=\"" + html.EscapeString(theme) + "\"")
	if o.Site.EnableCutFont {
		b.WriteString(" data-cut-font=\"true\"")
	}
	b.WriteString("><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><link rel=\"icon\" type=\"image/svg+xml\" href=\"/favicon.ico\">")
	scripts, styles := p.assets.Chunks(entryPoint, contentScreen.source, textsOf(o.Locale.Code))
	for _, s := range styles {
		b.WriteString("<link rel=\"stylesheet\" href=\"" + s + "\">")
	}
	for _, s := range scripts {
		b.WriteString("<link rel=\"modulepreload\" href=\"" + s + "\">")
	}
	b.WriteString(out.Head)
	b.WriteString("</head><body><div id=\"strand\">" + out.Body + "</div>")
	config, err := json.Marshal(map[string]string{"release": p.assets.Release})
	if err != nil {
		return nil, err
	}
	state, err := json.Marshal(map[string]any{"operation": contentScreen.operation, "variables": variables, "data": answer.Data})
	if err != nil {
		return nil, err
	}
	// json.Marshal escapes <, > and &: the data cannot end its element.
	b.WriteString("<script type=\"application/json\" id=\"strand-config\">" + string(config) + "</script>")
	b.WriteString("<script type=\"application/json\" id=\"strand-data\">" + string(state) + "</script>")
	body, err := Stitch(b.Bytes())
	if err != nil {
		return nil, err
	}
	sum := fnv.New64a()
	_, _ = sum.Write(b.Bytes())
	return &document{status: status, body: body, language: o.Locale.Code, etag: `W/"` + strconv.FormatUint(sum.Sum64(), 36) + `"`}, nil
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
	if doc.status == http.StatusOK && strings.Contains(r.Header.Get("If-None-Match"), doc.etag) {
		// Without a policy: the browser keeps the one whose nonce stands in the page it has.
		w.WriteHeader(http.StatusNotModified)
		return
	}
	n := nonce()
	h.Set("Content-Security-Policy", pagePolicy(n, ""))
	tail := ""
	if entry := p.assets.Entry(); entry != "" {
		tail = "<script type=\"module\" nonce=\"" + n + "\" src=\"" + entry + "\"></script>"
	}
	encoding := chooseEncoding(r.Header.Get("Accept-Encoding"))
	if encoding != identity {
		h.Set("Content-Encoding", string(encoding))
	}
	head, rest := doc.body.Append(encoding, []byte(tail+"</body></html>\n"))
	h.Set("Content-Length", strconv.Itoa(len(head)+len(rest)))
	w.WriteHeader(doc.status)
	if r.Method == http.MethodHead {
		return
	}
	if _, err := w.Write(head); err == nil {
		_, _ = w.Write(rest) // the visitor may be gone
	}
}
