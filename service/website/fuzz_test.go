package website

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"strand/domain/editorial"
	"strand/service/servicetest"
	"strand/test/lineartest"
)

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
	f.Fuzz(func(t *testing.T, source string) {
		r := newSites(servicetest.New(t))
		ctx, _ := servicetest.NewVisit(t.Context(), nil)
		siteCtx := siteContextOf(ctx, t, r)
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
