package feeds

import (
	"context"
	"net/http"
	"slices"
	"time"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/upstream/cms"
	"strand/upstream/pim"
)

// sitemap serves the canonical URLs of the public pages of the host's sites: an index, and files of each language.
type sitemap struct {
	visitor.Sites
	editorial EditorialReader
	catalog   CatalogReader
	cache     *cache.Cache
	visitors  visitor.Reader
}

// ServeHTTP fails as a whole if a part of the URLs cannot be read: crawlers would drop pages that an incomplete sitemap
// lacks. All files are made at once, of the same URLs.
func (m sitemap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	at := m.visitors.RequestHost(r)
	dir, err := m.Directory(r.Context())
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
		m.cache,
		cache.Key("sitemap", at.Scheme, host),
		sitemapTimeout,
		func(ctx context.Context) (cache.Loaded[sitemapFiles], error) {
			urls, err := m.list(ctx, dir, own.Site, at.Scheme, host)
			if err != nil {
				return cache.Loaded[sitemapFiles]{}, err
			}
			files, err := newSitemapFiles(urls, at.Scheme+"://"+host, dir.DefaultLocale(own.Site).LanguageCode)
			if err != nil {
				return cache.Loaded[sitemapFiles]{}, err
			}
			// The times of the last change are those of the texts.
			return cache.Loaded[sitemapFiles]{
				Value: files, Tags: []string{cms.TagStoryTexts}, Size: files.size(), NoStore: !at.IsShared,
			}, nil
		},
	)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	body := files.find(r.URL.Query())
	if body == nil {
		respond.Error(w, r, apperr.New(apperr.NotFound, "The sitemap has no such file."))
		return
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age="+respond.PublicFor(time.Hour, reads.NextChange()))
	body.Serve(w, r)
}

// sitemapWait is how long a crawler waits for a sitemap, and sitemapTimeout limits the making of one, which continues
// then: the lists of products in all languages may be read in many parts.
const sitemapWait, sitemapTimeout = 5 * time.Second, time.Hour

// list returns the URLs of the host's sites, each once.
func (m sitemap) list(
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
		siteCtx, err := m.SiteContext(ctx, dir, s, dir.DefaultLocale(s), scheme, host)
		if err != nil {
			return nil, err
		}
		pages, err := m.pageURLs(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		list = append(list, pages...)
		if !s.IsMain {
			continue
		}
		for _, part := range []func(context.Context, *site.Context) ([]sitemapURL, error){
			m.editorialURLs, m.catalogURLs,
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
func (m sitemap) pageURLs(ctx context.Context, siteCtx *site.Context) ([]sitemapURL, error) {
	navigation := siteCtx.Navigation(siteCtx.Site)
	if navigation == nil {
		return nil, nil
	}
	var urls []sitemapURL
	for _, p := range site.ReachablePages(navigation) {
		if !siteCtx.IsListed(p.Item) || p.Item.Page.HasInjection {
			continue
		}
		versions, err := m.editorial.ListVersions(ctx, siteCtx, p.Item, siteCtx.CanonicalVersions(p))
		if err != nil {
			return nil, err
		}
		urls = append(urls, sitemapURLs(siteCtx.Site, versions, p.Item.Page.UpdatedAt)...)
	}
	return urls, nil
}

// editorialURLs lists stories, their authors and media releases on the main site, in the languages that they are
// written in. Lists in one language lack what is written in others only; list drops what several of them contain.
func (m sitemap) editorialURLs(ctx context.Context, main *site.Context) ([]sitemapURL, error) {
	var urls []sitemapURL
	for _, code := range site.LanguagesOf(main.Site) {
		siteCtx := main.InLanguage(code)
		stories, err := m.editorial.Stories(ctx, siteCtx)
		if err != nil {
			return nil, err
		}
		for _, s := range stories.LocalizeAll(siteCtx, stories.All) {
			urls = append(urls, sitemapURLs(main.Site, s.Versions(), s.UpdatedAt)...)
		}
		for _, contact := range stories.LocalizedContacts(siteCtx) {
			urls = append(urls, sitemapURLs(main.Site, contact.Versions(), time.Time{})...)
		}
		releases, err := m.editorial.MediaReleases(ctx, siteCtx)
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
func (m sitemap) descriptions(
	ctx context.Context, t catalog.Type, languages []string,
) (map[string]map[string]uint64, error) {
	descriptions := map[string]map[string]uint64{}
	for _, language := range languages {
		entries, err := m.catalog.ProductSlugs(ctx, t, language, pim.MaxProducts)
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
// described (CAT-45), with their last change (CAT-65).
func (m sitemap) catalogURLs(ctx context.Context, siteCtx *site.Context) ([]sitemapURL, error) {
	var urls []sitemapURL
	languages := site.LanguagesOf(siteCtx.Site)
	add := func(route string, languages []string, updatedAt time.Time) {
		versions := siteCtx.MainSiteVersions(languages, route)
		urls = append(urls, sitemapURLs(siteCtx.Site, versions, updatedAt)...)
	}
	for _, t := range catalog.Types {
		tree, err := m.catalog.Tree(ctx, t, siteCtx.Locale.LanguageCode, siteCtx.Locale.Country())
		if err != nil {
			return nil, err
		}
		trees := map[string]*catalog.Tree{}
		treeIn := func(language string) (*catalog.Tree, error) {
			if trees[language] == nil {
				read, err := m.catalog.Tree(ctx, t, language, siteCtx.Locale.Country())
				if err != nil {
					return nil, err
				}
				trees[language] = read
			}
			return trees[language], nil
		}
		filed, err := m.catalog.ProductSlugs(ctx, t, siteCtx.Locale.LanguageCode, pim.MaxProducts)
		if err != nil {
			return nil, err
		}
		listsUpdatedAt := catalog.ListsUpdatedAt(tree, filed)
		for _, classification := range tree.All() {
			described, err := catalog.ClassificationLanguages(languages, classification.Slug, treeIn)
			if err != nil {
				return nil, err
			}
			add(classification.Route, described, listsUpdatedAt[classification.Slug])
		}
		descriptions, err := m.descriptions(ctx, t, languages)
		if err != nil {
			return nil, err
		}
		for _, f := range filed {
			if found := tree.Find(f.ClassificationSlug); found != nil && catalog.IsProductSlug(f.Slug) {
				described := catalog.DescribedLanguages(languages, func(language string) uint64 {
					return descriptions[language][f.Slug]
				})
				add(catalog.ProductRoute(found, f.Slug), described, f.UpdatedAt)
			}
		}
	}
	return urls, nil
}
