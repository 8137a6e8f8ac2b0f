package edge

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/internal/cache"
)

// crawlers serves robots.txt and the sitemaps.
type crawlers struct {
	sites
	editorial EditorialReader
	catalog   CatalogReader
	cache     *cache.Cache
	visitors  visitors
}

// robots serves robots.txt: what crawlers must not read, and the address of the sitemap.
func (c crawlers) robots(w http.ResponseWriter, r *http.Request) {
	scheme, host := c.visitors.origin(r)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	text := "User-agent: *\n" +
		"Disallow: /api/\n" +
		"Disallow: /graphql\n" +
		"Disallow: /*/mykomax\n" +
		"Disallow: /*/editor\n" +
		"Disallow: /style-guide\n" +
		"\nSitemap: " + scheme + "://" + host + "/sitemap.xml\n"
	_, _ = io.WriteString(w, text) // the crawler may have disconnected
}

type sitemapURL struct {
	Location   string             `xml:"loc"`
	Alternates []sitemapAlternate `xml:"xhtml:link"`
}

type sitemapAlternate struct {
	Rel      string `xml:"rel,attr"`
	Hreflang string `xml:"hreflang,attr"`
	Href     string `xml:"href,attr"`
}

type sitemap struct {
	XMLName xml.Name     `xml:"urlset"`
	XMLNS   string       `xml:"xmlns,attr"`
	XHTML   string       `xml:"xmlns:xhtml,attr"`
	URLs    []sitemapURL `xml:"url"`
}

