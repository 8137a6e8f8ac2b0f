package app_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"

	"strand/domain/portal"
	"strand/domain/useradmin"
)

// accessTable is the file of the access matrix. Update it with UPDATE_ACCESS=1 go test -run TestAccessMatrix ./app
const accessTable = "../docs/access.md"

// Outcomes in the access matrix.
const (
	// permitted means that the caller's rights allow the operation: it succeeded, or failed for a reason other than
	// rights.
	permitted = "yes"
	// unknown means that the response equals that for an unknown id.
	unknown = "unknown"
	// ownRights means that callers would change their own rights, which is refused.
	ownRights = "own"
	// refused and signIn mean the codes FORBIDDEN and UNAUTHENTICATED.
	refused = "forbidden"
	signIn  = "login"
	// broken is an outcome that must not occur: a 5xx, or a response that reveals a foreign target.
	broken = "BROKEN"
)

// accessCaller is a caller of the access matrix with the targets of each relation.
type accessCaller struct {
	name string
	role useradmin.ActorRole
	// has contains the services that the caller may use.
	has []portal.Service
	// isRefused is true for a caller whose token is no longer accepted.
	isRefused bool
	// belongs is true for a caller who may read data of org-nordkabel.
	belongs bool
	// isEditor is true for a caller with the cookie of a logged-in editor.
	isEditor bool
	// account is the caller whose token is sent; empty means the caller itself.
	account string
}

var accessCallers = []accessCaller{
	{name: "anonymous", role: useradmin.ActorAnonymous},
	{name: "new", role: useradmin.ActorCustomer},
	{
		name:    "customer",
		role:    useradmin.ActorCustomer,
		has:     []portal.Service{portal.Ticketing, portal.Inventory},
		belongs: true,
	},
	{name: "other", role: useradmin.ActorCustomer, has: []portal.Service{portal.Ticketing, portal.Inventory}},
	{name: "pending", role: useradmin.ActorCustomer, belongs: true},
	{name: "invited", role: useradmin.ActorCustomer, has: []portal.Service{portal.Ticketing}, belongs: true},
	{name: "declined", role: useradmin.ActorCustomer, has: []portal.Service{portal.Ticketing}, belongs: true},
	{name: "withdrawn", role: useradmin.ActorCustomer, belongs: true},
	{name: "deleted", role: useradmin.ActorCustomer, isRefused: true},
	{name: "employee", role: useradmin.ActorEmployee},
	{name: "helia", role: useradmin.ActorExternalAdmin},
	{name: "admin", role: useradmin.ActorExternalAdmin, has: []portal.Service{portal.Ticketing}, belongs: true},
	{name: "internal", role: useradmin.ActorInternalAdmin, has: []portal.Service{portal.Ticketing}, belongs: true},
	{name: "editor", role: useradmin.ActorAnonymous, isEditor: true, account: "anonymous"},
	{name: "former editor", role: useradmin.ActorAnonymous, account: "anonymous"},
	{
		name:     "editor, customer",
		role:     useradmin.ActorCustomer,
		has:      []portal.Service{portal.Ticketing, portal.Inventory},
		belongs:  true,
		isEditor: true,
		account:  "customer",
	},
}

// isAllowed reports whether a caller has the service or role that an operation requires.
func (c accessCaller) isAllowed(try accessAttempt) bool {
	isAdministrator := c.role == useradmin.ActorExternalAdmin || c.role == useradmin.ActorInternalAdmin
	return (isAdministrator || !try.isAdministration) && (try.service == "" || slices.Contains(c.has, try.service))
}

// expected returns the outcome that the rules require.
func (c accessCaller) expected(try accessAttempt, target string) string {
	switch {
	case c.isRefused:
		return signIn
	case try.isEditorial && c.isEditor:
		return permitted
	case try.isEditorial && try.showsNothing:
		return unknown
	case try.isEditorial:
		return signIn
	case try.isNoEntity:
		return unknown
	case try.showsNothing && !c.isAllowed(try):
		return unknown
	case c.role == useradmin.ActorAnonymous:
		return signIn
	case !c.isAllowed(try):
		return refused
	case try.employeesExempt && (c.role == useradmin.ActorEmployee || c.role == useradmin.ActorInternalAdmin):
		return refused
	case try.employeesOnly && c.role != useradmin.ActorEmployee && c.role != useradmin.ActorInternalAdmin:
		return refused
	case target == "", target == "its" && c.belongs:
		return permitted
	case target == "own":
		return ownRights
	}
	return unknown
}

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

