package portal

import "testing"

func TestRefusedLines(t *testing.T) {
	lines := make([]ImportLine, maxImportProblems+2)
	for i := range lines {
		lines[i] = ImportLine{Line: i + 2, SerialNumber: "A1"}
	}
	lines[0].SerialNumber = "B1"
	got := RefusedLines(lines, []string{"A1"})
	if len(got) != maxImportProblems || got[0] != (ImportProblem{3, ImportSerialNumber, "A1"}) {
		t.Errorf("%d problems, the first is %+v", len(got), got[0])
	}
	if got := RefusedLines(lines, nil); len(got) != 0 {
		t.Errorf("nothing was refused: %v", got)
	}
}
