package feeds

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// crawlers serves robots.txt and the sitemaps.
type crawlers struct {
	visitor.Sites
	editorial EditorialReader
	catalog   CatalogReader
	cache     *cache.Cache
	visitors  visitor.Reader
}

// robots serves robots.txt: what crawlers must not read, and the URL of the sitemap.
func (c crawlers) robots(w http.ResponseWriter, r *http.Request) {
	at := c.visitors.RequestHost(r)
	scheme, host := c.visitors.Origin(r)
	isMain := true // while the sites cannot be read
	if dir, err := c.Directory(r.Context()); err == nil {
		if own, err := dir.Match(at.Host, ""); err == nil {
			isMain = own.Site.IsMain
		}
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	// The crawler may have disconnected.
	_, _ = io.WriteString(w, robotsRules(isMain)+"\nSitemap: "+scheme+"://"+host+"/sitemap.xml\n")
}

// robotsRules returns the rules of robots.txt (URL-44). Rules match prefixes, so that each area needs three of them; of
// several matching rules the longest counts (RFC 9309, 2.2.2).
func robotsRules(isMain bool) string {
	var text strings.Builder
	text.WriteString("User-agent: *\nDisallow: /api/\n")
	rule := func(verb, area string) {
		for _, end := range []string{"$", "/", "?"} {
			text.WriteString(verb + ": " + area + end + "\n")
		}
	}
	for _, area := range []string{"graphql", "playground", "style-guide"} {
		rule("Disallow", "/"+area)
	}
	if !isMain { // elsewhere the other areas are ordinary paths (URL-18)
		return text.String()
	}
	text.WriteString("Disallow: /editor-preview/\n")
	for _, area := range []string{site.AreaPortal, site.AreaEditor} {
		rule("Disallow", "/"+area)
		rule("Disallow", "/*/"+area)
		rule("Allow", "/*/*/"+area) // `/*/` also matches several segments
	}
	return text.String()
}

type sitemapURL struct {
	Location string `xml:"loc"`
	// LastModified is a date and time of RFC 3339; empty if the source does not know it.
	LastModified string             `xml:"lastmod,omitempty"`
	Alternates   []sitemapAlternate `xml:"xhtml:link"`
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

// sitemapIndex lists the parts of a long sitemap.
type sitemapIndex struct {
	XMLName xml.Name     `xml:"sitemapindex"`
	XMLNS   string       `xml:"xmlns,attr"`
	Parts   []sitemapURL `xml:"sitemap"`
}

// sitemap lists the canonical URLs of the public pages of the host's sites. It fails as a whole if a part cannot be
// read: crawlers would drop pages that an incomplete sitemap lacks.
func (c crawlers) sitemap(w http.ResponseWriter, r *http.Request) {
	at := c.visitors.RequestHost(r)
	dir, err := c.Directory(r.Context())
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	own, err := dir.Match(at.Host, "")
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	// Subdomains have the sitemap of their domain.
	host := own.Canonical(dir, at.Scheme, at.Host)
	ctx, reads := cache.WithReads(r.Context())
	waiting, cancel := context.WithTimeout(ctx, sitemapWait)
	defer cancel()
	files, err := cache.LoadWithin(
		waiting,
		c.cache,
		cache.Key("sitemap", at.Scheme, host),
		sitemapTimeout,
		func(ctx context.Context) (cache.Loaded[sitemapFiles], error) {
			urls, err := c.list(ctx, dir, own.Site, at.Scheme, host)
			if err != nil {
				return cache.Loaded[sitemapFiles]{}, err
			}
			files, err := newSitemapFiles(urls, at.Scheme+"://"+host)
			// The times of the last change are those of the texts.
			return cache.Loaded[sitemapFiles]{
				Value: files, Tags: []string{cms.TagStoryTexts}, Size: files.size(), NoStore: !at.IsShared,
			}, err
		},
	)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	body := files.whole
	if query := r.URL.Query(); query.Has(sitemapPart) {
		part, err := strconv.Atoi(query.Get(sitemapPart))
		if err != nil || part < 1 || part > len(files.parts) {
			respond.Error(w, r, apperr.New(apperr.NotFound, "This sitemap has %d parts.", len(files.parts)))
			return
		}
		body = files.parts[part-1]
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age="+respond.PublicFor(time.Hour, reads.NextChange()))
	body.Serve(w, r)
}

const (
	// sitemapWait is how long a crawler waits for a sitemap, and sitemapTimeout limits the making of one, which
	// continues then: the lists of products in all languages may be read in many parts.
	sitemapWait, sitemapTimeout = 5 * time.Second, time.Hour
	// maxSitemap is the largest number of URLs in one file: with the alternates of eleven languages, it is well below
	// the size that the sitemap protocol allows. A longer sitemap is an index of parts, which have their number in the
	// query.
	maxSitemap   = 20_000
	sitemapPart  = "part"
	sitemapXMLNS = "http://www.sitemaps.org/schemas/sitemap/0.9"
)

// sitemapFiles are the files of a sitemap: one with all URLs, or an index and its parts.
type sitemapFiles struct {
	whole *encoding.Body
	parts []*encoding.Body
}

func newSitemapFiles(urls []sitemapURL, origin string) (files sitemapFiles, err error) {
	if len(urls) <= maxSitemap {
		files.whole, err = encodeSitemap(newSitemap(urls))
		return files, err
	}
	index := &sitemapIndex{XMLNS: sitemapXMLNS}
	for urls := range slices.Chunk(urls, maxSitemap) {
		part, err := encodeSitemap(newSitemap(urls))
		if err != nil {
			return files, err
		}
		files.parts = append(files.parts, part)
		location := fmt.Sprintf("%s/sitemap.xml?%s=%d", origin, sitemapPart, len(files.parts))
		index.Parts = append(index.Parts, sitemapURL{Location: location})
	}
	files.whole, err = encodeSitemap(index)
	return files, err
}

// size returns the number of bytes in memory.
func (f sitemapFiles) size() int64 {
	total := f.whole.Size()
	for _, part := range f.parts {
		total += part.Size()
	}
	return total
}

func newSitemap(urls []sitemapURL) *sitemap {
	return &sitemap{XMLNS: sitemapXMLNS, XHTML: "http://www.w3.org/1999/xhtml", URLs: urls}
}

func encodeSitemap(file any) (*encoding.Body, error) {
	text := bytes.NewBufferString(xml.Header)
	if err := xml.NewEncoder(text).Encode(file); err != nil {
		return nil, fmt.Errorf("encode the sitemap: %w", err)
	}
	return encoding.NewBody(text.Bytes()), nil
}

// list returns the URLs of the host's sites, each once.
func (c crawlers) list(
	ctx context.Context,
	dir *site.Directory,
	own *site.Site,
	scheme, host string,
) ([]sitemapURL, error) {
	var list []sitemapURL
	for _, s := range dir.Sites {
		if s != own && (!own.IsMain || s.OwnDomain() != "") {
			continue
		}
		siteCtx, err := c.SiteContext(ctx, dir, s, dir.DefaultLocale(s), scheme, host)
		if err != nil {
			return nil, err
		}
		pages, err := c.pageURLs(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		list = append(list, pages...)
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
			list = append(list, urls...)
		}
	}
	seen := make(map[string]bool, len(list))
	return slices.DeleteFunc(list, func(u sitemapURL) bool {
		isListed := seen[u.Location]
		seen[u.Location] = true
		return isListed
	}), nil
}

// pageURLs lists the pages of one site, those for some countries included. Protected pages, pages hidden from search,
// pages of other sites, and pages whose product has the canonical URL are left out.
func (c crawlers) pageURLs(ctx context.Context, siteCtx *site.Context) ([]sitemapURL, error) {
	navigation := siteCtx.Navigation(siteCtx.Site)
	if navigation == nil {
		return nil, nil
	}
	var urls []sitemapURL
	for _, p := range site.ReachablePages(navigation) {
		if !siteCtx.IsListed(p.Item) || p.Item.Page.HasInjection {
			continue
		}
		versions, err := c.editorial.ListVersions(ctx, siteCtx, p.Item, siteCtx.CanonicalVersions(p))
		if err != nil {
			return nil, err
		}
		urls = append(urls, sitemapURLs(siteCtx.Site, versions, p.Item.Page.UpdatedAt)...)
	}
	return urls, nil
}

// sitemapURLs returns an entry for each version of a page. Each lists all of them, itself included.
func sitemapURLs(s *site.Site, versions []site.LocaleVersion, updatedAt time.Time) []sitemapURL {
	alternates := make([]sitemapAlternate, 0, len(versions)+1)
	for _, v := range versions {
		alternates = append(alternates, sitemapAlternate{"alternate", v.Locale.Hreflang(), v.URL})
	}
	if v, ok := site.DefaultVersion(s, versions); ok {
		alternates = append(alternates, sitemapAlternate{"alternate", site.DefaultHreflang, v.URL})
	}
	lastModified := ""
	if !updatedAt.IsZero() {
		lastModified = updatedAt.UTC().Format(time.RFC3339)
	}
	urls := make([]sitemapURL, 0, len(versions))
	for _, v := range versions {
		urls = append(urls, sitemapURL{v.URL, lastModified, alternates})
	}
	return urls
}

// editorialURLs lists stories, their authors and media releases on the main site, in the languages that they are
// written in. Lists in one language lack what is written in others only; list drops what several of them contain.
func (c crawlers) editorialURLs(ctx context.Context, main *site.Context) ([]sitemapURL, error) {
	var urls []sitemapURL
	for _, code := range site.LanguagesOf(main.Site) {
		siteCtx := main.InLanguage(code)
		stories, err := c.editorial.Stories(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		for _, s := range stories.LocalizeAll(siteCtx, stories.All) {
			urls = append(urls, sitemapURLs(main.Site, s.Versions(), s.UpdatedAt)...)
		}
		for _, contact := range stories.LocalizedContacts(siteCtx) {
			urls = append(urls, sitemapURLs(main.Site, contact.Versions(), time.Time{})...)
		}
		releases, err := c.editorial.MediaReleases(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		for _, m := range releases.Localize(siteCtx) {
			urls = append(urls, sitemapURLs(main.Site, m.Versions(), m.UpdatedAt)...)
		}
	}
	return urls, nil
}

// descriptions returns the ids of the descriptions of products by language and slug.
func (c crawlers) descriptions(
	ctx context.Context, t catalog.Type, languages []string,
) (map[string]map[string]uint64, error) {
	descriptions := map[string]map[string]uint64{}
	for _, language := range languages {
		entries, err := c.catalog.ProductSlugs(ctx, t, language, pim.MaxProducts)
		if err != nil {
			return nil, err
		}
		bySlug := make(map[string]uint64, len(entries))
		for _, e := range entries {
			bySlug[e.Slug] = e.Description
		}
		descriptions[language] = bySlug
	}
	return descriptions, nil
}

// catalogURLs lists classifications, products and services on the main site in the languages in which they are
// described (CAT-45).
func (c crawlers) catalogURLs(ctx context.Context, siteCtx *site.Context) ([]sitemapURL, error) {
	var urls []sitemapURL
	languages := site.LanguagesOf(siteCtx.Site)
	add := func(route string, languages []string) {
		versions := siteCtx.MainSiteVersions(languages, route)
		urls = append(urls, sitemapURLs(siteCtx.Site, versions, time.Time{})...)
	}
	for _, t := range catalog.Types {
		tree, err := c.catalog.Tree(ctx, t, siteCtx.Locale.LanguageCode, siteCtx.Locale.Country())
		if err != nil {
			return nil, err
		}
		trees := map[string]*catalog.Tree{}
		treeIn := func(language string) (*catalog.Tree, error) {
			if trees[language] == nil {
				read, err := c.catalog.Tree(ctx, t, language, siteCtx.Locale.Country())
				if err != nil {
					return nil, err
				}
				trees[language] = read
			}
			return trees[language], nil
		}
		for _, classification := range tree.All() {
			described, err := catalog.ClassificationLanguages(languages, classification.Slug, treeIn)
			if err != nil {
				return nil, err
			}
			add(classification.Route, described)
		}
		filed, err := c.catalog.ProductSlugs(ctx, t, siteCtx.Locale.LanguageCode, pim.MaxProducts)
		if err != nil {
			return nil, err
		}
		descriptions, err := c.descriptions(ctx, t, languages)
		if err != nil {
			return nil, err
		}
		for _, f := range filed {
			if found := tree.Find(f.ClassificationSlug); found != nil && catalog.IsProductSlug(f.Slug) {
				described := catalog.DescribedLanguages(languages, func(language string) uint64 {
					return descriptions[language][f.Slug]
				})
				add(catalog.ProductRoute(found, f.Slug), described)
			}
		}
	}
	return urls, nil
}
