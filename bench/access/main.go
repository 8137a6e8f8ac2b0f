// Access compares the response times for records of other users with those for records that do not exist:
// alternating, with the ratio of their medians, in total and for each fifth of the rounds. A difference would reveal
// that a record exists. It starts everything itself, on loopback.
//
//	go run ./bench/access
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"strand/bench/portal"
	"strand/bench/tokens"
	"strand/demo/userstore"
	rules "strand/domain/portal"
)

const (
	// parts is the number of parts of the rounds, to show how far the ratio varies.
	parts = 5
	// tolerance is how far a ratio may differ from 1; if it differs more in all parts, the times reveal something.
	tolerance = 0.1
	// fewRounds are for operations that a user may try 20 times per minute.
	fewRounds = 8
	// place is a location of the caller.
	place = "loc-helia-ingolstadt"
)

func main() {
	rounds := flag.Int("rounds", 200, "the number of rounds")
	only := flag.String("only", "", "compare only operations whose names contain this text")
	flag.Parse()
	if err := run(*rounds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "access:", err)
		os.Exit(1)
	}
}

// try is an operation on a record of another user and on one that does not exist.
type try struct {
	name, caller string
	// query contains TARGET for the target and KEY for an idempotency key.
	query string
	// method and path are those of a request outside of the graph.
	method, path string
	// foreign and unknown return the targets of a round.
	foreign, unknown func(round int) string
	rounds           int
}

// always returns the same target in each round.
func always(id string) func(int) string { return func(int) string { return id } }

func run(rounds int, only string) error {
	issuer, err := tokens.Start()
	if err != nil {
		return err
	}
	defer issuer.Close()
	var addresses []string
	server, err := portal.Start(issuer, func(dataDir string) (err error) {
		addresses, err = fill(dataDir, 2*rounds)
		return err
	})
	if err != nil {
		return err
	}
	defer server.Close()
	b := &bench{Server: server, tokens: map[string]string{}}
	for user, roles := range map[string][]string{
		"user-customer": nil, "user-other": nil, "user-helia-admin": {rules.RoleDelegatedAdminExternal},
	} {
		if b.tokens[user], err = issuer.Token(user, roles...); err != nil {
			return err
		}
	}
	tries, err := b.tries(rounds, addresses)
	if err != nil {
		return err
	}
	var differ []string
	for _, t := range tries {
		if !strings.Contains(t.name, only) {
			continue
		}
		differs, err := b.compare(t)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if differs {
			differ = append(differ, t.name)
		}
	}
	if len(differ) > 0 {
		return fmt.Errorf("the response times differ: %s", strings.Join(differ, ", "))
	}
	return nil
}

// fill creates users in a data folder, and returns the addresses of users that no administrator of the caller's
// organization sees.
func fill(dataDir string, wanted int) (addresses []string, err error) {
	users, err := userstore.Open(userstore.Options{
		Dir:            filepath.Join(dataDir, "directory"),
		ContentDir:     "demo/content/identity",
		GeneratedUsers: 3 * wanted,
		Logger:         slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return nil, err
	}
	defer users.Close()
	rows, err := users.DB().Query(`SELECT email FROM users WHERE account = 'ACTIVE' AND id LIKE '%-%'
		AND email LIKE '%@example.net'
		AND NOT EXISTS (SELECT 1 FROM memberships WHERE user_id = users.id AND organization_id = 'org-helia') LIMIT ?`,
		wanted)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var address string
		if err := rows.Scan(&address); err != nil {
			return nil, err
		}
		addresses = append(addresses, address)
	}
	if len(addresses) < wanted {
		return nil, fmt.Errorf("there are only %d users to invite", len(addresses))
	}
	return addresses, rows.Err()
}

// bench is a server with the tokens of users by their ids.
type bench struct {
	*portal.Server
	tokens map[string]string
	keys   int
}

