package portal

import (
	"net/url"
	"strings"

	"strand/domain/exportfile"
	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
)

// Paths of lists as files: the tickets, the machines of the inventory, the users, and the audit log; and of empty files
// for imports.
const (
	TicketExportPath       = "/api/tickets/export"
	MachineExportPath      = "/api/inventory/export"
	UserExportPath         = "/api/user-admin/users.csv"
	AuditExportPath        = "/api/user-admin/audit.csv"
	MachineTemplatePath    = "/api/inventory/template"
	InvitationTemplatePath = "/api/user-admin/template"
)

// Parameters of the URLs of exports.
const (
	ParamExportFormat = "format"
	ParamExportLocale = "locale"
)

// ExportFile is the format of an exported file, and the locale of its headings and values: `de-ch`.
type ExportFile struct {
	Format exportfile.Format
	Locale string
}

// ParseExportFile returns the file that the parameters of a URL select.
func ParseExportFile(query url.Values) ExportFile {
	file := ExportFile{exportfile.CSV, query.Get(ParamExportLocale)}
	if query.Get(ParamExportFormat) == "xlsx" {
		file.Format = exportfile.XLSX
	}
	return file
}

// in adds the parameters to a URL with a query or without.
func (f ExportFile) in(path, query string) string {
	query = withParameter(query, ParamExportLocale, f.Locale)
	return path + withParameter(query, ParamExportFormat, f.Format.Extension())
}

// TemplateURL is the URL of an empty file for an import.
func TemplateURL(path string, file ExportFile) string { return file.in(path, "") }

// MachineExportURL is the URL of the selected machines as a file, with a signed token.
func MachineExportURL(l *inventory.MachineList, file ExportFile, signedToken string) string {
	selection := l.MachineSelection
	selection.Range = portal.ListRange{}
	query := selection.Query()
	if l.IsRetired() {
		query = withParameter(query, inventory.ParamRetired, "true")
	}
	return file.in(MachineExportPath, withParameter(query, portal.ParamToken, signedToken))
}

// TicketExportURL is the URL of the selected tickets as a file, with a signed token.
func TicketExportURL(selection ticketing.TicketSelection, file ExportFile, signedToken string) string {
	selection.Range = portal.ListRange{}
	return file.in(TicketExportPath, withParameter(selection.Query(), portal.ParamToken, signedToken))
}

// UserExportURL is the URL of the selected users as a file, with a signed token.
func UserExportURL(selection useradmin.UserSelection, file ExportFile, signedToken string) string {
	selection.Range = portal.ListRange{}
	return file.in(UserExportPath, withParameter(selection.Query(), portal.ParamToken, signedToken))
}

// AuditExportURL is the URL of the selected entries of the audit log as a file, with a signed token.
func AuditExportURL(selection useradmin.AuditSelection, file ExportFile, signedToken string) string {
	return file.in(AuditExportPath, withParameter(selection.Query(), portal.ParamToken, signedToken))
}

// withParameter sets a parameter of a query, which has a question mark or is empty.
func withParameter(query, name, value string) string {
	values := listing.Query(strings.TrimPrefix(query, "?"))
	values.Set(name, value)
	return "?" + values.Encode()
}
