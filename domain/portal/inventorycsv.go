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

	"strand/domain/signedtoken"
)

// InventoryExportPath is the path of the inventory as a CSV file.
const InventoryExportPath = "/api/inventory/export"

const purposeExport = "inventory-export"

// SealExport returns the signed token that opens the export of the inventory as the user of an ID token.
func SealExport(key signedtoken.Key, idToken string) (string, error) {
	return key.Seal(purposeExport, idToken)
}

// UnsealExport returns the ID token of a signed token for the export; ok is false if the token is invalid.
func UnsealExport(key signedtoken.Key, signedToken string) (idToken string, ok bool) {
	return key.Unseal(purposeExport, signedToken)
}

// Limits of an imported CSV file, in bytes and lines with values.
const (
	MaxImportBytes = 512 << 10
	MaxImportLines = 2000
)

// MachineColumns are the columns of an exported file. An import requires the first one, and also reads the second and
// the third.
var MachineColumns = []string{
	"serialNumber", "name", "location", "product", "productLine", "deliveredOn", "warrantyUntil", "serviceContract",
	"contractUntil", "software",
	"options", "retiredOn",
}

// escapeFormula prefixes a text with an apostrophe if spreadsheets would take it for a formula.
func escapeFormula(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}

// unescapeFormula reverses escapeFormula.
func unescapeFormula(text string) string {
	if len(text) > 1 && text[0] == '\'' && strings.ContainsRune("=+-@\t\r", rune(text[1])) {
		return text[1:]
	}
	return text
}

// Row returns the machine as a row of an exported list.
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

// ImportCode is the kind of a problem in an imported file.
type ImportCode string

const (
	// ImportUnreadable is a file that is not CSV, has another encoding, or lacks the column `serialNumber`.
	ImportUnreadable ImportCode = "UNREADABLE"
	// ImportTooLarge is a file with too many bytes or lines.
	ImportTooLarge ImportCode = "TOO_LARGE"
	ImportEmpty    ImportCode = "EMPTY"
	// ImportSerialNumber is a malformed serial number, or one that sis adds to no inventory.
	ImportSerialNumber ImportCode = "SERIAL_NUMBER"
	// ImportTwice is a serial number that occurs twice.
	ImportTwice ImportCode = "TWICE"
	ImportName  ImportCode = "NAME"
	// ImportLocation is a location that is not one of the user's.
	ImportLocation ImportCode = "LOCATION"
)

// ImportProblem is a problem of a line; line 0 is the whole file.
type ImportProblem struct {
	Line int
	Code ImportCode
	// Value is the invalid value; empty for the whole file.
	Value string
}

// ImportLine is a machine of a CSV file.
type ImportLine struct {
	Line                           int
	SerialNumber, Name, LocationID string
}

// maxImportProblems is the maximum number of reported problems.
const maxImportProblems = 50

// ReadImport reads the machines of a CSV file: UTF-8, UTF-16 with a byte order mark, or Windows-1252; cells separated
// by comma, semicolon or tab; names of columns in the first line. Locations are given by id or name; fallback is the
// location of a line without one. It returns either lines or problems: a file with a problem changes nothing.
func ReadImport(data []byte, locations []*Location, fallback string) ([]ImportLine, []ImportProblem) {
	if len(data) > MaxImportBytes {
		return nil, []ImportProblem{{Code: ImportTooLarge}}
	}
	text, err := decodeText(data)
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
				return strings.TrimSpace(unescapeFormula(record[i]))
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
				problems = append(problems, ImportProblem{line, code, truncate(value)})
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
			checked, nameProblems := CheckMachineName(name)
			if l.Name = checked; len(nameProblems) > 0 {
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

// RefusedLines returns a problem for each line whose serial number sis refuses.
func RefusedLines(lines []ImportLine, refused []string) []ImportProblem {
	problems := []ImportProblem{}
	for _, l := range lines {
		if slices.Contains(refused, l.SerialNumber) && len(problems) < maxImportProblems {
			problems = append(problems, ImportProblem{l.Line, ImportSerialNumber, l.SerialNumber})
		}
	}
	return problems
}

// maxShown is the maximum length of a reported value, in characters.
const maxShown = 60

func truncate(text string) string {
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
				return "", false // the name is ambiguous
			}
			id = l.ID
		}
	}
	return id, id != ""
}

// columnsOf returns the indexes of the columns that an import reads; -1 for a missing one.
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

// separatorOf returns the separator of the cells: the one that is most frequent in the first line.
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

func decodeText(data []byte) (string, error) {
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
		err = errors.New("binary file")
	}
	return text, err
}
