package xlsxfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"strand/domain/csvfile"
)

// bookOf returns a workbook as a spreadsheet writes it.
func bookOf(t testing.TB, fill func(*excelize.File) error) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	var data bytes.Buffer
	if err := errors.Join(fill(book), book.Write(&data)); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}

// TestRead: the first sheet is read with its line numbers; blank rows and cells without a visible character are empty.
//
// Rules: MACH-11.
func TestRead(t *testing.T) {
	data := bookOf(t, func(book *excelize.File) error {
		_, err := book.NewSheet("Other")
		return errors.Join(err,
			book.SetSheetRow("Sheet1", "A1", &[]any{"email", " Jörg ", "\u200b"}),
			book.SetSheetRow("Sheet1", "A3", &[]any{"", "", ""}),
			book.SetSheetRow("Sheet1", "A4", &[]any{"a@example.org", 530, true}),
			book.SetCellFormula("Sheet1", "D4", `=1+1`),
			book.SetSheetRow("Other", "A1", &[]any{"not read"}),
		)
	})
	want := []csvfile.Row{
		{Line: 1, Cells: []string{"email", "Jörg", ""}}, {Line: 4, Cells: []string{"a@example.org", "530", "1", ""}},
	}
	if rows, err := Read(data, 10); err != nil || !reflect.DeepEqual(rows, want) {
		t.Errorf("%+v, %v", rows, err)
	}
	if rows, err := Read(data, 1); err != nil || len(rows) != 1 {
		t.Errorf("at most one row: %+v, %v", rows, err)
	}
}

// TestRead_Damaged: files that only look like workbooks are refused, also those that grow when they are unpacked.
func TestRead_Damaged(t *testing.T) {
	whole := bookOf(t, func(book *excelize.File) error { return book.SetCellStr("Sheet1", "A1", "x") })
	archive := func(name, content string) []byte {
		var data bytes.Buffer
		w := zip.NewWriter(&data)
		part, err := w.Create(name)
		if err == nil {
			_, err = part.Write([]byte(content))
		}
		if err = errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		return data.Bytes()
	}
	for name, data := range map[string][]byte{
		"half a file":      whole[:len(whole)/2],
		"another archive":  archive("readme.txt", "x"),
		"no archive":       []byte("PK\x03\x04"),
		"broken XML":       archive("xl/workbook.xml", "<workbook><sheets><sheet"),
		"a growing part":   archive("xl/workbook.xml", strings.Repeat(" ", maxUnzipped+1)),
		"another workbook": archive("content.xml", "<office/>"),
	} {
		if rows, err := Read(data, 10); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %+v, %v", name, rows, err)
		}
	}
}

// TestWriter: texts stay texts, also those that look like formulas or numbers, and dates are dates.
//
// Rules: MACH-12.
func TestWriter(t *testing.T) {
	day, at := time.Date(2025, 4, 18, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 20, 13, 30, 0, 0, time.UTC)
	w, err := NewWriter("Maschinen", []string{"Name", "Geliefert", "Zeit"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	var data bytes.Buffer
	if err := errors.Join(
		w.Write("=1+1", Date(day), at), w.Write("0042", Date{}, time.Time{}), w.Flush(&data),
	); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(data.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	if name := book.GetSheetName(0); name != "Maschinen" {
		t.Errorf("the sheet %q", name)
	}
	for cell, want := range map[string]string{"A1": "Name", "A2": "=1+1", "A3": "0042", "B3": "", "C3": ""} {
		got, err := book.GetCellValue("Maschinen", cell)
		formula, ferr := book.GetCellFormula("Maschinen", cell)
		if errors.Join(err, ferr) != nil || got != want || formula != "" {
			t.Errorf("%s: %q, formula %q", cell, got, formula)
		}
	}
	for cell, want := range map[string]string{"B2": "45765", "C2": "46346.5625"} {
		got, err := book.GetCellValue("Maschinen", cell, excelize.Options{RawCellValue: true})
		if kind, _ := book.GetCellType("Maschinen", cell); err != nil || got != want ||
			kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString {
			t.Errorf("%s: %q of type %v, %v", cell, got, kind, err)
		}
	}
	rows, err := Read(data.Bytes(), 10)
	if err != nil || len(rows) != 3 || rows[1].Cells[0] != "=1+1" {
		t.Errorf("read again: %+v, %v", rows, err)
	}
	if err := w.Write(7); err == nil {
		t.Error("a cell of another type was written")
	}
}

// FuzzRead: any bytes are read as valid text or refused.
func FuzzRead(f *testing.F) {
	f.Add(bookOf(f, func(book *excelize.File) error { return book.SetSheetRow("Sheet1", "A1", &[]any{"a", 1}) }))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rows, err := Read(data, 20)
		if err != nil && !errors.Is(err, ErrUnreadable) || len(rows) > 20 {
			t.Errorf("%d rows, %v", len(rows), err)
		}
		for _, row := range rows {
			for _, cell := range row.Cells {
				if strings.ToValidUTF8(cell, "") != cell || strings.Contains(cell, "\x00") {
					t.Errorf("%q", cell)
				}
			}
		}
	})
}
