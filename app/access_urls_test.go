package app_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/ticketing"
)

// accessURL is a file or software URL of a user, and its status: for the user if owner is set, else for every
// caller. Others are refused if owner is set.
type accessURL struct {
	name, url string
	want      int
	owner     string
}

// status returns the expected status of the URL for a caller.
func (a accessURL) status(c accessCaller) int {
	if a.owner == "" || a.owner == c.name || a.owner == c.account {
		return a.want
	}
	return http.StatusForbidden
}

// prepare creates the targets of the attempts, and collects the users' URLs before some users lose their rights.
func (r *accessRun) prepare(t *testing.T) (of accessTargets, urls []accessURL) {
	t.Helper()
	made := r.create(t, r.tokens["customer"], newKey(), locationOfCustomer, r.uploaded(t))
	of = accessTargets{
		ticket:       createdTicket(t, made),
		ticketNumber: textAt(t, made, "data.createTicket.ticket.number"),
		deleted:      "user-onprem",
		deletedEmail: "onprem@example.com",
	}
	foreign := createdTicket(t, r.create(t, r.tokens["other"], newKey(), "loc-helia-ingolstadt", r.uploaded(t)))
	file := func(caller, ticket string) string {
		_, text := r.post(t, caller, `{ ticket(id: "`+ticket+`") { attachments { url } } }`)
		return textAt(t, text, "data.ticket.attachments.0.url")
	}
	of.version = r.versionOfCustomer(t)
	download := func(caller, version string) string {
		_, text := r.post(
			t,
			caller,
			`mutation { acceptLicence(input: {version: "`+version+`"}) { version { downloadUrl } } }`,
		)
		return textAt(t, text, "data.acceptLicence.version.downloadUrl")
	}
	replaced := func(url, id, by string) string { return strings.Replace(url, id, by, 1) }
	r.fileCookies = map[string]string{}
	for caller, token := range r.tokens {
		if token != "" {
			r.fileCookies[caller] = r.fileCookie(t, token)
		}
	}
	for _, kind := range []struct {
		path                     string
		customer, other, deleted string
	}{
		{ticketing.FilesPath, file("customer", of.ticket), file("other", foreign), file("deleted", of.ticket)},
		{
			inventory.SoftwarePath, download("customer", of.version), download("other", r.versions(t, "other")[0]),
			download("deleted", of.version),
		},
	} {
		path, _, _ := strings.Cut(kind.customer, "?")
		ofOther, _, _ := strings.Cut(kind.other, "?")
		urls = append(
			urls,
			accessURL{kind.path + "{id}, URL of *customer*", kind.customer, http.StatusOK, "customer"},
			accessURL{"the same without its signed token", path, http.StatusForbidden, ""},
			accessURL{
				"the same with a changed signed token",
				replaced(kind.customer, "pass=", "pass=x"),
				http.StatusForbidden,
				"",
			},
			accessURL{
				"the same with the signed token of *other* for another one",
				replaced(kind.other, ofOther, path),
				http.StatusForbidden,
				"",
			},
			accessURL{"URL of *deleted*", kind.deleted, http.StatusUnauthorized, ""},
		)
	}
	urls = append(
		urls,
		accessURL{
			ticketing.FilesPath + "{id}, URL of *withdrawn*",
			file("withdrawn", of.ticket),
			http.StatusForbidden,
			"",
		},
		accessURL{
			ticketing.TicketsProxyPath + "/software/{id}",
			ticketing.TicketsProxyPath + "/software/" + of.version,
			http.StatusNotFound,
			"",
		},
		accessURL{
			ticketing.TicketsProxyPath + "/files/",
			ticketing.TicketsProxyPath + "/files/",
			http.StatusNotFound,
			"",
		},
	)
	for _, a := range urls {
		if a.url == "" {
			t.Fatalf("%s: not found", a.name)
		}
	}
	return of, urls
}

