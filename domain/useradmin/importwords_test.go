package useradmin

import (
	"testing"

	"strand/domain/portal"
	"strand/test/portaltest"
)

// TestImportWords: an imported file may use the labels of the client in each of its languages (USER-39).
//
// Rules: USER-39.
func TestImportWords(t *testing.T) {
	for language, texts := range portaltest.ClientTexts(t) {
		for column, ids := range map[string][]string{
			"email": {"form.field.email", "users.email"}, "firstName": {"form.field.firstName"},
			"lastName": {"form.field.lastName"}, "organization": {"users.invite.organization"},
			"applications": {"users.invite.applications"}, "role": {"users.invite.role"},
		} {
			for _, id := range ids {
				if got, _ := invitationHeadings.Named(texts[id]); got != column {
					t.Errorf("%s: the heading %q is the column %q, not %q", language, texts[id], got, column)
				}
			}
		}
		for _, application := range portal.Applications {
			name := texts["portal.service."+string(application)+".title"]
			if got, ok := applicationNames.Named(name); !ok || got != application {
				t.Errorf("%s: %q is the application %q, not %s", language, name, got, application)
			}
		}
		for _, role := range []portal.AdministratorRole{portal.AdministratorNone, portal.AdministratorExternal} {
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
