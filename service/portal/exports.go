package portal

import (
	"strings"

	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/useradmin"
)

// Paths of lists as CSV files: the machines of the inventory, the users, and the audit log.
const (
	MachineExportPath = "/api/inventory/export"
	UserExportPath    = "/api/user-admin/users.csv"
	AuditExportPath   = "/api/user-admin/audit.csv"
)

// MachineExportURL is the URL of the selected machines as a CSV file, with a signed token.
func MachineExportURL(l *inventory.MachineList, signedToken string) string {
	selection := l.MachineSelection
	selection.Range = portal.ListRange{}
	query := selection.Query()
	if l.IsRetired() {
		query = withParameter(query, inventory.ParamRetired, "true")
	}
	return MachineExportPath + withParameter(query, portal.ParamToken, signedToken)
}

// UserExportURL is the URL of the selected users as a CSV file, with a signed token.
func UserExportURL(selection useradmin.UserSelection, signedToken string) string {
	selection.Range = portal.ListRange{}
	return UserExportPath + withParameter(selection.Query(), portal.ParamToken, signedToken)
}

// AuditExportURL is the URL of the selected entries of the audit log as a CSV file, with a signed token.
func AuditExportURL(selection useradmin.AuditSelection, signedToken string) string {
	return AuditExportPath + withParameter(selection.Query(), portal.ParamToken, signedToken)
}

// withParameter sets a parameter of a query, which has a question mark or is empty.
func withParameter(query, name, value string) string {
	values := listing.Query(strings.TrimPrefix(query, "?"))
	values.Set(name, value)
	return "?" + values.Encode()
}
