package cms

import (
	"strings"

	"strand/domain/site"
	"strand/internal/cache"
)

// cacheKindOfModel maps models to the kind in the cache keys of their entries (editorialKey).
var cacheKindOfModel = map[string]string{
	"Story": "stories", "StoryContact": "stories", "StoryCategory": "stories", "StoryTopic": "stories",
	"MediaRelease": "media-releases", "Event": "events", "Office": "locations",
}

// Entry describes the cache entry that contains a record for a site context; false if no entry contains it.
func (r *Reader) Entry(siteCtx *site.Context, model, id string) (_ cache.Inspection, ok bool) {
	var key string
	switch model {
	case "Page":
		key = pagePrefix(siteCtx) + id
	case "Site", "Brand", "Language", "Country":
		key = directoryKey(site.Published)
	case "HeaderNavigation", "FooterNavigation":
		key = navigationKey(siteCtx.Stage, siteCtx.Languages())
	default:
		kind, ok := cacheKindOfModel[model]
		if !ok {
			return cache.Inspection{}, false
		}
		key = editorialKey(kind, siteCtx)
	}
	return r.cache.Inspect(key)
}

func directoryKey(stage site.Stage) string { return cache.Key("cms:directory", string(stage)) }

func navigationKey(stage site.Stage, languages []string) string {
	return cache.Key("cms:navigations", string(stage), strings.Join(languages, ","))
}
