package resolvers

import (
	"fmt"
	"strings"
	"testing"

	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/registration"
	"strand/domain/useradmin"
)

// TestQueries_Membership: how a user without an organization becomes a member, and the calls for it. The calls and the
// response are the same for every company.
//
// Rules: PORT-22, USER-53.
func TestQueries_Membership(t *testing.T) {
	newcomer := &portal.User{ID: "n", FirstName: "Nova"}
	open := &registration.Membership{
		Company: "Nordkabel", Access: portal.AccessPending, RequestedAt: &present, NotifiedAt: &present,
	}
	home := func(own *registration.OwnAccess) map[string]any {
		return map[string]any{"Home": &portalentry.HomeData{Own: own}}
	}
	const fields = `{ company status requestedAt remindableAt canRemind declineReason fields { name maxLength } }`
	request := func(company string) string {
		return fmt.Sprintf(`mutation { requestMembership(input: {company: %q}) {
			membership { company status } userErrors { field code } } }`, company)
	}
	answer := func(d useradmin.Decision, m *registration.Membership) []any {
		return []any{d, &registration.OwnAccess{Membership: m}}
	}
	const homeCall = `sis.Home token {}`
	var repeated strings.Builder
	var calls []string
	for i := range 11 {
		fmt.Fprintf(&repeated, ` r%d: requestMembership(input: {company: "Nordkabel"}) { userErrors { code } }`, i)
		if i < 10 {
			calls = append(calls, "sis.RequestMembership token Nordkabel")
		}
	}
	for name, test := range map[string]queryTest{
		"without a request": {
			query: portalOf("", `membership `+fields), user: newcomer,
			sis: home(&registration.OwnAccess{Membership: &registration.Membership{Company: "Typed"}}),
			data: `{"resolve":{"portal":{"membership":{"canRemind":false,"company":"Typed","declineReason":null,
				"fields":[{"maxLength":200,"name":"company"}],"remindableAt":null,"requestedAt":null,
				"status":"UNREGISTERED"}}}}`,
			calls: []string{inEnglish, homeCall},
		},
		"an open request": {
			query: portalOf("", `membership { company status requestedAt remindableAt canRemind }`), user: newcomer,
			sis: home(&registration.OwnAccess{Membership: open}),
			data: `{"resolve":{"portal":{"membership":{"canRemind":false,"company":"Nordkabel","remindableAt":"2000-01-02T00:00:00Z",
				"requestedAt":"2000-01-01T00:00:00Z","status":"PENDING"}}}}`,
			calls: []string{inEnglish, homeCall},
		},
		"a member": {
			query: portalOf("", `membership { company }`), user: newcomer, sis: home(&registration.OwnAccess{}),
			data:  `{"resolve":{"portal":{"membership":null}}}`,
			calls: []string{inEnglish, homeCall},
		},
		"another page": {
			query: portalOf("/wire-flow", `membership { company }`), user: newcomer,
			data:  `{"resolve":{"portal":{"membership":null}}}`,
			calls: []string{inEnglish},
		},
		"while sis does not answer": {
			query: portalOf("", `membership { company }`), user: newcomer, fails: "sis.",
			data:  `{"resolve":{"portal":{"membership":null}}}`,
			codes: []string{"UPSTREAM_UNAVAILABLE"},
			calls: []string{inEnglish, homeCall},
		},
		"a request": {
			query: request(" Nordkabel "), user: newcomer,
			sis: map[string]any{"RequestMembership": answer(useradmin.Allowed, open)},
			data: `{"requestMembership":{"membership":{"company":"Nordkabel","status":"PENDING"},
				"userErrors":[]}}`,
			calls: []string{"sis.RequestMembership token Nordkabel"},
		},
		"a request with another one open": {
			query: request("Helia"), user: newcomer,
			sis: map[string]any{"RequestMembership": answer(useradmin.StateChanged, open)},
			data: `{"requestMembership":{"membership":{"company":"Nordkabel","status":"PENDING"},
				"userErrors":[{"code":"STATE_CHANGED","field":null}]}}`,
			calls: []string{"sis.RequestMembership token Helia"},
		},
		"a name that is too long is not sent": {
			query: request(strings.Repeat("x", 10000)), user: newcomer,
			data: `{"requestMembership":{"membership":null,"userErrors":[{"code":"TOO_LONG","field":"company"}]}}`,
		},
		"the eleventh request of a day": {
			query: `mutation {` + repeated.String() + ` }`, user: newcomer,
			sis:   map[string]any{"RequestMembership": answer(useradmin.Allowed, open)},
			codes: []string{"RATE_LIMITED"}, calls: calls,
		},
		"an anonymous request": {query: request("Nordkabel"), codes: []string{"UNAUTHENTICATED"}},
		"a withdrawal": {
			query: `mutation { cancelMembershipRequest { membership { status } userErrors { code } } }`,
			user:  newcomer,
			sis: map[string]any{
				"CancelMembershipRequest": answer(useradmin.Allowed, &registration.Membership{}),
			},
			data:  `{"cancelMembershipRequest":{"membership":{"status":"UNREGISTERED"},"userErrors":[]}}`,
			calls: []string{"sis.CancelMembershipRequest token"},
		},
		"an accepted request": {
			query: `mutation { changeUser(input: {idempotencyKey: "0123456789abcdef", user: "n", organization: "o",
				action: ACCEPT_MEMBERSHIP, applications: [TICKETING, INVENTORY]}) { userErrors { code } } }`,
			user: administrator(),
			sis:  map[string]any{"ChangeUser": &useradmin.UserChangeResult{Decision: useradmin.StateChanged}},
			data: `{"changeUser":{"userErrors":[{"code":"STATE_CHANGED"}]}}`,
			calls: []string{`sis.ChangeUser token {"action":"ACCEPT_MEMBERSHIP","applications":["INVENTORY",` +
				`"TICKETING"],"key":"0123456789abcdef","organizationId":"o","userId":"n"}`},
		},
		"the requests for an administrator": {
			query: portalOf("/user-admin", `userList { membershipRequests { fullName company organization { name } } }`),
			user:  administrator(),
			sis: map[string]any{"Users": []any{
				&useradmin.UserListPage{MembershipRequests: []*useradmin.MembershipRequest{{
					UserID: "n", FirstName: "Nova", LastName: "Newcomer", Company: "nordkabel",
					Organization: &useradmin.ManagedOrganization{ID: "o", Name: "Nordkabel AG"},
				}}}, &useradmin.UserFilterOptions{},
			}},
			data: `{"resolve":{"portal":{"userList":{"membershipRequests":[{"company":"nordkabel",
				"fullName":"Nova Newcomer","organization":{"name":"Nordkabel AG"}}]}}}}`,
			calls: []string{
				inEnglish, `sis.Users token {"Order":"PENDING_FIRST","Range":{"First":25}} true`,
			},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, nothing) })
	}
}