// TestAccessMatrix runs every protected field of the graph as every kind of caller on targets of every relation,
// and compares the outcomes with the rules and with docs/access.md. A foreign target takes as many calls of sis as an
// unknown id. The pages of the portal are never refused, and show the data of their user.
//
// Rules: ACC-5, CALL-8, MACH-3, MACH-13, ROLE-3, SEC-27, SEC-28, SOFT-1, TICK-11, USER-1.
func TestAccessMatrix(t *testing.T) {
	t.Parallel()
	r := startAccessRun(t)
	for _, c := range accessCallers {
		if name := c.name; c.account == "" && name != "anonymous" && name != "withdrawn" && name != "deleted" {
			r.tokens[name] = r.signedIn(t, name)
		}
	}
	for _, c := range accessCallers {
		if c.account != "" {
			r.tokens[c.name] = r.tokens[c.account]
		}
	}
	// Tokens and URLs of a user whose access is withdrawn later, and of a user who is deleted later.
	r.tokens["withdrawn"], r.tokens["deleted"] = r.signedIn(t, "expired"), r.signedIn(t, "onprem")
	of, urls := r.prepare(t)
	ticketing, learning := map[string]any{"application": "TICKETING"}, map[string]any{"application": "LEARNING"}
	got := r.changeUser(t, r.tokens["admin"], actionKey(1), "user-expired", "WITHDRAW_ACCESS", ticketing)
	if got.code() != "" {
		t.Fatalf("%+v", got)
	}
	// This creates an entry of the audit log.
	got = r.changeUser(t, r.tokens["admin"], actionKey(3), userOfAdmin, "ADD_APPLICATION", learning)
	if got.code() != "" {
		t.Fatalf("%+v", got)
	}
	if got := r.changeUser(t, r.tokens["internal"], actionKey(2), of.deleted, "DELETE_USER", nil); got.code() != "" {
		t.Fatalf("%+v", got)
	}
	attempts := accessAttempts(of)
	for _, field := range protectedFields(t) {
		if field != "Mutation.resetSecondFactor" &&
			!slices.ContainsFunc(attempts, func(try accessAttempt) bool { return strings.HasPrefix(try.name, field) }) {
			t.Errorf("%s is protected and not in the access matrix", field)
		}
	}
	for _, name := range protectedEntities(t) {
		if !slices.ContainsFunc(
			attempts,
			func(try accessAttempt) bool { return try.name == "Query._entities "+name && !try.isNoEntity },
		) {
			t.Errorf("%s is a protected entity and not in the access matrix", name)
		}
	}
	r.compareCalls(t, attempts)
	own := map[string]string{"admin": "user-admin", "helia": "user-helia-admin", "internal": "user-internal"}
	var table strings.Builder
	header := "| field | target |"
	for _, c := range accessCallers {
		header += " " + c.name + " |"
	}
	fmt.Fprintf(&table, "%s\n|%s\n", header, strings.Repeat("---|", len(accessCallers)+2))
	for _, try := range attempts {
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
				map[string]string{"": "–", "its": "of one organization", "deleted": "deleted",
					"own": "the caller"}[relation],
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
					// The audit log keeps entries of deleted users; the callers have none.
					want = map[bool]string{true: permitted, false: unknown}[c.belongs && relation != "own"]
				}
				got := r.try(t, c, try, id)
				if got != want {
					t.Errorf("%s with target %q as %s: got %s, want %s", try.name, relation, c.name, got, want)
					got = broken
				}
				fmt.Fprintf(&table, " %s |", got)
			}
			table.WriteString("\n")
		}
	}
	r.tryURLs(t, &table, urls)
	r.tryExports(t, &table)
	r.tryPages(t, of)
	r.resetSecondFactors(t)
	writeAccess(t, table.String())
}

