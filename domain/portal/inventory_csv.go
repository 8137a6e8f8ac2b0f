package portal

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"strand/domain/access"
)

// InventoryExportPath is where the inventory is read as a CSV file.
const InventoryExportPath = "/api/inventory/export"

const purposeExport = "inventory-export"

// SealExport makes what opens the export of the inventory in the name of the user of an id token.
func SealExport(key access.Key, idToken string) (string, error) {
	return key.Seal(purposeExport, idToken)
}

// UnsealExport is the id token that opens the export; not ok where there is none.
func UnsealExport(key access.Key, pass string) (idToken string, ok bool) {
	return key.Unseal(purposeExport, pass)
}

// A CSV file that is imported has at most so many bytes and lines with values.
const (
	MaxImportBytes = 512 << 10
	MaxImportLines = 2000
)

// MachineColumns are those of an exported file. An import needs the first one, and reads the second and the third
// where they are there.
var MachineColumns = []string{
	"serialNumber", "name", "location", "product", "productLine", "deliveredOn", "warrantyUntil", "serviceContract",
	"contractUntil", "software",
	"options", "retiredOn",
}

// safeCell is a text that spreadsheets never take for a formula.
func safeCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// plainCell is a text as it was before safeCell.
func plainCell(text string) string {
	if len(text) > 1 && text[0] == '\'' && strings.ContainsRune("=+-@\t\r", rune(text[1])) {
		return text[1:]
	}
	return text
}

// Row is the machine as a row of an exported list.
func (m *Machine) Row() []string {
	var software []string
	for _, s := range m.Software {
		software = append(software, s.Name+" "+s.Version)
	}
	location := ""
	if m.Location != nil {
		location = m.Location.Name
	}
	return []string{
		m.SerialNumber, m.Name, location, m.ProductSlug, m.ProductLine, m.DeliveredOn, m.WarrantyUntil, m.ContractName,
		m.ContractUntil, strings.Join(software, "; "), strings.Join(m.Options, "; "), m.RetiredOn,
	}
}

// ImportCode says what is wrong with a line of an import.
type ImportCode string

const (
	// ImportUnreadable is a file that is no CSV, is of another encoding, or has no column `serialNumber`.
	ImportUnreadable ImportCode = "UNREADABLE"
	// ImportTooLarge is a file with too many bytes or lines.
	ImportTooLarge ImportCode = "TOO_LARGE"
	ImportEmpty    ImportCode = "EMPTY"
	// ImportSerialNumber is a serial number that is none, or that sis adds to no inventory.
	ImportSerialNumber ImportCode = "SERIAL_NUMBER"
	// ImportTwice is a serial number that comes twice.
	ImportTwice ImportCode = "TWICE"
	ImportName  ImportCode = "NAME"
	// ImportLocation is a location that is not one of the user's.
	ImportLocation ImportCode = "LOCATION"
)

// ImportProblem is what is wrong with a line; line 0 is the file.
type ImportProblem struct {
	Line int
	Code ImportCode
	// Value is what the line has; empty for the file.
	Value string
}

// ImportLine is a machine of a CSV file.
type ImportLine struct {
	Line                           int
	SerialNumber, Name, LocationID string
}

// maxImportProblems is how many problems are reported.
const maxImportProblems = 50