// sitemap lists the public pages of the host's sites in the international locales that they are written in. It fails
// as a whole if a part cannot be read: crawlers would drop pages that an incomplete sitemap lacks.
func (c crawlers) sitemap(w http.ResponseWriter, r *http.Request) {
	at := c.visitors.requestHost(r)
	dir, err := c.directory(r.Context())
	if err != nil {
		respondError(w, r, err)
		return
	}
	own, err := dir.Match(at.host, "")
	if err != nil {
		respondError(w, r, err)
		return
	}
	// Subdomains have the sitemap of their domain.
	host := own.Canonical(dir, at.scheme, at.host)
	body, err := cache.Load(
		r.Context(),
		c.cache,
		cache.Key("sitemap", at.scheme, host),
		func(ctx context.Context) (cache.Loaded[*encoding.Body], error) {
			list, err := c.list(ctx, dir, own.Site, at.scheme, host)
			if err != nil {
				return cache.Loaded[*encoding.Body]{}, err
			}
			text := bytes.NewBufferString(xml.Header)
			if err := xml.NewEncoder(text).Encode(list); err != nil {
				return cache.Loaded[*encoding.Body]{}, fmt.Errorf("encode the sitemap: %w", err)
			}
			body, err := encoding.NewBody(text.Bytes(), encoding.Quick)
			if err != nil {
				return cache.Loaded[*encoding.Body]{}, err
			}
			return cache.Loaded[*encoding.Body]{Value: body, Size: body.Size(), NoStore: !at.isShared}, nil
		},
	)
	if err != nil {
		respondError(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	body.Serve(w, r)
}

func (c crawlers) list(
	ctx context.Context,
	dir *site.Directory,
	own *site.Site,
	scheme, host string,
) (*sitemap, error) {
	list := &sitemap{XMLNS: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
	for _, s := range dir.Sites {
		if s != own && (!own.IsMain || s.OwnDomain() != "") {
			continue
		}
		siteCtx, err := c.siteContext(ctx, dir, s, dir.DefaultLocale(s), scheme, host)
		if err != nil {
			return nil, err
		}
		list.URLs = append(list.URLs, sitemapOf(siteCtx)...)
		if !s.IsMain {
			continue
		}
		for _, part := range []func(context.Context, *site.Context) ([]sitemapURL, error){
			c.editorialURLs, c.catalogURLs,
		} {
			urls, err := part(ctx, siteCtx)
			if err != nil {
				return nil, err
			}
			list.URLs = append(list.URLs, urls...)
		}
	}
	list.URLs = list.URLs[:min(len(list.URLs), maxSitemap)]
	return list, nil
}

// sitemapOf lists the pages of one site. Protected pages, pages hidden from search and pages of other sites are left
// out.
func sitemapOf(siteCtx *site.Context) []sitemapURL {
	tree, err := siteCtx.Tree(siteCtx.Site)
	if err != nil {
		return nil // a site without a home page has no pages
	}
	var urls []sitemapURL
	for _, item := range tree.Pages() {
		if !item.IsListed(siteCtx.Site) {
			continue
		}
		versions := siteCtx.LocalesWrittenIn(item.Page.Languages)
		for _, l := range versions {
			u := sitemapURL{Location: siteCtx.AbsoluteURL(l, item.UnlocalizedURL())}
			for _, other := range versions {
				u.Alternates = append(
					u.Alternates,
					sitemapAlternate{"alternate", other.Code(), siteCtx.AbsoluteURL(other, item.UnlocalizedURL())},
				)
			}
			urls = append(urls, u)
		}
	}
	return urls
}

// maxSitemap is the largest number of addresses that the sitemap protocol allows in one file.
const maxSitemap = 50_000

// editorialURLs lists stories, their authors and media releases on the main site, in the languages that they are
// written in.
func (c crawlers) editorialURLs(ctx context.Context, main *site.Context) ([]sitemapURL, error) {
	var urls []sitemapURL
	for _, code := range site.LanguagesOf(main.Site) {
		input := main.ContextInput
		input.Locale = site.Locale{LanguageCode: code}
		siteCtx := site.NewContext(input, nil)
		stories, err := c.editorial.Stories(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		for _, s := range stories.LocalizeAll(siteCtx, stories.All) {
			if s.Language == code {
				urls = append(urls, sitemapURL{s.CanonicalURL(), sitemapAlternates(s.Versions())})
			}
		}
		for _, contact := range stories.LocalizedContacts(siteCtx) {
			alternates := sitemapAlternates(siteCtx.URLsInAllLanguages(siteCtx.Site, contact.Route()))
			urls = append(urls, sitemapURL{Location: contact.CanonicalURL(), Alternates: alternates})
		}
		releases, err := c.editorial.MediaReleases(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		for _, m := range releases.Localize(siteCtx) {
			if m.Language == code {
				urls = append(urls, sitemapURL{m.CanonicalURL(), sitemapAlternates(m.Versions())})
			}
		}
	}
	return urls, nil
}

func sitemapAlternates(versions []site.LocaleVersion) []sitemapAlternate {
	var alternates []sitemapAlternate
	for _, v := range versions {
		alternates = append(alternates, sitemapAlternate{"alternate", v.Locale.Code(), v.URL})
	}
	return alternates
}

// catalogURLs lists classifications, products and services on the main site, each in its languages.
func (c crawlers) catalogURLs(ctx context.Context, siteCtx *site.Context) ([]sitemapURL, error) {
	var urls []sitemapURL
	add := func(route string) {
		urls = append(
			urls,
			sitemapURL{
				siteCtx.AbsoluteURLOn(siteCtx.Site, route),
				sitemapAlternates(siteCtx.URLsInAllLanguages(siteCtx.Site, route)),
			},
		)
	}
	for _, t := range catalog.Types {
		tree, err := c.catalog.Tree(ctx, t, siteCtx.Locale.LanguageCode, siteCtx.Locale.Country())
		if err != nil {
			return nil, err
		}
		for _, root := range tree.Roots {
			for _, slug := range root.Slugs() {
				add(tree.Find(slug).Route)
			}
		}
		filed, err := c.catalog.ProductSlugs(ctx, t, siteCtx.Locale.LanguageCode, maxSitemap)
		if err != nil {
			return nil, err
		}
		for _, f := range filed {
			if found := tree.Find(f.ClassificationSlug); found != nil {
				add(catalog.ProductRoute(found, f.Slug))
			}
		}
	}
	return urls, nil
}