// writeAccess compares the matrix with the file, or updates the file.
func writeAccess(t *testing.T, table string) {
	t.Helper()
	text := `# Access

The access rights as ` + "`TestAccessMatrix`" + ` (app/access_test.go) found them with real systems: every protected
field of the graph as every kind of caller. Rows with the same target and results are one row, and so are columns.
Generated by ` + "`UPDATE_ACCESS=1 go test -run TestAccessMatrix ./app`" + `.

- **yes**: the caller's rights allow it.
- **unknown**: the response equals that for an unknown id: status, data with all counts, codes and messages, with as
  many calls of sis.
- **own**: users cannot change their own rights (OWN_ACCOUNT).
- **forbidden**, **login**: the codes FORBIDDEN and UNAUTHENTICATED.

Targets belong to one organization, that of *customer*, *pending*, *invited*, *declined*, *withdrawn* (whose
access to tickets was withdrawn after the token was issued) and *admin* (external administrator). *other* is a
customer and *helia* an external administrator of another organization; *internal* is the internal administrator of all;
*employee* is an employee without administration; *new* has no role; *deleted* was deleted after the token was issued.
*editor* has the cookie of the editor area, *former editor* one from before the password was changed, and
*editor, customer* is *customer* with the cookie: an editor has no rights of a user, and a user none of an editor.

` + joinColumns(joinRows(table))
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

// joinRows joins the rows of each table that differ in their first cell only, at the place of the first of them.
func joinRows(tables string) string {
	var lines []string
	first := map[string]int{}
	for line := range strings.SplitSeq(tables, "\n") {
		name, results, isRow := strings.Cut(line, " | ")
		if !isRow {
			clear(first)
			lines = append(lines, line)
			continue
		}
		at, isKnown := first[results]
		if !isKnown {
			first[results] = len(lines)
			lines = append(lines, line)
			continue
		}
		names, _, _ := strings.Cut(lines[at], " | ")
		if name = strings.TrimPrefix(name, "| "); !slices.Contains(strings.Split(names[2:], "; "), name) {
			lines[at] = names + "; " + name + " | " + results
		}
	}
	for i, line := range lines {
		if names, results, isRow := strings.Cut(line, " | "); isRow {
			lines[i] = withoutPrefixes(names) + " | " + results
		}
	}
	return strings.Join(lines, "\n")
}

// joinColumns joins the columns of each table that differ in their heading only, at the place of the first of them.
func joinColumns(tables string) string {
	var lines []string
	var table [][]string
	for line := range strings.SplitSeq(tables, "\n") {
		if cells, isRow := strings.CutPrefix(line, "|"); isRow {
			table = append(table, strings.Split(strings.TrimSuffix(cells, "|"), "|"))
			continue
		}
		lines = append(append(lines, withJoinedColumns(table)...), line)
		table = nil
	}
	return strings.Join(append(lines, withJoinedColumns(table)...), "\n")
}

// withJoinedColumns returns the lines of a table, whose first line has the headings.
func withJoinedColumns(table [][]string) []string {
	if len(table) == 0 {
		return nil
	}
	first, headings := map[string]int{}, table[0]
	lines := make([]string, len(table))
	for column := range headings {
		var results strings.Builder
		for _, row := range table[1:] {
			results.WriteString(row[column] + "|")
		}
		at, isKnown := first[results.String()]
		if isKnown {
			headings[at] = strings.TrimSuffix(headings[at], " ") + ";" + headings[column]
			continue
		}
		first[results.String()] = column
	}
	kept := slices.Sorted(maps.Values(first))
	for i, row := range table {
		for _, column := range kept {
			lines[i] += "|" + row[column]
		}
		lines[i] += "|"
	}
	return lines
}

// withoutPrefixes leaves out the field of a name that is that of the name before: `Query.a x; Query.a y` is
// `Query.a x, y`.
func withoutPrefixes(names string) string {
	var shown strings.Builder
	last := ""
	for i, name := range strings.Split(names, "; ") {
		field, rest, hasRest := strings.Cut(strings.TrimPrefix(name, "| "), " ")
		switch {
		case i == 0:
			shown.WriteString(name)
		case hasRest && field == last:
			shown.WriteString(", " + rest)
		default:
			shown.WriteString("; " + name)
		}
		if last = ""; hasRest {
			last = field
		}
	}
	return shown.String()
}
