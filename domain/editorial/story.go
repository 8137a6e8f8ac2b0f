package editorial

import (
	"cmp"
	"net/url"
	"slices"
	"time"

	"strand/domain/site"
)

// The paths of stories and media releases below a site's home (URL-23).
const (
	StoriesPath       = "/stories"
	StoryContactsPath = StoriesPath + "/contacts"
	MediaReleasesPath = "/media-releases"
)

// Story is an editorial text with a date and authors, in one language and without what it is made of.
type Story struct {
	ID, Slug string
	Title    string
	LeadText *string
	// Language is the one that it is read in, Languages are all it is written in.
	Language        string
	Languages       []string
	PublicationDate time.Time
	UpdatedAt       time.Time
	TeaserImage     *site.Image
	// IsVideo says that it is told by a film.
	IsVideo  bool
	Category *Label
	Topics   []*Label
	// Contacts are who wrote it; the first one answers questions.
	Contacts []*StoryContact
	// ProductSlugs are the products that it tells of.
	ProductSlugs []string
	// RelatedIDs are what its editors want to be read next.
	RelatedIDs []string
}

// Label is a category or a topic of stories.
type Label struct{ Slug, Name string }

// StoryContact wrote stories and answers questions about them.
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

// Contact is who answers questions; nil where nobody is named.
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
	// Contacts are in their editors' order.
	Contacts []*StoryContact
}

// NewStories orders stories by their date, the newest first.
func NewStories(all []*Story, categories, topics []*Label, contacts []*StoryContact) *Stories {
	slices.SortStableFunc(all, func(a, b *Story) int { return b.PublicationDate.Compare(a.PublicationDate) })
	return &Stories{All: all, Categories: categories, Topics: topics, Contacts: contacts}
}

// BySlug finds a story; nil for none.
func (s *Stories) BySlug(slug string) *Story {
	return s.first(func(story *Story) bool { return story.Slug == slug })
}

// ByID finds a story; nil for none.
func (s *Stories) ByID(id string) *Story {
	return s.first(func(story *Story) bool { return story.ID == id })
}

func (s *Stories) first(is func(*Story) bool) *Story {
	if i := slices.IndexFunc(s.All, is); i >= 0 {
		return s.All[i]
	}
	return nil
}

// Contact finds a contact by its slug; nil for none.
func (s *Stories) Contact(slug string) *StoryContact {
	if i := slices.IndexFunc(s.Contacts, func(c *StoryContact) bool { return c.Slug == slug }); i >= 0 {
		return s.Contacts[i]
	}
	return nil
}

// ContactByID finds a contact by its id; nil for none.
func (s *Stories) ContactByID(id string) *StoryContact {
	if i := slices.IndexFunc(s.Contacts, func(c *StoryContact) bool { return c.ID == id }); i >= 0 {
		return s.Contacts[i]
	}
	return nil
}

// By are the stories of a contact.
func (s *Stories) By(c *StoryContact) []*Story {
	return s.Select(StorySelection{Author: c.Slug})
}

// Of are the stories that tell of a product, the newest first.
func (s *Stories) Of(productSlug string, limit int) []*Story {
	found := []*Story{}
	for _, story := range s.All {
		if len(found) < limit && slices.Contains(story.ProductSlugs, productSlug) {
			found = append(found, story)
		}
	}
	return found
}

// Related are what to read after a story: what its editors chose, then what shares most topics or its category with it,
// the newest first.
func (s *Stories) Related(of *Story, limit int) []*Story {
	related := []*Story{}
	for _, id := range of.RelatedIDs {
		if story := s.ByID(id); story != nil && story != of && !slices.Contains(related, story) {
			related = append(related, story)
		}
	}
	var alike []*Story
	for _, story := range s.All {
		if story != of && !slices.Contains(related, story) && likeness(of, story) > 0 {
			alike = append(alike, story)
		}
	}
	slices.SortStableFunc(alike, func(a, b *Story) int { return cmp.Compare(likeness(of, b), likeness(of, a)) })
	related = append(related, alike...)
	return related[:min(limit, len(related))]
}

// likeness counts what two stories share: a topic says more than a category.
func likeness(a, b *Story) int {
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
