package xlsxfile

import (
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// maxCell is the number of characters that a cell of a spreadsheet can contain.
const maxCell = 32767

// Writer writes a workbook of one sheet. A text never becomes a formula: its cell has the type of a text.
type Writer struct {
	book   *excelize.File
	stream *excelize.StreamWriter
	row    int
	// dateStyle and timeStyle show dates and instants in the format of the reader's spreadsheet.
	dateStyle, timeStyle int
}

// Date is a day, which becomes a date of the spreadsheet.
type Date time.Time

// NewWriter begins a workbook with the headings of its columns, which stay in view. The workbook is written by Flush.
func NewWriter(sheet string, headings []string) (*Writer, error) {
	w := &Writer{book: excelize.NewFile()}
	if err := w.begin(sheet, headings); err != nil {
		_ = w.book.Close()
		return nil, err
	}
	return w, nil
}

func (w *Writer) begin(sheet string, headings []string) (err error) {
	name := w.book.GetSheetName(0)
	if err = w.book.SetSheetName(name, sheet); err != nil {
		return err
	}
	if w.stream, err = w.book.NewStreamWriter(sheet); err != nil {
		return err
	}
	bold, err := w.book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	const day, instant = 14, 22 // the built-in formats, which follow the language of the spreadsheet
	if w.dateStyle, err = w.book.NewStyle(&excelize.Style{NumFmt: day}); err != nil {
		return err
	}
	if w.timeStyle, err = w.book.NewStyle(&excelize.Style{NumFmt: instant}); err != nil {
		return err
	}
	if err = w.stream.SetColWidth(1, len(headings), 24); err != nil {
		return err
	}
	frozen := excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}
	if err = w.stream.SetPanes(&frozen); err != nil {
		return err
	}
	cells := make([]any, len(headings))
	for i, heading := range headings {
		cells[i] = excelize.Cell{StyleID: bold, Value: heading}
	}
	return w.write(cells)
}

// Write appends a row. A cell is a text, a Date or an instant; a zero Date or instant is an empty cell.
func (w *Writer) Write(cells ...any) error {
	row := make([]any, len(cells))
	for i, cell := range cells {
		switch value := cell.(type) {
		case Date:
			if at := time.Time(value); !at.IsZero() {
				row[i] = excelize.Cell{StyleID: w.dateStyle, Value: at}
			}
		case time.Time:
			if !value.IsZero() {
				row[i] = excelize.Cell{StyleID: w.timeStyle, Value: value.UTC()}
			}
		case string:
			row[i] = truncate(value)
		default:
			return fmt.Errorf("a cell of type %T", cell)
		}
	}
	return w.write(row)
}

func (w *Writer) write(cells []any) error {
	w.row++
	return w.stream.SetRow(fmt.Sprintf("A%d", w.row), cells)
}

// Flush writes the workbook.
func (w *Writer) Flush(to io.Writer) error {
	if err := w.stream.Flush(); err != nil {
		return err
	}
	return w.book.Write(to)
}

// Close releases the resources of the workbook, such as temporary files with its rows.
func (w *Writer) Close() error { return w.book.Close() }

func truncate(text string) string {
	if utf8.RuneCountInString(text) <= maxCell {
		return text
	}
	return string([]rune(text)[:maxCell])
}
