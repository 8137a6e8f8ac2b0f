package csvfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// Rules: MACH-11.
func TestRead(t *testing.T) {
	later := []Row{{2, []string{"a", "b"}}, {3, []string{"1", "2"}}}
	pipe := []Row{{1, []string{"a", "b"}}, {2, []string{"1", `5" Rohr`}}}
	two := []Row{{1, []string{"a", "b"}}, {2, []string{"1", "2"}}}
	for name, test := range map[string]struct {
		file string
		want []Row
	}{
		"comma":                    {"a,b\n1,2\n", two},
		"semicolon":                {"a;b\r\n1;2\r\n", two},
		"tab":                      {"a\tb\n1\t2", two},
		"CR only":                  {"a;b\r1;2\r", two},
		"sep= line":                {"sep=;\r\na;b\r\n1;2\r\n", later},
		"quoted sep= line":         {"\ufeff\"SEP=,\"\na,b\n1,2\n", later},
		"spaces before quotes":     {"\"a\", \"b\"\n\"1\", \"2\"\n", two},
		"a stray quote":            {"a;b\n1;5\" Rohr\n", pipe},
		"quotes in a quoted cell":  {"a;b\n1;\"5\" Rohr\"\n", pipe},
		"empty cells before a tab": {"a\t\tb\n", []Row{{1, []string{"a", "", "b"}}}},
		"blank rows":               {"a,b\n\n,,\n1,2\n", []Row{{1, []string{"a", "b"}}, {4, []string{"1", "2"}}}},
		"cells without a visible character": {
			"a,\u200b\n\u2800,\u3164\n", []Row{{1, []string{"a", ""}}},
		},
		"a cell of two lines": {"a,\"b\r\nc\"\n1,2\n", []Row{{1, []string{"a", "b\nc"}}, {3, []string{"1", "2"}}}},
		"an apostrophe":       {"'=1,o'neill\n", []Row{{1, []string{"=1", "o'neill"}}}},
		"nothing":             {" \n", []Row{}},
	} {
		if got, err := Read([]byte(test.file), "en"); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	malformed := new(SyntaxError)
	if _, err := Read([]byte("sep=,\na,b\n1,\"2\n3,4\n"), "en"); !errors.As(err, &malformed) || malformed.Line != 3 {
		t.Errorf("an unclosed quote: %v", err)
	}
	if _, err := Read([]byte("a\x00b"), "en"); !errors.Is(err, ErrNotText) {
		t.Errorf("a binary file: %v", err)
	}
}

// cellsOf splits a file as a spreadsheet with the separator ';' does.
func cellsOf(t *testing.T, file string) (cells []string) {
	t.Helper()
	reader := csv.NewReader(strings.NewReader(file))
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = ';', true, -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		cells = append(cells, row...)
	}
	return cells
}

// TestWriter: no cell of a file is a formula, whichever separator a spreadsheet uses (MACH-12).
//
// Rules: MACH-12.
func TestWriter(t *testing.T) {
	for text, want := range map[string]string{
		"plain":           "plain",
		`say "hi"`:        `say "hi"`,
		"=1+1":            "'=1+1",
		"+49 30 1":        "'+49 30 1",
		"@x":              "'@x",
		"-":               "'-",
		"-1.5":            "-1.5",
		"-1+cmd":          "'-1+cmd",
		"＝1":              "'＝1",
		"＋1":              "'＋1",
		"－1":              "'－1",
		"＠x":              "'＠x",
		"x;=1+1":          "x;'=1+1",
		"x; =1+1":         "x; '=1+1",
		"x,@a":            "x,'@a",
		"x\t=1":           "x\t'=1",
		"x\r\n=1":         "x\r'\n'=1",
		"\tx":             "'\tx",
		" =1":             " '=1",
		"A=1;b-c":         "A=1;b-c",
		"\"x\";\"=1+1\";": "\"x\";\"'=1+1\";",
	} {
		var file bytes.Buffer
		if err := NewWriter(&file, ',').Write([]string{"first", text, "last"}); err != nil {
			t.Fatal(err)
		}
		quoted := `"first","` + strings.ReplaceAll(want, `"`, `""`) + "\",\"last\"\r\n"
		if file.String() != quoted {
			t.Errorf("%q: %q", text, file.String())
		}
		for _, cell := range cellsOf(t, file.String()) {
			if cell = strings.Trim(cell, ` "`); cell != "" && strings.ContainsAny(cell[:1], "=@+") {
				t.Errorf("%q: a spreadsheet reads the formula %q", text, cell)
			}
		}
	}
}

// FuzzWriter checks that files are read as they were written.
func FuzzWriter(f *testing.F) {
	for _, text := range []string{"=1", "a;=b", "5\"", "x\ty", "＠"} {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.ContainsAny(a+b, "'\r\x00") || !utf8.ValidString(a) || !utf8.ValidString(b) {
			return // not written by any of our fields
		}
		if strings.TrimSpace(a) != a || strings.TrimSpace(b) != b || a == "" || strings.HasPrefix(a, "\ufeff") {
			return // read without surrounding spaces
		}
		var file bytes.Buffer
		if err := NewWriter(&file, ',').Write([]string{"first", "second"}, []string{a, b}); err != nil {
			t.Fatal(err)
		}
		rows, err := Read(file.Bytes(), "en")
		if err != nil || len(rows) != 2 || rows[1].Cells[0] != a || rows[1].Cells[1] != b {
			t.Errorf("%q, %q: %+v %v", a, b, rows, err)
		}
	})
}

// Rules: MACH-12.
func TestNewTableWriter(t *testing.T) {
	var file bytes.Buffer
	w, err := NewTableWriter(&file, ';', []string{"firstName", "lastName"})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write([]string{"=1+1", "a,b"}, []string{"+49", "@x"}, []string{"-", "plain"}); err != nil {
		t.Fatal(err)
	}
	want := "\ufeff\"firstName\";\"lastName\"\r\n\"'=1+1\";\"a,b\"\r\n\"'+49\";\"'@x\"\r\n\"'-\";\"plain\"\r\n"
	if file.String() != want {
		t.Errorf("%q", file.String())
	}
}
