package website

import (
	"testing"

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