// tries returns operations on users, organizations, machines, tickets, downloads and invitations.
func (b *bench) tries(rounds int, addresses []string) ([]try, error) {
	answer, err := b.Ask(b.tokens["user-customer"], `mutation { createTicket(input: {
		idempotencyKey: "0123456789abcdef-bench", location: "loc-nordkabel-winterthur", type: QUESTION, concern: OTHER,
		subject: "Whistle", description: "It whistles qxzwvk.", attachments: []}) { ticket { id number } } }`)
	if err != nil {
		return nil, err
	}
	ticket, number := first(ticketID, answer), first(ticketNumber, answer)
	version, own, err := b.versions()
	if err != nil {
		return nil, err
	}
	page := func(path, fields string) string {
		return `{ resolve(url: "http://localhost:8080/en/mykomax/` + path + `TARGET") { ... on PageResolution {
			portalPage portal { ` + fields + ` } } } }`
	}
	var all []try
	add := func(caller, foreign, unknown string, named ...[2]string) {
		for _, n := range named {
			all = append(all, try{
				name:    n[0],
				caller:  caller,
				query:   n[1],
				foreign: always(foreign),
				unknown: always(unknown),
				rounds:  rounds,
			})
		}
	}
	const admin, customer = "user-helia-admin", "user-other"
	add(admin, "user-colleague", "user-collegium",
		[2]string{"user", `{ userAdmin { user(id: "TARGET") { email } } }`},
		[2]string{"user: page", page("user-admin/", "managedUser { email }")},
		[2]string{"user: audit log", `{ userAdmin { auditLog(user: "TARGET") { edges { node { userName } } } } }`},
		[2]string{"user: change", `mutation { changeUser(input: {idempotencyKey: "KEY", user: "TARGET",
			action: WITHDRAW_ACCESS, application: TICKETING}) { userErrors { code } } }`},
		[2]string{"user: deletion", `mutation { changeUser(input: {idempotencyKey: "KEY", user: "TARGET",
			action: DELETE_USER}) { userErrors { code } } }`},
	)
	add(admin, "colleague@example.com", "collegium@example.com",
		[2]string{"user: search", `{ userAdmin { users(filter: {text: "TARGET"}) { totalCount } } }`})
	add(
		admin,
		"org-nordkabel",
		"org-nordkopal",
		[2]string{"organization", `{ userAdmin { organization(id: "TARGET") { organization { name } } } }`},
		[2]string{
			"organization: page",
			page("user-admin/organizations/", "managedOrganization { organization { name } }"),
		},
		[2]string{"organization: users", `{ userAdmin { users(filter: {organizations: ["TARGET"]}) { totalCount } } }`},
		[2]string{
			"organization: audit log",
			`{ userAdmin { auditLog(organization: "TARGET") { edges { node { id } } } } }`,
		},
		[2]string{"organization: invitation", `mutation { inviteUser(input: {idempotencyKey: "KEY",
			email: "KEY@example.org", firstName: "A", lastName: "B", organization: "TARGET"}) {
			userErrors { code } } }`},
	)
	add(customer, "mach-1001", "mach-1x01",
		[2]string{"machine", `{ machine(id: "TARGET") { serialNumber } }`},
		[2]string{"machine: page", page("inventory/", "machine { machine { serialNumber } }")},
		[2]string{"machine: renaming", `mutation { renameMachine(input: {machine: "TARGET", name: "Alpha"}) {
			userErrors { code } } }`},
		[2]string{"machine: retirement", `mutation { retireMachine(input: {machine: "TARGET"}) {
			userErrors { code } } }`},
	)
	add(customer, "A530-20417", "A530-20714",
		[2]string{"machine: search", `{ inventory(filter: {text: "TARGET"}) { totalCount } }`})
	add(customer, "loc-nordkabel-winterthur", "loc-nordkabel-winterhart",
		[2]string{"machine: location", `{ inventory(filter: {locations: ["TARGET"]}) { totalCount } }`})
	all = append(all, try{
		name:    "machine: addition",
		caller:  customer,
		foreign: always("A530-20417"),
		unknown: always("A530-20714"),
		query: `mutation { addMachine(input: {idempotencyKey: "KEY", serialNumber: "TARGET", location: "` + place +
			`"}) {
			userErrors { code } } }`,
		rounds: fewRounds,
	})
	add(customer, ticket, unusedID(ticket),
		[2]string{"ticket", `{ ticket(id: "TARGET") { subject } }`},
		[2]string{"ticket: page", page("tickets/", "ticket { subject }")},
		[2]string{"ticket: comment", `mutation { addTicketComment(input: {idempotencyKey: "KEY", ticket: "TARGET",
			comment: "x"}) { userErrors { code } } }`},
		[2]string{"ticket: closing", `mutation { closeTicket(input: {ticket: "TARGET", reason: NO_LONGER_RELEVANT}) {
			userErrors { code } } }`},
	)
	add(customer, number, unusedID(number),
		[2]string{"ticket: search", `{ tickets(filter: {text: "TARGET"}) { totalCount } }`})
	// Letters that are in no ticket, and a word of another organization.
	add(customer, "qxzwvk", "kzvwxq",
		[2]string{"ticket: search, letters", `{ tickets(filter: {text: "TARGET"}) { totalCount } }`})
	all = append(all, try{
		name:    "ticket: proxy",
		caller:  customer,
		foreign: always(ticket),
		unknown: always(unusedID(ticket)),
		method:  http.MethodPost,
		path:    rules.TicketsProxyPath,
		query:   `{"documentId": "GetTicket", "variables": {"id": "TARGET"}}`,
		rounds:  rounds,
	})
	add(customer, version, unusedID(version),
		[2]string{"download: licence", `mutation { acceptLicence(input: {version: "TARGET"}) { version { id } } }`})
	path, pass, _ := strings.Cut(own, "?")
	all = append(all, try{
		name:    "download: file",
		caller:  customer,
		foreign: always(version),
		unknown: always(unusedID(version)),
		method:  http.MethodGet,
		path:    path[:strings.LastIndex(path, "/")+1] + "TARGET?" + pass,
		rounds:  rounds,
	})
	return append(all, try{
		name:   "invitation: existing and new address",
		caller: admin,
		rounds: rounds,
		query: `mutation { inviteUser(input: {idempotencyKey: "KEY", email: "TARGET", firstName: "A", lastName: "B",
			organization: "org-helia"}) { user { status } userErrors { code } } }`,
		foreign: func(round int) string { return addresses[round] },
		unknown: func(round int) string { return "new-" + addresses[round] },
	}), nil
}

