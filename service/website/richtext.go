package website

import (
	"context"

	"strand/domain/editorial"
	"strand/domain/site"
)

// HTML returns sanitized rich text with resolved links.
func (r *Sites) HTML(ctx context.Context, text editorial.RichText) string {
	return HTML(ctx, text, func(ctx context.Context, l *site.Link) (site.LinkKind, string) {
		if !r.HasTarget(ctx, l) {
			return site.LinkNone, ""
		}
		return r.FollowOrDegrade(ctx, l)
	})
}