// versions returns the ids of the software versions that a caller is offered.
func (r *accessRun) versions(t *testing.T, caller string) (ids []string) {
	t.Helper()
	var data struct {
		Resolve struct {
			Portal struct {
				Software []struct{ Versions []struct{ ID string } }
			}
		}
	}
	r.queryAs(
		t,
		r.tokens[caller],
		`{ resolve(url: "http://localhost:8080/en/mykomax/inventory/software") { ... on PageResolution {
			portal { software
			{ versions { id } } } } } }`,
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

// versionOfCustomer returns a software version for machines of the customer only: the other customer retires the
// machines that use it.
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
	r.queryAs(
		t,
		r.tokens["other"],
		`{ inventory(first: 100) { edges { node { id software { packageId } } } } }`,
		nil,
		&data,
	)
	machines := map[string][]string{}
	for _, e := range data.Inventory.Edges {
		for _, installed := range e.Node.Software {
			machines[installed.PackageID] = append(machines[installed.PackageID], e.Node.ID)
		}
	}
	packages := slices.SortedFunc(
		maps.Keys(machines),
		func(a, b string) int { return len(machines[a]) - len(machines[b]) },
	)
	for _, id := range machines[packages[0]] {
		r.post(t, "other", `mutation { retireMachine(input: {machine: "`+id+`"}) { machine { id } } }`)
	}
	left := r.versions(t, "other")
	for _, id := range r.versions(t, "customer") {
		if !slices.Contains(left, id) {
			return id
		}
	}
	t.Fatal("both customers are offered the same software only")
	return ""
}

// tryURLs requests URLs of files and software as every caller: a URL opens only with the cookie of its user,
// and with the user's current rights.
func (r *accessRun) tryURLs(t *testing.T, table *strings.Builder, urls []accessURL) {
	t.Helper()
	table.WriteString(
		"\nURLs of files and software contain a signed token: it opens one file, in the browser of its user, while the " +
			"user has the rights\n(statuses; the table above shows who can request a URL, and each caller sends its own " +
			"token and cookie):\n\n| URL |",
	)
	for _, c := range accessCallers {
		fmt.Fprintf(table, " %s |", c.name)
	}
	fmt.Fprintf(table, "\n|%s\n", strings.Repeat("---|", len(accessCallers)+1))
	for _, a := range urls {
		fmt.Fprintf(table, "| %s |", a.name)
		for _, c := range accessCallers {
			status, _ := r.call(t, c.name, http.MethodGet, a.url, "")
			if want := a.status(c); status != want {
				t.Errorf("%s as %s: status %d, want %d", a.name, c.name, status, want)
			}
			fmt.Fprintf(table, " %d |", status)
		}
		table.WriteString("\n")
	}
}

// tryExports requests CSV exports by signed URLs: a changed token is refused, and a filter by a foreign
// organization returns the rows of one by an unknown organization.
func (r *accessRun) tryExports(t *testing.T, table *strings.Builder) {
	t.Helper()
	table.WriteString(
		"\nURLs of exports contain a signed token of the user who requested them, and open only in that user's browser:\n\n" +
			"| URL | own token | changed token | no token | own token, without the cookie | own token, cookie of *other* |\n" +
			"|---|---|---|---|---|---|\n",
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
		r.queryAs(
			t,
			r.tokens[caller],
			`{ users: resolve(url: "http://localhost:8080/en/mykomax/user-admin") {
				... on PageResolution { portal { userList { exportUrl auditExportUrl } } } }
			machines: resolve(url: "http://localhost:8080/en/mykomax/inventory") {
				... on PageResolution { portal { inventory { exportUrl } } } } }`,
			nil,
			&lists,
		)
	}
	list := lists.Users.Portal.UserList
	users, audit, machines := list.ExportURL, list.AuditExportURL, lists.Machines.Portal.Inventory.ExportURL
	var ticketList struct {
		Resolve struct {
			Portal struct{ TicketList struct{ ExportURL string } }
		}
	}
	r.queryAs(
		t,
		r.tokens["customer"],
		`{ resolve(url: "http://localhost:8080/en/mykomax/tickets/list") {
			... on PageResolution { portal { ticketList { exportUrl } } } } }`,
		nil,
		&ticketList,
	)
	tickets := ticketList.Resolve.Portal.TicketList.ExportURL
	for _, export := range []struct{ owner, url string }{
		{"admin", users}, {"admin", audit}, {"customer", machines}, {"customer", tickets},
	} {
		path, _, _ := strings.Cut(export.url, "?")
		fmt.Fprintf(table, "| %s |", path)
		for _, try := range []struct {
			url, caller string
			want        int
		}{
			{export.url, export.owner, http.StatusOK},
			{strings.Replace(export.url, "pass=", "pass=x", 1), export.owner, http.StatusForbidden},
			{path, export.owner, http.StatusForbidden},
			{export.url, "anonymous", http.StatusForbidden},
			{export.url, "other", http.StatusForbidden},
		} {
			status, _ := r.call(t, try.caller, http.MethodGet, try.url, "")
			if status != try.want {
				t.Errorf("%s as %s: status %d, want %d", try.url, try.caller, status, try.want)
			}
			fmt.Fprintf(table, " %d |", status)
		}
		table.WriteString("\n")
	}
	for _, try := range []struct{ owner, url, foreign string }{
		{"admin", users + "&organization=TARGET", "org-helia"},
		{"admin", users + "&q=TARGET", "other@example.com"},
		{"admin", audit + "&organization=TARGET", "org-helia"},
		{"admin", audit + "&user=TARGET", userOfHelia},
		{"customer", machines + "&location=TARGET", "loc-helia-ingolstadt"},
		{"customer", machines + "&q=TARGET", "A530-18220"},
		{"customer", tickets + "&location=TARGET", "loc-helia-ingolstadt"},
	} {
		status, foreign := r.call(
			t,
			try.owner,
			http.MethodGet,
			strings.ReplaceAll(try.url, "TARGET", try.foreign),
			"",
		)
		missingStatus, missing := r.call(
			t,
			try.owner,
			http.MethodGet,
			strings.ReplaceAll(try.url, "TARGET", missingID),
			"",
		)
		if status != http.StatusOK || status != missingStatus || foreign != missing {
			t.Errorf("%s: %d %q, for an unknown id: %d %q", try.foreign, status, foreign, missingStatus, missing)
		}
	}
}

// tryPages requests the pages of the portal as every caller.
func (r *accessRun) tryPages(t *testing.T, of accessTargets) {
	t.Helper()
	for _, path := range []string{
		"", "/tickets/list", "/tickets/newticket", "/tickets/" + of.ticket, "/wire-flow", "/account", "/inventory",
		"/inventory/old", "/inventory/software", "/inventory/mach-1001",
	} {
		for _, c := range accessCallers {
			if c.isRefused {
				continue
			}
			_, got := r.post(t, c.name, `{ resolve(url: "http://localhost:8080/en/mykomax`+path+`") {
				... on PageResolution { portal { user { id } serviceRegistration { status } recentTickets { number }
				machines { serialNumber } ticketList { total tickets { number } locations { location { id } } }
				ticketForm { locations { id } machines { id } } ticket { number }
				inventory { groups { machines { serialNumber } } locationOptions { location { id } } }
				machine { machine { serialNumber } } software { id } account { profile { email } } } } } }`)
			shows := func(text string) bool { return strings.Contains(got, text) }
			switch mayReadTickets := c.belongs && slices.Contains(c.has, portal.Ticketing); {
			case hasErrors(t, got):
				t.Errorf("%q as %s: %s", path, c.name, got)
			case r.tokens[c.name] == "" && got != `{"data":{"resolve":{"portal":null}}}`:
				t.Errorf("%q as an anonymous user: %s", path, got)
			case !c.belongs && (shows(of.ticketNumber) || shows(locationOfCustomer) || shows("A530-20417")):
				t.Errorf("%q as %s: %s", path, c.name, got)
			case mayReadTickets && path == "/tickets/"+of.ticket && !shows(of.ticketNumber):
				t.Errorf("%q as %s: %s", path, c.name, got)
			}
			for _, field := range []string{
				"ticketList", "ticketForm", "machines", "recentTickets", "ticket", "inventory", "machine", "software",
			} {
				if c.name == "new" && valueAt(t, got, "data.resolve.portal."+field) != nil {
					t.Errorf("%q without services: %s", path, got)
				}
			}
		}
	}
}

// resetSecondFactors resets the second factor of every caller, which ends their sessions.
func (r *accessRun) resetSecondFactors(t *testing.T) {
	t.Helper()
	for _, c := range accessCallers {
		if c.isRefused || c.account != "" {
			continue
		}
		_, got := r.post(t, c.name, `mutation { resetSecondFactor { needsLogin } }`)
		if isAnonymous := r.tokens[c.name] == ""; isAnonymous != failsWith(t, got, "UNAUTHENTICATED") ||
			!isAnonymous && hasErrors(t, got) {
			t.Errorf("Mutation.resetSecondFactor as %s: %s", c.name, got)
		}
	}
}
