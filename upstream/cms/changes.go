package cms

import (
	"context"
	"slices"
	"time"

	"strand/domain/site"
	"strand/internal/cache"
	"strand/internal/changes"
)

// checkTimeout limits the comparison of changed pages with the navigation.
const checkTimeout = 2 * time.Second

// ChangedTags returns the tags of the cache entries that depend on changed records. A page always changes its own
// tag. It changes the tag of the navigation, which is part of every document, only if the navigation shows a
// changed part of the page; likewise a story changes that of the lists of stories.
func (r *Reader) ChangedTags(ctx context.Context, records []changes.Record) []string {
	var tags, pages, stories []string
	for _, record := range records {
		tags = append(tags, changedTags(record)...)
		if record.Type == "Page" {
			pages = append(pages, record.ID)
		}
		if record.Type == "Story" {
			stories = append(stories, record.ID)
		}
	}
	if len(pages) > 0 && r.isNavigationChanged(ctx, pages) {
		tags = append(tags, TagNavigation)
	}
	if len(stories) > 0 && r.areStoryListsChanged(ctx, stories) {
		tags = append(tags, TagStories)
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// changedTags returns the tags that depend on a record, by its model and id.
func changedTags(record changes.Record) []string {
	switch record.Type {
	case "Page":
		return []string{PageTag(record.ID), TagDraftNavigation}
	case "HeaderNavigation", "FooterNavigation":
		return []string{TagNavigation, TagDraftNavigation}
	case "SystemRedirect":
		return []string{TagRedirects}
	case "Story":
		return []string{StoryTag(record.ID), TagStoryTexts}
	case "StoryCategory", "StoryTopic":
		return []string{TagStories, TagStoryTexts}
	case "MediaRelease":
		return []string{TagMediaReleases}
	case "StoryContact":
		return []string{TagStories, TagStoryTexts, TagMediaReleases}
	case "NewsFeedItem":
		return []string{TagNews}
	case "Office", "Location": // a gateway may have the former name
		return []string{TagLocations}
	case "SearchSynonym":
		return []string{TagSearchSynonyms}
	case "Event":
		return []string{TagEvents}
	case "Asset":
		// Any page may contain an image.
		return []string{cache.Everything}
	default:
		return []string{TagSystem}
	}
}

// isNavigationChanged compares pages in the cached navigations with the pages in the CMS. If the pages cannot be
// read, it reports a change.
func (r *Reader) isNavigationChanged(ctx context.Context, ids []string) bool {
	cached := map[string]map[string]*site.Navigation{}
	r.navigationKeys.Range(func(key, _ any) bool {
		if n, ok := cache.Peek[map[string]*site.Navigation](r.cache, key.(string)); ok {
			cached[key.(string)] = n
		}
		return true
	})
	if len(cached) == 0 {
		return true // another server may have cached one
	}
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	now := make(map[string]*PageRefsPagesPage, len(ids))
	for chunk := range slices.Chunk(ids, maxIDs) {
		data, err := PageRefs(r.headers(ctx, site.Published, []string{"en"}), r.client, chunk)
		if err != nil {
			r.log.WarnContext(ctx, "navigation_check_failed", "error", err)
			return true
		}
		for _, p := range data.Pages {
			now[p.Id] = p
		}
	}
	for key, navigations := range cached {
		languages, _ := r.navigationKeys.Load(key)
		if navigationsDiffer(navigations, ids, now, languages.([]string)) {
			return true
		}
	}
	return false
}

// navigationsDiffer reports whether navigations show different data of the pages than the CMS has now. A published page
// that no navigation shows may be the target of an item whose page was unpublished.
func navigationsDiffer(
	navigations map[string]*site.Navigation,
	ids []string,
	now map[string]*PageRefsPagesPage,
	languages []string,
) bool {
	shown := map[string]bool{}
	lacksPage := false
	for _, n := range navigations {
		for item := range n.AllItems() {
			switch {
			case item.Page == nil:
				lacksPage = lacksPage ||
					item.Path == "" && item.Target == "" && len(item.Items) == 0 && len(item.Sections) == 0
			case slices.Contains(ids, item.Page.ID):
				shown[item.Page.ID] = true
				if p := now[item.Page.ID]; p == nil || !isSame(item.Page, p, languages) {
					return true
				}
			}
		}
	}
	return lacksPage && slices.ContainsFunc(ids, func(id string) bool { return now[id] != nil && !shown[id] })
}

// isSame compares the data of a page in the navigation, in the best of its languages.
func isSame(shown *site.PageRef, p *PageRefsPagesPage, languages []string) bool {
	ref := pageRef(&p.PageRefFields)
	titles := map[string]string{}
	for _, l := range p.Titles {
		titles[string(l.Locale)] = l.Title
	}
	for _, language := range languages {
		if title, ok := titles[language]; ok {
			ref.Title = title
			break
		}
	}
	slices.Sort(ref.Countries)
	slices.Sort(ref.Languages)
	return ref.Title == shown.Title && ref.Slug == shown.Slug && ref.Type == shown.Type &&
		ref.MainSiteOnly == shown.MainSiteOnly &&
		ref.HideFromSearch == shown.HideFromSearch &&
		ref.HasPosition == shown.HasPosition &&
		ref.Protection == shown.Protection &&
		slices.Equal(ref.Countries, slices.Sorted(slices.Values(shown.Countries))) &&
		slices.Equal(ref.Languages, slices.Sorted(slices.Values(shown.Languages)))
}
