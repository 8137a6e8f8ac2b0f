package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
)

// userAnswer is a response of the graph.
type userAnswer struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Path       []any
		Extensions struct{ Code string }
	}
}

// queryAs sends an operation with variables in the name of a user, and decodes the data.
func (s *strand) queryAs(t *testing.T, token, operation string, variables map[string]any, into any) userAnswer {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": operation, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := s.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer userAnswer
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatalf("status %d: %v", response.StatusCode, err)
	}
	if into != nil && len(answer.Data) > 0 {
		if err := json.Unmarshal(answer.Data, into); err != nil {
			t.Fatalf("%s: %v", answer.Data, err)
		}
	}
	return answer
}

// signedIn returns the ID token of a sample account: of its email, or of its name at example.com.
func (s *strand) signedIn(t *testing.T, name string) string {
	t.Helper()
	email := name
	if !strings.Contains(email, "@") {
		email += "@example.com"
	}
	return identitytest.IDToken(s.browser(t).SignIn(email))
}

// managedUser is a user as an administrator reads them.
type managedUser struct {
	ID, FullName, Email, Status, Role string
	Organizations                     []struct{ ID, Name string }
	Accesses                          []struct {
		Application, Status string
		Reason              *string
	}
	Actions []userActionOption
}

type userActionOption struct {
	Action       string
	Application  *string
	Organization *struct{ ID string }
	Role         *string
}

func (u *managedUser) access(application string) string {
	for _, a := range u.Accesses {
		if a.Application == application {
			return a.Status
		}
	}
	return ""
}

// offers reports whether the user's actions include an action on an application, or one without an application.
func (u *managedUser) offers(action, application string) bool {
	return slices.ContainsFunc(u.Actions, func(o userActionOption) bool {
		return o.Action == action && (application == "" || o.Application != nil && *o.Application == application)
	})
}

const managedUserFields = `id fullName email status role organizations { id name } accesses { application status reason
	}
	actions { action application organization { id } role }`

type userPage struct {
	TotalCount   int
	IsTotalExact bool
	Edges        []struct {
		Cursor string
		Node   managedUser
	}
	PageInfo struct {
		HasNextPage bool
		EndCursor   string
	}
}

// users reads a page of users with the arguments of the field: `first: 5`.
func (s *strand) users(t *testing.T, token, arguments string) userPage {
	t.Helper()
	var data struct{ UserAdmin struct{ Users userPage } }
	answer := s.queryAs(
		t,
		token,
		`{ userAdmin { users(`+arguments+`) { totalCount isTotalExact pageInfo { hasNextPage endCursor }
		edges { cursor node { `+managedUserFields+` } } } } }`,
		nil,
		&data,
	)
	if len(answer.Errors) > 0 {
		t.Fatalf("users(%s): %+v", arguments, answer.Errors)
	}
	return data.UserAdmin.Users
}

func (s *strand) managedUser(t *testing.T, token, id string) *managedUser {
	t.Helper()
	var data struct{ UserAdmin struct{ User *managedUser } }
	answer := s.queryAs(
		t,
		token,
		`query ($id: ID!) { userAdmin { user(id: $id) { `+managedUserFields+` } } }`,
		map[string]any{"id": id},
		&data,
	)
	if len(answer.Errors) > 0 {
		t.Fatalf("user %s: %+v", id, answer.Errors)
	}
	return data.UserAdmin.User
}

// changePayload is the payload of an action on a user.
type changePayload struct {
	User       *managedUser
	UserErrors []struct{ Field, Code string }
	Undo       *struct{ ID string }
}

func (p changePayload) code() string {
	if len(p.UserErrors) == 0 {
		return ""
	}
	return p.UserErrors[0].Code
}

// changeUser sends an action on a user; input contains arguments other than the key and the user.
func (s *strand) changeUser(t *testing.T, token, key, id, action string, input map[string]any) changePayload {
	t.Helper()
	all := map[string]any{"idempotencyKey": key, "user": id, "action": action}
	for name, value := range input {
		all[name] = value
	}
	var data struct{ ChangeUser changePayload }
	answer := s.queryAs(
		t,
		token,
		`mutation ($input: ChangeUserInput!) { changeUser(input: $input) { user { `+managedUserFields+
			` } userErrors { field code } undo { id } } }`,
		map[string]any{"input": all},
		&data,
	)
	if len(answer.Errors) > 0 {
		t.Fatalf("%s of %s: %+v", action, id, answer.Errors)
	}
	return data.ChangeUser
}