// ReadImport reads the machines of a CSV file: UTF-8, UTF-16 with its mark, or Windows-1252; comma, semicolon or tab
// between the cells; names of columns in the first line. Locations are named by id or name; fallback is that of a line
// without one. Either lines or problems are returned: a file with a problem changes nothing.
func ReadImport(data []byte, locations []*Location, fallback string) ([]ImportLine, []ImportProblem) {
	if len(data) > MaxImportBytes {
		return nil, []ImportProblem{{Code: ImportTooLarge}}
	}
	text, err := decoded(data)
	if err != nil {
		return nil, []ImportProblem{{Code: ImportUnreadable}}
	}
	if strings.TrimSpace(text) == "" {
		return nil, []ImportProblem{{Code: ImportEmpty}}
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.ReuseRecord = separatorOf(text), -1, true
	header, err := reader.Read()
	if err != nil {
		return nil, []ImportProblem{{Code: ImportUnreadable}}
	}
	column := columnsOf(header)
	if column["serialnumber"] < 0 {
		return nil, []ImportProblem{{Line: 1, Code: ImportUnreadable}}
	}
	var lines []ImportLine
	var problems []ImportProblem
	seen := map[string]bool{}
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if malformed := new(csv.ParseError); errors.As(err, &malformed) {
			return nil, []ImportProblem{{Line: malformed.StartLine, Code: ImportUnreadable}}
		}
		line, _ := reader.FieldPos(0)
		cell := func(name string) string {
			if i := column[name]; i >= 0 && i < len(record) {
				return strings.TrimSpace(plainCell(record[i]))
			}
			return ""
		}
		if !slices.ContainsFunc(record, func(s string) bool { return strings.TrimSpace(s) != "" }) {
			continue
		}
		if len(lines) == MaxImportLines {
			return nil, []ImportProblem{{Line: line, Code: ImportTooLarge}}
		}
		l := ImportLine{Line: line}
		report := func(code ImportCode, value string) {
			if len(problems) < maxImportProblems {
				problems = append(problems, ImportProblem{line, code, shortened(value)})
			}
		}
		serial, ok := NormalSerialNumber(cell("serialnumber"))
		switch {
		case !ok:
			report(ImportSerialNumber, cell("serialnumber"))
		case seen[serial]:
			report(ImportTwice, serial)
		}
		seen[serial], l.SerialNumber = true, serial
		if name := cell("name"); name != "" {
			checked, wrong := CheckMachineName(name)
			if l.Name = checked; len(wrong) > 0 {
				report(ImportName, name)
			}
		}
		if l.LocationID, ok = locationNamed(locations, cell("location"), fallback); !ok {
			report(ImportLocation, cell("location"))
		}
		lines = append(lines, l)
	}
	switch {
	case len(problems) > 0:
		return nil, problems
	case len(lines) == 0:
		return nil, []ImportProblem{{Code: ImportEmpty}}
	}
	return lines, nil
}

// RefusedLines are the lines whose serial numbers sis refuses.
func RefusedLines(lines []ImportLine, refused []string) []ImportProblem {
	problems := []ImportProblem{}
	for _, l := range lines {
		if slices.Contains(refused, l.SerialNumber) && len(problems) < maxImportProblems {
			problems = append(problems, ImportProblem{l.Line, ImportSerialNumber, l.SerialNumber})
		}
	}
	return problems
}

// maxShown is how much of a wrong value is shown, in characters.
const maxShown = 60

func shortened(text string) string {
	if utf8.RuneCountInString(text) <= maxShown {
		return text
	}
	return string([]rune(text)[:maxShown]) + "…"
}

func locationNamed(locations []*Location, name, fallback string) (string, bool) {
	if name == "" {
		name = fallback
	}
	id := ""
	for _, l := range locations {
		if l.ID == name {
			return l.ID, true
		}
		if strings.EqualFold(l.Name, name) {
			if id != "" {
				return "", false // two have the name
			}
			id = l.ID
		}
	}
	return id, id != ""
}

// columnsOf are the places of the columns that an import reads; -1 for one that is missing.
func columnsOf(header []string) map[string]int {
	columns := map[string]int{"serialnumber": -1, "name": -1, "location": -1}
	for i, name := range header {
		name = strings.ToLower(strings.NewReplacer(" ", "", "_", "", "-", "").Replace(name))
		if at, ok := columns[name]; ok && at < 0 {
			columns[name] = i
		}
	}
	return columns
}

// separatorOf is what separates the cells: what the first line has the most of.
func separatorOf(text string) rune {
	first, _, _ := strings.Cut(text, "\n")
	best := ','
	for _, separator := range ";\t" {
		if strings.Count(first, string(separator)) > strings.Count(first, string(best)) {
			best = separator
		}
	}
	return best
}

func decoded(data []byte) (string, error) {
	isUTF16 := len(data) >= 2 && (data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff)
	var err error
	switch {
	case isUTF16:
		data, err = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
	case !utf8.Valid(data):
		data, err = charmap.Windows1252.NewDecoder().Bytes(data)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	if err == nil && strings.ContainsRune(text, 0) {
		err = errors.New("this is no text")
	}
	return text, err
}
