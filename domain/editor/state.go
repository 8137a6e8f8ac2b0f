package editor

import "time"

// DocumentState contains the stages in which a document (a page, a story, a media release) exists, and the times of its
// changes.
type DocumentState struct {
	ID string
	// UpdatedAt is the time of the last change of the draft.
	UpdatedAt time.Time
	// PublishedAt is the time of the last change of the published version; zero for an unpublished document.
	PublishedAt time.Time
	// Languages are the languages of the draft.
	Languages []string
}

// IsPublished reports whether the document has a published version.
func (s *DocumentState) IsPublished() bool { return !s.PublishedAt.IsZero() }

// IsChanged reports whether the draft differs from the published version; false for an unpublished document.
func (s *DocumentState) IsChanged() bool { return s.IsPublished() && s.UpdatedAt.After(s.PublishedAt) }

// DocumentStates are the states of all documents of a type.
type DocumentStates map[string]*DocumentState
