package cms

import "strand/internal/cache"

// ChangedTags are the cache's tags of what depends on a record of the CMS, by its model and id: what a webhook purges.
func ChangedTags(model, id string) []string {
	switch model {
	case "Page":
		// The navigation shows titles, slugs and languages of pages.
		return []string{PageTag(id), TagNavigation}
	case "HeaderNavigation", "FooterNavigation":
		return []string{TagNavigation}
	case "SystemRedirect":
		return []string{TagRedirects}
	case "Story", "StoryCategory", "StoryTopic":
		return []string{TagStories}
	case "MediaRelease":
		return []string{TagMediaReleases}
	case "StoryContact":
		return []string{TagStories, TagMediaReleases}
	case "NewsFeedItem":
		return []string{TagNews}
	case "Location":
		return []string{TagLocations}
	case "Event":
		return []string{TagEvents}
	case "Asset":
		// A picture may stand in any page.
		return []string{cache.Everything}
	default:
		return []string{TagSystem}
	}
}
