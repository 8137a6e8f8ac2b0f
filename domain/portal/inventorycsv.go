package portal

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"strand/domain/csvfile"
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

// MachineColumns are the columns of an exported file.
var MachineColumns = []string{
	"serialNumber", "name", "location", "product", "productLine", "deliveredOn", "warrantyUntil", "serviceContract",
	"contractUntil", "software",
	"options", "retiredOn",
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
	// ImportOwn is the serial number of a machine that is in the inventory of the user.
	ImportOwn  ImportCode = "OWN"
	ImportName ImportCode = "NAME"
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

// machineImportColumns are the columns that an import of machines reads.
var machineImportColumns = []string{"serialNumber", "name", "location"}

// importTable contains the rows of an imported file below its headings.
type importTable struct {
	rows    []csvfile.Row
	columns map[string]int
}

// readTable reads an imported file whose first row has the headings of columns, which include the required one.
// It returns either a table or a problem.
func readTable(data []byte, columns []string, required string, maxLines int) (*importTable, *ImportProblem) {
	if len(data) > MaxImportBytes {
		return nil, &ImportProblem{Code: ImportTooLarge}
	}
	rows, err := csvfile.Read(data)
	if malformed := new(csvfile.SyntaxError); errors.As(err, &malformed) {
		return nil, &ImportProblem{Line: malformed.Line, Code: ImportUnreadable}
	}
	if err != nil {
		return nil, &ImportProblem{Code: ImportUnreadable}
	}
	if len(rows) == 0 {
		return nil, &ImportProblem{Code: ImportEmpty}
	}
	t := &importTable{rows: rows[1:], columns: map[string]int{}}
	for i, heading := range rows[0].Cells {
		if column := columnOf(heading, columns); column != "" {
			if _, isKnown := t.columns[column]; !isKnown {
				t.columns[column] = i
			}
		}
	}
	if _, ok := t.columns[required]; !ok {
		headings := strings.Join(rows[0].Cells, ", ")
		return nil, &ImportProblem{Line: rows[0].Line, Code: ImportUnreadable, Value: truncate(headings)}
	}
	switch {
	case len(t.rows) == 0:
		return nil, &ImportProblem{Code: ImportEmpty}
	case len(t.rows) > maxLines:
		return nil, &ImportProblem{Line: t.rows[maxLines].Line, Code: ImportTooLarge}
	}
	return t, nil
}

// cell returns the value of a row in a column; empty for a missing one.
func (t *importTable) cell(r csvfile.Row, column string) string {
	if i, ok := t.columns[column]; ok && i < len(r.Cells) {
		return r.Cells[i]
	}
	return ""
}

// ReadImport reads the machines of a CSV file. Locations are given by id or name; fallback is the location of a line
// without one. It returns either lines or problems: a file with a problem changes nothing.
func ReadImport(data []byte, locations []*Location, fallback string) ([]ImportLine, []ImportProblem) {
	table, problem := readTable(data, machineImportColumns, "serialNumber", MaxImportLines)
	if problem != nil {
		return nil, []ImportProblem{*problem}
	}
	var lines []ImportLine
	var problems []ImportProblem
	seen := map[string]bool{}
	for _, row := range table.rows {
		l := ImportLine{Line: row.Line}
		report := func(code ImportCode, value string) {
			if len(problems) < maxImportProblems {
				problems = append(problems, ImportProblem{row.Line, code, truncate(value)})
			}
		}
		serial, ok := NormalSerialNumber(table.cell(row, "serialNumber"))
		switch {
		case !ok:
			report(ImportSerialNumber, table.cell(row, "serialNumber"))
		case seen[serial]:
			report(ImportTwice, serial)
		}
		seen[serial], l.SerialNumber = true, serial
		if name := table.cell(row, "name"); name != "" {
			checked, nameProblems := CheckMachineName(name)
			if l.Name = checked; len(nameProblems) > 0 {
				report(ImportName, name)
			}
		}
		location := table.cell(row, "location")
		if l.LocationID, ok = locationNamed(locations, location, fallback); !ok {
			report(ImportLocation, location)
		}
		lines = append(lines, l)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return lines, nil
}

// RefusedLines returns a problem for each line whose serial number sis refuses, at most limit of unknown machines. own
// contains the serial numbers of the user's machines.
func RefusedLines(lines []ImportLine, refused, own []string, limit int) []ImportProblem {
	problems := []ImportProblem{}
	for _, l := range lines {
		code := ImportSerialNumber
		switch {
		case !slices.Contains(refused, l.SerialNumber) || len(problems) == maxImportProblems:
			continue
		case slices.Contains(own, l.SerialNumber):
			code = ImportOwn
		case limit == 0:
			continue
		default:
			limit--
		}
		problems = append(problems, ImportProblem{l.Line, code, l.SerialNumber})
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
