// Package editing reads what the editor area shows: the tree of a site, differences of drafts, changes, and the content
// report, which examines pages as visitors get them and reports what is missing, dropped or replaced (REPO).
package editing

import (
	"context"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/figure"
	"strand/domain/site"
	"strand/internal/changes"
	"strand/service/website"
)

// CMS reads the navigations, documents and their states.
type CMS interface {
	Document(
		ctx context.Context, dir *site.Directory, kind editor.NodeKind, id string, stage site.Stage, language string,
	) (map[string]any, error)
	Events(ctx context.Context, siteCtx *site.Context) ([]*editorial.Event, error)
	Figures(ctx context.Context, language string, refs []figure.Reference) figure.Lookup
	MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error)
	MediaReleaseStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error)
	Navigations(
		ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
	) (map[string]*site.Navigation, error)
	PageStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error)
	Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error)
	StoryStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error)
}

// Area reads what the editor area shows. It is safe for concurrent use.
type Area struct {
	CMS     CMS
	Website *website.Sites
	// Reports contains the content reports of sites.
	Reports *Reports
	// Log provides the changes that the server has handled.
	Log *changes.Feed
}
