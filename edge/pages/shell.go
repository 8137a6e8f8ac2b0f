package pages

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"strand/domain/site"
	"strand/edge/assets"
	"strand/edge/encoding"
	"strand/edge/render"
	"strand/edge/themes"
	"strand/edge/visitor"
	"strand/internal/telemetry"
)

// shells renders screens and puts documents around them.
type shells struct {
	assets   *assets.Assets
	themes   *themes.Themes
	renderer *render.Pool // nil if browsers render
	signIn   visitor.SignIn
	log      *slog.Logger
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
func (c shells) sourcesOf(s *shell, out *render.Output) []string {
	sources := append(c.assets.EntrySources(), c.assets.ScreenSource(s.name), textBundleFile("site", s.locale))
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
	// siteTheme is the theme of the site; empty if it is that of the page.
	siteTheme string
	cutFont   bool
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
	// Icons is the markup of the site's icons.
	Icons string
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
		`<meta name="viewport" content="width=device-width, initial-scale=1">` + d.Icons)
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

// source returns a hash of everything that makes a document differ from others of its URL and release.
func (s *shell) source() (uint64, error) {
	others, err := json.Marshal(s.data)
	if err != nil {
		return 0, fmt.Errorf("encode the data of %s: %w", s.url, err)
	}
	h := xxhash.New()
	fmt.Fprintf(h, "%s %s %d %q", s.name, others, s.status, []string{
		s.url, s.base, s.siteURL, s.locale, s.theme, s.siteTheme, s.siteName, s.homeURL, s.title,
	})
	fmt.Fprintf(h, "%q %t %t %d ", s.studioOrigins, s.cutFont, s.nextRelease, len(s.data.Data))
	_, _ = h.Write(s.data.Data) // a hash returns no error
	_, _ = h.Write(s.data.Site)
	return h.Sum64(), nil
}

// assembleUnless is assemble. It returns a copy of the outdated document instead if that is made of the same data
// (CACHE-20).
func (c shells) assembleUnless(ctx context.Context, s *shell, outdated *Document) (*Document, error) {
	s.data.Screen, s.data.URL = s.name, s.url
	source, err := s.source()
	if err != nil {
		return nil, err
	}
	if outdated != nil && outdated.source == source {
		telemetry.RequestLogFrom(ctx).Set("unchanged", true)
		doc := *outdated
		return &doc, nil
	}
	doc, err := c.assemble(ctx, s)
	if err != nil {
		return nil, err
	}
	doc.source = source
	return doc, nil
}

// assemble renders a screen and puts the document around it. If no renderer answers in time, the document is marked
// as unrendered, and send serves it to browsers only.
func (c shells) assemble(ctx context.Context, s *shell) (*Document, error) {
	s.data.Screen, s.data.URL = s.name, s.url
	out, isRendered := c.render(ctx, s)
	return c.compose(s, out, isRendered)
}

// compose puts the document around the output of a renderer.
func (c shells) compose(s *shell, out *render.Output, isRendered bool) (*Document, error) {
	scripts, styles := c.assets.Chunks(c.sourcesOf(s, out)...)
	config, err := json.Marshal(browserConfig{
		Release:       c.assets.Release,
		Scripts:       c.assets.AfterStart(scripts),
		SiteURL:       s.siteURL,
		SiteName:      s.siteName,
		HomeURL:       s.homeURL,
		NextRelease:   s.nextRelease,
		Base:          s.base,
		StudioOrigins: s.studioOrigins,
		Issuer:        c.signIn.Issuer,
		ClientID:      c.signIn.ClientID,
		Scope:         c.signIn.Scope,
		RolesClaim:    c.signIn.Roles.Claim,
		RoleNames:     c.signIn.Roles.Names,
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
		Icons:    c.themes.Head(cmp.Or(s.siteTheme, s.theme), s.homeURL),
	}
	if out.Head == "" {
		start.Title = s.title
	}
	start.write(&b)
	writeDocument(&b, out, config, data, c.assets.Start())
	doc := &Document{
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
func (c shells) render(ctx context.Context, s *shell) (out *render.Output, isRendered bool) {
	if c.renderer == nil {
		return &render.Output{}, true
	}
	started := time.Now()
	input := render.Input{ScreenData: s.data, Locale: s.locale, Base: s.base}
	input.SiteURL = s.siteURL
	out, err := c.renderer.Render(ctx, input)
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
		c.log.WarnContext(ctx, "page_unrendered", "url", s.url, "error", err)
	}
	return &render.Output{}, false
}
