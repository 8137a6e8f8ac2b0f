package inventory

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"strand/domain/csvimport"
)

// Rules: MACH-11.
func TestRefusedLines(t *testing.T) {
	lines := make([]ImportLine, csvimport.MaxProblems+2)
	for i := range lines {
		lines[i] = ImportLine{Line: i + 2, SerialNumber: "A1"}
	}
	lines[0].SerialNumber = "B1"
	got := RefusedLines(lines, []string{"A1"}, nil, MaxImportLines)
	if len(got) != csvimport.MaxProblems ||
		got[0] != (csvimport.Problem{Line: 3, Code: ImportSerialNumber, Value: "A1"}) {
		t.Errorf("%d problems, the first is %+v", len(got), got[0])
	}
	if got := RefusedLines(lines, nil, nil, 1); len(got) != 0 {
		t.Errorf("nothing was refused: %v", got)
	}
	// Machines of the user are named, unknown ones up to the limit (MACH-11).
	want := []csvimport.Problem{
		{Line: 2, Code: ImportSerialNumber, Value: "B1"}, {Line: 3, Code: ImportOwn, Value: "A1"},
		{Line: 4, Code: ImportOwn, Value: "A1"},
	}
	if got := RefusedLines(lines[:3], []string{"A1", "B1"}, []string{"A1"}, 1); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := RefusedLines(lines[1:], []string{"A1"}, nil, 2); len(got) != 2 {
		t.Errorf("%d problems above the limit", len(got))
	}
}

func utf16(text string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range text {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
}

// Rules: MACH-11.
func TestReadImport(t *testing.T) {
	locations := []*Location{{ID: "n", Name: "Werk Süd"}, {ID: "s", Name: "Twice"}, {ID: "t", Name: "Twice"}}
	south := []ImportLine{{2, "A-1", "Größe", "n"}}
	for name, test := range map[string]struct {
		file     string
		want     []ImportLine
		problems []csvimport.Problem
	}{
		"UTF-8":              {"serialNumber,name,location\na-1,Größe,werk süd\n", south, nil},
		"byte order mark":    {"\ufeffSerial Number;Name;Location\r\nA-1;Größe;Werk Süd\r\n", south, nil},
		"UTF-16":             {utf16("serialNumber\tname\tlocation\nA-1\tGröße\tWerk Süd"), south, nil},
		"Windows-1252":       {"serial_number;name;location\nA-1;Gr\xf6\xdfe;Werk S\xfcd\n", south, nil},
		"other column order": {"x,location,name,serialnumber\n,Werk Süd,Größe,A-1\n", south, nil},
		"fallback":           {"serialNumber\n\nA-1\n,\n", []ImportLine{{3, "A-1", "", "t"}}, nil},
		"empty":              {" \n", nil, []csvimport.Problem{{Code: csvimport.Empty}}},
		"only a header":      {"serialNumber\n", nil, []csvimport.Problem{{Code: csvimport.Empty}}},
		"no column": {
			"number\n1\n", nil, []csvimport.Problem{{Line: 1, Code: csvimport.Unreadable, Value: "number"}},
		},
		"German headings": {"sep=;\r\nSeriennummer;Name;Standort\r\nA-1;Größe;Werk Süd\r\n", []ImportLine{{3, "A-1",
			"Größe", "n"}}, nil},
		"Japanese headings": {"シリアル番号,名称,拠点\nA-1,Größe,Werk Süd\n", south, nil},
		"binary file":       {"\x89PNG\x00\x00", nil, []csvimport.Problem{{Code: csvimport.Unreadable}}},
		"unclosed quote": {
			"serialNumber\nA-1\n\"A-2\n", nil, []csvimport.Problem{{Line: 3, Code: csvimport.Unreadable}},
		},
		"mistakes": {"serialNumber,name,location\nA-1,,\nA-1,,\n=1,,\nA-2," + strings.Repeat("x", 81) +
			",\nA-3,,Twice\nA-4,,Elsewhere\n", []ImportLine{{2, "A-1", "", "t"}}, []csvimport.Problem{
			{Line: 3, Code: csvimport.Twice, Value: "A-1"}, {Line: 4, Code: ImportSerialNumber, Value: "=1"},
			{Line: 5, Code: csvimport.InvalidName, Value: strings.Repeat("x", csvimport.MaxValue) + "…"},
			{Line: 6, Code: ImportLocation, Value: "Twice"}, {Line: 7, Code: ImportLocation, Value: "Elsewhere"},
		}},
		"many lines": {"serialNumber\n" + strings.Repeat("A-1\n", MaxImportLines+1), nil,
			[]csvimport.Problem{{Line: MaxImportLines + 2, Code: csvimport.TooLarge}}},
		"many bytes": {"serialNumber\n" + strings.Repeat("x", csvimport.MaxBytes), nil,
			[]csvimport.Problem{{Code: csvimport.TooLarge}}},
	} {
		got, problems := ReadImport([]byte(test.file), locations, "t", "en", nil)
		if !reflect.DeepEqual(got, test.want) || !reflect.DeepEqual(problems, test.problems) {
			t.Errorf("%s: %+v %+v", name, got, problems)
		}
	}
}

// TestReadImport_SkippedLines: skipped lines are neither imported nor checked.
func TestReadImport_SkippedLines(t *testing.T) {
	file, locations := []byte("serialNumber\nA-1\nA-1\n=1\nA-2\n"), []*Location{{ID: "n"}}
	lines, problems := ReadImport(file, locations, "n", "en", []int{2, 4})
	if want := []ImportLine{{3, "A-1", "", "n"}, {5, "A-2", "", "n"}}; !slices.Equal(lines, want) || problems != nil {
		t.Errorf("%+v %+v", lines, problems)
	}
	if _, problems := ReadImport(file, locations, "n", "en", []int{2, 3, 4, 5}); len(problems) != 1 ||
		problems[0].Code != csvimport.Empty {
		t.Errorf("without lines: %+v", problems)
	}
	refused := []csvimport.Problem{{Line: 3, Code: ImportSerialNumber}}
	if got := WithoutRefused(lines, refused); len(got) != 1 || got[0].Line != 5 {
		t.Errorf("without the refused line: %+v", got)
	}
}

func FuzzReadImport(f *testing.F) {
	for _, seed := range []string{"serialNumber\nA-1\n", "serialNumber;name\n\"A\";\"b\n", "\xff\xfes\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, problems := ReadImport(data, []*Location{{ID: "n", Name: "N"}}, "n", "en", nil)
		if len(lines) == 0 && len(problems) == 0 || len(lines) > MaxImportLines {
			t.Errorf("%d lines, %d problems", len(lines), len(problems))
		}
	})
}
