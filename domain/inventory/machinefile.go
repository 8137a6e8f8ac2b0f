package inventory

import (
	"slices"
	"strings"

	"strand/domain/csvimport"
	"strand/domain/signedtoken"
)

const purposeExport = "inventory-export"

// SealExport returns the signed token that opens the export of the inventory as the user of an ID token.
func SealExport(key signedtoken.Key, idToken string) (string, error) {
	return key.Seal(purposeExport, idToken)
}

// UnsealExport returns the ID token of a signed token for the export; ok is false if the token is invalid.
func UnsealExport(key signedtoken.Key, signedToken string) (idToken string, ok bool) {
	return key.Unseal(purposeExport, signedToken)
}

// MaxImportLines is the maximum number of lines with values in an imported file.
const MaxImportLines = 2000

// Codes of problems of imported machines, in addition to those of all imports.
const (
	// ImportSerialNumber is a malformed serial number, or one that sis adds to no inventory.
	ImportSerialNumber csvimport.Code = "SERIAL_NUMBER"
	// ImportOwn is the serial number of a machine that is in the inventory of the user.
	ImportOwn csvimport.Code = "OWN"
	// ImportLocation is a location that is not one of the user's.
	ImportLocation csvimport.Code = "LOCATION"
)

// ImportLine is a machine of an imported file, as sis takes it.
type ImportLine struct {
	Line         int    `json:"-"`
	SerialNumber string `json:"serialNumber"`
	Name         string `json:"name"`
	LocationID   string `json:"locationId"`
}

// ReadImport reads the machines of a CSV file or workbook, without the lines that are skipped. Locations are given by
// id or name; fallback is the location of a line without one, language that of the user. It returns the valid lines,
// and the problems of the others: a file with a problem changes nothing.
func ReadImport(
	data []byte,
	locations []*Location,
	fallback, language string,
	skipped []int,
) ([]ImportLine, []csvimport.Problem) {
	table, problem := csvimport.Read(data, language, machineHeadings, "serialNumber", MaxImportLines)
	if problem != nil {
		return nil, []csvimport.Problem{*problem}
	}
	var lines []ImportLine
	var problems []csvimport.Problem
	seen := map[string]bool{}
	for _, row := range table.Rows {
		if slices.Contains(skipped, row.Line) {
			continue
		}
		l, isValid := ImportLine{Line: row.Line}, true
		report := func(code csvimport.Code, value string) {
			problems = csvimport.Report(problems, csvimport.NewProblem(row.Line, code, value))
			isValid = false
		}
		serial, ok := NormalSerialNumber(table.Cell(row, "serialNumber"))
		switch {
		case !ok:
			report(ImportSerialNumber, table.Cell(row, "serialNumber"))
		case seen[serial]:
			report(csvimport.Twice, serial)
		}
		seen[serial], l.SerialNumber = true, serial
		if name := table.Cell(row, "name"); name != "" {
			checked, nameProblems := CheckMachineName(name)
			if l.Name = checked; len(nameProblems) > 0 {
				report(csvimport.InvalidName, name)
			}
		}
		location := table.Cell(row, "location")
		if l.LocationID, ok = locationNamed(locations, location, fallback); !ok {
			report(ImportLocation, location)
		}
		if isValid {
			lines = append(lines, l)
		}
	}
	if len(lines) == 0 && len(problems) == 0 {
		return nil, []csvimport.Problem{{Code: csvimport.Empty}}
	}
	return lines, problems
}

// RefusedLines returns a problem for each line whose serial number sis refuses, at most limit of unknown machines. own
// contains the serial numbers of the user's machines.
func RefusedLines(lines []ImportLine, refused, own []string, limit int) []csvimport.Problem {
	problems := []csvimport.Problem{}
	for _, l := range lines {
		code := ImportSerialNumber
		switch {
		case !slices.Contains(refused, l.SerialNumber) || len(problems) == csvimport.MaxProblems:
			continue
		case slices.Contains(own, l.SerialNumber):
			code = ImportOwn
		case limit == 0:
			continue
		default:
			limit--
		}
		problems = append(problems, csvimport.Problem{Line: l.Line, Code: code, Value: l.SerialNumber})
	}
	return problems
}

// WithoutRefused returns the lines without a problem.
func WithoutRefused(lines []ImportLine, problems []csvimport.Problem) []ImportLine {
	refused := make(map[int]bool, len(problems))
	for _, p := range problems {
		refused[p.Line] = true
	}
	return slices.DeleteFunc(slices.Clone(lines), func(l ImportLine) bool { return refused[l.Line] })
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
