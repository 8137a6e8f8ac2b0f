package editor

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"strand/domain/finding"
)

// FindingSelection selects findings of a report; the zero value selects all.
type FindingSelection struct {
	Kind     finding.Kind
	Severity finding.Severity
	// Search is a part of the title or path of the page, of the place, or of the value or URL.
	Search string
}

// Select returns the selected findings, the most severe first, those of a kind together and by page (REPO-16).
func (r *Report) Select(s FindingSelection) []PageFinding {
	search := strings.ToLower(strings.TrimSpace(s.Search))
	var found []PageFinding
	for _, f := range r.Findings {
		isOfKind := (s.Kind == "" || f.Kind == s.Kind) && (s.Severity == "" || f.Severity() == s.Severity)
		if isOfKind && f.contains(search) {
			found = append(found, f)
		}
	}
	slices.SortStableFunc(found, func(a, b PageFinding) int {
		return cmp.Or(
			cmp.Compare(a.Severity().Rank(), b.Severity().Rank()),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Path, b.Path),
		)
	})
	return found
}

func (f PageFinding) contains(search string) bool {
	if search == "" {
		return true
	}
	for _, text := range append(f.Place(), f.Title, f.Path, f.Message, f.URL, f.Document, f.Record, f.Field) {
		if strings.Contains(strings.ToLower(text), search) {
			return true
		}
	}
	return false
}

// FixedFinding is a finding of an earlier report that a later one does not contain.
type FixedFinding struct {
	Finding PageFinding
	// FixedAt is the end of the first report without the finding.
	FixedAt time.Time
}

// maxFixed limits the fixed findings of a report.
const maxFixed = 100

// findingKey identifies a finding in two reports: titles and messages may change.
type findingKey struct {
	kind                               finding.Kind
	path, document, record, field, url string
}

func (f PageFinding) key() findingKey {
	return findingKey{f.Kind, f.Path, f.Document, f.Record, f.Field, f.URL}
}

// CompareWith sets the findings of an earlier complete report that this complete one does not contain (REPO-17).
// Findings of a page that could not be read are not fixed.
func (r *Report) CompareWith(earlier *Report) {
	r.ComparedWith = earlier.FinishedAt
	found, unread := map[findingKey]bool{}, map[string]bool{}
	for _, f := range r.Findings {
		found[f.key()] = true
		if f.Kind == finding.Unavailable {
			unread[f.Path] = true
		}
	}
	isFixed := func(f PageFinding) bool { return !found[f.key()] && !unread[f.Path] }
	r.Fixed = nil
	for _, f := range earlier.Select(FindingSelection{}) {
		if isFixed(f) {
			r.Fixed = append(r.Fixed, FixedFinding{f, r.FinishedAt})
		}
	}
	for _, f := range earlier.Fixed {
		if !found[f.Finding.key()] {
			r.Fixed = append(r.Fixed, f)
		}
	}
	r.Fixed = r.Fixed[:min(len(r.Fixed), maxFixed)]
}
