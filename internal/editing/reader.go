package editing

import (
	"context"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/changes"
	"strand/internal/website"
)

// CMS reads drafts, published documents and their states.
type CMS interface {
	Document(
		ctx context.Context,
		dir *site.Directory,
		kind editor.NodeKind,
		id string,
		stage site.Stage,
		language string,
	) (map[string]any, error)
	MediaReleaseStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error)
	MediaReleases(ctx context.Context, siteCtx *site.Context) (editorial.MediaReleases, error)
	Navigations(
		ctx context.Context, dir *site.Directory, stage site.Stage, languages []string,
	) (map[string]*site.Navigation, error)
	PageStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error)
	Stories(ctx context.Context, siteCtx *site.Context) (*editorial.Stories, error)
	StoryStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error)
}

// Reports contains the content reports of sites.
type Reports interface {
	// Of returns the report of a site in a locale; nil if there is none.
	Of(siteID string, l site.Locale) *editor.Report
	// PagesOf returns the reports of single pages since then.
	PagesOf(siteID string, l site.Locale) editor.PageReports
}

// Reader reads what the editor area shows. It is safe for concurrent use.
type Reader struct {
	CMS     CMS
	Website *website.Reader
	Reports Reports
	// Log provides the changes that the server has handled.
	Log *changes.Feed
}
