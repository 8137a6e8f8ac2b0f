// Package csvimport contains what the imports of CSV files and workbooks by customers have in common: their limits,
// problems and headings, which users may write in any language of the client.
package csvimport

import (
	"errors"
	"strings"
	"unicode/utf8"

	"strand/domain/csvfile"
	"strand/domain/xlsxfile"
)

// MaxBytes is the maximum size of an imported file in bytes.
const MaxBytes = 512 << 10

// Code is the kind of a problem in an imported file. The packages of the imports have further codes.
type Code string

const (
	// Unreadable is a file that is neither CSV nor a workbook, or lacks the required column.
	Unreadable Code = "UNREADABLE"
	// Encoding is a file in an unknown encoding; the value has the possible ones.
	Encoding Code = "ENCODING"
	// TooLarge is a file with too many bytes or lines.
	TooLarge Code = "TOO_LARGE"
	Empty    Code = "EMPTY"
	// Twice is a line whose subject occurs twice.
	Twice Code = "TWICE"
	// InvalidName is an invalid name of a machine or a person.
	InvalidName Code = "NAME"
)

// Problem is a problem of a line; line 0 is the whole file.
type Problem struct {
	Line int
	Code Code
	// Value is the invalid value. Of the whole file, it is empty or what the code says.
	Value string
}

// MaxProblems is the maximum number of reported problems.
const MaxProblems = 500

// Report appends problems to those of a file, up to MaxProblems.
func Report(problems []Problem, more ...Problem) []Problem {
	return append(problems, more[:min(len(more), MaxProblems-len(problems))]...)
}

// MaxValue is the maximum length of a reported value, in characters. An ellipsis follows a longer one.
const MaxValue = 60

// NewProblem returns the problem of a line with the invalid value, truncated.
func NewProblem(line int, code Code, value string) Problem {
	if utf8.RuneCountInString(value) > MaxValue {
		value = string([]rune(value)[:MaxValue]) + "…"
	}
	return Problem{line, code, value}
}

// Table contains the rows of an imported file below its headings.
type Table struct {
	Rows    []csvfile.Row
	columns map[string]int
}

// Read reads an imported file whose first row has headings, among them that of the required column. Unknown columns
// are ignored. language is that of the user (MACH-14). It returns either a table or a problem.
func Read(data []byte, language string, headings Words[string], required string, maxLines int) (*Table, *Problem) {
	if len(data) > MaxBytes {
		return nil, &Problem{Code: TooLarge}
	}
	rows, err := readRows(data, language, maxLines)
	if unknown := new(csvfile.EncodingError); errors.As(err, &unknown) {
		return nil, &Problem{Code: Encoding, Value: strings.Join(unknown.Encodings, ", ")}
	}
	if malformed := new(csvfile.SyntaxError); errors.As(err, &malformed) {
		return nil, &Problem{Line: malformed.Line, Code: Unreadable}
	}
	if err != nil {
		return nil, &Problem{Code: Unreadable}
	}
	if len(rows) == 0 {
		return nil, &Problem{Code: Empty}
	}
	t := &Table{Rows: rows[1:], columns: map[string]int{}}
	for i, heading := range rows[0].Cells {
		if column, ok := headings.Named(heading); ok {
			if _, isKnown := t.columns[column]; !isKnown {
				t.columns[column] = i
			}
		}
	}
	if _, ok := t.columns[required]; !ok {
		problem := NewProblem(rows[0].Line, Unreadable, strings.Join(rows[0].Cells, ", "))
		return nil, &problem
	}
	switch {
	case len(t.Rows) == 0:
		return nil, &Problem{Code: Empty}
	case len(t.Rows) > maxLines:
		return nil, &Problem{Line: t.Rows[maxLines].Line, Code: TooLarge}
	}
	return t, nil
}

// readRows reads a CSV file or the first sheet of a workbook: the headings, and one line more than the maximum.
func readRows(data []byte, language string, maxLines int) ([]csvfile.Row, error) {
	if xlsxfile.IsWorkbook(data) {
		return xlsxfile.Read(data, maxLines+2)
	}
	return csvfile.Read(data, language)
}

// Cell returns the value of a row in a column; empty for a missing one.
func (t *Table) Cell(r csvfile.Row, column string) string {
	if i, ok := t.columns[column]; ok && i < len(r.Cells) {
		return r.Cells[i]
	}
	return ""
}
