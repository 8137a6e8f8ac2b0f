// Tickets compares pages of an organization with 100,000 tickets with the first page of one with 1,000: alternating,
// through the graph, with an ID token, with the ratio of their medians; likewise for a user of three organizations
// and for an employee, who sees all. It starts everything itself, on loopback.
//
//	go run ./bench/tickets [-large 1000000]
package main

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"time"

	"strand/bench/portal"
	"strand/bench/tokens"
)

const (
	perPage = 20
	// far is the page that is compared with the first one.
	far = 500
	// frequentWord is in about one of twenty tickets.
	frequentWord = "rattling"
)

// sizes are the numbers of tickets of the largest organization.
var sizes = [2]int{1_000, 100_000}

func main() {
	rounds := flag.Int("rounds", 101, "the number of rounds")
	flag.IntVar(
		&sizes[0],
		"small",
		sizes[0],
		"the number of tickets of the largest organization, on the smaller server",
	)
	flag.IntVar(&sizes[1], "large", sizes[1], "the number of tickets of the largest organization, on the larger server")
	flag.Parse()
	if err := run(*rounds); err != nil {
		fmt.Fprintln(os.Stderr, "tickets:", err)
		os.Exit(1)
	}
}

func run(rounds int) error {
	issuer, err := tokens.Start()
	if err != nil {
		return err
	}
	defer issuer.Close()
	var desks [2]*desk
	for i, n := range sizes {
		d, err := start(issuer, n)
		if err != nil {
			return fmt.Errorf("a desk of %d tickets: %w", n, err)
		}
		defer d.Close()
		desks[i] = d
	}
	for _, user := range []string{ofOne, ofThree, employee} {
		for _, order := range []string{"UPDATED", "CREATED", "SUBJECT"} {
			if err := comparePages(desks, user, order, rounds); err != nil {
				return err
			}
		}
	}
	for _, f := range []struct{ name, filter string }{
		{"of one status", `{statuses: [OPEN]}`},
		{"of two statuses and a location", `{statuses: [OPEN, CLOSED], locations: ["loc-nordkabel-brno"]}`},
		{"one's own", `{onlyMine: true}`},
		{"a rare combination", `{statuses: [WAITING], types: [BREAKDOWN], locations: ["loc-nordkabel-brno"]}`},
		{"search in one status", `{text: "` + frequentWord + `", statuses: [OPEN]}`},
		{"search, a number", `{text: "T-10573"}`},
		{"search, a part of a serial number", `{text: "530-0008"}`},
		{"search, a frequent word", `{text: "` + frequentWord + `"}`},
		{"search, two words", `{text: "` + frequentWord + ` alpha"}`},
		{"search, two letters, nothing", `{text: "xy"}`},
		{"search, two frequent letters", `{text: "ra"}`},
		{"search, one letter", `{text: "a"}`},
		{"search, nothing", `{text: "nothing-like-it"}`},
	} {
		for _, user := range []string{ofOne, employee} {
			query := list("UPDATED", f.filter, "")
			if err := compare(desks, user, f.name, query, query, rounds/5); err != nil {
				return err
			}
		}
	}
	return nil
}

// comparePages compares the first and a far page of many tickets with the first one of few.
func comparePages(desks [2]*desk, user, order string, rounds int) error {
	first := list(order, "{}", "")
	if err := compare(desks, user, order+", page 1", first, first, rounds); err != nil {
		return err
	}
	if visibleTickets(user, sizes[1]) < far*perPage {
		return fmt.Errorf("%s has no page %d", user, far)
	}
	cursor, err := desks[1].walk(user, order, far-1)
	if err != nil {
		return err
	}
	if err := compare(
		desks, user, fmt.Sprintf("%s, page %d", order, far), first, list(order, "{}", cursor), rounds,
	); err != nil {
		return err
	}
	// This is the cursor of TicketList.previousUrl.
	second, err := desks[0].walk(user, order, 2)
	if err != nil {
		return err
	}
	return compare(
		desks,
		user,
		fmt.Sprintf("%s, back to page %d", order, far-2),
		back(order, second),
		back(order, cursor),
		rounds,
	)
}

// desk is a server over a number of tickets.
type desk struct {
	*portal.Server
	// tokens are the tokens by user.
	tokens map[string]string
}

func start(issuer *tokens.Issuer, size int) (*desk, error) {
	server, err := portal.Start(issuer, func(dataDir string) error { return fill(dataDir, size) })
	if err != nil {
		return nil, err
	}
	fmt.Printf("%d tickets made in %v\n", visibleTickets(employee, size), server.Made.Round(time.Second/10))
	d := &desk{Server: server, tokens: map[string]string{}}
	for _, user := range []string{ofOne, ofThree, employee} {
		if d.tokens[user], err = issuer.Token(user); err != nil {
			d.Close()
			return nil, err
		}
	}
	return d, nil
}

// list returns the query of a page of tickets after a cursor; empty for the first page.
func list(order, filter, after string) string {
	from := ""
	if after != "" {
		from = fmt.Sprintf(", after: %q", after)
	}
	return fmt.Sprintf(
		`{ tickets(filter: %s, order: %s, first: %d%s) { totalCount
			edges { node { number subject status updatedAt replies contact { fullName } location { name } } }
			pageInfo { hasNextPage endCursor } } }`,
		filter,
		order,
		perPage,
		from,
	)
}

// back returns the query of the page before a cursor, by the address of the list.
func back(order, before string) string {
	address := "http://localhost:8080/en/mykomax/tickets/list?" + url.Values{
		"sort":   {order},
		"before": {before},
	}.Encode()
	return fmt.Sprintf(
		`{ resolve(url: %q) { ... on PageResolution { portal { ticketList { total previousUrl nextUrl tickets {
			number subject status updatedAt replies contact { fullName } location { name } } } } } } }`,
		address,
	)
}

// walk reads a number of pages, and returns the last cursor.
func (d *desk) walk(user, order string, pages int) (cursor string, err error) {
	return d.Walk(d.tokens[user], pages, func(after string) string { return list(order, "{}", after) })
}

// compare sends one query to the smaller desk and another to the larger one, alternating.
func compare(desks [2]*desk, user, name string, ofSmall, ofLarge string, rounds int) error {
	times, err := portal.InTurn(rounds, func(i int) error {
		_, err := desks[i].Ask(desks[i].tokens[user], [2]string{ofSmall, ofLarge}[i])
		return err
	})
	if err != nil {
		return err
	}
	fmt.Printf(
		"%-14s %-34s %8v of %6d tickets, %8v of %6d, ratio %.2f\n",
		user,
		name,
		portal.Median(times[0]).Round(10*time.Microsecond),
		visibleTickets(user, sizes[0]),
		portal.Median(times[1]).Round(10*time.Microsecond),
		visibleTickets(user, sizes[1]),
		portal.Ratio(times),
	)
	return nil
}
