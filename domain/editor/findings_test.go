package editor

import (
	"slices"
	"testing"
	"time"

	"strand/domain/convert"
	"strand/domain/finding"
)

func found(kind finding.Kind, path, field string) PageFinding {
	return PageFinding{Finding: finding.Finding{Kind: kind, Document: "d", Part: "Hero", Field: field}, Path: path}
}

// Rules: REPO-16.
func TestReport_Select(t *testing.T) {
	r := &Report{Findings: []PageFinding{
		found(finding.OrphanPage, "/a", ""), found(finding.NullText, "/b", "title"),
		found(finding.EmptyLink, "/c", "links[1]"), found(finding.DeadLink, "/b", "links[0]"),
		found(finding.DeadLink, "/a", "links[0]"),
	}}
	for name, test := range map[string]struct {
		selection FindingSelection
		want      []string
	}{
		"all, the most severe first": {FindingSelection{}, []string{
			"DEAD_LINK /a", "DEAD_LINK /b", "EMPTY_LINK /c", "NULL_TEXT /b", "ORPHAN_PAGE /a",
		}},
		"a severity": {FindingSelection{Severity: finding.Warning}, []string{"NULL_TEXT /b"}},
		"a kind":     {FindingSelection{Kind: finding.EmptyLink}, []string{"EMPTY_LINK /c"}},
		"a place":    {FindingSelection{Search: " LINK 1 "}, []string{"DEAD_LINK /a", "DEAD_LINK /b"}},
		"a page":     {FindingSelection{Search: "/c"}, []string{"EMPTY_LINK /c"}},
		"nothing":    {FindingSelection{Search: "/c", Severity: finding.Note}, nil},
	} {
		got := convert.All(r.Select(test.selection), func(f PageFinding) string {
			return string(f.Kind) + " " + f.Path
		})
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Rules: REPO-17.
func TestReport_CompareWith(t *testing.T) {
	day := func(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }
	a, b, c := found(finding.EmptyLink, "/a", "1"), found(finding.NullText, "/b", "2"), found(finding.CutRow, "/c", "3")
	first := &Report{FinishedAt: day(1), Findings: []PageFinding{a, b, c}}
	changed := a
	changed.Title, changed.Message = "Another title", "another value"
	second := &Report{FinishedAt: day(2), Findings: []PageFinding{
		changed, found(finding.Unavailable, "/c", ""),
	}}
	second.CompareWith(first)
	if want := (FixedFinding{b, day(2)}); !second.ComparedWith.Equal(day(1)) || !slices.Equal(second.Fixed,
		[]FixedFinding{want}) {
		t.Errorf("second: %+v", second)
	}
	third := &Report{FinishedAt: day(3)}
	third.CompareWith(second)
	if want := []FixedFinding{
		{changed, day(3)}, {found(finding.Unavailable, "/c", ""), day(3)}, {b, day(2)},
	}; !slices.Equal(third.Fixed, want) {
		t.Errorf("third: %+v", third.Fixed)
	}
	fourth := &Report{FinishedAt: day(4), Findings: []PageFinding{b}}
	fourth.CompareWith(third)
	if len(fourth.Fixed) != 2 {
		t.Errorf("a finding that is back is fixed: %+v", fourth.Fixed)
	}
}
