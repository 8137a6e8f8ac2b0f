// Package xlsxfile reads and writes the workbooks of spreadsheets (Office Open XML).
package xlsxfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"strand/domain/csvfile"
	"strand/domain/form"
)

const (
	// maxUnzipped bounds the unpacked size of a workbook in bytes, and so the memory and time (a second at most) that a
	// small file can take.
	maxUnzipped = 8 << 20
	// maxColumns is the number of columns that are read.
	maxColumns = 50
)

// ErrUnreadable is the error of a file that is no workbook, or whose content is damaged or encrypted.
var ErrUnreadable = errors.New("not a readable workbook")

// IsWorkbook reports whether a file begins as a workbook does: as a ZIP archive.
func IsWorkbook(data []byte) bool { return bytes.HasPrefix(data, []byte("PK\x03\x04")) }

// Read reads the rows of the first sheet that have a value, at most maxRows of them. A formula has the value that the
// spreadsheet has stored for it. The error is ErrUnreadable.
func Read(data []byte, maxRows int) (rows []csvfile.Row, err error) {
	// The library indexes into the parts of a workbook without checks: a damaged file can make it panic.
	defer func() {
		if cause := recover(); cause != nil {
			rows, err = nil, fmt.Errorf("%w: %v", ErrUnreadable, cause)
		}
	}()
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: maxUnzipped, UnzipXMLSizeLimit: maxUnzipped,
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	defer func() { _ = book.Close() }()
	sheets := book.GetSheetList()
	if len(sheets) == 0 {
		return nil, ErrUnreadable
	}
	found, err := book.Rows(sheets[0])
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	defer func() { _ = found.Close() }()
	for line := 1; found.Next() && len(rows) < maxRows; line++ {
		cells, err := found.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		if row := newRow(line, cells); row != nil {
			rows = append(rows, *row)
		}
	}
	if err := found.Error(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return rows, nil
}

// newRow returns a row; nil for one without a value.
func newRow(line int, cells []string) *csvfile.Row {
	row := &csvfile.Row{Line: line, Cells: make([]string, min(len(cells), maxColumns))}
	isEmpty := true
	for i := range row.Cells {
		text := strings.TrimSpace(strings.ToValidUTF8(strings.ReplaceAll(cells[i], "\x00", ""), ""))
		if !form.IsBlank(text) {
			row.Cells[i], isEmpty = text, false
		}
	}
	if isEmpty {
		return nil
	}
	return row
}
