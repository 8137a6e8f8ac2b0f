package exportfile

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"strand/domain/csvfile"
	"strand/domain/xlsxfile"
)

// TestNew: both formats have the same rows; a CSV file is separated as spreadsheets in the language expect it.
//
// Rules: MACH-12.
func TestNew(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 30, 5, 0, time.FixedZone("Central Europe", 60*60))
	for name, test := range map[string]struct {
		format         Format
		language, want string
	}{
		"CSV in English": {CSV, "en", "\ufeff\"Name\",\"Day\",\"Time\"\r\n" +
			"\"'=1\",\"2025-04-18\",\"2026-11-20 12:30:05\"\r\n\"\",\"\",\"\"\r\n"},
		"CSV in German": {CSV, "de", "\ufeff\"Name\";\"Day\";\"Time\"\r\n" +
			"\"'=1\";\"2025-04-18\";\"2026-11-20 12:30:05\"\r\n\"\";\"\";\"\"\r\n"},
		"XLSX": {XLSX, "de", ""},
	} {
		var file bytes.Buffer
		w, err := New(&file, test.format, test.language, "List", []string{"Name", "Day", "Time"})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(
			w.Write("=1", DateOf("2025-04-18"), at), w.Write("", DateOf(""), time.Time{}), w.End(), w.Close(),
		); err != nil {
			t.Fatal(err)
		}
		var rows []csvfile.Row
		if test.format == XLSX {
			rows, err = xlsxfile.Read(file.Bytes(), 9)
		} else if rows, err = csvfile.Read(file.Bytes(), test.language); file.String() != test.want {
			t.Errorf("%s: %q", name, file.String())
		}
		if err != nil || len(rows) != 2 || rows[1].Cells[0] != "=1" {
			t.Errorf("%s read again: %+v %v", name, rows, err)
		}
		if test.format == CSV && w.Write(1) == nil {
			t.Errorf("%s: a cell of another type was written", name)
		}
	}
}
