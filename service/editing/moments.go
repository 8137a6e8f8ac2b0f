package editing

import (
	"context"

	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/site"
)

// Moments returns the next moments at which a site changes without an edit. What cannot be read is left out.
func (r *Area) Moments(ctx context.Context, siteID, code string) ([]*editor.Moment, error) {
	dir, s, l, err := r.Website.SiteAndLocale(ctx, siteID, code)
	if err != nil {
		return nil, err
	}
	navigations, err := r.CMS.Navigations(ctx, dir, site.Draft, site.ContentLanguages(l, ""))
	if err != nil {
		return nil, err
	}
	siteCtx := draftContext(ctx, dir, s, l, navigations)
	in := editor.MomentInput{
		MediaReleases: readOrDegrade(ctx, func() (editorial.MediaReleases, error) {
			return r.CMS.MediaReleases(ctx, siteCtx)
		}),
		Events: readOrDegrade(ctx, func() ([]*editorial.Event, error) { return r.CMS.Events(ctx, siteCtx) }),
		Pages: readOrDegrade(ctx, func() ([]*editorial.Page, error) {
			return r.Website.PositionPages(ctx, siteCtx)
		}),
	}
	stories := readOrDegrade(ctx, func() (*editorial.Stories, error) { return r.CMS.Stories(ctx, siteCtx) })
	if stories != nil {
		in.Stories = stories.All
	}
	return editor.Moments(in, r.Website.Now()), nil
}
