package resolvers

import (
	"testing"

	"strand/domain/useradmin"
)

// TestQueries_Users: the users of an administrator, and the calls for them.
//
// Rules: USER-20, USER-26, USER-28, USER-33, USER-36, USER-41.
func TestQueries_Users(t *testing.T) {
	user := &useradmin.ManagedUser{ID: "1", FirstName: "Cole", LastName: "League", Email: "cole@example.com"}
	organization := &useradmin.ManagedOrganization{ID: "o", Name: "Nordkabel"}
	change := func(more string) string {
		return `changeUser(input: {idempotencyKey: "0123456789abcdef", user: "1", ` + more + `}) {
			user { fullName } userErrors { field code } undo { id } }`
	}
	result := func(d useradmin.Decision) map[string]any {
		return map[string]any{"ChangeUser": &useradmin.UserChangeResult{Decision: d, User: user}}
	}
	invite := func(fields string) string {
		return `inviteUser(input: {idempotencyKey: "0123456789abcdef", organization: "o", ` + fields + `}) {
			user { fullName } userErrors { field code } }`
	}
	const invited = `sis.InviteUser token {"Email":"new@example.org","FirstName":"Test","Key":"0123456789abcdef",` +
		`"Language":"en","LastName":"Person","OrganizationID":"o","Role":"NONE"}`
	const valid = `email: "new@example.org", firstName: "Test", lastName: "Person"`
	for name, test := range map[string]queryTest{
		"an action without what it requires is not sent": {
			query: `mutation { a: ` + change(`action: WITHDRAW_ACCESS`) +
				` b: ` + change(`action: ASSIGN_ROLE`) +
				` c: ` + change(`action: ASSIGN_ORGANIZATION`) +
				` d: ` + change(`action: EDIT_ACCESS, application: ARTEMIS`) +
				` e: ` + change(`action: DENY_REQUEST, application: INVENTORY, reason: " "`) + ` }`,
			user: administrator(),
			data: `{"a":{"undo":null,"user":null,"userErrors":[{"code":"REQUIRED","field":"application"}]},
				"b":{"undo":null,"user":null,"userErrors":[{"code":"REQUIRED","field":"role"}]},"c":{"undo":null,
				"user":null,"userErrors":[{"code":"REQUIRED","field":"organization"}]},"d":{"undo":null,"user":null,
				"userErrors":[{"code":"REQUIRED","field":"edition"}]},"e":{"undo":null,"user":null,
				"userErrors":[{"code":"REQUIRED","field":"reason"}]}}`,
		},
		"an accepted request": {
			query: `mutation { ` + change(`action: ACCEPT_REQUEST, application: TICKETING`) + ` }`,
			user:  administrator(),
			sis:   result(useradmin.Allowed),
			data:  `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"ACCEPT_REQUEST","application":"TICKETING","key":"0123456789abcdef","userId":"1"}`,
			},
		},
		"a request that was answered": {
			query: `mutation { ` + change(`action: ACCEPT_REQUEST, application: TICKETING`) + ` }`,
			user:  administrator(),
			sis:   result(useradmin.StateChanged),
			data: `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[{"code":"STATE_CHANGED",
				"field":null}]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"ACCEPT_REQUEST","application":"TICKETING","key":"0123456789abcdef","userId":"1"}`,
			},
		},
		"an action in one of several organizations": {
			query: `mutation { ` + change(`action: WITHDRAW_ACCESS, application: TICKETING`) + ` }`,
			user:  administrator(),
			sis:   result(useradmin.OrganizationRequired),
			data: `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[{"code":"REQUIRED",
				"field":"organization"}]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"WITHDRAW_ACCESS","application":"TICKETING","key":"0123456789abcdef","userId":"1"}`,
			},
		},
		"a reset of a second factor without a recent login": {
			query: `mutation { a: ` + change(`action: RESET_SECOND_FACTOR`) +
				` b: ` + change(`action: REQUEST_FACTOR_RESET`) +
				` c: ` + change(`action: CONFIRM_FACTOR_RESET`) + ` }`,
			user:  administrator(),
			codes: []string{"RECENT_LOGIN_REQUIRED", "RECENT_LOGIN_REQUIRED", "RECENT_LOGIN_REQUIRED"},
		},
		"a refused reset needs no recent login": {
			query: `mutation { ` + change(`action: CANCEL_FACTOR_RESET`) + ` }`, user: administrator(),
			sis:   result(useradmin.Allowed),
			data:  `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{`sis.ChangeUser token {"action":"CANCEL_FACTOR_RESET","key":"0123456789abcdef","userId":"1"}`},
		},
		"a deleted user": {
			query: `mutation { ` + change(`action: DELETE_USER`) + ` }`, user: administrator(),
			sis:   map[string]any{"ChangeUser": &useradmin.UserChangeResult{Decision: useradmin.Allowed, Undo: &useradmin.Undo{ID: "9"}}},
			data:  `{"changeUser":{"undo":{"id":"9"},"user":null,"userErrors":[]}}`,
			calls: []string{`sis.ChangeUser token {"action":"DELETE_USER","key":"0123456789abcdef","userId":"1"}`},
		},
		"a restored user": {
			query: `mutation { undoUserChange(input: {id: "9"}) { user { fullName } userErrors { code } } }`,
			user:  administrator(),
			sis: map[string]any{
				"UndoUserChange": &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user},
			},
			data:  `{"undoUserChange":{"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{"sis.UndoUserChange token 9"},
		},
		"an invitation": {
			query: `mutation { ` + invite(valid) + ` }`, user: administrator(),
			sis:  map[string]any{"InviteUser": &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user}},
			data: `{"inviteUser":{"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{
				invited,
			},
		},
		"names with URLs or markup are not sent": {
			query: `mutation { ` + invite(
				`email: "no address", firstName: "https://evil.example/win", lastName: "<b>P</b>"`) + ` }`,
			user: administrator(),
			data: `{"inviteUser":{"user":null,"userErrors":[{"code":"INVALID","field":"email"},{"code":"INVALID",
				"field":"firstName"},{"code":"INVALID","field":"lastName"}]}}`,
		},
		"the fourth invitation to an e-mail address": {
			query: `mutation { a: ` + invite(valid) + ` b: ` + invite(valid) + ` c: ` + invite(valid) +
				` d: ` + invite(valid) + ` }`,
			user:  administrator(),
			sis:   map[string]any{"InviteUser": &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user}},
			codes: []string{"RECIPIENT_LIMITED"},
			calls: []string{
				invited,
				invited,
				invited,
			},
		},
		"a repeated invitation counts for the address of the user": {
			query: `mutation { ` + change(`action: RESEND_INVITE`) + ` }`, user: administrator(),
			sis: map[string]any{
				"ManagedUser": user,
				"ChangeUser":  &useradmin.UserChangeResult{Decision: useradmin.Allowed, User: user},
			},
			data: `{"changeUser":{"undo":null,"user":{"fullName":"Cole League"},"userErrors":[]}}`,
			calls: []string{
				`sis.ChangeUser token {"action":"RESEND_INVITE","key":"0123456789abcdef","userId":"1"}`,
				"sis.ManagedUser token 1",
			},
		},
		"a user is read by one call": {
			query: portalOf("/user-admin/1", `page breadcrumb { title } managedUser { id fullName }`),
			user:  administrator(),
			sis:   map[string]any{"ManagedUser": user},
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},
				{"title":"User administration"},{"title":"Cole League"}],"managedUser":{"fullName":"Cole League",
				"id":"1"},"page":"MANAGED_USER"}}}`,
			calls: []string{inEnglish, "sis.ManagedUser token 1"},
		},
		"the users are read by one call": {
			query: portalOf("/user-admin?status=PENDING", `userList { users { id url } nextUrl }`),
			user:  administrator(),
			sis: map[string]any{"Users": []any{&useradmin.UserListPage{
				Total: 1, IsTotalExact: true, Users: []*useradmin.ManagedUser{user}, Cursors: []string{"c"},
			}, &useradmin.UserFilterOptions{}}},
			data: `{"resolve":{"portal":{"userList":{"nextUrl":null,"users":[{"id":"1",
				"url":"/en/mykomax/user-admin/1"}]}}}}`,
			calls: []string{
				inEnglish,
				`sis.Users token {"Filter":{"Statuses":["PENDING"]},"Order":"PENDING_FIRST","Range":{"First":25}} true`,
			},
		},
		"an organization is read by one call": {
			query: portalOf("/user-admin/organizations/o", `page breadcrumb { title } managedOrganization {
				organization { name url } users { totalCount } }`),
			user: administrator(),
			sis: map[string]any{"OrganizationPage": &useradmin.OrganizationPage{
				Organization: organization, Members: &useradmin.UserListPage{Total: 1},
				Audit: &useradmin.AuditLogPage{},
			}},
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},
				{"title":"User administration"},{"title":"Organizations"},{"title":"Nordkabel"}],
				"managedOrganization":{"organization":{"name":"Nordkabel",
				"url":"/en/mykomax/user-admin/organizations/o"},"users":{"totalCount":1}},
				"page":"MANAGED_ORGANIZATION"}}}`,
			calls: []string{inEnglish, "sis.OrganizationPage token o"},
		},
		"a foreign organization is an unknown one": {
			query: portalOf("/user-admin/organizations/x", `page breadcrumb { title } managedOrganization {
				organization { name } }`),
			user: administrator(),
			data: `{"resolve":{"portal":{"breadcrumb":[{"title":"home"},{"title":"MyKomax"},
				{"title":"User administration"},{"title":"Organizations"},{"title":"Organization"}],
				"managedOrganization":null,"page":"MANAGED_ORGANIZATION"}}}`,
			calls: []string{inEnglish, "sis.OrganizationPage token x"},
		},
		"the organizations are read with their open requests by one call": {
			query: portalOf("/user-admin/organizations?q=nord", `page organizationList { total text isFiltered resetUrl
				entries { openRequestCount organization { name url } } }`),
			user: administrator(),
			sis: map[string]any{"OrganizationsWithRequests": []any{
				[]*useradmin.ManagedOrganization{organization, {ID: "h", Name: "Helia"}}, map[string]int{"o": 3},
			}},
			data: `{"resolve":{"portal":{"organizationList":{"entries":[{"openRequestCount":3,
				"organization":{"name":"Nordkabel","url":"/en/mykomax/user-admin/organizations/o"}}],"isFiltered":true,
				"resetUrl":"/en/mykomax/user-admin/organizations","text":"nord","total":1},
				"page":"MANAGED_ORGANIZATIONS"}}}`,
			calls: []string{inEnglish, "sis.OrganizationsWithRequests token"},
		},
		"the audit log of an action is read by one call": {
			query: portalOf("/user-admin/activity?action=DENY_REQUEST&action=NONE", `userActivity {
				isFiltered entries { undo { id } } }`),
			user: administrator(),
			sis: map[string]any{"AuditLogWithOrganizations": []any{&useradmin.AuditLogPage{
				Entries: []*useradmin.AuditEntry{{Undo: &useradmin.Undo{ID: "7"}}},
			}, []*useradmin.ManagedOrganization{}}},
			data: `{"resolve":{"portal":{"userActivity":{"entries":[{"undo":{"id":"7"}}],"isFiltered":true}}}}`,
			calls: []string{
				inEnglish, `sis.AuditLogWithOrganizations token {"Actions":["DENY_REQUEST"],"First":50}`,
			},
		},
		"a user without the role": {
			query: `{ userAdmin { organizations { id } } }`, user: customer(0),
			codes: []string{"FORBIDDEN"},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, nothing) })
	}
}
