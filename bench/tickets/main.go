// Tickets compares pages of an organization's 100,000 tickets with the first page of one's 1,000: in turn, through the graph, with an
// id token, and the ratio of their medians; likewise for somebody of three organizations and for an employee, who sees all. It starts
// everything itself, on loopback.
//
//	go run ./bench/tickets
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
	"net/url"
	"os"
	"slices"
	"time"

	"strand/app"
	"strand/bench/tokens"
	"strand/config"
)

const (
	perPage = 20
	// far is the page that is compared with the first one.
	far = 500
	// frequentWord is what one in twenty tickets says or so.
	frequentWord = "rattling"
)

// sizes are how many tickets the largest organization has.
var sizes = [2]int{1_000, 100_000}

func main() {
	rounds := flag.Int("rounds", 101, "how often each is asked")
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
		d, stop, err := start(issuer, n)
		if err != nil {
			return fmt.Errorf("a desk of %d tickets: %w", n, err)
		}
		defer stop()
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
	if seen(user, sizes[1]) < far*perPage {
		return fmt.Errorf("%s has no page %d", user, far)
	}
	cursor, err := desks[1].walk(user, order, far-1)
	if err != nil {
		return err
	}
	if err := compare(desks, user, fmt.Sprintf("%s, page %d", order, far), first, list(order, "{}", cursor), rounds); err != nil {
		return err
	}
	// As TicketList.previousUrl leads there.
	second, err := desks[0].walk(user, order, 2)
	if err != nil {
		return err
	}
	return compare(desks, user, fmt.Sprintf("%s, back to page %d", order, far-2), back(order, second), back(order, cursor), rounds)
}

// desk is a Strand over a number of tickets.
type desk struct {
	handler http.Handler
	size    int
	// tokens are those of the people.
	tokens map[string]string
}

func start(issuer *tokens.Issuer, size int) (_ *desk, stop func(), err error) {
	data, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return nil, nil, err
	}
	began := time.Now()
	if err := fill(data, size); err != nil {
		return nil, nil, err
	}
	fmt.Printf("%d tickets made in %v\n", seen(employee, size), time.Since(began).Round(time.Second/10))
	c, err := config.Load("", append(os.Environ(), "STRAND_DATA_DIR="+data, "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0", "STRAND_RENDERERS=0", "STRAND_LOG_LEVEL=error", "STRAND_IDENTITY_ISSUER="+issuer.URL))
	if err != nil {
		return nil, nil, err
	}
	strand, err := app.New(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, nil, err
	}
	d := &desk{handler: strand.Handler, size: size, tokens: map[string]string{}}
	for _, user := range []string{ofOne, ofThree, employee} {
		if d.tokens[user], err = issuer.Token(user); err != nil {
			return nil, nil, err
		}
	}
	return d, func() {
		_ = strand.Close(context.Background())
		_ = os.RemoveAll(data)
	}, nil
}

// list asks for a page of tickets that follows a cursor; the first one for none.
func list(order, filter, after string) string {
	from := ""
	if after != "" {
		from = fmt.Sprintf(", after: %q", after)
	}
	return fmt.Sprintf(`{ tickets(filter: %s, order: %s, first: %d%s) { totalCount edges { node { number subject status updatedAt replies contact { fullName } location { name } } } pageInfo { hasNextPage endCursor } } }`,
		filter, order, perPage, from)
}

// back asks for the page that comes before a cursor as the list's address does.
func back(order, before string) string {
	address := "http://localhost:8080/en/mykomax/tickets/list?" + url.Values{"sort": {order}, "before": {before}}.Encode()
	return fmt.Sprintf(`{ resolve(url: %q) { ... on PageResolution { portal { ticketList { total previousUrl nextUrl tickets { number subject status updatedAt replies contact { fullName } location { name } } } } } } }`, address)
}

// walk reads so many pages, and returns the cursor at the end.
func (d *desk) walk(user, order string, pages int) (cursor string, err error) {
	for range pages {
		body, err := d.ask(user, list(order, "{}", cursor))
		if err != nil {
			return "", err
		}
		var answer struct {
			Data struct {
				Tickets struct{ PageInfo struct{ EndCursor string } }
			}
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			return "", err
		}
		cursor = answer.Data.Tickets.PageInfo.EndCursor
	}
	return cursor, nil
}

func (d *desk) ask(user, query string) ([]byte, error) {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return nil, err
	}
	r := httptest.NewRequest(http.MethodPost, "http://localhost:8080/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+d.tokens[user])
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK || bytes.Contains(w.Body.Bytes(), []byte(`"errors"`)) {
		return nil, fmt.Errorf("%s: %d %s", query, w.Code, w.Body)
	}
	return w.Body.Bytes(), nil
}

// compare asks one thing of the smaller desk and another of the larger one, in turn.
func compare(desks [2]*desk, user, name string, ofSmall, ofLarge string, rounds int) error {
	var times [2][]time.Duration
	for n := range rounds + 1 {
		for turn := range desks {
			// Neither is always the first.
			i := (turn + n) % len(desks)
			began := time.Now()
			if _, err := desks[i].ask(user, [2]string{ofSmall, ofLarge}[i]); err != nil {
				return err
			}
			if n > 0 { // the first is to warm up
				times[i] = append(times[i], time.Since(began))
			}
		}
	}
	small, large := median(times[0]), median(times[1])
	fmt.Printf("%-14s %-34s %8v of %6d tickets, %8v of %6d, ratio %.2f\n", user, name, small.Round(10*time.Microsecond), seen(user, sizes[0]), large.Round(10*time.Microsecond), seen(user, sizes[1]),
		float64(large)/float64(small))
	return nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
