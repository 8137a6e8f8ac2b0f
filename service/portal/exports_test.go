package portal

import (
	"testing"

	"strand/domain/inventory"
	"strand/domain/useradmin"
)

// TestExportURLs: an export has the selection of its list without its page, and the token that opens it.
//
// Rules: USER-32.
func TestExportURLs(t *testing.T) {
	for query, want := range map[string]string{
		"": "?pass=token",
		"after=cursor&contract=NONE&group=LOCATION&q=alpha&sort=NEWEST": "?contract=NONE&group=LOCATION&pass=token&" +
			"q=alpha&sort=NEWEST",
	} {
		for _, isRetired := range []bool{false, true} {
			l := &inventory.MachineList{MachineSelection: inventory.ParseMachineSelection(query, isRetired)}
			got := MachineExportURL(l, "token")
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
	selection := useradmin.ParseUserSelection("q=ada&after=cursor&role=INTERNAL")
	if got := UserExportURL(selection, "token"); got != "/api/user-admin/users.csv?pass=token&q=ada&role=INTERNAL" {
		t.Errorf("users: %s", got)
	}
	for query, want := range map[string]string{
		"":                                  "pass=token",
		"user=u%261&unknown=x":              "pass=token&user=u%261",
		"organization=o1&after=cursor":      "organization=o1&pass=token",
		"q=ada&from=2026-11-01&until=never": "from=2026-11-01&pass=token&q=ada",
	} {
		got := AuditExportURL(useradmin.ParseAuditSelection(query), "token")
		if got != "/api/user-admin/audit.csv?"+want {
			t.Errorf("audit log of %s: %s", query, got)
		}
	}
}
