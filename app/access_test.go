package app_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"strand/domain/portal"
	"strand/upstream/embedded/sisportal"
)

// accessTable is where the access matrix is written: UPDATE_ACCESS=1 go test -run TestAccessMatrix ./app
const accessTable = "../docs/access.md"

// Outcomes of a try in the access matrix.
const (
	// permitted means that the caller's rights allow it: it was done, or refused for another reason than rights.
	permitted = "yes"
	// unknown means that it was answered exactly as for an id that never existed.
	unknown = "as unknown"
	// ownRights means that the caller would change their own rights.
	ownRights = "own rights"
	// refused and signIn are the codes FORBIDDEN and UNAUTHENTICATED.
	refused = "forbidden"
	signIn  = "sign in"
	// broken is an outcome that must not occur: a 5xx, or an answer that shows something of a foreign target.
	broken = "BROKEN"
)

// accessCaller is a caller of the access matrix with the targets of each relation.
type accessCaller struct {
	name string
	role portal.ActorRole
	// has are the services that the caller may use.
	has []portal.Service
	// isRefused marks a caller whose token is not accepted any more.
	isRefused bool
	// belongs reports whether the caller sees what belongs to org-nordkabel.
	belongs bool
}

var accessCallers = []accessCaller{
	{name: "anonymous", role: portal.ActorAnonymous},
	{name: "new", role: portal.ActorCustomer},
	{
		name:    "customer",
		role:    portal.ActorCustomer,
		has:     []portal.Service{portal.Ticketing, portal.Inventory},
		belongs: true,
	},
	{name: "other", role: portal.ActorCustomer, has: []portal.Service{portal.Ticketing, portal.Inventory}},
	{name: "pending", role: portal.ActorCustomer, belongs: true},
	{name: "invited", role: portal.ActorCustomer, has: []portal.Service{portal.Ticketing}, belongs: true},
	{name: "declined", role: portal.ActorCustomer, has: []portal.Service{portal.Ticketing}, belongs: true},
	{name: "withdrawn", role: portal.ActorCustomer, belongs: true},
	{name: "deleted", role: portal.ActorCustomer, isRefused: true},
	{name: "employee", role: portal.ActorEmployee},
	{name: "helia", role: portal.ActorExternalAdmin},
	{name: "admin", role: portal.ActorExternalAdmin, has: []portal.Service{portal.Ticketing}, belongs: true},
	{name: "internal", role: portal.ActorInternalAdmin, has: []portal.Service{portal.Ticketing}, belongs: true},
}

// accessTry is an operation that is tried as every caller on every target.
type accessTry struct {
	name string
	// query has TARGET for the id of the target and KEY for a key of the attempt.
	query string
	// path is that of an HTTP call with the query as its body; empty for the graph.
	path string
	// targets are ids by relation, seen from org-nordkabel: "its" is one of this organization, "deleted" a deleted one.
	targets map[string]string
	// service is the one that the field is for; empty for user administration and for all signed-in users.
	service portal.Service
	// isAdministration marks fields for administrators.
	isAdministration bool
	// employeesExempt marks fields that employees are refused, whose accounts are managed internally.
	employeesExempt bool
	// showsNothing marks pages, which show nothing to those who lack the right instead of refusing.
	showsNothing bool
	// isNoEntity marks types that are no entities of the federation: nothing is revealed by an id.
	isNoEntity bool
}

// accessTargets are what the tries of the access matrix are about.
type accessTargets struct {
	// ticket is one of org-nordkabel with a file; ticketNumber is its number.
	ticket, ticketNumber string
	// version is one of software for machines of org-nordkabel, and not for those of the other customer.
	version string
	// deleted is a user of org-nordkabel who was deleted.
	deleted, deletedEmail string
}

const (
	missingID = "no-such-id"
	// userOfAdmin is a user whom the administrator of org-nordkabel sees, userOfHelia one of the other administrator.
	userOfAdmin, userOfHelia = "user-colleague", "user-other"
)

