// Package content reads the content folder (docs/content.md) into immutable snapshots and watches it for changes. It is
// what the embedded upstream servers serve.
package content

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Stage is DRAFT or PUBLISHED.
type Stage string

const (
	Draft     Stage = "DRAFT"
	Published Stage = "PUBLISHED"
)

// Ref names an entry.
type Ref struct{ Type, ID string }

// Text is a text by language.
type Text map[string]string

// RichText is Markdown, rendered.
type RichText struct{ HTML, Plain string }

// Object is a component: a value with fields that is no entry of its own. Its values are nil, bool, int64, float64,
// string, Text, Ref, RichText, time.Time, *Object, or a []any of these.
type Object struct {
	Type   string
	Fields map[string]any
}

// Entry is something with an id.
type Entry struct {
	Ref
	// Locales are those in which the entry exists, sorted as the languages are; nil for one without localized fields.
	Locales []string
	// Fields are the same in every locale.
	Fields map[string]any
	// Localized are the fields that differ, by locale.
	Localized map[string]map[string]any
	UpdatedAt time.Time
	// Modified is when each locale changed; nil for an entry without localized fields.
	Modified map[string]time.Time
	// Stages are those in which the entry exists.
	Stages []Stage
	// Path is the file that an asset's bytes are read from.
	Path string

	// versions are what a document was made of, by language; nil for what is no document.
	versions map[string]*version
	// print is what fingerprint returned; empty until it is asked for.
	print string
	// written says where the entry is written, by language; under the empty language for one without localized files. It
	// is no part of the content: an entry that moves within its file has not changed.
	written map[string]*written
}

// Store is the content of one stage.
type Store struct {
	byRef  map[Ref]*Entry
	byType map[string][]*Entry
}

// Entry finds an entry; nil for none.
func (s *Store) Entry(ref Ref) *Entry { return s.byRef[ref] }

// Entries lists the entries of a type in the order in which they were read.
func (s *Store) Entries(typeName string) []*Entry { return s.byType[typeName] }

// Snapshot is the whole content at one moment. It is immutable.
type Snapshot struct {
	stages map[Stage]*Store
	// Problems are what was left out or looks wrong, in the order of the files.
	Problems []Problem
}

// Store is the content of a stage.
func (s *Snapshot) Store(stage Stage) *Store { return s.stages[stage] }

// Problem is something wrong in a file.
type Problem struct {
	File string
	// Line counts from 1; 0 where the whole file is meant.
	Line    int
	Message string
	// IsBroken says that the file cannot be used as it is, and not only that something in it looks wrong.
	IsBroken bool
}

// isServable says whether there is anything that a website can be made of.
func (s *Snapshot) isServable() bool {
	published := s.stages[Published]
	return len(published.byType["Site"]) > 0 && len(published.byType["Language"]) > 0
}

// inOrder compares problems by file and line.
func inOrder(a, b Problem) int {
	if a.File != b.File {
		return strings.Compare(a.File, b.File)
	}
	return a.Line - b.Line
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Changed lists the entries that differ between two snapshots, in either stage. It is not safe for concurrent use.
func Changed(before, after *Snapshot) []Ref {
	seen := map[Ref]bool{}
	var changed []Ref
	note := func(ref Ref) {
		if !seen[ref] {
			seen[ref] = true
			changed = append(changed, ref)
		}
	}
	for stage, now := range after.stages {
		was := before.stages[stage]
		for ref, entry := range now.byRef {
			if old := was.byRef[ref]; old == nil || !old.isSame(entry) {
				note(ref)
			}
		}
		for ref := range was.byRef {
			if now.byRef[ref] == nil {
				note(ref)
			}
		}
	}
	return changed
}

// isSame reports whether two states of an entry are equal. Documents of the same versions are.
func (e *Entry) isSame(other *Entry) bool {
	if e.versions != nil && maps.Equal(e.versions, other.versions) && e.UpdatedAt.Equal(other.UpdatedAt) {
		return slices.Equal(e.Stages, other.Stages)
	}
	return e.fingerprint() == other.fingerprint()
}

// fingerprint differs where an entry does.
func (e *Entry) fingerprint() string {
	if e.print == "" {
		e.print = e.computeFingerprint()
	}
	return e.print
}

func (e *Entry) computeFingerprint() string {
	text, err := json.Marshal(e)
	if err != nil {
		// Values are what the contract's types allow, all of which JSON can write.
		return err.Error()
	}
	return string(text)
}
