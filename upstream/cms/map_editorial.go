package cms

import (
	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/optional"
)

// storyMapper maps stories. Stories share the objects of their labels and contacts.
type storyMapper struct {
	categories, topics         []*editorial.Label
	contacts                   []*editorial.StoryContact
	categoriesByID, topicsByID map[string]*editorial.Label
	contactsByID               map[string]*editorial.StoryContact
	all                        []*editorial.Story
	// addFinding receives the finding of a reference that is left out; nil if findings are not collected.
	addFinding func(finding.Finding)
}

// addMissingReference adds the finding of a reference to a record that does not exist.
func (m *storyMapper) addMissingReference(story, field, id string) {
	if m.addFinding != nil {
		m.addFinding(finding.Finding{Kind: finding.MissingReference, Document: story, Field: field, Message: id})
	}
}

func newStoryMapper(data *StoriesResponse, addFinding func(finding.Finding)) storyMapper {
	m := storyMapper{
		addFinding:     addFinding,
		categoriesByID: map[string]*editorial.Label{},
		topicsByID:     map[string]*editorial.Label{},
		contactsByID:   map[string]*editorial.StoryContact{},
	}
	for _, c := range data.StoryCategories {
		label := &editorial.Label{ID: c.Id, Slug: c.Slug, Name: c.Name}
		m.categories, m.categoriesByID[c.Id] = append(m.categories, label), label
	}
	for _, t := range data.StoryTopics {
		label := &editorial.Label{ID: t.Id, Slug: t.Slug, Name: t.Name}
		m.topics, m.topicsByID[t.Id] = append(m.topics, label), label
	}
	for _, c := range data.StoryContacts {
		contact := storyContact(c)
		m.contacts, m.contactsByID[c.Id] = append(m.contacts, contact), contact
	}
	return m
}

func (m *storyMapper) add(f *StoryTeaserFields) {
	s := &editorial.Story{
		ID:              f.Id,
		Slug:            f.Slug,
		Title:           f.Title,
		LeadText:        optional.Text(f.LeadText),
		Language:        string(f.Locale),
		PublicationDate: f.PublicationDate,
		UpdatedAt:       f.UpdatedAt,
		TeaserImage:     image(f.TeaserImage),
		IsVideo:         f.IsVideo,
		ProductSlugs:    f.FeaturedProducts,
	}
	for _, l := range f.Localizations {
		s.Languages = append(s.Languages, string(l.Locale))
	}
	if f.Category != nil {
		if s.Category = m.categoriesByID[f.Category.Id]; s.Category == nil {
			m.addMissingReference(f.Id, "category", f.Category.Id)
		}
	}
	for _, t := range f.Topics {
		if topic := m.topicsByID[t.Id]; topic != nil {
			s.Topics = append(s.Topics, topic)
		} else {
			m.addMissingReference(f.Id, "topics", t.Id)
		}
	}
	for _, c := range f.StoryContacts {
		if contact := m.contactsByID[c.Id]; contact != nil {
			s.Contacts = append(s.Contacts, contact)
		} else {
			m.addMissingReference(f.Id, "storyContacts", c.Id)
		}
	}
	for _, r := range f.RelatedStories {
		s.RelatedIDs = append(s.RelatedIDs, r.Id)
	}
	m.all = append(m.all, s)
}

func (m *storyMapper) stories() *editorial.Stories {
	return editorial.NewStories(m.all, m.categories, m.topics, m.contacts)
}

func storyContact(f *StoryContactFields) *editorial.StoryContact {
	if f == nil {
		return nil
	}
	return &editorial.StoryContact{
		ID:    f.Id,
		Slug:  f.Slug,
		Name:  f.Name,
		Role:  optional.Text(f.Role),
		Text:  optional.Text(f.Text),
		Email: optional.Text(f.Email),
		Phone: optional.Text(f.Phone),
		Image: image(f.Image),
	}
}

func mediaRelease(f *MediaReleaseFields) *editorial.MediaRelease {
	m := &editorial.MediaRelease{
		ID:              f.Id,
		Slug:            f.Slug,
		Title:           f.Title,
		LeadText:        optional.Text(f.LeadText),
		Language:        string(f.Locale),
		PublicationDate: f.PublicationDate,
		UpdatedAt:       f.UpdatedAt,
		Adhoc:           f.Adhoc,
		PDF:             file(f.Pdf, string(f.Locale)),
		Contact:         storyContact(f.Contact),
	}
	for _, l := range f.Localizations {
		m.Languages = append(m.Languages, string(l.Locale))
	}
	return m
}