func actionKey(n int) string { return fmt.Sprintf("action-key-%016d", n) }

// TestUserAdmin_Accesses: an administrator answers requests and changes access rights; forbidden actions are
// refused with a code.
//
// Rules: USER-2, USER-8, USER-10, USER-15, USER-16, USER-29.
func TestUserAdmin_Accesses(t *testing.T) {
	s := portalSite(t)
	admin, pending, accepted := s.signedIn(t, "admin"), "user-pending", newKey()

	first := s.users(t, admin, `first: 5`)
	if !first.IsTotalExact || first.TotalCount < 10 || len(first.Edges) != 5 || !first.PageInfo.HasNextPage {
		t.Fatalf("%+v", first)
	}
	if u := first.Edges[0].Node; u.Status != "PENDING" {
		t.Errorf("the first user is %s", u.Status)
	}
	u := s.managedUser(t, admin, pending)
	if u == nil || u.access("TICKETING") != "PENDING" || !u.offers("ACCEPT_REQUEST", "TICKETING") ||
		u.offers("WITHDRAW_ACCESS", "TICKETING") {
		t.Fatalf("%+v", u)
	}

	done := s.changeUser(t, admin, accepted, pending, "ACCEPT_REQUEST", map[string]any{"application": "TICKETING"})
	if done.code() != "" || done.User.access("TICKETING") != "ACTIVE" ||
		!done.User.offers("WITHDRAW_ACCESS", "TICKETING") {
		t.Errorf("%+v", done)
	}
	// The next token contains the role.
	var me struct {
		ServiceRegistrations []struct{ Service, Status string }
	}
	s.queryAs(t, s.signedIn(t, "pending"), `{ serviceRegistrations { service status } }`, nil, &me)
	statuses := map[string]string{}
	for _, r := range me.ServiceRegistrations {
		statuses[r.Service] = r.Status
	}
	if statuses["TICKETING"] != "ACTIVE" || statuses["INVENTORY"] != "PENDING" ||
		statuses["DIRECT_SERVICE"] != "PENDING" ||
		statuses["ARTEMIS"] != "UNREGISTERED" {
		t.Errorf("%v", statuses)
	}
	// A repeated key changes nothing; a new attempt reports that the request was answered.
	if again := s.changeUser(
		t, admin, accepted, pending, "ACCEPT_REQUEST", map[string]any{"application": "TICKETING"},
	); again.code() != "" {
		t.Errorf("the same key: %+v", again)
	}
	internal := s.signedIn(t, "internal")
	if late := s.changeUser(
		t, internal, newKey(), pending, "DENY_REQUEST", map[string]any{"application": "TICKETING", "reason": "No."},
	); late.code() != "STATE_CHANGED" ||
		late.User.access("TICKETING") != "ACTIVE" {
		t.Errorf("a second administrator: %+v", late)
	}
	if missing := s.changeUser(
		t, admin, newKey(), pending, "DENY_REQUEST", map[string]any{"application": "INVENTORY", "reason": " "},
	); missing.code() != "REQUIRED" {
		t.Errorf("without a reason: %+v", missing)
	}
	if denied := s.changeUser(
		t, admin, newKey(), pending, "DENY_REQUEST",
		map[string]any{"application": "INVENTORY", "reason": "Ask Pavel."},
	); denied.User.access(
		"INVENTORY",
	) != "DECLINED" {
		t.Errorf("%+v", denied)
	}
	if foreign := s.changeUser(
		t, admin, newKey(), "user-other", "DELETE_USER", nil,
	); foreign.code() != "NOT_FOUND" ||
		foreign.User != nil {
		t.Errorf("a foreign user: %+v", foreign)
	}
	if own := s.changeUser(
		t, admin, newKey(), "user-admin", "ASSIGN_ROLE", map[string]any{"role": "INTERNAL"},
	); own.code() != "OWN_ACCOUNT" {
		t.Errorf("the own rights: %+v", own)
	}
}

