package edge

import (
	"context"
	"encoding/xml"
	"io"
	"net/http"

	"strand/domain/catalog"
	"strand/domain/site"
)

// robots tells crawlers what is not for them, and where the sitemap is.
func (p *pages) robots(w http.ResponseWriter, r *http.Request) {
	scheme, host := p.visitors.origin(r)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = io.WriteString(w, "User-agent: *\nDisallow: /api/\nDisallow: /graphql\nDisallow: /*/mykomax\nDisallow: /*/editor\nDisallow: /style-guide\n\nSitemap: "+
		scheme+"://"+host+"/sitemap.xml\n") // the crawler may be gone
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

// sitemap lists the public pages of the host's sites in the international locales that they are written in.
func (p *pages) sitemap(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	scheme, host := p.visitors.origin(r)
	dir, err := p.cms.Directory(ctx, site.Published)
	if err != nil {
		http.Error(w, "The sitemap cannot be made now.", http.StatusServiceUnavailable)
		return
	}
	own, err := dir.Match(host, "")
	if err != nil {
		http.Error(w, "The sitemap cannot be made now.", http.StatusServiceUnavailable)
		return
	}
	list := sitemap{XMLNS: "http://www.sitemaps.org/schemas/sitemap/0.9", XHTML: "http://www.w3.org/1999/xhtml"}
	for _, s := range dir.Sites {
		if s != own.Site && (!own.Site.IsMain || s.OwnDomain() != "") {
			continue
		}
		view, err := p.view(ctx, dir, s, dir.DefaultLocale(s), scheme, host)
		if err != nil {
			http.Error(w, "The sitemap cannot be made now.", http.StatusServiceUnavailable)
			return
		}
		list.URLs = append(list.URLs, sitemapOf(view)...)
		if s.IsMain {
			list.URLs = append(list.URLs, p.editorialSitemap(ctx, view)...)
			list.URLs = append(list.URLs, p.catalogSitemap(ctx, view)...)
		}
	}
	list.URLs = list.URLs[:min(len(list.URLs), maxSitemap)]
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = io.WriteString(w, xml.Header)
	_ = xml.NewEncoder(w).Encode(list) // the crawler may be gone
}

// sitemapOf lists the pages of one site; those that are protected, hidden from search or not for this site are left out.
func sitemapOf(view *site.View) []sitemapURL {
	tree, err := view.Tree(view.Site)
	if err != nil {
		return nil
	}
	var urls []sitemapURL
	for _, item := range tree.Pages() {
		if !item.IsListed(view.Site) {
			continue
		}
		versions := view.WrittenIn(item.Page.Languages)
		for _, l := range versions {
			u := sitemapURL{Location: view.Absolute(l, item.UnlocalizedURL())}
			for _, other := range versions {
				u.Alternates = append(u.Alternates, sitemapAlternate{"alternate", other.Code(), view.Absolute(other, item.UnlocalizedURL())})
			}
			urls = append(urls, u)
		}
	}
	return urls
}

// maxSitemap is how many addresses one sitemap may hold, by its protocol.
const maxSitemap = 50_000

// editorialSitemap lists stories, those who write them, and media releases on the main site, in the languages that they are
// written in. What cannot be read is left out.
func (p *pages) editorialSitemap(ctx context.Context, main *site.View) []sitemapURL {
	var urls []sitemapURL
	for _, code := range site.LanguagesOf(main.Site) {
		setting := main.Setting
		setting.Locale = site.Locale{LanguageCode: code}
		view := site.NewView(setting, nil)
		if stories, err := p.cms.Stories(ctx, view); err == nil { // the reader has logged it
			for _, s := range stories.AllIn(view, stories.All) {
				if s.Language == code {
					urls = append(urls, sitemapURL{s.CanonicalURL(), sitemapAlternates(s.Versions())})
				}
			}
			for _, c := range stories.ContactsIn(view) {
				urls = append(urls, sitemapURL{Location: c.CanonicalURL(), Alternates: sitemapAlternates(view.InAllLanguages(view.Site, c.Route()))})
			}
		}
		if releases, err := p.cms.MediaReleases(ctx, view); err == nil {
			for _, m := range releases.In(view) {
				if m.Language == code {
					urls = append(urls, sitemapURL{m.CanonicalURL(), sitemapAlternates(m.Versions())})
				}
			}
		}
	}
	return urls
}

func sitemapAlternates(versions []site.LocaleVersion) []sitemapAlternate {
	var alternates []sitemapAlternate
	for _, v := range versions {
		alternates = append(alternates, sitemapAlternate{"alternate", v.Locale.Code(), v.URL})
	}
	return alternates
}

// catalogSitemap lists classifications, products and services on the main site, each with its languages. A catalogue that
// cannot be read is left out.
func (p *pages) catalogSitemap(ctx context.Context, view *site.View) []sitemapURL {
	var urls []sitemapURL
	add := func(route string) {
		urls = append(urls, sitemapURL{view.AbsoluteOn(view.Site, route), sitemapAlternates(view.InAllLanguages(view.Site, route))})
	}
	for _, t := range catalog.Types {
		tree, err := p.pim.Tree(ctx, t, view.Locale.LanguageCode, view.Locale.Country())
		if err != nil {
			continue // the reader has logged it
		}
		for _, root := range tree.Roots {
			for _, slug := range root.Slugs() {
				add(tree.Find(slug).Route)
			}
		}
		filed, err := p.pim.Filed(ctx, t, view.Locale.LanguageCode, maxSitemap)
		if err != nil {
			continue
		}
		for _, f := range filed {
			if c := tree.Find(f.ClassificationSlug); c != nil {
				add(catalog.ProductRoute(c, f.Slug))
			}
		}
	}
	return urls
}
