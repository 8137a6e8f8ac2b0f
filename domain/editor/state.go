package editor

import "time"

// DocumentState says in which stages a document (a page, a story, a media release) exists, and when it changed.
type DocumentState struct {
	ID string
	// UpdatedAt is when the draft changed.
	UpdatedAt time.Time
	// PublishedAt is when the published version changed; zero for a document that is not published.
	PublishedAt time.Time
	// Languages are those that the draft is written in.
	Languages []string
}

// IsPublished reports whether visitors can see a version of the document.
func (s *DocumentState) IsPublished() bool { return !s.PublishedAt.IsZero() }

// IsChanged reports whether the draft differs from what is published; false for a document that was never published.
func (s *DocumentState) IsChanged() bool { return s.IsPublished() && s.UpdatedAt.After(s.PublishedAt) }

// DocumentStates are the states of all documents of a type.
type DocumentStates map[string]*DocumentState