// TestAcceptInvitation: a signed-in user accepts an invitation to a service of the portal and can use it at once.
//
// Rules: PORT-20.
func TestAcceptInvitation(t *testing.T) {
	s := portalSite(t)
	type registration struct {
		Service, Status       string
		CanAccept, CanRequest bool
	}
	of := func(all []registration, service string) registration {
		for _, r := range all {
			if r.Service == service {
				return r
			}
		}
		return registration{}
	}
	b := s.browser(t)
	user := identitytest.IDToken(b.SignIn("expired@example.com"))
	registrations := func() []registration {
		var data struct{ ServiceRegistrations []registration }
		s.queryAs(t, user, `{ serviceRegistrations { service status canAccept canRequest } }`, nil, &data)
		return data.ServiceRegistrations
	}
	accept := func(application string) (after []registration, codes []string) {
		var data struct {
			AcceptInvitation struct {
				ServiceRegistrations []registration
				UserErrors           []struct{ Code string }
			}
		}
		s.queryAs(t, user, `mutation ($application: PortalService!) {
			acceptInvitation(input: {application: $application}) {
				serviceRegistrations { service status canAccept canRequest } userErrors { code } } }`,
			map[string]any{"application": application}, &data)
		for _, e := range data.AcceptInvitation.UserErrors {
			codes = append(codes, e.Code)
		}
		return data.AcceptInvitation.ServiceRegistrations, codes
	}
	if got := of(registrations(), "INVENTORY"); got.Status != "INVITEEXPIRED" || got.CanAccept || !got.CanRequest {
		t.Fatalf("an expired invitation: %+v", got)
	}
	if after, codes := accept("INVENTORY"); !slices.Equal(codes, []string{"STATE_CHANGED"}) ||
		of(after, "INVENTORY").Status != "INVITEEXPIRED" {
		t.Errorf("an expired invitation was accepted: %v %v", after, codes)
	}
	for _, application := range []string{"USER_ADMIN", "DIRECT_SERVICE"} {
		if _, codes := accept(application); !slices.Equal(codes, []string{"STATE_CHANGED"}) {
			t.Errorf("%s without an invitation: %v", application, codes)
		}
	}

	again := s.changeUser(
		t, s.signedIn(t, "admin"), newKey(), "user-expired", "SEND_NEW_INVITE",
		map[string]any{"application": "INVENTORY"},
	)
	if again.code() != "" {
		t.Fatalf("a new invitation: %+v", again)
	}
	if got := of(registrations(), "INVENTORY"); got.Status != "INVITED" || !got.CanAccept {
		t.Fatalf("an invitation: %+v", got)
	}
	for range 2 {
		if after, codes := accept("INVENTORY"); len(codes) > 0 || of(after, "INVENTORY").CanAccept {
			t.Errorf("after the acceptance: %v %v", of(after, "INVENTORY"), codes)
		}
	}
	// The next token contains the role.
	user = identitytest.IDToken(b.SignIn("expired@example.com"))
	if got := of(registrations(), "INVENTORY"); got.Status != "ACTIVE" || got.CanAccept {
		t.Errorf("with the next token: %+v", got)
	}
	var data struct{ Inventory struct{ TotalCount int } }
	s.queryAs(t, user, `{ inventory(first: 1) { totalCount } }`, nil, &data)
	if data.Inventory.TotalCount == 0 {
		t.Error("the inventory cannot be read")
	}
}

// TestUserAdmin_DeleteAndUndo: a destructive action takes effect at once and can be undone.
//
// Rules: USER-26.
func TestUserAdmin_DeleteAndUndo(t *testing.T) {
	s := portalSite(t)
	admin, customer := s.signedIn(t, "admin"), s.signedIn(t, "onprem")
	before := s.users(t, admin, `first: 1`).TotalCount
	gone := s.changeUser(t, admin, newKey(), "user-onprem", "DELETE_USER", nil)
	if gone.code() != "" || gone.User != nil || gone.Undo == nil {
		t.Fatalf("%+v", gone)
	}
	if s.managedUser(t, admin, "user-onprem") != nil || s.users(t, admin, `first: 1`).TotalCount != before-1 {
		t.Error("a deleted user is still listed")
	}
	if answer := s.queryAs(t, customer, `{ tickets { totalCount } }`, nil, nil); len(answer.Errors) == 0 ||
		answer.Errors[0].Extensions.Code != "UNAUTHENTICATED" {
		t.Errorf("the token of a deleted user: %+v", answer)
	}
	undo := func(token, id string) changePayload {
		var data struct{ UndoUserChange changePayload }
		s.queryAs(
			t,
			token,
			`mutation ($id: ID!) { undoUserChange(input: {id: $id}) { user { `+managedUserFields+
				` } userErrors { code } } }`,
			map[string]any{"id": id},
			&data,
		)
		return data.UndoUserChange
	}
	if foreign := undo(s.signedIn(t, "internal"), gone.Undo.ID); foreign.code() != "NOT_FOUND" {
		t.Errorf("the undo of another administrator: %+v", foreign)
	}
	back := undo(admin, gone.Undo.ID)
	if back.code() != "" || back.User == nil || back.User.access("ARTEMIS") != "ACTIVE" ||
		back.User.Email != "onprem@example.com" {
		t.Fatalf("%+v", back)
	}
	if s.users(t, admin, `first: 1`).TotalCount != before {
		t.Error("a restored user is not listed")
	}
	if token := s.signedIn(t, "onprem"); token == "" {
		t.Error("a restored user cannot sign in")
	}
}

