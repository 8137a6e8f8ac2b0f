package portal

import (
	"slices"
	"testing"
)

// Rules: MACH-11.
func TestRefusedLines(t *testing.T) {
	lines := make([]ImportLine, maxImportProblems+2)
	for i := range lines {
		lines[i] = ImportLine{Line: i + 2, SerialNumber: "A1"}
	}
	lines[0].SerialNumber = "B1"
	got := RefusedLines(lines, []string{"A1"}, nil, MaxImportLines)
	if len(got) != maxImportProblems || got[0] != (ImportProblem{3, ImportSerialNumber, "A1"}) {
		t.Errorf("%d problems, the first is %+v", len(got), got[0])
	}
	if got := RefusedLines(lines, nil, nil, 1); len(got) != 0 {
		t.Errorf("nothing was refused: %v", got)
	}
	// Machines of the user are named, unknown ones up to the limit (MACH-11).
	want := []ImportProblem{{2, ImportSerialNumber, "B1"}, {3, ImportOwn, "A1"}, {4, ImportOwn, "A1"}}
	if got := RefusedLines(lines[:3], []string{"A1", "B1"}, []string{"A1"}, 1); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := RefusedLines(lines[1:], []string{"A1"}, nil, 2); len(got) != 2 {
		t.Errorf("%d problems above the limit", len(got))
	}
}