// accessTries are those of every protected field of the schema, and of every action of the transition table.
func accessTries(of accessTargets) []accessTry {
	users := map[string]string{"its": userOfAdmin, "deleted": of.deleted}
	emails := map[string]string{"its": "colleague@example.com", "deleted": of.deletedEmail}
	organizations := map[string]string{"its": "org-nordkabel"}
	tickets := map[string]string{"its": of.ticket}
	machines := map[string]string{"its": "mach-1001"}
	tries := []accessTry{
		{name: "Query.serviceRegistrations", query: `{ serviceRegistrations { status } }`},
		{name: "Query.tickets", query: `{ tickets(first: 1) { totalCount } }`, service: portal.Ticketing},
		{
			name:    "Query.ticket",
			query:   `{ got: ticket(id: "TARGET") { subject } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "Query.ticket files",
			query:   `{ got: ticket(id: "TARGET") { attachments { url } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "Query.tickets by number",
			query:   `{ got: tickets(filter: {text: "TARGET"}) { totalCount } }`,
			targets: map[string]string{"its": of.ticketNumber},
			service: portal.Ticketing,
		},
		{
			name:         "Query.resolve the page of a ticket",
			query:        `{ got: resolve(url: "http://localhost:8080/en/mykomax/tickets/TARGET") { ... on PageResolution { portalPage portal { message breadcrumb { title } ticket { subject } } } } }`,
			targets:      tickets,
			service:      portal.Ticketing,
			showsNothing: true,
		},
		{
			name:    "POST /api/tickets-proxy GetTicket",
			path:    portal.TicketsProxyPath,
			query:   `{"documentId": "GetTicket", "variables": {"id": "TARGET"}}`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "POST /api/tickets-proxy GetTickets",
			path:    portal.TicketsProxyPath,
			query:   `{"documentId": "GetTickets", "variables": {"filter": {"text": "TARGET"}, "order": "UPDATED", "first": 5, "withLocations": false}}`,
			targets: map[string]string{"its": of.ticketNumber},
			service: portal.Ticketing,
		},
		{
			name:    "POST /api/tickets-proxy AddComment",
			path:    portal.TicketsProxyPath,
			query:   `{"documentId": "AddComment", "variables": {"input": {"key": "KEY", "ticketId": "TARGET", "text": "x"}}}`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "POST /api/tickets-proxy CloseTicket",
			path:    portal.TicketsProxyPath,
			query:   `{"documentId": "CloseTicket", "variables": {"ticketId": "TARGET", "reason": "NO_LONGER_RELEVANT", "comment": ""}}`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "Query._entities Ticket",
			query:   `{ got: _entities(representations: [{__typename: "Ticket", id: "TARGET"}]) { ... on Ticket { subject } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{name: "Query.ticketForm", query: `{ ticketForm { locations { id } } }`, service: portal.Ticketing},
		{
			name:    "Mutation.createTicket",
			query:   `mutation { createTicket(input: {idempotencyKey: "KEY", location: "no-such", type: QUESTION, concern: OTHER, subject: "", description: ""}) { userErrors { code } } }`,
			service: portal.Ticketing,
		},
		{
			name:    "Mutation.addTicketComment",
			query:   `mutation { got: addTicketComment(input: {idempotencyKey: "KEY", ticket: "TARGET", comment: "x"}) { ticket { subject } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "Mutation.closeTicket",
			query:   `mutation { got: closeTicket(input: {ticket: "TARGET", reason: NO_LONGER_RELEVANT}) { ticket { subject } } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{
			name:    "Subscription.ticketChanged",
			query:   `subscription { got: ticketChanged(id: "TARGET") { subject } }`,
			targets: tickets,
			service: portal.Ticketing,
		},
		{name: "Query.inventory", query: `{ inventory(first: 1) { totalCount } }`, service: portal.Inventory},
		{
			name:    "Query.machine",
			query:   `{ got: machine(id: "TARGET") { serialNumber } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name:    "Query.machine software",
			query:   `{ got: resolve(url: "http://localhost:8080/en/mykomax/inventory/TARGET") { ... on PageResolution { portalPage portal { message breadcrumb { title } machine { machine { serialNumber } packages { id } } } } } }`,
			targets: machines, service: portal.Inventory, showsNothing: true,
		},
		{
			name:    "Query.inventory by serial number",
			query:   `{ got: inventory(filter: {text: "TARGET"}) { totalCount } }`,
			targets: map[string]string{"its": "A530-20417"},
			service: portal.Inventory,
		},
		{
			name:    "Query.inventory by location",
			query:   `{ got: inventory(filter: {locations: ["TARGET"]}) { totalCount } }`,
			targets: map[string]string{"its": locationOfCustomer},
			service: portal.Inventory,
		},
		{
			name:    "Mutation.renameMachine",
			query:   `mutation { got: renameMachine(input: {machine: "TARGET", name: "Alpha 530"}) { machine { serialNumber } userErrors { code } } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name:    "Mutation.moveMachine",
			query:   `mutation { got: moveMachine(input: {machine: "TARGET", location: "loc-nordkabel-winterthur"}) { machine { serialNumber } userErrors { code } } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name:    "Mutation.retireMachine",
			query:   `mutation { got: retireMachine(input: {machine: "TARGET"}) { machine { serialNumber } userErrors { code } } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name:    "Mutation.restoreMachine",
			query:   `mutation { got: restoreMachine(input: {machine: "TARGET"}) { machine { serialNumber } userErrors { code } } }`,
			targets: machines,
			service: portal.Inventory,
		},
		{
			name:    "Mutation.addMachine",
			query:   `mutation { addMachine(input: {idempotencyKey: "KEY", serialNumber: "A530-20417", location: "loc-nordkabel-winterthur"}) { userErrors { code } } }`,
			service: portal.Inventory,
		},
		{
			name:    "Mutation.importMachines",
			query:   `mutation { importMachines(input: {idempotencyKey: "KEY", file: "", location: "loc-nordkabel-winterthur"}) { added } }`,
			service: portal.Inventory,
		},
		{
			name:    "Mutation.acceptLicence",
			query:   `mutation { got: acceptLicence(input: {version: "TARGET"}) { version { fileName downloadUrl } } }`,
			targets: map[string]string{"its": of.version},
			service: portal.Inventory,
		},
		{
			name:  "Mutation.updateProfile",
			query: `mutation { updateProfile(input: {firstName: "", lastName: "", company: "", telephone: "", address: "", postalCode: "", city: "", country: "", language: "en"}) { userErrors { code } } }`,
		},
		{
			name:            "Mutation.changePassword",
			query:           `mutation { changePassword(input: {presentPassword: "", nextPassword: ""}) { isChanged } }`,
			employeesExempt: true,
		},
		{
			name:            "Mutation.confirmSecondFactor",
			query:           `mutation { confirmSecondFactor(input: {oneTimeCode: ""}) { userErrors { code } } }`,
			employeesExempt: true,
		},
		{name: "Mutation.startSecondFactor", query: `mutation { startSecondFactor { secret } }`, employeesExempt: true},
		{
			name:  "Mutation.requestAccess",
			query: `mutation { requestAccess(input: {idempotencyKey: "KEY", application: DIRECT_SERVICE}) { userErrors { code } } }`,
		},
		{
			name:  "Mutation.cancelAccessRequest",
			query: `mutation { cancelAccessRequest(input: {application: MASTER_DATA_MDS}) { userErrors { code } } }`,
		},
		{name: "Subscription.portalChanged", query: `subscription { portalChanged { roles } }`},
		{
			name:             "Query.userAdmin users",
			query:            `{ userAdmin { users(first: 1) { totalCount } pendingRequestCount organizations { id } } }`,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin user",
			query:            `{ userAdmin { got: user(id: "TARGET") { email } } }`,
			targets:          users,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin users by email",
			query:            `{ userAdmin { got: users(filter: {text: "TARGET"}) { totalCount isTotalExact edges { node { id } } } } }`,
			targets:          emails,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin users by organization",
			query:            `{ userAdmin { got: users(filter: {organizations: ["TARGET"]}) { totalCount isTotalExact edges { node { id } } } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Query.resolve the page of a user",
			query:            `{ got: resolve(url: "http://localhost:8080/en/mykomax/user-admin/TARGET") { ... on PageResolution { portalPage portal { message breadcrumb { title } managedUser { email } } } } }`,
			targets:          users,
			isAdministration: true,
			showsNothing:     true,
		},
		{
			name:             "Query.userAdmin auditLog of an organization",
			query:            `{ userAdmin { got: auditLog(organization: "TARGET") { edges { node { userName } } } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin organization",
			query:            `{ userAdmin { got: organization(id: "TARGET") { organization { name } } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Query.userAdmin auditLog",
			query:            `{ userAdmin { got: auditLog(user: "TARGET") { edges { node { userName } } } } }`,
			targets:          users,
			isAdministration: true,
		},
		{
			name:             "Mutation.inviteUser",
			query:            `mutation { inviteUser(input: {idempotencyKey: "KEY", email: "none", firstName: "", lastName: "", organization: "org-nordkabel"}) { userErrors { code } } }`,
			isAdministration: true,
		},
		{
			name:             "Mutation.inviteUser to an organization",
			query:            `mutation { got: inviteUser(input: {idempotencyKey: "KEY", email: "KEY@example.org", firstName: "A", lastName: "B", organization: "TARGET"}) { user { email } userErrors { field code message } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name: "Mutation.checkInvitations",
			// email,firstName,lastName and one line.
			query:            `mutation { got: checkInvitations(input: {file: "ZW1haWwsZmlyc3ROYW1lLGxhc3ROYW1lCm9uZUBleGFtcGxlLm9yZyxBLEIK", organization: "TARGET"}) { invitations { email } problems { line code value } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Mutation.changeUser ASSIGN_ORGANIZATION to an organization",
			query:            `mutation { got: changeUser(input: {idempotencyKey: "KEY", user: "VISIBLE", action: ASSIGN_ORGANIZATION, organization: "TARGET"}) { user { email } userErrors { field code message } } }`,
			targets:          organizations,
			isAdministration: true,
		},
		{
			name:             "Mutation.undoUserChange",
			query:            `mutation { undoUserChange(input: {id: "no-such"}) { userErrors { code } } }`,
			isAdministration: true,
		},
	}
	for _, of := range [][2]string{
		{"Machine", "mach-1001"}, {"ManagedOrganization", "org-nordkabel"}, {"ManagedUser", userOfAdmin},
		{"TicketLocation", locationOfCustomer},
	} {
		tries = append(tries, accessTry{
			name:       "Query._entities " + of[0],
			query:      `{ got: _entities(representations: [{__typename: "` + of[0] + `", id: "TARGET"}]) { __typename } }`,
			targets:    map[string]string{"its": of[1]},
			isNoEntity: true,
		})
	}
	for _, action := range portal.UserActions {
		if action == portal.InviteUser {
			continue // Mutation.inviteUser
		}
		tries = append(tries, accessTry{
			name: "Mutation.changeUser " + string(action), targets: users, isAdministration: true,
			query: `mutation { got: changeUser(input: {idempotencyKey: "KEY", user: "TARGET", action: ` + string(
				action,
			) +
				`, application: ARTEMIS, organization: "org-nordkabel", role: EXTERNAL, edition: CLOUD, reason: "x"}) { user { email } userErrors { code } undo { id } } }`,
		})
	}
	return tries
}

// mayUse reports whether a caller has what the field of a try is for.
func (c accessCaller) mayUse(try accessTry) bool {
	isAdministrator := c.role == portal.ActorExternalAdmin || c.role == portal.ActorInternalAdmin
	return (isAdministrator || !try.isAdministration) && (try.service == "" || slices.Contains(c.has, try.service))
}

// expected is the outcome that the rules demand.
func (c accessCaller) expected(try accessTry, target string) string {
	switch {
	case c.isRefused:
		return signIn
	case try.isNoEntity:
		return unknown
	case try.showsNothing && !c.mayUse(try):
		return unknown
	case c.role == portal.ActorAnonymous:
		return signIn
	case !c.mayUse(try):
		return refused
	case try.employeesExempt && (c.role == portal.ActorEmployee || c.role == portal.ActorInternalAdmin):
		return refused
	case target == "", target == "its" && c.belongs:
		return permitted
	case target == "own":
		return ownRights
	}
	return unknown
}

// accessRun is a server with the tokens of all callers.
type accessRun struct {
	*strand
	tokens map[string]string
	keys   int
}

// send sends a try, and returns the whole answer without what differs in every answer and without the id, and its
// codes.
func (r *accessRun) send(t *testing.T, caller string, try accessTry, id string) (said string, codes []string) {
	t.Helper()
	r.keys++
	visible := userOfAdmin
	if caller == "helia" {
		visible = userOfHelia
	}
	replacer := strings.NewReplacer("TARGET", id, "KEY", fmt.Sprintf("access-key-%012d", r.keys), "VISIBLE", visible)
	query := replacer.Replace(try.query)
	status, text := http.StatusOK, ""
	switch {
	case try.path != "":
		status, text = r.call(t, caller, http.MethodPost, try.path, query)
	case strings.HasPrefix(query, "subscription") && caller != "deleted": // whose token is refused before
		text = r.watch(t, r.tokens[caller], query)()
	default:
		status, text = r.post(t, caller, query)
	}
	if status >= http.StatusInternalServerError {
		t.Errorf("%s as %s on %s: status %d", try.name, caller, id, status)
	}
	switch {
	case try.path == "":
	case status == http.StatusUnauthorized:
		return text, []string{"UNAUTHENTICATED"}
	case status == http.StatusForbidden:
		return text, []string{"FORBIDDEN"}
	}
	var got struct {
		Data   json.RawMessage
		Errors []struct {
			Extensions struct{ Code string }
		}
	}
	var whole any
	if err := errors.Join(json.Unmarshal([]byte(text), &got), json.Unmarshal([]byte(text), &whole)); err != nil {
		t.Fatalf("%s as %s: %s", try.name, caller, text)
	}
	for _, e := range got.Errors {
		codes = append(codes, e.Extensions.Code)
		if e.Extensions.Code == "INTERNAL" || e.Extensions.Code == "UPSTREAM_UNAVAILABLE" {
			t.Errorf("%s as %s on %s: %s", try.name, caller, id, text)
		}
	}
	for _, m := range userErrorCodes.FindAllStringSubmatch(string(got.Data), -1) {
		codes = append(codes, m[1])
	}
	if m := undoID.FindStringSubmatch(string(got.Data)); m != nil {
		r.post(t, caller, `mutation { undoUserChange(input: {id: "`+m[1]+`"}) { userErrors { code } } }`)
	}
	canonical, err := json.Marshal(without(whole, id))
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(status, " ", string(canonical)), codes
}

// without is a decoded answer without trace ids and with a placeholder in place of an id.
func without(value any, id string) any {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "traceId")
		for name, field := range v {
			v[name] = without(field, id)
		}
	case []any:
		for i, entry := range v {
			v[i] = without(entry, id)
		}
	case string:
		if id != "" {
			return strings.ReplaceAll(v, id, "ID")
		}
	}
	return value
}

// call sends an HTTP request in the name of a caller.
func (r *accessRun) call(t *testing.T, caller, method, path, body string) (status int, text string) {
	t.Helper()
	request, err := http.NewRequest(method, r.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token := r.tokens[caller]; token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, text := r.do(t, request)
	return response.StatusCode, text
}

var (
	userErrorCodes = regexp.MustCompile(`"code":"(\w+)"`)
	undoID         = regexp.MustCompile(`"undo":\{"id":"(\w+)"\}`)
)

func (r *accessRun) post(t *testing.T, caller, query string) (status int, body string) {
	t.Helper()
	response, text := r.as(t, r.tokens[caller], query)
	return response.StatusCode, text
}

// try is the outcome of a try.
func (r *accessRun) try(t *testing.T, c accessCaller, try accessTry, id string) string {
	t.Helper()
	said, codes := r.send(t, c.name, try, id)
	switch {
	case slices.Contains(codes, "UNAUTHENTICATED"):
		return signIn
	case slices.Contains(codes, "OWN_ACCOUNT"):
		return ownRights
	case id != "":
		if missing, _ := r.send(t, c.name, try, missingID); missing == said {
			if slices.Contains(codes, "FORBIDDEN") {
				return refused
			}
			return unknown
		}
	case slices.Contains(codes, "FORBIDDEN"):
		return refused
	}
	return permitted
}

// TestAccessMatrix tries every protected field of the graph as every kind of caller on targets of every relation, and
// compares the outcomes with the rules and with docs/access.md.
func TestAccessMatrix(t *testing.T) {
	r := &accessRun{
		strand: startWith(t, testContent, "STRAND_CONTENT_DIR=../content"),
		tokens: map[string]string{"anonymous": ""},
	}
	for _, c := range accessCallers {
		if name := c.name; name != "anonymous" && name != "withdrawn" && name != "deleted" {
			r.tokens[name] = r.signedIn(t, name)
		}
	}
	// A user whose access is withdrawn a moment later, and one who is deleted: with the tokens and addresses of before.
	r.tokens["withdrawn"], r.tokens["deleted"] = r.signedIn(t, "expired"), r.signedIn(t, "onprem")
	of, addresses := r.prepare(t)
	if got := r.changeUser(t, r.tokens["admin"], actionKey(1), "user-expired", "WITHDRAW_ACCESS", map[string]any{"application": "TICKETING"}); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	// An entry of the audit log.
	if got := r.changeUser(t, r.tokens["admin"], actionKey(3), userOfAdmin, "ADD_APPLICATION", map[string]any{"application": "LEARNING"}); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	if got := r.changeUser(t, r.tokens["internal"], actionKey(2), of.deleted, "DELETE_USER", nil); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	tries := accessTries(of)
	for _, field := range protectedFields(t) {
		if field != "Mutation.resetSecondFactor" &&
			!slices.ContainsFunc(tries, func(try accessTry) bool { return strings.HasPrefix(try.name, field) }) {
			t.Errorf("%s is protected and not in the access matrix", field)
		}
	}
	for _, name := range protectedEntities(t) {
		if !slices.ContainsFunc(
			tries,
			func(try accessTry) bool { return try.name == "Query._entities "+name && !try.isNoEntity },
		) {
			t.Errorf("%s is a protected entity and not in the access matrix", name)
		}
	}
	own := map[string]string{"admin": "user-admin", "helia": "user-helia-admin", "internal": "user-internal"}
	var table strings.Builder
	header := "| field | target |"
	for _, c := range accessCallers {
		header += " " + c.name + " |"
	}
	fmt.Fprintf(&table, "%s\n|%s\n", header, strings.Repeat("---|", len(accessCallers)+2))
	for _, try := range tries {
		relations := []string{""}
		if try.targets != nil {
			relations = []string{"its"}
			if try.targets["deleted"] != "" {
				relations = append(relations, "deleted")
			}
			if try.isAdministration && try.targets["its"] == userOfAdmin {
				relations = append(relations, "own")
			}
		}
		for _, relation := range relations {
			fmt.Fprintf(
				&table,
				"| %s | %s |",
				try.name,
				map[string]string{"": "–", "its": "of one organization", "deleted": "deleted", "own": "the caller"}[relation],
			)
			for _, c := range accessCallers {
				id, want := try.targets[relation], c.expected(try, relation)
				if relation == "own" {
					if id = own[c.name]; id == "" {
						id = "user-customer"
					}
					if strings.HasPrefix(try.name, "Query") && want == ownRights {
						want = permitted
					}
				}
				if strings.HasSuffix(try.name, "auditLog") && want != refused && want != signIn {
					// Entries of deleted users stay; the callers have none.
					want = map[bool]string{true: permitted, false: unknown}[c.belongs && relation != "own"]
				}
				got := r.try(t, c, try, id)
				if got != want {
					t.Errorf("%s of %q as %s: %s, want %s", try.name, relation, c.name, got, want)
					got = broken
				}
				fmt.Fprintf(&table, " %s |", got)
			}
			table.WriteString("\n")
		}
	}
	r.tryAddresses(t, &table, addresses)
	r.tryExports(t, &table)
	writeAccess(t, table.String())
}

// accessAddress is an address that was handed out to a user, and the status with which it is answered to everyone.
type accessAddress struct {
	name, address string
	want          int
}

// prepare makes what the tries are about, and collects the addresses that users have before some lose their rights.
func (r *accessRun) prepare(t *testing.T) (of accessTargets, addresses []accessAddress) {
	t.Helper()
	made := r.create(t, r.tokens["customer"], key, locationOfCustomer, r.uploaded(t))
	of = accessTargets{
		ticket: textBetween(
			made,
			`"id":"`,
		), ticketNumber: numberIn.FindString(made), deleted: "user-onprem", deletedEmail: "onprem@example.com",
	}
	foreign := textBetween(r.create(t, r.tokens["other"], key, "loc-helia-ingolstadt", r.uploaded(t)), `"id":"`)
	file := func(caller, ticket string) string {
		_, text := r.post(t, caller, `{ ticket(id: "`+ticket+`") { attachments { url } } }`)
		return textBetween(text, `"url":"`)
	}
	of.version = r.versionOfCustomer(t)
	download := func(caller, version string) string {
		_, text := r.post(
			t,
			caller,
			`mutation { acceptLicence(input: {version: "`+version+`"}) { version { downloadUrl } } }`,
		)
		return textBetween(text, `"downloadUrl":"`)
	}
	replaced := func(address, id, by string) string { return strings.Replace(address, id, by, 1) }
	for _, kind := range []struct {
		path                     string
		customer, other, deleted string
	}{
		{portal.FilesPath, file("customer", of.ticket), file("other", foreign), file("deleted", of.ticket)},
		{
			portal.SoftwarePath, download("customer", of.version), download("other", r.versions(t, "other")[0]),
			download("deleted", of.version),
		},
	} {
		path, _, _ := strings.Cut(kind.customer, "?")
		ofOther, _, _ := strings.Cut(kind.other, "?")
		addresses = append(
			addresses,
			accessAddress{kind.path + "{id}, address of *customer*", kind.customer, http.StatusOK},
			accessAddress{"the same without its pass", path, http.StatusForbidden},
			accessAddress{
				"the same with a changed pass",
				replaced(kind.customer, "pass=", "pass=x"),
				http.StatusForbidden,
			},
			accessAddress{
				"the same with the pass that *other* has for another one",
				replaced(kind.other, ofOther, path),
				http.StatusForbidden,
			},
			accessAddress{"address of *deleted*", kind.deleted, http.StatusUnauthorized},
		)
	}
	addresses = append(
		addresses,
		accessAddress{
			portal.FilesPath + "{id}, address of *withdrawn*",
			file("withdrawn", of.ticket),
			http.StatusForbidden,
		},
		accessAddress{
			portal.TicketsProxyPath + "/software/{id}",
			portal.TicketsProxyPath + "/software/" + of.version,
			http.StatusNotFound,
		},
		accessAddress{portal.TicketsProxyPath + "/files/", portal.TicketsProxyPath + "/files/", http.StatusNotFound},
	)
	for _, a := range addresses {
		if a.address == "" {
			t.Fatalf("%s: there is none", a.name)
		}
	}
	return of, addresses
}

// versions are the ids of the versions of software that a caller is offered.
func (r *accessRun) versions(t *testing.T, caller string) (ids []string) {
	t.Helper()
	var data struct {
		Resolve struct {
			Portal struct {
				Software []struct{ Versions []struct{ ID string } }
			}
		}
	}
	r.askAs(
		t,
		r.tokens[caller],
		`{ resolve(url: "http://localhost:8080/en/mykomax/inventory/software") { ... on PageResolution { portal { software { versions { id } } } } } }`,
		nil,
		&data,
	)
	for _, p := range data.Resolve.Portal.Software {
		for _, v := range p.Versions {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

// versionOfCustomer is a version of software for machines of the customer: the other customer retires the machines that
// it is for.
func (r *accessRun) versionOfCustomer(t *testing.T) string {
	t.Helper()
	var data struct {
		Inventory struct {
			Edges []struct {
				Node struct {
					ID       string
					Software []struct{ PackageID string }
				}
			}
		}
	}
	r.askAs(t, r.tokens["other"], `{ inventory(first: 100) { edges { node { id software { packageId } } } } }`, nil, &data)
	machines := map[string][]string{}
	for _, e := range data.Inventory.Edges {
		for _, installed := range e.Node.Software {
			machines[installed.PackageID] = append(machines[installed.PackageID], e.Node.ID)
		}
	}
	packages := slices.SortedFunc(maps.Keys(machines), func(a, b string) int { return len(machines[a]) - len(machines[b]) })
	for _, id := range machines[packages[0]] {
		r.post(t, "other", `mutation { retireMachine(input: {machine: "`+id+`"}) { machine { id } } }`)
	}
	left := r.versions(t, "other")
	for _, id := range r.versions(t, "customer") {
		if !slices.Contains(left, id) {
			return id
		}
	}
	t.Fatal("the two customers are offered the same software")
	return ""
}

// textBetween is the text after a prefix, up to the next quotation mark.
func textBetween(text, prefix string) string {
	_, rest, _ := strings.Cut(text, prefix)
	found, _, _ := strings.Cut(rest, `"`)
	return found
}

// tryAddresses opens addresses of files and software as every caller: the pass of an address is all that counts, and it
// is worth what the rights of its user are now.
func (r *accessRun) tryAddresses(t *testing.T, table *strings.Builder, addresses []accessAddress) {
	t.Helper()
	table.WriteString(
		"\nAddresses of files and software hold a pass: it opens one file, as long as the user to whom it was handed out has the rights" +
			"\n(statuses; who can ask for an address is above, and each caller sends a token of their own):\n\n| address |",
	)
	for _, c := range accessCallers {
		fmt.Fprintf(table, " %s |", c.name)
	}
	fmt.Fprintf(table, "\n|%s\n", strings.Repeat("---|", len(accessCallers)+1))
	for _, a := range addresses {
		fmt.Fprintf(table, "| %s |", a.name)
		for _, c := range accessCallers {
			status, _ := r.call(t, c.name, http.MethodGet, a.address, "")
			if status != a.want {
				t.Errorf("%s as %s: status %d, want %d", a.name, c.name, status, a.want)
			}
			fmt.Fprintf(table, " %d |", status)
		}
		table.WriteString("\n")
	}
}

// tryExports reads CSV files by addresses with passes: a changed pass opens nothing, and a selection of what is not the
// administrator's has the rows of one that never existed.
func (r *accessRun) tryExports(t *testing.T, table *strings.Builder) {
	t.Helper()
	table.WriteString(
		"\nURLs of exports hold a pass of the user who asked for them. A changed pass opens nothing:\n\n| URL | own pass | changed pass | no pass |\n|---|---|---|---|\n",
	)
	var lists struct {
		Users struct {
			Portal struct {
				UserList struct{ ExportURL, AuditExportURL string }
			}
		}
		Machines struct {
			Portal struct{ Inventory struct{ ExportURL string } }
		}
	}
	for _, caller := range []string{"admin", "customer"} {
		r.askAs(
			t,
			r.tokens[caller],
			`{ users: resolve(url: "http://localhost:8080/en/mykomax/user-admin") { ... on PageResolution { portal { userList { exportUrl auditExportUrl } } } }
			machines: resolve(url: "http://localhost:8080/en/mykomax/inventory") { ... on PageResolution { portal { inventory { exportUrl } } } } }`,
			nil,
			&lists,
		)
	}
	users, audit, machines := lists.Users.Portal.UserList.ExportURL, lists.Users.Portal.UserList.AuditExportURL, lists.Machines.Portal.Inventory.ExportURL
	for _, address := range []string{users, audit, machines} {
		path, _, _ := strings.Cut(address, "?")
		fmt.Fprintf(table, "| %s |", path)
		for i, try := range []string{address, strings.Replace(address, "pass=", "pass=x", 1), path} {
			status, _ := r.call(t, "anonymous", http.MethodGet, try, "")
			want := []int{http.StatusOK, http.StatusForbidden, http.StatusForbidden}[i]
			if status != want {
				t.Errorf("%s: status %d, want %d", try, status, want)
			}
			fmt.Fprintf(table, " %d |", status)
		}
		table.WriteString("\n")
	}
	for _, try := range []struct{ address, foreign string }{
		{users + "&organization=TARGET", "org-helia"},
		{users + "&q=TARGET", "other@example.com"},
		{audit + "&organization=TARGET", "org-helia"},
		{audit + "&user=TARGET", userOfHelia},
		{machines + "&location=TARGET", "loc-helia-ingolstadt"},
		{machines + "&q=TARGET", "A530-18220"},
	} {
		status, foreign := r.call(
			t,
			"anonymous",
			http.MethodGet,
			strings.ReplaceAll(try.address, "TARGET", try.foreign),
			"",
		)
		missingStatus, missing := r.call(
			t,
			"anonymous",
			http.MethodGet,
			strings.ReplaceAll(try.address, "TARGET", missingID),
			"",
		)
		if status != missingStatus || foreign != missing {
			t.Errorf("%s: %d %q, of what never existed: %d %q", try.foreign, status, foreign, missingStatus, missing)
		}
	}
}

// TestAccess_UpstreamCalls compares how often sis is asked about a foreign or deleted target and about one that never
// existed: by another number the times of the answers would tell them apart.
func TestAccess_UpstreamCalls(t *testing.T) {
	var calls atomic.Int32
	sis := &url.URL{Scheme: "http", Host: "127.0.0.1:" + freePort(t)}
	passOn := httputil.NewSingleHostReverseProxy(sis)
	counting := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		passOn.ServeHTTP(w, r)
	}))
	t.Cleanup(counting.Close)
	r := &accessRun{
		strand: startWith(
			t,
			testContent,
			"STRAND_CONTENT_DIR=../content",
			"STRAND_EMBEDDED_SIS_ADDR="+sis.Host,
			"STRAND_SIS_PORTAL_URL="+counting.URL+sisportal.Path,
		),
		tokens: map[string]string{},
	}
	for name, account := range map[string]string{"customer": "customer", "other": "other", "helia": "helia", "admin": "admin", "deleted": "onprem"} {
		r.tokens[name] = r.signedIn(t, account)
	}
	made := r.create(t, r.tokens["customer"], key, locationOfCustomer)
	of := accessTargets{
		ticket: textBetween(made, `"id":"`), ticketNumber: numberIn.FindString(made),
		version: r.versionOfCustomer(t),
		deleted: "user-onprem", deletedEmail: "onprem@example.com",
	}
	if got := r.changeUser(t, r.tokens["admin"], actionKey(2), of.deleted, "DELETE_USER", nil); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	count := func(caller string, try accessTry, id string) int32 {
		before := calls.Load()
		r.send(t, caller, try, id)
		return calls.Load() - before
	}
	var compared int
	for _, try := range accessTries(of) {
		if strings.HasPrefix(try.query, "subscription") {
			continue // it asks until it is closed
		}
		for _, c := range accessCallers {
			for relation, id := range try.targets {
				if r.tokens[c.name] == "" || c.isRefused || c.expected(try, relation) != unknown {
					continue
				}
				compared++
				if foreign, missing := count(c.name, try, id), count(c.name, try, missingID); foreign != missing {
					t.Errorf(
						"%s as %s: %d calls for a %s target, %d for one that never existed",
						try.name,
						c.name,
						foreign,
						relation,
						missing,
					)
				}
			}
		}
	}
	if compared < 50 {
		t.Errorf("only %d comparisons", compared)
	}
}

// writeAccess compares the matrix with the document, or writes it.
func writeAccess(t *testing.T, table string) {
	t.Helper()
	text := `# Access

Who may do what, as ` + "`TestAccessMatrix`" + ` (app/access_test.go) has tried it with real systems: every protected field of the graph as
every kind of caller. Generated by ` + "`UPDATE_ACCESS=1 go test -run TestAccessMatrix ./app`" + `.

- **yes**: the caller's rights allow it.
- **as unknown**: answered exactly like an id that never existed.
- **own rights**: users cannot change their own rights (OWN_ACCOUNT).
- **forbidden**, **sign in**: the codes FORBIDDEN and UNAUTHENTICATED.

Targets belong to one organization, that of *customer*, *pending*, *invited*, *declined*, *withdrawn* (whose
access to tickets was withdrawn a moment ago; the token is older) and *admin* (external administrator). *other* is a customer and *helia* an external administrator of another organization;
*internal* is the internal administrator of all; *employee* is an employee without administration; *new* has no role; *deleted* was
deleted a moment ago.

"As unknown" compares whole answers: status, data with all counts, codes and messages. ` + "`TestAccess_UpstreamCalls`" + ` finds that sis is
asked equally often in both cases.

` + table
	if os.Getenv("UPDATE_ACCESS") != "" {
		if err := os.WriteFile(accessTable, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	written, err := os.ReadFile(accessTable)
	if err != nil || string(written) != text {
		t.Errorf("%s is out of date: UPDATE_ACCESS=1 go test -run TestAccessMatrix ./app", accessTable)
	}
}
