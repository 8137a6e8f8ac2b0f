package editorial

import (
	"net/url"

	"strand/domain/convert"
	"strand/domain/site"
)

// Stories, labels and contacts are bound to the site context that they are shown in, which determines their URLs.

// KindStory is the kind of stories in site.Context.Shown.
const KindStory = "story"

// LocalizedStory is a story bound to a site context.
type LocalizedStory struct {
	*Story
	site.Localized
	// Stories are all stories that the site context can read.
	Stories *Stories
}

// LocalizedLabel is a category or topic bound to a site context.
type LocalizedLabel struct {
	*Label
	parameter   string
	siteContext *site.Context
}

// LocalizedStoryContact is a contact bound to a site context.
type LocalizedStoryContact struct {
	*StoryContact
	site.Localized
	stories *Stories
}

// Localize binds a story to a site context; nil stays nil.
func (s *Stories) Localize(siteCtx *site.Context, story *Story) *LocalizedStory {
	if story == nil {
		return nil
	}
	siteCtx.Shown(KindStory, story.ID)
	return &LocalizedStory{Story: story, Localized: site.Localized{SiteContext: siteCtx}, Stories: s}
}

// LocalizeAll binds stories to a site context.
func (s *Stories) LocalizeAll(siteCtx *site.Context, stories []*Story) []*LocalizedStory {
	return convert.All(stories, func(story *Story) *LocalizedStory { return s.Localize(siteCtx, story) })
}

// LocalizeContact binds a contact to a site context; nil stays nil.
func (s *Stories) LocalizeContact(siteCtx *site.Context, c *StoryContact) *LocalizedStoryContact {
	if c == nil {
		return nil
	}
	return &LocalizedStoryContact{StoryContact: c, Localized: site.Localized{SiteContext: siteCtx}, stories: s}
}

// LocalizedContacts binds all contacts to a site context.
func (s *Stories) LocalizedContacts(siteCtx *site.Context) []*LocalizedStoryContact {
	return s.localizeContacts(siteCtx, s.Contacts)
}

func (s *Stories) localizeContacts(siteCtx *site.Context, all []*StoryContact) []*LocalizedStoryContact {
	return convert.All(all, func(c *StoryContact) *LocalizedStoryContact { return s.LocalizeContact(siteCtx, c) })
}

// URL is the story's URL in the site context.
func (s *LocalizedStory) URL() string { return s.SiteContext.Path(s.Route()) }

// CanonicalURL is the canonical URL of the story: on the main site, in the language of its texts.
func (s *LocalizedStory) CanonicalURL() string {
	return s.SiteContext.CanonicalURL(s.Language, s.Route())
}

// Versions are the story's URLs on the main site in all its languages.
func (s *LocalizedStory) Versions() []site.LocaleVersion {
	return s.SiteContext.MainSiteVersions(s.Languages, s.Route())
}

// Category is the category of the story; nil if it has none.
func (s *LocalizedStory) Category() *LocalizedLabel {
	if s.Story.Category == nil {
		return nil
	}
	return &LocalizedLabel{s.Story.Category, paramCategory, s.SiteContext}
}

// Topics are the topics of the story.
func (s *LocalizedStory) Topics() []*LocalizedLabel {
	return convert.All(s.Story.Topics, func(t *Label) *LocalizedLabel {
		return &LocalizedLabel{t, paramTopic, s.SiteContext}
	})
}

// StoryContacts are the authors of the story.
func (s *LocalizedStory) StoryContacts() []*LocalizedStoryContact {
	return s.Stories.localizeContacts(s.SiteContext, s.Contacts)
}

// relatedStories is the number of stories that are recommended after a story.
const relatedStories = 3

// Related are the recommended stories.
func (s *LocalizedStory) Related() []*LocalizedStory {
	return s.Stories.LocalizeAll(s.SiteContext, s.Stories.Related(s.Story, relatedStories))
}

