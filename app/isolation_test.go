package app_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"strand/demo/identity/identitytest"
)

// definitions returns the type definitions of the graph's schema, extensions included.
func definitions(t *testing.T) (all ast.DefinitionList) {
	t.Helper()
	paths, err := filepath.Glob("../schema/*.graphql")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		document, err := parser.ParseSchema(&ast.Source{Name: path, Input: string(text)})
		if err != nil {
			t.Fatal(err)
		}
		all = append(append(all, document.Definitions...), document.Extensions...)
	}
	return all
}

// protectedFields returns the fields of the graph that have the directive `auth`: `Query.tickets`.
func protectedFields(t *testing.T) (fields []string) {
	t.Helper()
	for _, definition := range definitions(t) {
		for _, field := range definition.Fields {
			if field.Directives.ForName("auth") != nil {
				fields = append(fields, definition.Name+"."+field.Name)
			}
		}
	}
	return fields
}

// protectedEntities returns the types that a router reads by key in the name of a user.
func protectedEntities(t *testing.T) (names []string) {
	t.Helper()
	for _, definition := range definitions(t) {
		if definition.Directives.ForName("key") != nil && definition.Directives.ForName("authenticated") != nil {
			names = append(names, definition.Name)
		}
	}
	return names
}

// The response to a caller for a field.
const (
	answered        = ""
	hidden          = "hidden" // the same response as for an unknown id
	forbidden       = "FORBIDDEN"
	unauthenticated = "UNAUTHENTICATED"
)

