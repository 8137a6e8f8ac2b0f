// Package content reads the content folder (docs/content.md) into immutable snapshots and watches it for changes.
// The sample upstream servers serve these snapshots.
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

// Ref identifies an entry.
type Ref struct{ Type, ID string }

// Text is a text by language.
type Text map[string]string

// RichText is rendered Markdown.
type RichText struct{ HTML, Plain string }

// Object is a component: a value with fields that is not an entry. Its values are nil, bool, int64, float64,
// string, Text, Ref, RichText, time.Time, *Object, or a []any of these.
type Object struct {
	Type   string
	Fields map[string]any
}

// Entry is a record with an id.
type Entry struct {
	Ref
	// Locales contains the locales of the entry, sorted as the languages are; nil for an entry without localized
	// fields.
	Locales []string
	// Fields contains the fields that are the same in every locale.
	Fields map[string]any
	// Localized contains the other fields, by locale.
	Localized map[string]map[string]any
	UpdatedAt time.Time
	// Modified contains the modification time of each locale; nil for an entry without localized fields.
	Modified map[string]time.Time
	// Stages contains the stages in which the entry exists.
	Stages []Stage
	// Path is the file of an asset.
	Path string

	// versions contains the versions of a document by language; nil for other entries.
	versions map[string]*version
	// print caches the result of fingerprint.
	print string
	// lines contains the location of the entry in its files, by language; under the empty language for one
	// without localized files. It is not compared: an entry that moves within its file has not changed.
	lines map[string]*fieldLines
}

// Store is the content of one stage.
type Store struct {
	byRef  map[Ref]*Entry
	byType map[string][]*Entry
}

// Entry returns an entry; nil if it does not exist.
func (s *Store) Entry(ref Ref) *Entry { return s.byRef[ref] }

// Entries returns the entries of a type in the order in which they were read.
func (s *Store) Entries(typeName string) []*Entry { return s.byType[typeName] }

// Snapshot is the complete content at one time. It is immutable.
type Snapshot struct {
	stages map[Stage]*Store
	// Problems contains invalid or suspicious content, in the order of the files.
	Problems []Problem
}

// Store returns the content of a stage.
func (s *Snapshot) Store(stage Stage) *Store { return s.stages[stage] }

// Problem is a problem in a file.
type Problem struct {
	File string
	// Line is the line number, starting at 1; 0 for the whole file.
	Line    int
	Message string
	// IsBroken is true if the file cannot be used because of the problem.
	IsBroken bool
}

// isServable reports whether the content is sufficient for a website.
func (s *Snapshot) isServable() bool {
	published := s.stages[Published]
	return len(published.byType["Site"]) > 0 && len(published.byType["Language"]) > 0
}

// isBroken reports whether a file could not be used.
func (s *Snapshot) isBroken() bool {
	return slices.ContainsFunc(s.Problems, func(p Problem) bool { return p.IsBroken })
}

// compareProblems compares problems by file and line.
func compareProblems(a, b Problem) int {
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

// Changed returns the entries that differ between two snapshots, in either stage. It is not safe for concurrent
// use.
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

// isSame reports whether two states of an entry are equal. Documents with the same versions are equal.
func (e *Entry) isSame(other *Entry) bool {
	if e.versions != nil && maps.Equal(e.versions, other.versions) && e.UpdatedAt.Equal(other.UpdatedAt) {
		return slices.Equal(e.Stages, other.Stages)
	}
	return e.fingerprint() == other.fingerprint()
}

// fingerprint returns a text that is unique for the state of the entry.
func (e *Entry) fingerprint() string {
	if e.print == "" {
		e.print = e.computeFingerprint()
	}
	return e.print
}

func (e *Entry) computeFingerprint() string {
	text, err := json.Marshal(e)
	if err != nil {
		// All types of values can be encoded as JSON.
		return err.Error()
	}
	return string(text)
}
