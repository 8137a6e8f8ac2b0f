package useradmin

import (
	"strings"
	"testing"

	"strand/domain/portal"
)

// TestUserChange_CheckFields: an action has the parameters that it requires, and only a denial has a reason.
func TestUserChange_CheckFields(t *testing.T) {
	for name, test := range map[string]struct {
		change UserChange
		// want are the fields and codes of the problems.
		want string
	}{
		"a denial": {
			UserChange{Action: DenyRequest, Application: portal.Ticketing, Reason: " No. "}, "",
		},
		"a denial without a reason": {UserChange{Action: DenyRequest, Application: portal.Ticketing}, "reason REQUIRED"},
		"a very long reason": {
			UserChange{Action: DenyRequest, Application: portal.Ticketing, Reason: strings.Repeat("x", 10_000)},
			"reason TOO_LONG",
		},
		"a reason without a denial":    {UserChange{Action: AcceptRequest, Application: portal.Ticketing, Reason: "x"}, ""},
		"accept without application":   {UserChange{Action: AcceptRequest}, "application REQUIRED"},
		"withdraw without application": {UserChange{Action: WithdrawAccess}, "application REQUIRED"},
		"grant without application":    {UserChange{Action: GrantAccess}, "application REQUIRED"},
		"add without application":      {UserChange{Action: AddApplication}, "application REQUIRED"},
		"edit without anything":        {UserChange{Action: EditAccess}, "application REQUIRED, edition REQUIRED"},
		"edit without edition":         {UserChange{Action: EditAccess, Application: portal.Artemis}, "edition REQUIRED"},
		"edit an unknown edition": {
			UserChange{Action: EditAccess, Application: portal.Artemis, Edition: portal.EditionUnknown},
			"edition INVALID",
		},
		"edit an application without": {
			UserChange{Action: EditAccess, Application: portal.Ticketing, Edition: portal.EditionCloud},
			"application INVALID",
		},
		"edit": {
			UserChange{Action: EditAccess, Application: portal.Artemis, Edition: portal.EditionCloud}, "",
		},
		"the application USER_ADMIN": {
			UserChange{Action: AddApplication, Application: portal.UserAdmin}, "application APPLICATION_NOT_OFFERED",
		},
		"resend an invitation":           {UserChange{Action: ResendInvite}, ""},
		"assign an unknown organization": {UserChange{Action: AssignOrganization}, "organization REQUIRED"},
		"remove an unknown organization": {UserChange{Action: RemoveOrganization}, "organization REQUIRED"},
		"assign an unknown role":         {UserChange{Action: AssignRole}, "role REQUIRED"},
		"invite":                         {UserChange{Action: InviteUser}, "action INVALID"},
		"deny a membership":              {UserChange{Action: DenyMembership, Reason: " No. "}, ""},
		"deny a membership, no reason":   {UserChange{Action: DenyMembership, Reason: "\u200b"}, "reason REQUIRED"},
		"accept a membership":            {UserChange{Action: AcceptMembership, OrganizationID: "o"}, ""},
		"accept a membership in none":    {UserChange{Action: AcceptMembership}, "organization REQUIRED"},
		"with a service that is no application": {
			UserChange{
				Action: AcceptMembership, OrganizationID: "o",
				Applications: []portal.Service{portal.UserAdmin, portal.Ticketing, portal.UserAdmin},
			}, "applications APPLICATION_NOT_OFFERED",
		},
		"applications for another action": {
			UserChange{Action: DeleteUser, Applications: []portal.Service{portal.Ticketing}}, "applications INVALID",
		},
	} {
		c, problems := test.change.CheckFields()
		var got []string
		for _, p := range problems {
			got = append(got, p.Field+" "+p.Code)
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: %v, want %q", name, got, test.want)
		}
		isDenial := c.Action == DenyRequest || c.Action == DenyMembership
		if !isDenial && c.Reason != "" ||
			isDenial && strings.TrimSpace(c.Reason) != c.Reason {
			t.Errorf("%s: reason %q", name, c.Reason)
		}
	}
}
