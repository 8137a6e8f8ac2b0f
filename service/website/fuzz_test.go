package website

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/service/catalogue"
	"strand/service/website/visit"
	"strand/test/lineartest"
	"strand/upstream/pim"
	"strand/upstream/transport"
)

// newFuzzedReader returns a reader whose PIM has no products, and a site context.
func newFuzzedReader(f testing.TB) (*Sites, *site.Context) {
	f.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":{"products":[]}}`)
	}))
	f.Cleanup(server.Close)
	log := slog.New(slog.DiscardHandler)
	client, err := pim.NewClient(transport.Options{URL: server.URL, Logger: log})
	if err != nil {
		f.Fatal(err)
	}
	kept, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(kept.Close)
	s := &site.Site{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"localhost"}}
	dir, err := site.NewDirectory([]*site.Language{{LanguageCode: "en"}}, nil, []*site.Site{s}, nil)
	if err != nil {
		f.Fatal(err)
	}
	siteCtx := site.NewContext(site.ContextInput{
		Directory: dir,
		Site:      s,
		Locale:    site.Locale{LanguageCode: "en"},
		Stage:     site.Published,
		Scheme:    "http",
		Host:      "localhost",
	}, nil)
	products := &catalogue.Catalogue{PIM: pim.NewReader(client, kept, log), Log: log}
	return &Sites{Assortment: products, Log: log}, siteCtx
}

// FuzzRichText: sanitized rich text contains formatting, links and buttons of actions only: no scripts, loaded
// resources or forms.
func FuzzRichText(f *testing.F) {
	for _, seed := range []string{
		`<button type=submit formaction=//evil.example><a href=action:x><button>y</a></button>`,
		`<p>One <b>two</b> <a href="page:main-about?x#y">three</a></p><table><tr><td colspan="2">x</td></tr></table>`,
		`<script>alert(1)</script><img src=x onerror=alert(1)><svg/onload=alert(1)><iframe srcdoc="<script>">`,
		`<a href="javascript:alert(1)">x</a><a href="&#106;ava&Tab;script:alert(1)">y</a>` +
			`<a href="action:javascript:x">z</a>`,
		`<a href=product:x><a href=//evil.example>b</a></a></a><a`,
		`<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`,
		`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`,
		`<a href="http://[::1">x</a><a target=_blank href="https://a.example">y</a>`,
		"<p\x00 style=color:red>\xff</p>", `<svg><style><img src=x></style></svg>`,
	} {
		f.Add(seed)
	}
	r, siteCtx := newFuzzedReader(f)
	f.Fuzz(func(t *testing.T, source string) {
		ctx := visit.WithRequest(t.Context(), &visit.Request{Scheme: "http", Host: "localhost"})
		safeText := r.HTML(ctx, editorial.RichText{Source: source, SiteContext: siteCtx})
		if problem := findUnsafeMarkup(safeText); problem != "" {
			t.Errorf("%s: %q becomes %q", problem, source, safeText)
		}
		lineartest.CheckText(
			t,
			source,
			func(source string) { r.HTML(ctx, editorial.RichText{Source: source, SiteContext: siteCtx}) },
		)
	})
}

// passive contains the elements that rich text may contain.
var passive = strings.Fields(
	`h2 h3 h4 h5 h6 p br hr strong em b i u s sub sup small code pre blockquote ul ol li dl dt dd
	table thead tbody tfoot tr th td caption figure figcaption abbr a button html head body`,
)

// findUnsafeMarkup returns the first element or attribute that is not formatting, a safe link or an action; empty if
// there is none. It parses the text as browsers do.
func findUnsafeMarkup(text string) string {
	document, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return err.Error()
	}
	for n := range document.Descendants() {
		if n.Type == html.CommentNode {
			return "a comment"
		}
		if n.Type == html.ElementNode && (n.Namespace != "" || !slices.Contains(passive, n.Data)) &&
			n.Data != "colgroup" {
			return "the element " + n.Data
		}
		if n.Data == "button" && !isAction(n) {
			return "a button that is no action"
		}
		for _, a := range n.Attr {
			switch {
			case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "src", a.Key == "id", a.Key == "class":
				return "the attribute " + a.Key
			case a.Key == "href":
				u, err := url.Parse(a.Val)
				if err != nil || !slices.Contains([]string{"", "http", "https", "mailto", "tel"}, u.Scheme) {
					return fmt.Sprintf("the address %q", a.Val)
				}
			}
		}
	}
	return ""
}

// isAction reports whether a button is one that html writes for an action.
func isAction(n *html.Node) bool {
	return len(n.Attr) == 2 && n.Attr[0] == html.Attribute{Key: "type", Val: "button"} && n.Attr[1].Key == "data-action"
}
