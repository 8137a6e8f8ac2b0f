// Package exportfile writes exported lists in the formats that spreadsheets open.
package exportfile

import (
	"fmt"
	"io"
	"time"

	"strand/domain/csvfile"
	"strand/domain/xlsxfile"
)

// Format is the format of an exported file.
type Format string

const (
	CSV  Format = "CSV"
	XLSX Format = "XLSX"
)

// Extension is the extension of the names of files.
func (f Format) Extension() string {
	if f == XLSX {
		return "xlsx"
	}
	return "csv"
}

// MediaType is the value of the Content-Type header.
func (f Format) MediaType() string {
	if f == XLSX {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv; charset=utf-8"
}

// Writer writes the rows of a file. A cell is a text, a Date or an instant; a zero Date or instant is an empty cell.
type Writer interface {
	Write(cells ...any) error
	// End writes what is not yet written.
	End() error
	// Close releases the resources of the writer, also of one that has not ended.
	Close() error
}

// Date is a day.
type Date = xlsxfile.Date

// DateOf returns the day of an ISO 8601 date; the zero Date for another text.
func DateOf(text string) Date {
	at, _ := time.Parse(time.DateOnly, text)
	return Date(at)
}

// New begins a file with the headings of its columns. A CSV file is separated as spreadsheets in the language expect
// it, and written row by row; a workbook is written by End. title names the sheet of a workbook.
func New(to io.Writer, format Format, language, title string, headings []string) (Writer, error) {
	if format == XLSX {
		book, err := xlsxfile.NewWriter(title, headings)
		if err != nil {
			return nil, err
		}
		return &workbook{book, to}, nil
	}
	file, err := csvfile.NewTableWriter(to, csvfile.SeparatorOf(language), headings)
	if err != nil {
		return nil, err
	}
	return table{file}, nil
}

type workbook struct {
	*xlsxfile.Writer
	to io.Writer
}

func (w *workbook) End() error { return w.Flush(w.to) }

type table struct{ file *csvfile.Writer }

func (t table) Write(cells ...any) error {
	row := make([]string, len(cells))
	for i, cell := range cells {
		switch value := cell.(type) {
		case string:
			row[i] = value
		case Date:
			if at := time.Time(value); !at.IsZero() {
				row[i] = at.Format(time.DateOnly)
			}
		case time.Time:
			if !value.IsZero() {
				row[i] = value.UTC().Format("2006-01-02 15:04:05")
			}
		default:
			return fmt.Errorf("a cell of type %T", cell)
		}
	}
	return t.file.Write(row)
}

func (table) End() error { return nil }

func (table) Close() error { return nil }
