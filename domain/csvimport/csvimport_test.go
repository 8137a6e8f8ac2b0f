package csvimport

import (
	"strings"
	"testing"
)

// TestRead: columns are found by their headings in any order, unknown ones are ignored, and a missing cell is empty.
func TestRead(t *testing.T) {
	headings := NewWords(map[string][]string{"serialNumber": {"Serial number", "シリアル番号"}, "name": {"Name"}})
	table, problem := Read([]byte("Other;NAME;serial-number\nx;Alpha;A-1\ny\n"), "en", headings, "serialNumber", 2)
	if problem != nil {
		t.Fatalf("%+v", *problem)
	}
	for i, want := range []string{"A-1 Alpha", " "} {
		row := table.Rows[i]
		if got := table.Cell(row, "serialNumber") + " " + table.Cell(row, "name"); got != want {
			t.Errorf("line %d: %q, want %q", row.Line, got, want)
		}
	}
	for file, want := range map[string]Problem{
		"":                              {Code: Empty},
		"serialNumber\n":                {Code: Empty},
		"name\nAlpha\n":                 {Line: 1, Code: Unreadable, Value: "name"},
		"serialNumber\n1\n2\n3\n":       {Line: 4, Code: TooLarge},
		"serialNumber\n\"1\n":           {Line: 2, Code: Unreadable},
		strings.Repeat("x", MaxBytes+1): {Code: TooLarge},
	} {
		if _, problem := Read([]byte(file), "en", headings, "serialNumber", 2); problem == nil || *problem != want {
			t.Errorf("%.30q: %+v, want %+v", file, problem, want)
		}
	}
}

// TestNewProblem: a long value is truncated by characters.
func TestNewProblem(t *testing.T) {
	longest := strings.Repeat("é", MaxValue)
	for value, want := range map[string]string{"": "", longest: longest, longest + "é": longest + "…"} {
		if got := NewProblem(1, Twice, value); got.Value != want {
			t.Errorf("%q is reported as %q", value, got.Value)
		}
	}
}
