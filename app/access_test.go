package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"strand/domain/portal"
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
	{name: "withdrawn", role: portal.ActorCustomer, belongs: true},
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
	// targets are ids by relation, seen from org-nordkabel: "its" is one of this organization, "deleted" a deleted one.
	targets map[string]string
	// service is the one that the field is for; empty for user administration and for all signed-in users.
	service portal.Service
	// isAdministration marks fields for administrators.
	isAdministration bool
	// employeesExempt marks fields that employees are refused, whose accounts are managed internally.
	employeesExempt bool
}

const missingID = "no-such-id"

// accessTries are those of every protected field of the schema, and of every action of the transition table.
func accessTries(ticket, deleted string) []accessTry {
	users := map[string]string{"its": "user-colleague", "deleted": deleted}
	tickets := map[string]string{"its": ticket}
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
			query:   `mutation { acceptLicence(input: {version: "no-such"}) { version { id } } }`,
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
			name:             "Mutation.checkInvitations",
			query:            `mutation { checkInvitations(input: {file: "", organization: "org-nordkabel"}) { problems { code } } }`,
			isAdministration: true,
		},
		{
			name:             "Mutation.undoUserChange",
			query:            `mutation { undoUserChange(input: {id: "no-such"}) { userErrors { code } } }`,
			isAdministration: true,
		},
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

// expected is the outcome that the rules demand.
func (c accessCaller) expected(try accessTry, target string) string {
	isAdministrator := c.role == portal.ActorExternalAdmin || c.role == portal.ActorInternalAdmin
	switch {
	case c.role == portal.ActorAnonymous:
		return signIn
	case try.isAdministration && !isAdministrator, try.service != "" && !slices.Contains(c.has, try.service):
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

// send sends a try, and returns what it said without what differs in every answer.
func (r *accessRun) send(t *testing.T, caller string, try accessTry, id string) (said string, codes []string) {
	t.Helper()
	r.keys++
	query := strings.NewReplacer("TARGET", id, "KEY", fmt.Sprintf("access-key-%012d", r.keys)).Replace(try.query)
	var text string
	if strings.HasPrefix(query, "subscription") {
		text = r.watch(t, r.tokens[caller], query)()
	} else {
		status, body := r.post(t, caller, query)
		if status >= http.StatusInternalServerError {
			t.Errorf("%s as %s on %s: status %d", try.name, caller, id, status)
		}
		text = body
	}
	var got struct {
		Data   json.RawMessage
		Errors []struct {
			Message    string
			Extensions struct{ Code string }
		}
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%s as %s: %s", try.name, caller, text)
	}
	for _, e := range got.Errors {
		codes = append(codes, e.Extensions.Code)
		if e.Extensions.Code == "INTERNAL" {
			t.Errorf("%s as %s on %s: %s", try.name, caller, id, text)
		}
	}
	for _, m := range userErrorCodes.FindAllStringSubmatch(string(got.Data), -1) {
		codes = append(codes, m[1])
	}
	if m := undoID.FindStringSubmatch(string(got.Data)); m != nil {
		r.post(t, caller, `mutation { undoUserChange(input: {id: "`+m[1]+`"}) { userErrors { code } } }`)
	}
	return strings.ReplaceAll(string(got.Data), id, "ID") + strings.Join(codes, " "), codes
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
		if name := c.name; name != "anonymous" && name != "withdrawn" {
			r.tokens[name] = r.signedIn(t, name)
		}
	}
	// A user whose access was withdrawn a moment ago, with the token of before, and a deleted user.
	r.tokens["withdrawn"] = r.signedIn(t, "expired")
	if got := r.changeUser(t, r.tokens["admin"], actionKey(1), "user-expired", "WITHDRAW_ACCESS", map[string]any{"application": "TICKETING"}); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	// An entry of the audit log.
	if got := r.changeUser(t, r.tokens["admin"], actionKey(3), "user-colleague", "ADD_APPLICATION", map[string]any{"application": "LEARNING"}); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	if got := r.changeUser(t, r.tokens["internal"], actionKey(2), "user-onprem", "DELETE_USER", nil); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	made := r.create(t, r.tokens["customer"], key, locationOfCustomer)
	_, rest, _ := strings.Cut(made, `"id":"`)
	ticket, _, _ := strings.Cut(rest, `"`)
	tries := accessTries(ticket, "user-onprem")
	for _, field := range protectedFields(t) {
		if field != "Mutation.resetSecondFactor" &&
			!slices.ContainsFunc(tries, func(try accessTry) bool { return strings.HasPrefix(try.name, field) }) {
			t.Errorf("%s is protected and not in the access matrix", field)
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
			if try.isAdministration {
				relations = []string{"its", "deleted", "own"}
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
	r.tryFiles(t, &table)
	writeAccess(t, table.String())
}

// tryFiles tries the files that URLs with passes open: the pass of one user opens nothing more for others, and a pass of
// a user without the right opens nothing.
func (r *accessRun) tryFiles(t *testing.T, table *strings.Builder) {
	t.Helper()
	table.WriteString(
		"\nURLs of exports hold a pass of the user who asked for them. A changed pass opens nothing:\n\n| URL | own pass | changed pass | no pass |\n|---|---|---|---|\n",
	)
	var list struct {
		Resolve struct {
			Portal struct {
				UserList struct{ ExportURL, AuditExportURL string }
			}
		}
	}
	r.askAs(
		t,
		r.tokens["admin"],
		`{ resolve(url: "http://localhost:8080/en/mykomax/user-admin") { ... on PageResolution { portal { userList { exportUrl auditExportUrl } } } } }`,
		nil,
		&list,
	)
	for _, address := range []string{list.Resolve.Portal.UserList.ExportURL, list.Resolve.Portal.UserList.AuditExportURL} {
		path, _, _ := strings.Cut(address, "?")
		fmt.Fprintf(table, "| %s |", path)
		for i, try := range []string{address, strings.Replace(address, "pass=", "pass=x", 1), path} {
			response, err := r.client.Get(r.URL + try)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			want := []int{http.StatusOK, http.StatusForbidden, http.StatusForbidden}[i]
			if response.StatusCode != want {
				t.Errorf("%s: status %d, want %d", try, response.StatusCode, want)
			}
			fmt.Fprintf(table, " %d |", response.StatusCode)
		}
		table.WriteString("\n")
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

Targets belong to one organization, that of *customer*, *withdrawn* (whose access to tickets was withdrawn a moment ago; the token is
older) and *admin* (external administrator). *other* is a customer and *helia* an external administrator of another organization;
*internal* is the internal administrator of all; *employee* is an employee without administration; *new* has no role.

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
