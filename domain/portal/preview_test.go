package portal

import (
	"testing"

	"strand/domain/site"
)

// TestPreviewUser: an editor previews pages as a user with exactly the rights of the audience.
func TestPreviewUser(t *testing.T) {
	for _, audience := range site.PreviewAudiences {
		u := PreviewUser(audience)
		if (u != nil) != audience.IsSignedIn() {
			t.Errorf("%s is signed in: %v", audience, u != nil)
		}
		if u == nil {
			continue
		}
		for _, application := range Applications {
			want := AccessNone
			if previewAccess[audience] == application {
				want = AccessActive
			}
			if got := u.StatusByRoles(application); got != want {
				t.Errorf("%s has the access %q to %s, want %q", audience, got, application, want)
			}
		}
		if u.IsEmployee() != (audience == site.PreviewEmployee) ||
			u.IsDelegatedAdminExternal() != (audience == site.PreviewDelegatedAdminExternal) ||
			u.IsDelegatedAdminInternal() != (audience == site.PreviewDelegatedAdminInternal) {
			t.Errorf("%s has the roles %v", audience, u.Roles)
		}
	}
}
