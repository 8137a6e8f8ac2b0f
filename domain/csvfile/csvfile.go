// Package csvfile reads CSV files as spreadsheets write them, and writes files whose cells no spreadsheet takes for
// formulas.
package csvfile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"strand/domain/form"
)

// Row is a row of a file with a value in at least one cell.
type Row struct {
	// Line is the line of its first cell; it counts from 1.
	Line  int
	Cells []string
}

// ErrNotText is the error of a file that is not text.
var ErrNotText = errors.New("not a text file")

// SyntaxError is the error of a file with an unclosed quote.
type SyntaxError struct{ Line int }

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d is not CSV", e.Line) }

// Read reads the rows of a file: UTF-8, UTF-16 with a byte order mark, or the code page of a spreadsheet in the
// language of its user; cells separated by comma, semicolon or tab, or as a first line `sep=;` says; lines that end
// with LF, CR LF or CR. Spaces may precede a quote, and a quote inside of an unquoted cell is a part of its text. The
// error is ErrNotText, an *EncodingError or a *SyntaxError.
func Read(data []byte, language string) ([]Row, error) {
	text, err := decode(data, language)
	if err != nil {
		return nil, err
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	separator, rest := separatorOf(text)
	skipped := strings.Count(text[:len(text)-len(rest)], "\n")
	rows, err := parse(rest, separator, false)
	if malformed := new(csv.ParseError); errors.As(err, &malformed) {
		// Spreadsheets and people write `5"`. A cell of several lines is then more likely an unclosed quote.
		rows, err = parse(rest, separator, true)
		if err != nil {
			return nil, &SyntaxError{malformed.StartLine + skipped}
		}
	}
	for i := range rows {
		rows[i].Line += skipped
	}
	return rows, err
}

// errLineBreak is the error of a cell of several lines in a file with stray quotes.
var errLineBreak = errors.New("an unclosed quote")

func parse(text string, separator rune, isLazy bool) ([]Row, error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = separator, -1, isLazy
	reader.TrimLeadingSpace = separator != '\t' // it would skip empty cells
	rows := make([]Row, 0, strings.Count(text, "\n")+1)
	for {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		isEmpty := true
		for i, cell := range cells {
			if isLazy && strings.Contains(cell, "\n") {
				return nil, errLineBreak
			}
			if cells[i] = strings.TrimSpace(unescape(cell)); form.IsBlank(cells[i]) {
				cells[i] = ""
			}
			isEmpty = isEmpty && cells[i] == ""
		}
		if line, _ := reader.FieldPos(0); !isEmpty {
			rows = append(rows, Row{line, cells})
		}
	}
}

var separatorLine = regexp.MustCompile(`(?i)^\s*"?sep=([;,\t])"?[ ,;\t]*(?:\n|$)`)

// separatorOf returns the separator of the cells, which a first line `sep=;` names, and the text without this line.
// Otherwise it is the separator that is most frequent in the first line.
func separatorOf(text string) (separator rune, rest string) {
	if named := separatorLine.FindStringSubmatch(text); named != nil {
		return rune(named[1][0]), text[len(named[0]):]
	}
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	separator = ','
	for _, other := range ";\t" {
		if strings.Count(first, string(other)) > strings.Count(first, string(separator)) {
			separator = other
		}
	}
	return separator, text
}

// Writer writes a file. All cells are quoted, and texts that a spreadsheet would take for formulas are escaped.
type Writer struct {
	to        *bufio.Writer
	separator byte
}

// NewWriter returns a writer with a separator of cells.
func NewWriter(to io.Writer, separator byte) *Writer { return &Writer{bufio.NewWriter(to), separator} }

// SeparatorOf returns the character by which spreadsheets in a language separate the cells of a file: the semicolon
// where the comma separates decimals. A file has no line `sep=`: with it, Excel ignores the byte order mark.
func SeparatorOf(language string) byte {
	if slices.Contains([]string{"en", "ja", "zh"}, language) {
		return ','
	}
	return ';'
}

// NewTableWriter starts a file with the names of its columns: UTF-8 with a byte order mark, by which spreadsheets
// detect the encoding.
func NewTableWriter(to io.Writer, separator byte, columns []string) (*Writer, error) {
	if _, err := io.WriteString(to, "\ufeff"); err != nil {
		return nil, err
	}
	w := NewWriter(to, separator)
	return w, w.Write(columns)
}

// Write appends rows.
func (w *Writer) Write(rows ...[]string) error {
	for _, cells := range rows {
		for i, cell := range cells {
			if i > 0 {
				_ = w.to.WriteByte(w.separator) // Flush returns the first error
			}
			_, _ = w.to.WriteString(`"` + strings.ReplaceAll(escape(cell), `"`, `""`) + `"`)
		}
		_, _ = w.to.WriteString("\r\n")
	}
	return w.to.Flush()
}

// formulaCharacters are the characters with which spreadsheets begin a formula, separators those that begin a cell: a
// spreadsheet may separate the cells of a file with another character than the file does.
const (
	formulaCharacters = "=+-@\t\r\n＝＋－＠"
	separators        = ";,\t\r\n"
)

var negativeNumber = regexp.MustCompile(`^-\d+(\.\d+)?$`)

// escape prefixes the formulas in a text with an apostrophe: at its beginning and after separators, spaces and quotes
// left out.
func escape(text string) string {
	if !strings.ContainsAny(text, formulaCharacters) || negativeNumber.MatchString(text) {
		return text
	}
	var escaped strings.Builder
	isStart := true
	for _, r := range text {
		if isStart && strings.ContainsRune(formulaCharacters, r) {
			escaped.WriteByte('\'')
		}
		escaped.WriteRune(r)
		isStart = strings.ContainsRune(separators, r) || isStart && (r == ' ' || r == '"')
	}
	return escaped.String()
}

// unescape reverses escape.
func unescape(text string) string {
	if !strings.Contains(text, "'") {
		return text
	}
	var plain strings.Builder
	isStart := true
	for i, r := range text {
		if isStart && r == '\'' {
			if next, _ := utf8.DecodeRuneInString(text[i+1:]); strings.ContainsRune(formulaCharacters, next) {
				continue
			}
		}
		plain.WriteRune(r)
		isStart = strings.ContainsRune(separators, r) || isStart && (r == ' ' || r == '"')
	}
	return plain.String()
}
