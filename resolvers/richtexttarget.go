package resolvers

import (
	"context"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/richtext"
)

// html returns sanitized rich text with resolved links.
func (r *Resolver) html(ctx context.Context, text editorial.RichText) string {
	return richtext.HTML(ctx, text, func(ctx context.Context, l *site.Link) (site.LinkKind, string) {
		if !r.hasTarget(ctx, l) {
			return site.LinkNone, ""
		}
		return r.followOrDegrade(ctx, l)
	})
}