// TestUserAdmin_Invite: the invitation of another administrator's user gets the response for a new e-mail address.
//
// Rules: USER-33, USER-36.
func TestUserAdmin_Invite(t *testing.T) {
	s := portalSite(t)
	admin := s.signedIn(t, "admin")
	invite := func(email, organization string) changePayload {
		var data struct{ InviteUser changePayload }
		answer := s.queryAs(
			t,
			admin,
			`mutation ($input: InviteUserInput!) { inviteUser(input: $input) { user { `+managedUserFields+
				` } userErrors { field code } } }`,
			map[string]any{
				"input": map[string]any{
					"idempotencyKey": newKey(),
					"email":          email,
					"firstName":      "Test",
					"lastName":       "Person",
					"organization":   organization,
					"applications":   []string{"TICKETING"},
				},
			},
			&data,
		)
		if len(answer.Errors) > 0 {
			t.Fatalf("%s: %+v", email, answer.Errors)
		}
		return data.InviteUser
	}
	shown := func(p changePayload) string {
		if p.User == nil {
			return p.code()
		}
		text, _ := json.Marshal(p.User)
		return strings.NewReplacer(p.User.ID, "ID", p.User.Email, "EMAIL").Replace(string(text)) + p.code()
	}
	before := s.users(t, admin, `first: 1`).TotalCount
	fresh := invite("fresh@example.org", "org-nordkabel")
	foreign := invite("CHIARA.MIHON.19@example.net", "org-nordkabel")
	if fresh.code() != "" || fresh.User.Status != "INVITED" || shown(fresh) != shown(foreign) {
		t.Errorf("new:     %s\nforeign: %s", shown(fresh), shown(foreign))
	}
	if after := s.users(t, admin, `first: 1`).TotalCount; after != before+2 {
		t.Errorf("%d users, %d before", after, before)
	}
	if known := invite("colleague@example.com", "org-nordkabel"); known.code() != "ALREADY_EXISTS" ||
		known.User == nil ||
		known.User.ID != "user-colleague" {
		t.Errorf("a visible user: %+v", known)
	}
	// The check of a file knows who exists already, and tells nothing about the users of others.
	file := base64.StdEncoding.EncodeToString([]byte("email,firstName,lastName\ncolleague@example.com,Cole,League\n" +
		"fresh@example.org,Fresh,One\nHELIA@example.com,Other,One\nnobody@example.org,No,Body\n"))
	var checked struct {
		CheckInvitations struct {
			Invitations []struct {
				Existing *struct{ ID string }
			}
		}
	}
	s.queryAs(
		t,
		admin,
		`mutation($file: String!) { checkInvitations(input: {file: $file, organization: "org-nordkabel"}) {
			invitations { existing { id } } } }`,
		map[string]any{"file": file},
		&checked,
	)
	var existing []string
	for _, one := range checked.CheckInvitations.Invitations {
		if one.Existing != nil {
			existing = append(existing, one.Existing.ID)
		}
	}
	if want := []string{"user-colleague", fresh.User.ID}; !slices.Equal(existing, want) ||
		len(checked.CheckInvitations.Invitations) != 4 {
		t.Errorf("existing: %v of %+v, want %v", existing, checked, want)
	}
	if again := invite("fresh@example.org", "org-nordkabel"); again.code() != "ALREADY_EXISTS" ||
		again.User.ID != fresh.User.ID {
		t.Errorf("invited before: %+v", again)
	}
	if wrong := invite("a@example.org", "org-helia"); wrong.code() != "ORGANIZATION_NOT_FOUND" {
		t.Errorf("a foreign organization: %+v", wrong)
	}
	if wrong := invite("no address", "org-nordkabel"); wrong.code() != "INVALID" ||
		wrong.UserErrors[0].Field != "email" {
		t.Errorf("no address: %+v", wrong)
	}
}
