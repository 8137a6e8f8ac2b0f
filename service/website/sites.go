// Package website reads what the caller of a request sees of the websites: the site of a URL, its pages, stories and
// media releases, and where links and redirects lead.
package website

import (
	"context"
	"log/slog"
	"time"

	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/service/catalogue"
	"strand/upstream/cms"
)

// CMS reads the sites and their editorial content.
type CMS interface {
	Bodies(
		ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, ids []string,
	) ([]*editorial.Body, error)
	CachedBody(
		ctx context.Context, siteCtx *site.Context, kind editorial.BodyKind, id string,
	) (*editorial.Body, bool)
	CachedPage(ctx context.Context, siteCtx *site.Context, id string) (*editorial.Page, bool)
	Directory(ctx context.Context, stage site.Stage) (*site.Directory, error)
	Events(ctx context.Context, siteCtx *site.Context) ([]*editorial.Event, error)
	Locations(ctx context.Context, siteCtx *site.Context) (location.Locations, error)
	MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error)
	Navigations(
		ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
	) (map[string]*site.Navigation, error)
	NewsFeed(
		ctx context.Context, siteCtx *site.Context, first int, after string, now time.Time,
	) (*cms.NewsFeed, error)
	Pages(ctx context.Context, siteCtx *site.Context, ids []string) ([]*editorial.Page, error)
	Password(ctx context.Context, siteCtx *site.Context, id string) (string, error)
	Redirects(
		ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
	) (*site.RedirectTable, error)
	Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error)
}

// Sites reads the websites. It is safe for concurrent use.
type Sites struct {
	CMS        CMS
	Assortment *catalogue.Catalogue
	// SigningKey verifies gate tokens.
	SigningKey signedtoken.Key
	// Now returns the current time.
	Now func() time.Time
	Log *slog.Logger
}
