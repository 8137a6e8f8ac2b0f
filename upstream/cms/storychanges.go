package cms

import (
	"context"
	"slices"
	"sync"
	"time"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/cache"
)

// storyChanges is what the comparison of changed stories with the lists needs.
type storyChanges struct {
	mu sync.Mutex
	// lists maps the cache keys of the lists that were read to their languages.
	lists map[string][]string
	// unreported are the ids of stories that a later list has in another form: a document may contain the earlier one.
	unreported map[string]bool
}

// noteStories notes a list of stories that was read, and compares it with the one that is cached.
func (r *Reader) noteStories(key string, languages []string, read *editorial.Stories) {
	previous, _ := cache.Peek[bySystem[*editorial.Stories]](r.cache, key)
	s := &r.stories
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lists == nil {
		s.lists, s.unreported = map[string][]string{}, map[string]bool{}
	}
	s.lists[key] = languages
	if previous.metric == nil {
		return
	}
	before := make(map[string]*editorial.Story, len(previous.metric.All))
	for _, story := range previous.metric.All {
		before[story.ID] = story
	}
	for _, story := range read.All {
		if old := before[story.ID]; old == nil || !listed(old).equals(listed(story)) {
			s.unreported[story.ID] = true
		}
		delete(before, story.ID)
	}
	for id := range before {
		s.unreported[id] = true
	}
}

// areStoryListsChanged compares stories in the cached lists with those in the CMS: whether one is listed elsewhere, or
// is new, or no longer exists. If this is unknown, it reports a change.
func (r *Reader) areStoryListsChanged(ctx context.Context, ids []string) bool {
	cached, read := map[string]*editorial.Stories{}, map[string][]string{}
	var languages []string
	s := &r.stories
	s.mu.Lock()
	isUnreported := false
	for _, id := range ids {
		isUnreported = isUnreported || s.unreported[id]
		delete(s.unreported, id)
	}
	for key, of := range s.lists {
		if list, ok := cache.Peek[bySystem[*editorial.Stories]](r.cache, key); ok && list.metric != nil {
			cached[key], read[key] = list.metric, of
			languages = append(languages, of...)
		}
	}
	s.mu.Unlock()
	if isUnreported || len(cached) == 0 { // another server may have cached a list
		return true
	}
	slices.Sort(languages)
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	ctx = r.headers(ctx, site.Published, slices.Compact(languages))
	now := map[string]*StoryTeaserFields{}
	for chunk := range slices.Chunk(ids, maxIDs) {
		data, err := StoryRefs(ctx, r.client, chunk)
		if err != nil {
			r.log.WarnContext(ctx, "story_check_failed", "error", err)
			return true
		}
		for _, story := range data.Stories {
			now[story.Id] = story
		}
	}
	for key, list := range cached {
		for _, id := range ids {
			if !isListedAs(list.ByID(id), now[id], read[key]) {
				return true
			}
		}
	}
	return false
}

// isListedAs reports whether a list in some languages that contains a story, or nil, is still right: f is the present
// story, nil if it does not exist.
func isListedAs(old *editorial.Story, f *StoryTeaserFields, languages []string) bool {
	switch {
	case old == nil && f == nil:
		return false // it may have been in lists of other servers
	case old == nil:
		return !slices.ContainsFunc(f.Localizations, func(l *StoryTeaserFieldsLocalizationsStory) bool {
			return slices.Contains(languages, string(l.Locale))
		})
	case f == nil:
		return false
	}
	return listed(old).equals(listedFields(f))
}

// listedStory is what lists select, count and sort a story by.
type listedStory struct {
	slug, category                        string
	published                             time.Time
	isVideo                               bool
	topics, contacts, products, languages []string
}

func (l *listedStory) equals(other *listedStory) bool {
	return l.slug == other.slug && l.category == other.category && l.published.Equal(other.published) &&
		l.isVideo == other.isVideo && slices.Equal(l.topics, other.topics) &&
		slices.Equal(l.contacts, other.contacts) && slices.Equal(l.products, other.products) &&
		slices.Equal(l.languages, other.languages)
}

func listed(s *editorial.Story) *listedStory {
	l := &listedStory{
		slug: s.Slug, published: s.PublicationDate, isVideo: s.IsVideo, products: s.ProductSlugs,
		languages: slices.Sorted(slices.Values(s.Languages)),
	}
	if s.Category != nil {
		l.category = s.Category.ID
	}
	for _, t := range s.Topics {
		l.topics = append(l.topics, t.ID)
	}
	for _, c := range s.Contacts {
		l.contacts = append(l.contacts, c.ID)
	}
	return l
}

func listedFields(f *StoryTeaserFields) *listedStory {
	l := &listedStory{slug: f.Slug, published: f.PublicationDate, isVideo: f.IsVideo, products: f.FeaturedProducts}
	for _, localization := range f.Localizations {
		l.languages = append(l.languages, string(localization.Locale))
	}
	slices.Sort(l.languages)
	if f.Category != nil {
		l.category = f.Category.Id
	}
	for _, t := range f.Topics {
		l.topics = append(l.topics, t.Id)
	}
	for _, c := range f.StoryContacts {
		l.contacts = append(l.contacts, c.Id)
	}
	return l
}
