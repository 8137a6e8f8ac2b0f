// Package feeds serves what other programs read of the sites: robots.txt, security.txt, sitemaps, Atom and RSS feeds,
// calendars, navigations and financial tables.
package feeds

import (
	"context"
	"net/http"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/visitor"
	"strand/internal/cache"
)

// Area has the URLs that other programs read: crawlers, calendars, navigations and tables. Feeds have URLs below those
// of pages, see feedHandler.
type Area struct {
	Sites     visitor.Sites
	Visitors  visitor.Reader
	Editorial EditorialReader
	Events    EventReader
	Catalog   CatalogReader
	Investors InvestorReader
	Graph     *graph.Executor
	Cache     *cache.Cache
	// SecurityContact is the mail address for reports of vulnerabilities; empty for none.
	SecurityContact string
}

// Mount registers the URLs.
func (a Area) Mount(mux *http.ServeMux) {
	mux.Handle("GET /robots.txt", robots{a.Sites, a.Visitors})
	mux.Handle("GET "+sitemapPath, sitemap{a.Sites, a.Editorial, a.Catalog, a.Cache, a.Visitors})
	if a.SecurityContact != "" {
		mux.Handle("GET "+securityTextPath, securityText{a.SecurityContact, a.Visitors})
	}
	mux.Handle("GET /api/events/{file}", calendar{a.Sites, a.Events, a.Visitors})
	n := navigation{a.Sites, a.Graph, a.Visitors, a.Cache}
	mux.HandleFunc("GET /api/site-navigation/public/{siteId}", n.public)
	mux.HandleFunc("GET /api/site-navigation/editor/{siteId}", n.editor)
	mux.HandleFunc("GET /api/investors/{file}", investorTable(a.Investors))
}

// EditorialReader reads the published stories and media releases.
type EditorialReader interface {
	Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error)
	MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error)
	// ListVersions returns those of the versions of an item's page that are canonical (LOC-18).
	ListVersions(
		ctx context.Context, siteCtx *site.Context, item *site.Item, versions []site.LocaleVersion,
	) ([]site.LocaleVersion, error)
}

// EventReader reads events.
type EventReader interface {
	Events(ctx context.Context, siteCtx *site.Context) ([]*editorial.Event, error)
}

// CatalogReader reads the catalogue.
type CatalogReader interface {
	Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
	ProductSlugs(ctx context.Context, t catalog.Type, language string, limit int) ([]catalog.FiledProduct, error)
}
