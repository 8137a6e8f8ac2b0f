package portal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestImportWords: an imported file may use the labels of the client in each of its languages (USER-39).
//
// Rules: MACH-11, USER-39.
func TestImportWords(t *testing.T) {
	files, err := filepath.Glob("../../client/src/i18n/messages/portal/*.json")
	if err != nil || len(files) != 11 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		language := strings.TrimSuffix(filepath.Base(file), ".json")
		texts := map[string]string{}
		for _, area := range []string{"form", "portal", "site"} {
			text, err := os.ReadFile("../../client/src/i18n/messages/" + area + "/" + language + ".json")
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(text, &texts); err != nil {
				t.Fatal(err)
			}
		}
		for column, ids := range map[string][]string{
			"email": {"form.field.email", "users.email"}, "firstName": {"form.field.firstName"},
			"lastName": {"form.field.lastName"}, "organization": {"users.invite.organization"},
			"applications": {"users.invite.applications"}, "role": {"users.invite.role"},
		} {
			for _, id := range ids {
				if got := columnOf(texts[id], invitationColumns); got != column {
					t.Errorf("%s: the heading %q is the column %q, not %q", language, texts[id], got, column)
				}
			}
		}
		for column, id := range map[string]string{
			"serialNumber": "form.field.serialNumber", "name": "machine.name", "location": "tickets.location",
		} {
			if got := columnOf(texts[id], machineImportColumns); got != column {
				t.Errorf("%s: the heading %q is the column %q, not %q", language, texts[id], got, column)
			}
		}
		for _, application := range Applications {
			name := texts["portal.service."+string(application)+".title"]
			if got, ok := applicationNamed(name); !ok || got != application {
				t.Errorf("%s: %q is the application %q, not %s", language, name, got, application)
			}
		}
		for _, role := range []AdministratorRole{AdministratorNone, AdministratorExternal} {
			name := texts["users.role."+string(role)]
			if got, ok := roleNamed(name); !ok || got != role {
				t.Errorf("%s: %q is the role %q, not %s", language, name, got, role)
			}
		}
		if _, ok := roleNamed(texts["users.role.INTERNAL"]); ok {
			t.Errorf("%s: internal administrators can be invited", language)
		}
	}
}
