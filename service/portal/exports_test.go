package portal

import (
	"testing"

	"strand/domain/exportfile"
	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
)

// TestExportURLs: an export has the selection of its list without its page, and the token that opens it.
//
// Rules: USER-32.
func TestExportURLs(t *testing.T) {
	german := ExportFile{exportfile.XLSX, "de-ch"}
	for query, want := range map[string]string{
		"": "?format=xlsx&locale=de-ch&pass=token",
		"after=cursor&contract=NONE&group=LOCATION&q=alpha&sort=NEWEST": "?contract=NONE&format=xlsx&" +
			"group=LOCATION&locale=de-ch&pass=token&q=alpha&sort=NEWEST",
	} {
		for _, isRetired := range []bool{false, true} {
			l := &inventory.MachineList{MachineSelection: inventory.ParseMachineSelection(query, isRetired)}
			got := MachineExportURL(l, german, "token")
			parsed := got[len(MachineExportPath):]
			if isRetired {
				want := withParameter(want, inventory.ParamRetired, "true")
				if parsed != want {
					t.Errorf("retired machines of %q: %s", query, got)
				}
			} else if parsed != want {
				t.Errorf("machines of %q: %s", query, got)
			}
		}
	}
	tickets := ticketing.ParseTicketSelection("status=OPEN&q=belt&after=cursor&sort=SUBJECT")
	if got := TicketExportURL(tickets, german, "token"); got !=
		"/api/tickets/export?format=xlsx&locale=de-ch&pass=token&q=belt&sort=SUBJECT&status=OPEN" {
		t.Errorf("tickets: %s", got)
	}
	selection := useradmin.ParseUserSelection("q=ada&after=cursor&role=INTERNAL")
	if got := UserExportURL(selection, ExportFile{exportfile.CSV, "en"}, "token"); got !=
		"/api/user-admin/users.csv?format=csv&locale=en&pass=token&q=ada&role=INTERNAL" {
		t.Errorf("users: %s", got)
	}
	for query, want := range map[string]string{
		"":                                  "format=xlsx&locale=de-ch&pass=token",
		"user=u%261&unknown=x":              "format=xlsx&locale=de-ch&pass=token&user=u%261",
		"organization=o1&after=cursor":      "format=xlsx&locale=de-ch&organization=o1&pass=token",
		"q=ada&from=2026-11-01&until=never": "format=xlsx&from=2026-11-01&locale=de-ch&pass=token&q=ada",
	} {
		got := AuditExportURL(useradmin.ParseAuditSelection(query), german, "token")
		if got != "/api/user-admin/audit.csv?"+want {
			t.Errorf("audit log of %s: %s", query, got)
		}
	}
	if got := TemplateURL(MachineTemplatePath, german); got != "/api/inventory/template?format=xlsx&locale=de-ch" {
		t.Errorf("template: %s", got)
	}
	for query, want := range map[string]ExportFile{
		"":                           {exportfile.CSV, ""},
		"format=pdf&locale=xx":       {exportfile.CSV, "xx"},
		"format=xlsx&locale=de-ch&x": german,
	} {
		if got := ParseExportFile(listing.Query(query)); got != want {
			t.Errorf("%s: %+v", query, got)
		}
	}
}
