package editorial

import (
	"cmp"
	"net/url"
	"slices"
	"time"

	"strand/domain/convert"
	"strand/domain/site"
)

// The paths of stories and media releases below a site's home (URL-23).
const (
	StoriesPath       = "/stories"
	StoryContactsPath = StoriesPath + "/contacts"
	MediaReleasesPath = "/media-releases"
)

// Story is an editorial article with a date and authors, in one language and without its modules.
type Story struct {
	ID, Slug string
	Title    string
	LeadText *string
	// Language is the language of the texts, Languages are all languages in which the story exists.
	Language        string
	Languages       []string
	PublicationDate time.Time
	UpdatedAt       time.Time
	TeaserImage     *site.Image
	// IsVideo marks a story whose main content is a video.
	IsVideo  bool
	Category *Label
	Topics   []*Label
	// Contacts are the authors; the first one is the contact for questions.
	Contacts []*StoryContact
	// ProductSlugs are the products that the story is about.
	ProductSlugs []string
	// RelatedIDs are the stories that editors have selected as related.
	RelatedIDs []string
}

// Label is a category or a topic of stories.
type Label struct{ ID, Slug, Name string }

// StoryContact is an author of stories and a contact for questions about them.
type StoryContact struct {
	ID, Slug, Name           string
	Role, Text, Email, Phone *string
	Image                    *site.Image
}

// Route is the story's path below the site's home.
func (s *Story) Route() string { return site.JoinPath(StoriesPath, url.PathEscape(s.Slug)) }

// Route is the path of the contact's own page below the site's home.
func (c *StoryContact) Route() string {
	return site.JoinPath(StoryContactsPath, url.PathEscape(c.Slug))
}

// Contact is the contact for questions; nil if the story has no authors.
func (s *Story) Contact() *StoryContact {
	if len(s.Contacts) == 0 {
		return nil
	}
	return s.Contacts[0]
}

// Stories are all stories in one language, the newest first.
type Stories struct {
	All        []*Story
	Categories []*Label
	Topics     []*Label
	// Contacts are sorted as in the CMS.
	Contacts []*StoryContact
}

// NewStories sorts stories by date, the newest first.
func NewStories(all []*Story, categories, topics []*Label, contacts []*StoryContact) *Stories {
	slices.SortStableFunc(all, func(a, b *Story) int { return b.PublicationDate.Compare(a.PublicationDate) })
	return &Stories{All: all, Categories: categories, Topics: topics, Contacts: contacts}
}

// BySlug returns the story with a slug, or nil.
func (s *Stories) BySlug(slug string) *Story {
	return convert.First(s.All, func(story *Story) bool { return story.Slug == slug })
}

// ByID returns the story with an id, or nil.
func (s *Stories) ByID(id string) *Story {
	return convert.First(s.All, func(story *Story) bool { return story.ID == id })
}

// Contact returns the contact with a slug, or nil.
func (s *Stories) Contact(slug string) *StoryContact {
	return convert.First(s.Contacts, func(c *StoryContact) bool { return c.Slug == slug })
}

// ContactByID returns the contact with an id, or nil.
func (s *Stories) ContactByID(id string) *StoryContact {
	return convert.First(s.Contacts, func(c *StoryContact) bool { return c.ID == id })
}

// ByContact returns the stories of a contact.
func (s *Stories) ByContact(c *StoryContact) []*Story {
	return s.Select(StorySelection{Author: c.Slug})
}

// OfProduct returns the stories about a product, the newest first.
func (s *Stories) OfProduct(productSlug string, limit int) []*Story {
	found := []*Story{}
	for _, story := range s.All {
		if len(found) < limit && slices.Contains(story.ProductSlugs, productSlug) {
			found = append(found, story)
		}
	}
	return found
}

// Related returns the stories to recommend after a story: the editors' selection, then those with the most common
// topics or the same category, the newest first.
func (s *Stories) Related(of *Story, limit int) []*Story {
	related := []*Story{}
	for _, id := range of.RelatedIDs {
		if story := s.ByID(id); story != nil && story != of && !slices.Contains(related, story) {
			related = append(related, story)
		}
	}
	var similar []*Story
	for _, story := range s.All {
		if story != of && !slices.Contains(related, story) && similarity(of, story) > 0 {
			similar = append(similar, story)
		}
	}
	slices.SortStableFunc(similar, func(a, b *Story) int { return cmp.Compare(similarity(of, b), similarity(of, a)) })
	related = append(related, similar...)
	return related[:min(limit, len(related))]
}

// similarity scores the common topics and category of two stories: a topic counts 2, the category 1.
func similarity(a, b *Story) int {
	n := 0
	if a.Category != nil && a.Category == b.Category {
		n++
	}
	for _, t := range a.Topics {
		if slices.Contains(b.Topics, t) {
			n += 2
		}
	}
	return n
}