// TestIsolation runs every protected field, and every page of the portal, as every kind of caller, about a ticket
// of one organization: callers of other organizations can neither read it, nor learn that it exists, nor count it
// (ROLE-3).
//
// Rules: ACC-5, MACH-3, ROLE-3, TICK-11, USER-1.
func TestIsolation(t *testing.T) {
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content")
	tokens := map[string]string{"anonymous": ""}
	for _, name := range []string{"customer", "colleague", "other", "new", "admin", "internal"} {
		tokens[name] = identitytest.IDToken(s.browser(t).SignIn(name + "@example.com"))
	}
	const secret = "Whistle"
	file := s.uploaded(t)
	made := s.create(t, tokens["customer"], key, locationOfCustomer, file)
	id := createdTicket(t, made)
	number := textAt(t, made, "data.createTicket.ticket.number")

	own := map[string]string{
		"customer":  answered,
		"colleague": answered,
		"admin":     answered,
		"internal":  answered,
		"other":     hidden,
		"new":       forbidden,
		"anonymous": unauthenticated,
	}
	allUsers := map[string]string{
		"customer":  answered,
		"colleague": answered,
		"admin":     answered,
		"internal":  answered,
		"other":     answered,
		"new":       answered,
		"anonymous": unauthenticated,
	}
	employees := map[string]string{
		"customer":  answered,
		"colleague": answered,
		"admin":     answered,
		"internal":  forbidden,
		"other":     answered,
		"new":       answered,
		"anonymous": unauthenticated,
	}
	// Callers with an active inventory; a foreign machine gets the response for an unknown one.
	holders := map[string]string{
		"customer":  answered,
		"colleague": forbidden,
		"admin":     forbidden,
		"internal":  forbidden,
		"other":     hidden,
		"new":       forbidden,
		"anonymous": unauthenticated,
	}
	administrators := map[string]string{
		"customer":  forbidden,
		"colleague": forbidden,
		"admin":     answered,
		"internal":  answered,
		"other":     forbidden,
		"new":       forbidden,
		"anonymous": unauthenticated,
	}
	// Editors are authenticated by a cookie, not by a token.
	editors := map[string]string{}
	for caller := range allUsers {
		editors[caller] = unauthenticated
	}
	tests := map[string]struct {
		query string
		want  map[string]string
	}{
		"Query.editorNodes": {
			`{ editorNodes(site: "main", locale: "en", search: "a") { totalCount } }`,
			editors,
		},
		"Query.editorDiff": {
			`{ editorDiff(site: "main", locale: "en", node: "HOME") { isPublished } }`,
			editors,
		},
		"Query.editorChanges":        {`{ editorChanges { totalCount } }`, editors},
		"Subscription.editorChanged": {`subscription { editorChanged { id } }`, editors},
		"Query.contentFindings": {
			`{ contentFindings(site: "main", locale: "en", page: "/") { __typename } }`,
			editors,
		},
		"Query.contentReport": {`{ contentReport(site: "main", locale: "en") { state } }`, editors},
		"Mutation.startContentReport": {
			`mutation { startContentReport(input: {site: "main", locale: "en"}) { report { state } } }`,
			editors,
		},
		"Mutation.cancelContentReport": {
			`mutation { cancelContentReport(input: {site: "main"}) { report { state } } }`,
			editors,
		},
		"Query.pageTranslation":  {`{ pageTranslation(id: "main-about") { title } }`, editors},
		"Query.pageTranslations": {`{ pageTranslations(site: "main") { totalCount } }`, editors},
		"Mutation.startTranslations": {
			`mutation { startTranslations(input: {pages: ["main-about"]}) { results { pageId } } }`,
			editors,
		},
		"Mutation.resetTranslations": {
			`mutation { resetTranslations(input: {pages: ["main-about"]}) { results { pageId } } }`,
			editors,
		},
		"Query.userAdmin": {
			`{ userAdmin { pendingRequestCount user(id: "user-colleague") { email } } }`,
			administrators,
		},
		"Mutation.inviteUser": {
			`mutation { inviteUser(input: {idempotencyKey: "%s-isolation-key", email: "none", firstName: "A", lastName: "B", organization: "org-nordkabel"}) { userErrors { code } } }`,
			administrators,
		},
		"Mutation.checkInvitations": {
			`mutation { checkInvitations(input: {file: "", organization: "org-nordkabel"}) { problems { code } } }`,
			administrators,
		},
		"Mutation.changeUser": {
			`mutation { changeUser(input: {idempotencyKey: "%s-isolation-key", user: "no-such-user", action: DELETE_USER}) { userErrors { code } } }`,
			administrators,
		},
		"Mutation.undoUserChange": {
			`mutation { undoUserChange(input: {id: "no-such-undo"}) { userErrors { code } } }`,
			administrators,
		},
		"Mutation.requestAccess": {
			`mutation { requestAccess(input: {idempotencyKey: "%s-isolation-key", application: DIRECT_SERVICE}) { userErrors { code } } }`,
			allUsers,
		},
		"Mutation.cancelAccessRequest": {
			`mutation { cancelAccessRequest(input: {application: MASTER_DATA_MDS}) { userErrors { code } } }`,
			allUsers,
		},
		"Mutation.acceptInvitation": {
			`mutation { acceptInvitation(input: {application: MASTER_DATA_MDS}) { userErrors { code } } }`,
			allUsers,
		},
		"Subscription.portalChanged": {`subscription { portalChanged { pendingRequestCount } }`, allUsers},
		"Query.serviceRegistrations": {`{ serviceRegistrations { status } }`, allUsers},
		"Query.tickets": {
			`{ tickets(filter: {text: "` + number +
				`"}) { totalCount edges { node { subject location { name } contact { fullName } } } } }`,
			own,
		},
		"Query.tickets by location": {
			`{ tickets(filter: {locations: ["` + locationOfCustomer + `"], text: "` + number +
				`"}) { totalCount edges { node { subject } } } }`,
			own,
		},
		"Query.ticket": {
			`{ ticket(id: "` + id + `") { subject comments { text } attachments { url } } }`,
			own,
		},
		"Subscription.ticketChanged": {`subscription { ticketChanged(id: "` + id + `") { subject } }`, own},
		"Query.ticketForm": {
			`{ ticketForm { locations { id name } machines { serialNumber } } }`,
			map[string]string{
				"customer":  answered,
				"colleague": answered,
				"admin":     answered,
				"internal":  answered,
				"other":     answered,
				"new":       forbidden,
				"anonymous": unauthenticated,
			},
		},
		"Mutation.createTicket": {
			`mutation { createTicket(input: {idempotencyKey: "%s-isolation-key", location: "` + locationOfCustomer +
				`", type: QUESTION, concern: OTHER, subject: "Whistle again", description: "x"}) { ticket { subject } } }`,
			own,
		},
		"Mutation.addTicketComment": {
			`mutation { addTicketComment(input: {idempotencyKey: "%s-isolation-key", ticket: "` + id +
				`", comment: "x"}) { ticket { subject } } }`,
			own,
		},
		"Mutation.closeTicket": {
			`mutation { closeTicket(input: {ticket: "` + id +
				`", reason: NO_LONGER_RELEVANT}) { ticket { subject } } }`,
			own,
		},
		"Mutation.updateProfile": {
			`mutation { updateProfile(input: {firstName: "A", lastName: "B", company: "", telephone: "", address: "", postalCode: "", city: "", country: "CH", language: "en"}) { userErrors { field } } }`,
			employees,
		},
		"Mutation.changePassword": {
			`mutation { changePassword(input: {presentPassword: "wrong", nextPassword: "wrong"}) { isChanged } }`,
			employees,
		},
		"Mutation.startSecondFactor": {`mutation { startSecondFactor { secret } }`, employees},
		"Mutation.confirmSecondFactor": {
			`mutation { confirmSecondFactor(input: {oneTimeCode: "000000"}) { userErrors { field } } }`,
			employees,
		},
		"Query.inventory": {
			`{ inventory(filter: {text: "mach A530-20417"}) { totalCount edges { node { id } } } }`,
			holders,
		},
		"Query.machine": {
			`{ machine(id: "mach-1001") { name serialNumber location { name } } }`,
			holders,
		},
		"Mutation.renameMachine": {
			`mutation { renameMachine(input: {machine: "mach-1001", name: "Alpha 530"}) { machine { serialNumber } } }`,
			holders,
		},
		"Mutation.moveMachine": {
			`mutation { moveMachine(input: {machine: "mach-1001", location: "loc-nordkabel-winterthur"}) { machine { serialNumber } } }`,
			holders,
		},
		"Mutation.retireMachine": {
			`mutation { retireMachine(input: {machine: "mach-1001"}) { machine { serialNumber } } }`,
			holders,
		},
		"Mutation.restoreMachine": {
			`mutation { restoreMachine(input: {machine: "mach-1001"}) { machine { serialNumber } } }`,
			holders,
		},
		"Mutation.addMachine": {
			`mutation { addMachine(input: {idempotencyKey: "%s-isolation-key", serialNumber: "A530-20417", location: "loc-helia-ingolstadt"}) { machine { serialNumber } userErrors { code } } }`,
			holders,
		},
		"Mutation.importMachines": {
			`mutation { importMachines(input: {idempotencyKey: "%s-isolation-key", file: "eA==", location: "x"}) { added } }`,
			map[string]string{
				"customer":  answered,
				"other":     answered,
				"colleague": forbidden,
				"admin":     forbidden,
				"internal":  forbidden,
				"new":       forbidden,
				"anonymous": unauthenticated,
			},
		},
		"Mutation.acceptLicence": {`mutation { acceptLicence(input: {version: "no-such-version"}) { version { id } } }`,
			map[string]string{
				"customer":  answered,
				"other":     answered,
				"colleague": forbidden,
				"admin":     forbidden,
				"internal":  forbidden,
				"new":       forbidden,
				"anonymous": unauthenticated,
			}},
		// This one ends sessions, so that it runs last: see below.
		"Mutation.resetSecondFactor": {},
	}
	for _, field := range protectedFields(t) {
		if _, ok := tests[field]; !ok {
			t.Errorf("%s is protected and not tested", field)
		}
	}
	ask := func(caller, query string) string {
		if strings.Contains(query, "%s") {
			query = fmt.Sprintf(query, caller)
		}
		if strings.HasPrefix(query, "subscription") {
			return s.watch(t, tokens[caller], query)()
		}
		_, got := s.as(t, tokens[caller], query)
		return got
	}
	traceless := func(text string) (value any) {
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err, text)
		}
		return without(value, "")
	}
	for name, test := range tests {
		for caller, want := range test.want {
			got := ask(caller, test.query)
			switch want {
			case answered:
				if hasErrors(t, got) {
					t.Errorf("%s as %s: %s", name, caller, got)
				}
			case hidden:
				// A foreign object gets the response of an unknown one.
				missing := ask(
					caller,
					strings.NewReplacer(
						"mach-1001",
						"no-such-mach",
						"A530-20417",
						"A530-00000",
						id,
						"no-such-ticket",
						locationOfCustomer,
						"no-such-place",
						number,
						"T-99999",
					).Replace(
						test.query,
					),
				)
				if !reflect.DeepEqual(traceless(got), traceless(missing)) || strings.Contains(got, secret) {
					t.Errorf("%s as %s: %s; for an unknown id: %s", name, caller, got, missing)
				}
			default:
				if !failsWith(t, got, want) || strings.Contains(got, secret) {
					t.Errorf("%s as %s: %s", name, caller, got)
				}
			}
		}
	}

	if got := ask("other", tests["Query.ticketForm"].query); !strings.Contains(got, "loc-helia-ingolstadt") ||
		strings.Contains(got, locationOfCustomer) ||
		strings.Contains(got, "A530-20417") {
		t.Errorf("the locations of another organization: %s", got)
	}

	// The pages of the portal are never refused: they show the data of the user.
	page := func(caller, path string) string {
		_, got := s.as(
			t,
			tokens[caller],
			`{ resolve(url: "http://localhost:8080/en/mykomax`+path+
				`") { ... on PageResolution { portal { user { id } serviceRegistration { status } recentTickets { subject } machines { serialNumber }
			ticketList { total tickets { subject } locations { location { id } } } ticketForm { locations { id }
			machines { id } } ticket { subject } inventory { groups { machines { serialNumber } } locationOptions {
			location { id } } } machine { machine { serialNumber } } software { id } account {
			profile { email } } } } } }`,
		)
		return got
	}
	for _, path := range []string{
		"", "/tickets/list", "/tickets/newticket", "/tickets/" + id, "/wire-flow", "/account", "/inventory",
		"/inventory/old", "/inventory/software", "/inventory/mach-1001",
	} {
		for caller, token := range tokens {
			got := page(caller, path)
			switch mayKnow := own[caller] == answered; {
			case hasErrors(t, got):
				t.Errorf("%q as %s: %s", path, caller, got)
			case token == "" && got != `{"data":{"resolve":{"portal":null}}}`:
				t.Errorf("%q as an anonymous user: %s", path, got)
			case !mayKnow && (strings.Contains(got, secret) || strings.Contains(got, locationOfCustomer) ||
				strings.Contains(got, "A530-20417")):
				t.Errorf("%q as %s: %s", path, caller, got)
			case mayKnow && path == "/tickets/"+id && !strings.Contains(got, secret):
				t.Errorf("%q as %s: %s", path, caller, got)
			}
		}
		got := page("new", path)
		for _, field := range []string{
			"ticketList", "ticketForm", "machines", "recentTickets", "ticket", "inventory", "machine", "software",
		} {
			if valueAt(t, got, "data.resolve.portal."+field) != nil {
				t.Errorf("%q without services: %s", path, got)
			}
		}
	}

	for caller, token := range tokens {
		_, got := s.as(t, token, `mutation { resetSecondFactor { needsLogin } }`)
		if token == "" != failsWith(t, got, "UNAUTHENTICATED") ||
			token != "" && hasErrors(t, got) {
			t.Errorf("Mutation.resetSecondFactor as %s: %s", caller, got)
		}
	}
}
