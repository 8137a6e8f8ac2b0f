package resolvers

import (
	"context"
	"time"

	"strand/domain/catalog"
	"strand/gql/model"
	"strand/internal/cache"
	"strand/internal/visit"
	"strand/upstream/pim"
)

// menuTimeout is how long a page waits for the groups of its menu.
const menuTimeout = 300 * time.Millisecond

// menu returns the top classifications of the catalogue that an item of the header leads to the overview of; none for
// other items. Without an answer of the PIM the item remains a link, and the page is renewed soon.
func (r *Resolver) menu(ctx context.Context, item *model.TopNavigationItem) []*catalog.LocalizedClassification {
	none := []*catalog.LocalizedClassification{}
	if item.UnlocalizedURL == nil {
		return none
	}
	siteCtx := item.Link.SiteContext
	for _, kind := range catalog.Types {
		if *item.UnlocalizedURL != siteCtx.Unlocalized(siteCtx.Site, "/"+kind.Area()) {
			continue
		}
		visit.Of(ctx).Tag(pim.TagClassifications)
		// The tags of the hierarchy are left out: a change of a product makes no menu stale, which all pages have.
		limited, cancel := context.WithTimeout(ctx, menuTimeout)
		defer cancel()
		limited, reads := cache.WithReads(limited)
		tree, err := r.PIM.Tree(limited, kind, siteCtx.Locale.LanguageCode, siteCtx.Locale.Country())
		if err != nil || reads.IsDegraded() {
			cache.MarkStale(ctx)
		}
		if err != nil {
			return none
		}
		return catalog.LocalizeClassifications(siteCtx, tree.Roots)
	}
	return none
}