// ArchiveURL is the URL of all stories of the story's year.
func (s *LocalizedStory) ArchiveURL() string {
	return s.SiteContext.Path(StoriesPath + StorySelection{Year: s.PublicationDate.UTC().Year()}.Query())
}

// IsLanguageFallback reports whether the language of the texts differs from the site context's.
func (s *LocalizedStory) IsLanguageFallback() bool {
	return s.Language != s.SiteContext.Locale.LanguageCode
}

// ContentLanguage is the language of the texts.
func (s *LocalizedStory) ContentLanguage() *site.Language {
	return s.SiteContext.Directory.LanguageNamed(s.Language)
}

// URL is the URL of the stories with the label.
func (l *LocalizedLabel) URL() string {
	return l.siteContext.Path(StoriesPath + "?" + url.Values{l.parameter: {l.Slug}}.Encode())
}

// URL is the URL of the contact's page.
func (c *LocalizedStoryContact) URL() string { return c.SiteContext.Path(c.Route()) }

// CanonicalURL is the canonical URL of the contact's page.
func (c *LocalizedStoryContact) CanonicalURL() string {
	return c.SiteContext.CanonicalURL(c.SiteContext.Locale.LanguageCode, c.Route())
}

// Versions are the URLs of the contact's page on the main site in all its languages.
func (c *LocalizedStoryContact) Versions() []site.LocaleVersion {
	return c.SiteContext.URLsInAllLanguages(c.SiteContext.Directory.Main(), c.Route())
}

// Stories are the stories of the contact, the newest first.
func (c *LocalizedStoryContact) Stories() []*LocalizedStory {
	return c.stories.LocalizeAll(c.SiteContext, c.stories.ByContact(c.StoryContact))
}

// StoryCount is the number of the contact's stories.
func (c *LocalizedStoryContact) StoryCount() int { return len(c.stories.ByContact(c.StoryContact)) }

// LocalizedStoryOverview is an overview bound to a site context.
type LocalizedStoryOverview struct {
	*StoryOverview
	siteContext *site.Context
	all         *Stories
}

// LocalizedOverview returns the overview of a selection in a site context.
func (s *Stories) LocalizedOverview(siteCtx *site.Context, by StorySelection) *LocalizedStoryOverview {
	return &LocalizedStoryOverview{s.Overview(siteCtx.Path(StoriesPath), by, siteCtx.Locale.LanguageCode), siteCtx, s}
}

// Stories are the stories of the page.
func (o *LocalizedStoryOverview) Stories() []*LocalizedStory {
	return o.all.LocalizeAll(o.siteContext, o.StoryOverview.Stories)
}

// FeedURL is the URL of the feed of stories.
func (o *LocalizedStoryOverview) FeedURL() string {
	return o.siteContext.Path(site.JoinPath(StoriesPath, FeedName))
}

// ContactsURL is the URL of the list of authors.
func (o *LocalizedStoryOverview) ContactsURL() string { return o.siteContext.Path(StoryContactsPath) }

// StoryContactOverview is the list of authors of stories.
type StoryContactOverview struct{ Contacts []*LocalizedStoryContact }

// StoryEntry is the data of a URL of the stories.
type StoryEntry interface{ IsStoryEntry() }

// IsStoryEntry marks the types of StoryEntry.
func (*LocalizedStoryOverview) IsStoryEntry() {}
func (*LocalizedStory) IsStoryEntry()         {}
func (*StoryContactOverview) IsStoryEntry()   {}
func (*LocalizedStoryContact) IsStoryEntry()  {}

// FeedName is the last path segment of a feed.
const FeedName = "feed.xml"

// IsEntity marks a story as an entity of the federated graph, which other graphs reference by its key.
func (*LocalizedStory) IsEntity() {}

// IsEntity marks a contact as an entity of the federated graph, with its id as the key.
func (*LocalizedStoryContact) IsEntity() {}
