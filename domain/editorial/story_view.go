package editorial

import (
	"net/url"

	"strand/domain/site"
)

// Stories, labels and contacts are bound to the view that they are shown in, which determines their URLs.

// StoryInView is a story bound to a view.
type StoryInView struct {
	*Story
	View *site.View
	// Stories are all stories that the view can read.
	Stories *Stories
}

// LabelInView is a category or topic bound to a view.
type LabelInView struct {
	*Label
	parameter string
	view      *site.View
}

// StoryContactInView is a contact bound to a view.
type StoryContactInView struct {
	*StoryContact
	view    *site.View
	stories *Stories
}

// In binds a story to a view; nil stays nil.
func (s *Stories) In(view *site.View, story *Story) *StoryInView {
	if story == nil {
		return nil
	}
	return &StoryInView{Story: story, View: view, Stories: s}
}

// AllIn binds stories to a view.
func (s *Stories) AllIn(view *site.View, stories []*Story) []*StoryInView {
	bound := make([]*StoryInView, len(stories))
	for i, story := range stories {
		bound[i] = s.In(view, story)
	}
	return bound
}

// ContactIn binds a contact to a view; nil stays nil.
func (s *Stories) ContactIn(view *site.View, c *StoryContact) *StoryContactInView {
	if c == nil {
		return nil
	}
	return &StoryContactInView{StoryContact: c, view: view, stories: s}
}

// ContactsIn binds all contacts to a view.
func (s *Stories) ContactsIn(view *site.View) []*StoryContactInView {
	bound := make([]*StoryContactInView, len(s.Contacts))
	for i, c := range s.Contacts {
		bound[i] = s.ContactIn(view, c)
	}
	return bound
}

// URL is the story's URL in the view.
func (s *StoryInView) URL() string { return s.View.Path(s.Route()) }

// CanonicalURL is the canonical URL of the story: on the main site, in the language of its texts.
func (s *StoryInView) CanonicalURL() string { return canonical(s.View, s.Language, s.Route()) }

// Versions are the story's URLs on the main site in all its languages.
func (s *StoryInView) Versions() []site.LocaleVersion {
	return s.View.WrittenOnMain(s.Languages, s.Route())
}

// Category is the category of the story; nil if it has none.
func (s *StoryInView) Category() *LabelInView {
	if s.Story.Category == nil {
		return nil
	}
	return &LabelInView{s.Story.Category, paramCategory, s.View}
}

// Topics are the topics of the story.
func (s *StoryInView) Topics() []*LabelInView {
	topics := make([]*LabelInView, len(s.Story.Topics))
	for i, t := range s.Story.Topics {
		topics[i] = &LabelInView{t, paramTopic, s.View}
	}
	return topics
}

// StoryContacts are the authors of the story.
func (s *StoryInView) StoryContacts() []*StoryContactInView {
	contacts := make([]*StoryContactInView, len(s.Contacts))
	for i, c := range s.Contacts {
		contacts[i] = s.Stories.ContactIn(s.View, c)
	}
	return contacts
}

// relatedStories is the number of stories that are recommended after a story.
const relatedStories = 3

// Related are the recommended stories.
func (s *StoryInView) Related() []*StoryInView {
	return s.Stories.AllIn(s.View, s.Stories.Related(s.Story, relatedStories))
}

// ArchiveURL is the URL of all stories of the story's year.
func (s *StoryInView) ArchiveURL() string {
	return s.View.Path(StoriesPath + StorySelection{Year: s.PublicationDate.UTC().Year()}.Query())
}

// IsLanguageFallback reports whether the language of the texts differs from the view's.
func (s *StoryInView) IsLanguageFallback() bool { return s.Language != s.View.Locale.LanguageCode }

// ContentLanguage is the language of the texts.
func (s *StoryInView) ContentLanguage() *site.Language { return s.View.LanguageNamed(s.Language) }

// URL is the URL of the stories with the label.
func (l *LabelInView) URL() string {
	return l.view.Path(StoriesPath + "?" + url.Values{l.parameter: {l.Slug}}.Encode())
}

// URL is the URL of the contact's page.
func (c *StoryContactInView) URL() string { return c.view.Path(c.Route()) }

// CanonicalURL is the canonical URL of the contact's page.
func (c *StoryContactInView) CanonicalURL() string {
	return canonical(c.view, c.view.Locale.LanguageCode, c.Route())
}

// Stories are the stories of the contact, the newest first.
func (c *StoryContactInView) Stories() []*StoryInView {
	return c.stories.AllIn(c.view, c.stories.By(c.StoryContact))
}

// StoryCount is the number of the contact's stories.
func (c *StoryContactInView) StoryCount() int { return len(c.stories.By(c.StoryContact)) }

// StoryOverviewInView is an overview bound to a view.
type StoryOverviewInView struct {
	*StoryOverview
	view *site.View
	all  *Stories
}

// OverviewIn returns the overview of a selection in a view.
func (s *Stories) OverviewIn(view *site.View, by StorySelection) *StoryOverviewInView {
	return &StoryOverviewInView{s.Overview(view.Path(StoriesPath), by, view.Locale.LanguageCode), view, s}
}

// Stories are the stories of the page.
func (o *StoryOverviewInView) Stories() []*StoryInView {
	return o.all.AllIn(o.view, o.StoryOverview.Stories)
}

// FeedURL is the URL of the feed of stories.
func (o *StoryOverviewInView) FeedURL() string {
	return o.view.Path(site.JoinPath(StoriesPath, FeedName))
}

// ContactsURL is the URL of the list of authors.
func (o *StoryOverviewInView) ContactsURL() string { return o.view.Path(StoryContactsPath) }

// StoryContactOverview is the list of authors of stories.
type StoryContactOverview struct{ Contacts []*StoryContactInView }

// StoryEntry is the data of an address of the stories.
type StoryEntry interface{ IsStoryEntry() }

// IsStoryEntry marks the types of StoryEntry.
func (*StoryOverviewInView) IsStoryEntry()  {}
func (*StoryInView) IsStoryEntry()          {}
func (*StoryContactOverview) IsStoryEntry() {}
func (*StoryContactInView) IsStoryEntry()   {}

// canonical returns the URL of a path on the main site in a language.
func canonical(view *site.View, language, route string) string {
	for _, v := range view.WrittenOnMain([]string{language}, route) {
		return v.URL
	}
	return view.AbsoluteOn(view.Directory.Main(), route)
}

// FeedName is the last path segment of a feed.
const FeedName = "feed.xml"

// IsEntity marks a story as an entity of the federated graph, which other graphs reference by its key.
func (*StoryInView) IsEntity() {}

// IsEntity marks a contact as an entity of the federated graph, with its id as the key.
func (*StoryContactInView) IsEntity() {}

// Locale is the code of the locale that the story was read for.
func (s *StoryInView) Locale() string { return s.View.Locale.Code() }

// Site is the technical name of the site of the story's URLs.
func (s *StoryInView) Site() string { return s.View.Site.TechnicalName }

// Locale is the code of the locale that the contact was read for.
func (c *StoryContactInView) Locale() string { return c.view.Locale.Code() }

// Site is the technical name of the site of the contact's URLs.
func (c *StoryContactInView) Site() string { return c.view.Site.TechnicalName }
