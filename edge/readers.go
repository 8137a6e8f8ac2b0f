package edge

import (
	"context"
	"net/http"
	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/internal/cache"
	"strand/upstream/pim"
)

// siteDataOptions configure what other programs read of the sites.
type siteDataOptions struct {
	Sites     sites
	Visitors  visitors
	Editorial EditorialReader
	Catalog   CatalogReader
	Investors InvestorReader
	Graph     *graph.Executor
	Cache     *cache.Cache
}

// mountSiteData registers what other programs read of the sites: crawlers, calendars, navigations and tables. Feeds
// have addresses below those of pages, see feedHandler.
func mountSiteData(mux *http.ServeMux, o siteDataOptions) {
	c := crawlers{o.Sites, o.Editorial, o.Catalog, o.Cache, o.Visitors}
	mux.HandleFunc("GET /robots.txt", c.robots)
	mux.HandleFunc("GET /sitemap.xml", c.sitemap)
	mux.Handle("GET /api/events/{file}", calendar{o.Sites, o.Editorial, o.Visitors})
	n := navigation{o.Sites, o.Graph, o.Visitors}
	mux.HandleFunc("GET /api/site-navigation/public/{siteId}", n.public)
	mux.HandleFunc("GET /api/site-navigation/editor/{siteId}", n.editor)
	mux.HandleFunc("GET /api/investors/{file}", investorTable(o.Investors))
}

// EditorialReader reads editorial lists.
type EditorialReader interface {
	Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error)
	MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error)
	Events(ctx context.Context, siteCtx *site.Context) ([]*editorial.Event, error)
}

// CatalogReader reads the catalogue.
type CatalogReader interface {
	Tree(ctx context.Context, t catalog.Type, language, country string) (*catalog.Tree, error)
	ProductSlugs(ctx context.Context, t catalog.Type, language string, limit int) ([]pim.ProductEntry, error)
}
