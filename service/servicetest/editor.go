package servicetest

import (
	"context"
	"time"

	"strand/domain/editor"
	"strand/domain/figure"
	"strand/domain/site"
)

// day is the time at which documents were changed and published, unless a test says otherwise.
var day = time.Date(1999, 12, 1, 0, 0, 0, 0, time.UTC)

// documents are what editors see of documents, by id.
type documents struct {
	states       map[string]*editor.DocumentState
	translations map[string]*editor.Translations
	versions     map[site.Stage]map[string]map[string]any
}

// State sets the state of a document. Others were published without a later change.
func (s *Systems) State(one editor.DocumentState) *Systems {
	s.CMS.documents.states[one.ID] = &one
	return s
}

// Translations sets when the languages of a page were changed.
func (s *Systems) Translations(page string, t *editor.Translations) *Systems {
	s.CMS.documents.translations[page] = t
	return s
}

// Document sets the fields of a document in a stage.
func (s *Systems) Document(id string, stage site.Stage, fields map[string]any) *Systems {
	if s.CMS.documents.versions[stage] == nil {
		s.CMS.documents.versions[stage] = map[string]map[string]any{}
	}
	s.CMS.documents.versions[stage][id] = fields
	return s
}

// state returns the state of a document.
func (c *CMS) state(id string, languages []string) *editor.DocumentState {
	if s := c.documents.states[id]; s != nil {
		return s
	}
	return &editor.DocumentState{ID: id, UpdatedAt: day, PublishedAt: day, Languages: languages}
}

// PageStates reads the states of all pages.
func (c *CMS) PageStates(ctx context.Context, _ *site.Directory) (editor.DocumentStates, error) {
	states := editor.DocumentStates{}
	for _, p := range c.pages {
		states[p.ID] = c.state(p.ID, p.Languages)
	}
	return states, c.calls.addOnce(ctx, "cms.PageStates")
}

// StoryStates reads the states of all stories.
func (c *CMS) StoryStates(ctx context.Context, _ *site.Directory) (editor.DocumentStates, error) {
	states := editor.DocumentStates{}
	for _, s := range c.stories {
		states[s.ID] = c.state(s.ID, s.Languages)
	}
	return states, c.calls.addOnce(ctx, "cms.StoryStates")
}

// MediaReleaseStates reads the states of all media releases.
func (c *CMS) MediaReleaseStates(ctx context.Context, _ *site.Directory) (editor.DocumentStates, error) {
	states := editor.DocumentStates{}
	for _, m := range c.releases {
		states[m.ID] = c.state(m.ID, m.Languages)
	}
	return states, c.calls.addOnce(ctx, "cms.MediaReleaseStates")
}

// TranslationTimes reads when the languages of pages were changed.
func (c *CMS) TranslationTimes(ctx context.Context, _ *site.Directory) (map[string]*editor.Translations, error) {
	return c.documents.translations, c.calls.addOnce(ctx, "cms.TranslationTimes")
}

// Document reads a document in a stage.
func (c *CMS) Document(
	ctx context.Context, _ *site.Directory, _ editor.NodeKind, id string, stage site.Stage, language string,
) (map[string]any, error) {
	return c.documents.versions[stage][id], c.calls.add(ctx, "cms.Document %s %s %s", id, stage, language)
}

// Figures returns no figures: the documents of a test have none.
func (*CMS) Figures(context.Context, string, []figure.Reference) figure.Lookup {
	return func(figure.Reference) (string, bool) { return "", false }
}
