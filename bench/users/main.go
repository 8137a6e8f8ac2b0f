// Users compares lists of 100,000 users with the same lists of 1,000: in turn, through the graph, as an internal
// administrator who sees all of them, and the ratio of their medians. It starts everything itself, on loopback.
//
//	go run ./bench/users
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"time"

	"strand/app"
	"strand/bench/tokens"
	"strand/config"
	"strand/upstream/embedded/directory"
)

const (
	perPage = 20
	// far is the page that is compared with the first one.
	far      = 500
	internal = "user-internal"
)

// sizes are how many users there are, beside the sample people.
var sizes = [2]int{1_000, 100_000}

func main() {
	rounds := flag.Int("rounds", 41, "how often each is asked")
	flag.Parse()
	if err := run(*rounds); err != nil {
		fmt.Fprintln(os.Stderr, "users:", err)
		os.Exit(1)
	}
}

// goal is what a line is compared with: a ratio, or a time where ratio is 0.
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
		l, stop, err := start(issuer, n)
		if err != nil {
			return fmt.Errorf("a list of %d users: %w", n, err)
		}
		defer stop()
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
		cursor, err := lists[1].walk(by, far-1)
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
		{"role, status, country, application", `roles: [EXTERNAL], statuses: [ACTIVE], countries: ["CH", "DE"], applications: [INVENTORY]`, combination},
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

// list is a Strand over a number of users.
type list struct {
	handler http.Handler
	token   string
}

func start(issuer *tokens.Issuer, size int) (_ *list, stop func(), err error) {
	data, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return nil, nil, err
	}
	log := slog.New(slog.DiscardHandler)
	began := time.Now()
	people, err := directory.Open(
		directory.Options{
			Dir:         filepath.Join(data, "directory"),
			ContentDir:  "content/identity",
			MadeUpUsers: size,
			Logger:      log,
		},
	)
	if err != nil {
		return nil, nil, err
	}
	if err := people.Close(); err != nil {
		return nil, nil, err
	}
	made := time.Now()
	c, err := config.Load(
		"",
		append(
			os.Environ(),
			"STRAND_DATA_DIR="+data,
			"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
			"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
			"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
			"STRAND_RENDERERS=0",
			"STRAND_LOG_LEVEL=error",
			"STRAND_IDENTITY_ISSUER="+issuer.URL,
		),
	)
	if err != nil {
		return nil, nil, err
	}
	strand, err := app.New(c, log)
	if err != nil {
		return nil, nil, err
	}
	fmt.Printf(
		"%d users made in %v; started in %v\n",
		size,
		made.Sub(began).Round(time.Second/10),
		time.Since(made).Round(time.Second/10),
	)
	l := &list{handler: strand.Handler}
	if l.token, err = issuer.Token(internal, "kmx_delegatedadmin_intern", "kmx_employee_intern"); err != nil {
		return nil, nil, err
	}
	return l, func() {
		_ = strand.Close(context.Background())
		_ = os.RemoveAll(data)
	}, nil
}

// query asks for a page of users as the list of the portal does.
func query(arguments string) string {
	return fmt.Sprintf(`{ userAdmin { users(first: %d, %s) { totalCount edges { node { id fullName email status role
		organizations { id name } accesses { application status } requestedAt } } pageInfo { hasNextPage endCursor } } } }`, perPage, arguments)
}

// walk reads so many pages, and returns the cursor at the end.
func (l *list) walk(arguments string, pages int) (cursor string, err error) {
	next := arguments
	for range pages {
		body, err := l.ask(
			fmt.Sprintf(`{ userAdmin { users(first: %d, %s) { pageInfo { endCursor } } } }`, perPage, next),
		)
		if err != nil {
			return "", err
		}
		var answer struct {
			Data struct {
				UserAdmin struct {
					Users struct{ PageInfo struct{ EndCursor string } }
				}
			}
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			return "", err
		}
		cursor = answer.Data.UserAdmin.Users.PageInfo.EndCursor
		next = fmt.Sprintf("%s, after: %q", arguments, cursor)
	}
	return cursor, nil
}

func (l *list) ask(query string) ([]byte, error) {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return nil, err
	}
	r := httptest.NewRequest(http.MethodPost, "http://localhost:8080/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+l.token)
	w := httptest.NewRecorder()
	l.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK || bytes.Contains(w.Body.Bytes(), []byte(`"errors"`)) {
		return nil, fmt.Errorf("%s: %d %s", query, w.Code, w.Body)
	}
	return w.Body.Bytes(), nil
}

// compare asks one thing of the smaller list and another of the larger one, in turn.
func compare(lists [2]*list, name, ofSmall, ofLarge string, g goal, rounds int) (isMet bool, err error) {
	var times [2][]time.Duration
	for n := range rounds + 1 {
		for turn := range lists {
			// Neither is always the first.
			i := (turn + n) % len(lists)
			began := time.Now()
			if _, err := lists[i].ask([2]string{ofSmall, ofLarge}[i]); err != nil {
				return false, err
			}
			if n > 0 { // the first is to warm up
				times[i] = append(times[i], time.Since(began))
			}
		}
	}
	small, large := median(times[0]), median(times[1])
	ratio := float64(large) / float64(small)
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

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