var (
	ticketID     = regexp.MustCompile(`"id":"([^"]+)"`)
	ticketNumber = regexp.MustCompile(`"number":"([^"]+)"`)
	downloadURL  = regexp.MustCompile(`"downloadUrl":"([^"]+)"`)
)

func first(pattern *regexp.Regexp, answer []byte) string {
	if found := pattern.FindSubmatch(answer); found != nil {
		return string(found[1])
	}
	return ""
}

// unusedID returns an id of the same length that no record has, with as many of the same characters as possible, since
// an index of substrings finds most of them.
func unusedID(id string) string {
	last := id[len(id)-1:]
	for _, digit := range []string{"9", "7", "4"} {
		if digit != last && !strings.HasSuffix(id[:len(id)-1], digit) {
			return id[:len(id)-1] + digit
		}
	}
	return id[:len(id)-1] + "8"
}

// versions returns a version of software that user-customer is offered and user-other is not, and the download address
// of a version that user-other is offered. It first retires all but one of user-other's machines, which decide about
// the offered software.
func (b *bench) versions() (foreign, own string, err error) {
	token := b.tokens["user-other"]
	answer, err := b.Ask(token, `{ inventory(first: 100) { edges { node { id software { packageId } } } } }`)
	if err != nil {
		return "", "", err
	}
	var list struct {
		Data struct {
			Inventory struct {
				Edges []struct {
					Node struct {
						ID       string
						Software []struct{ PackageID string }
					}
				}
			}
		}
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		return "", "", err
	}
	edges := list.Data.Inventory.Edges
	for _, e := range edges[:len(edges)-1] {
		mutation := `mutation { retireMachine(input: {machine: "` + e.Node.ID + `"}) { machine { id } } }`
		if _, err := b.Ask(token, mutation); err != nil {
			return "", "", err
		}
	}
	offered, err := b.offered(token)
	if err != nil || len(offered) == 0 {
		return "", "", errors.Join(err, errors.New("a customer has no offered software"))
	}
	ofCustomer, err := b.offered(b.tokens["user-customer"])
	if err != nil {
		return "", "", err
	}
	i := slices.IndexFunc(ofCustomer, func(id string) bool { return !slices.Contains(offered, id) })
	if i < 0 {
		return "", "", errors.New("the two customers are offered the same software")
	}
	answer, err = b.Ask(
		token, `mutation { acceptLicence(input: {version: "`+offered[0]+`"}) { version { downloadUrl } } }`,
	)
	return ofCustomer[i], strings.ReplaceAll(first(downloadURL, answer), `\u0026`, "&"), err
}

