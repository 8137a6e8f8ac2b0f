package editorial

import (
	"net/url"

	"strand/domain/site"
)

// A story, a label or a contact is bound to the view that it is shown in, which gives it its addresses.

// StoryInView is a story bound to a view.
type StoryInView struct {
	*Story
	View *site.View
	// Stories are all that the view can read.
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

// ContactsIn are all contacts in a view.
func (s *Stories) ContactsIn(view *site.View) []*StoryContactInView {
	bound := make([]*StoryContactInView, len(s.Contacts))
	for i, c := range s.Contacts {
		bound[i] = s.ContactIn(view, c)
	}
	return bound
}

// URL is the story's address in the view.
func (s *StoryInView) URL() string { return s.View.Path(s.Route()) }

// CanonicalURL is the one address of the story: on the main site, in the language that it is read in.
func (s *StoryInView) CanonicalURL() string { return canonical(s.View, s.Language, s.Route()) }

// Versions are the story's addresses on the main site in the languages that it is written in.
func (s *StoryInView) Versions() []site.LocaleVersion {
	return s.View.WrittenOnMain(s.Languages, s.Route())
}

// Category is what kind of story it is; nil where nobody says.
func (s *StoryInView) Category() *LabelInView {
	if s.Story.Category == nil {
		return nil
	}
	return &LabelInView{s.Story.Category, paramCategory, s.View}
}

// Topics are what it is about.
func (s *StoryInView) Topics() []*LabelInView {
	topics := make([]*LabelInView, len(s.Story.Topics))
	for i, t := range s.Story.Topics {
		topics[i] = &LabelInView{t, paramTopic, s.View}
	}
	return topics
}

// StoryContacts are who wrote it.
func (s *StoryInView) StoryContacts() []*StoryContactInView {
	contacts := make([]*StoryContactInView, len(s.Contacts))
	for i, c := range s.Contacts {
		contacts[i] = s.Stories.ContactIn(s.View, c)
	}
	return contacts
}

// relatedStories is how many stories are offered after one.
const relatedStories = 3

// Related are what to read next.
func (s *StoryInView) Related() []*StoryInView {
	return s.Stories.AllIn(s.View, s.Stories.Related(s.Story, relatedStories))
}

// ArchiveURL leads to all stories of its year.
func (s *StoryInView) ArchiveURL() string {
	return s.View.Path(StoriesPath + StorySelection{Year: s.PublicationDate.UTC().Year()}.Query())
}

// IsLanguageFallback says that it is read in another language than the view's.
func (s *StoryInView) IsLanguageFallback() bool { return s.Language != s.View.Locale.LanguageCode }

// ContentLanguage is the language that it is read in.
func (s *StoryInView) ContentLanguage() *site.Language { return s.View.LanguageNamed(s.Language) }

// URL leads to the stories that carry the label.
func (l *LabelInView) URL() string {
	return l.view.Path(StoriesPath + "?" + url.Values{l.parameter: {l.Slug}}.Encode())
}

// URL is the address of the contact's own page.
func (c *StoryContactInView) URL() string { return c.view.Path(c.Route()) }

// CanonicalURL is the one address of the contact's page.
func (c *StoryContactInView) CanonicalURL() string {
	return canonical(c.view, c.view.Locale.LanguageCode, c.Route())
}

// Stories are what the contact wrote, the newest first.
func (c *StoryContactInView) Stories() []*StoryInView {
	return c.stories.AllIn(c.view, c.stories.By(c.StoryContact))
}

// StoryCount is how many stories the contact wrote.
func (c *StoryContactInView) StoryCount() int { return len(c.stories.By(c.StoryContact)) }

// StoryOverviewInView is an overview bound to a view.
type StoryOverviewInView struct {
	*StoryOverview
	view *site.View
	all  *Stories
}

// OverviewIn is the overview of a selection in a view.
func (s *Stories) OverviewIn(view *site.View, by StorySelection) *StoryOverviewInView {
	return &StoryOverviewInView{s.Overview(view.Path(StoriesPath), by, view.Locale.LanguageCode), view, s}
}

// Stories are those of the page.
func (o *StoryOverviewInView) Stories() []*StoryInView {
	return o.all.AllIn(o.view, o.StoryOverview.Stories)
}

// FeedURL is where the stories can be subscribed to.
func (o *StoryOverviewInView) FeedURL() string {
	return o.view.Path(site.JoinPath(StoriesPath, FeedName))
}

// ContactsURL leads to those who write.
func (o *StoryOverviewInView) ContactsURL() string { return o.view.Path(StoryContactsPath) }

// StoryContactOverview are all who write stories.
type StoryContactOverview struct{ Contacts []*StoryContactInView }

// StoryEntry is what an address of the stories shows.
type StoryEntry interface{ IsStoryEntry() }

// IsStoryEntry marks what an address of the stories can show.
func (*StoryOverviewInView) IsStoryEntry()  {}
func (*StoryInView) IsStoryEntry()          {}
func (*StoryContactOverview) IsStoryEntry() {}
func (*StoryContactInView) IsStoryEntry()   {}

// canonical is the address of a path on the main site, in a language as it is read.
func canonical(view *site.View, language, route string) string {
	for _, v := range view.WrittenOnMain([]string{language}, route) {
		return v.URL
	}
	return view.AbsoluteOn(view.Directory.Main(), route)
}

// FeedName is the last segment of a feed's address.
const FeedName = "feed.xml"

// IsEntity marks what other graphs of a federation may refer to by its key.
func (*StoryInView) IsEntity() {}

// IsEntity says that a contact can be looked up by its id in a federated graph.
func (*StoryContactInView) IsEntity() {}

// Locale is the code of the locale that it was read for.
func (s *StoryInView) Locale() string { return s.View.Locale.Code() }

// Site is the technical name of the site that its addresses are on.
func (s *StoryInView) Site() string { return s.View.Site.TechnicalName }

// Locale is the code of the locale that it was read for.
func (c *StoryContactInView) Locale() string { return c.view.Locale.Code() }

// Site is the technical name of the site that its addresses are on.
func (c *StoryContactInView) Site() string { return c.view.Site.TechnicalName }
