package website

import (
	"testing"
	"testing/synctest"

	"strand/domain/editorial"
	"strand/service/servicetest"
)

// TestRichText_Actions: a link with `action:` becomes a button, which the keyboard reaches. No other button is allowed.
//
// Rules: NAV-22.
func TestRichText_Actions(t *testing.T) {
	r := newSites(servicetest.New(t))
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
	siteCtx := siteContextOf(ctx, t, r)
	for source, want := range map[string]string{
		`<p><a href="action:openNewsFeed">The <em>news</em></a>.</p>`: `<p><button type="button" ` +
			`data-action="openNewsFeed">The <em>news</em></button>.</p>`,
		`<a href="action:x" onclick="alert(1)" data-action="y" autofocus>z</a>`: `<button type="button" ` +
			`data-action="x">z</button>`,
		`<a href="action:x"><a href="https://a.example">y</a></a>`: `<button type="button" data-action="x">` +
			`<a href="https://a.example" data-kind="PLAIN" rel="noopener">y</a></button>`,
		`<a href="https://a.example" data-action="x">y</a>`: `<a href="https://a.example" data-kind="PLAIN" ` +
			`rel="noopener">y</a>`,
		`<button type="button" data-action="openNewsFeed">x</button>`:                         `x`,
		`<button type="submit" formaction="https://evil.example" name="x">x</button>`:         `x`,
		`<form action="https://evil.example"><BUTTON>x</BUTTON><input type="submit"/></form>`: `x`,
	} {
		if got := r.HTML(ctx, editorial.RichText{Source: source, SiteContext: siteCtx}); got != want {
			t.Errorf("%s becomes %s, want %s", source, got, want)
		}
	}
}

// TestRichText_Targets: the text of a link without a target remains. While the PIM does not answer, a link to a product
// leads to the overview.
//
// Rules: NAV-27, NAV-28, NAV-29.
func TestRichText_Targets(t *testing.T) {
	const text = `<a href="page:none">nowhere</a>, <a href="page:about">about</a>, <a href="product:gone">gone</a>, ` +
		`<a href="product:h60">H 60</a>, <a href="path:/no/such/path">lost</a>, <a href="path:/products">found</a>`
	link := func(path, text string) string { return `<a href="` + path + `" data-kind="ROUTE">` + text + `</a>` }
	about, found := link("/en/company/about", "about"), link("/en/products", "found")
	for fails, want := range map[string]string{
		"none": "nowhere, " + about + ", gone, " + link("/en/products/presses/h60", "H 60") + ", lost, " + found,
		"pim.": "nowhere, " + about + ", " + link("/en/products", "gone") + ", " + link("/en/products", "H 60") +
			", lost, " + found,
	} {
		synctest.Test(t, func(t *testing.T) {
			r := newSites(group(t).Fail(fails).Page(servicetest.Page{Page: editorial.Page{ID: "products"}}))
			ctx, _ := servicetest.NewVisit(t.Context(), nil)
			content := editorial.RichText{Source: text, SiteContext: siteContextOf(ctx, t, r)}
			if got := r.HTML(ctx, content); got != want {
				t.Errorf("%s fails: %s, want %s", fails, got, want)
			}
		})
	}
}