// offered returns the versions of software that a user is offered.
func (b *bench) offered(token string) (ids []string, err error) {
	answer, err := b.Ask(token, `{ resolve(url: "http://localhost:8080/en/mykomax/inventory/software") {
		... on PageResolution { portal { software { versions { id } } } } } }`)
	if err != nil {
		return nil, err
	}
	for _, found := range ticketID.FindAllSubmatch(answer, -1) {
		ids = append(ids, string(found[1]))
	}
	return ids, nil
}

// send executes a try on a target, and returns the answer without the id of the target.
func (b *bench) send(t try, target string) (string, error) {
	b.keys++
	key := fmt.Sprintf("bench-key-%012d", b.keys)
	replacer := strings.NewReplacer("TARGET", target, "KEY", key)
	if t.path != "" {
		status, answer := b.Send(b.tokens[t.caller], t.method, replacer.Replace(t.path), replacer.Replace(t.query))
		return strings.ReplaceAll(fmt.Sprintf("%d %s", status, answer), target, ""), nil
	}
	answer, err := b.Query(b.tokens[t.caller], replacer.Replace(t.query))
	if err == nil && bytes.Contains(answer, []byte("GRAPHQL_VALIDATION_FAILED")) {
		return "", errors.New(string(answer))
	}
	return strings.ReplaceAll(string(answer), target, ""), err
}

// compare measures a try, and reports whether its times differ in every part of the rounds.
func (b *bench) compare(t try) (differs bool, err error) {
	var round [2]int
	var answers [2]string
	times, err := portal.InTurn(t.rounds, func(i int) error {
		target := [2]func(int) string{t.unknown, t.foreign}[i](round[i])
		round[i]++
		answer, err := b.send(t, target)
		answers[i] = answer
		return err
	})
	if err != nil {
		return false, err
	}
	if answers[0] != answers[1] {
		return false, fmt.Errorf("the answers differ: %s, %s", answers[0], answers[1])
	}
	ratios := make([]float64, parts)
	for i := range ratios {
		var part [2][]time.Duration
		for n := range part {
			size := len(times[n])
			part[n] = times[n][i*size/parts : (i+1)*size/parts]
		}
		ratios[i] = portal.Ratio(part)
	}
	low, high := slices.Min(ratios), slices.Max(ratios)
	differs = low > 1+tolerance || high < 1-tolerance
	verdict := ""
	if differs {
		verdict = "DIFFERS"
	}
	fmt.Printf(
		"%-38s unknown %8v, foreign %8v, ratio %.2f (%.2f–%.2f) %s\n",
		t.name,
		portal.Median(times[0]).Round(time.Microsecond),
		portal.Median(times[1]).Round(time.Microsecond),
		portal.Ratio(times),
		low,
		high,
		verdict,
	)
	return differs, nil
}
