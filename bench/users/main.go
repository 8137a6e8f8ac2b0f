// Users compares lists of 100,000 users with the same lists of 1,000: alternating, through the graph, as an internal
// administrator who sees all of them, with the ratio of their medians. It starts everything itself, on loopback.
//
//	go run ./bench/users
package main

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"strand/bench/portal"
	"strand/bench/tokens"
	"strand/demo/userstore"
)

const (
	perPage = 20
	// far is the page that is compared with the first one.
	far      = 500
	internal = "user-internal"
)

// sizes are the numbers of users, without the sample users.
var sizes = [2]int{1_000, 100_000}

func main() {
	rounds := flag.Int("rounds", 41, "the number of rounds")
	flag.IntVar(&sizes[0], "small", sizes[0], "the number of users of the smaller server")
	flag.IntVar(&sizes[1], "large", sizes[1], "the number of users of the larger server")
	flag.Parse()
	if err := run(*rounds); err != nil {
		fmt.Fprintln(os.Stderr, "users:", err)
		os.Exit(1)
	}
}

// goal is the goal of a line: a ratio, or a time if ratio is 0.
type goal struct {
	ratio float64
	limit time.Duration
}

var (
	similar     = goal{ratio: 1.5}
	combination = goal{ratio: 3}
	shortSearch = goal{limit: 300 * time.Millisecond}
	longSearch  = goal{limit: 150 * time.Millisecond}
)

func run(rounds int) error {
	issuer, err := tokens.Start()
	if err != nil {
		return err
	}
	defer issuer.Close()
	var lists [2]*list
	for i, n := range sizes {
		l, err := start(issuer, n)
		if err != nil {
			return fmt.Errorf("a list of %d users: %w", n, err)
		}
		defer l.Close()
		lists[i] = l
	}
	var missed int
	compare := func(name string, g goal, arguments ...string) error {
		ofSmall, ofLarge := arguments[0], arguments[len(arguments)-1]
		isMet, err := compare(lists, name, query(ofSmall), query(ofLarge), g, rounds)
		if !isMet {
			missed++
		}
		return err
	}
	for _, order := range []string{"PENDING_FIRST", "NAME", "EMAIL", "ORGANIZATION", "COUNTRY", "REQUEST_DATE"} {
		by := "order: " + order
		cursor, err := lists[1].Walk(lists[1].token, far-1, func(after string) string {
			from := ""
			if after != "" {
				from = fmt.Sprintf(", after: %q", after)
			}
			return fmt.Sprintf(
				`{ userAdmin { users(first: %d, %s%s) { pageInfo { endCursor } } } }`, perPage, by, from,
			)
		})
		if err == nil {
			err = compare(order+", page 1", similar, by)
		}
		if err == nil {
			err = compare(fmt.Sprintf("%s, page %d", order, far), similar, by, fmt.Sprintf("%s, after: %q", by, cursor))
		}
		if err == nil {
			err = compare(order+", descending", similar, by+", descending: true")
		}
		if err != nil {
			return err
		}
	}
	for _, f := range []struct {
		name, filter string
		goal         goal
	}{
		{"organization", `organizations: ["org-nordkabel"]`, similar},
		{"application", `applications: [INVENTORY]`, similar},
		{"status pending", `statuses: [PENDING]`, similar},
		{"status active", `statuses: [ACTIVE]`, similar},
		{"status declined", `statuses: [DECLINED]`, similar},
		{"role", `roles: [EXTERNAL]`, similar},
		{"sub-region", `subRegions: ["Asia Pacific"]`, similar},
		{"country", `countries: ["MX"]`, similar},
		{"city", `cities: ["Nagoya"]`, similar},
		{"status and application", `statuses: [PENDING], applications: [TICKETING]`, combination},
		{"role, status, country, application",
			`roles: [EXTERNAL], statuses: [ACTIVE], countries: ["CH", "DE"], applications: [INVENTORY]`, combination},
		{"search, 1 letter", `text: "m"`, shortSearch},
		{"search, 2 letters", `text: "ma"`, shortSearch},
		{"search, 2 letters, nothing", `text: "qx"`, shortSearch},
		{"search, 3 letters", `text: "mus"`, longSearch},
		{"search, a name", `text: "schneider"`, longSearch},
		{"search, an address", `text: "77777@example.net"`, longSearch},
		{"search, two words", `text: "an mus"`, longSearch},
		{"search, nothing", `text: "nothing-like-it"`, longSearch},
	} {
		if err := compare(f.name, f.goal, "filter: {"+f.filter+"}"); err != nil {
			return err
		}
	}
	if missed > 0 {
		return fmt.Errorf("%d goals are missed", missed)
	}
	return nil
}

// list is a server over a number of users.
type list struct {
	*portal.Server
	token string
}

func start(issuer *tokens.Issuer, size int) (*list, error) {
	server, err := portal.Start(issuer, func(dataDir string) error {
		users, err := userstore.Open(
			userstore.Options{
				Dir:            filepath.Join(dataDir, "directory"),
				ContentDir:     "demo/content/identity",
				GeneratedUsers: size,
				Logger:         slog.New(slog.DiscardHandler),
			},
		)
		if err != nil {
			return err
		}
		return users.Close()
	})
	if err != nil {
		return nil, err
	}
	fmt.Printf(
		"%d users made in %v; started in %v\n",
		size,
		server.Made.Round(time.Second/10),
		server.Started.Round(time.Second/10),
	)
	l := &list{Server: server}
	if l.token, err = issuer.Token(internal, "kmx_delegatedadmin_intern", "kmx_employee_intern"); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// query returns the query of a page of users, as the list of the portal sends it.
func query(arguments string) string {
	return fmt.Sprintf(
		`{ userAdmin { users(first: %d, %s) { totalCount edges { node { id fullName email status role
		organizations { id name } accesses { application status } requestedAt } }
		pageInfo { hasNextPage endCursor } } } }`,
		perPage,
		arguments,
	)
}

// compare sends one query to the smaller list and another to the larger one, alternating.
func compare(lists [2]*list, name, ofSmall, ofLarge string, g goal, rounds int) (isMet bool, err error) {
	times, err := portal.InTurn(rounds, func(i int) error {
		_, err := lists[i].Ask(lists[i].token, [2]string{ofSmall, ofLarge}[i])
		return err
	})
	if err != nil {
		return false, err
	}
	small, large, ratio := portal.Median(times[0]), portal.Median(times[1]), portal.Ratio(times)
	isMet, wanted := ratio <= g.ratio, fmt.Sprintf("ratio %.1f", g.ratio)
	if g.ratio == 0 {
		isMet, wanted = large <= g.limit, g.limit.String()
	}
	verdict := "met"
	if !isMet {
		verdict = "MISSED"
	}
	fmt.Printf(
		"%-36s %9v, %9v, ratio %5.2f, goal %-9s %s\n",
		name,
		small.Round(10*time.Microsecond),
		large.Round(10*time.Microsecond),
		ratio,
		wanted,
		verdict,
	)
	return isMet, nil
}
