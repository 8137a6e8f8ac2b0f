// Streams opens many streams of one ticket and adds comments. It prints how long a comment takes to reach all of
// them, how often sis is called for it and while idle, and how clients that send slowly affect the others. It starts
// everything itself, on loopback.
//
//	go run ./bench/streams [-streams 1000 -slow 500]
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"

	"strand/bench/benchserver"
	"strand/bench/tokens"
	"strand/demo/sisportal"
	"strand/demo/sisusers"
	"strand/domain/portal"
	"strand/internal/httpserver"
)

const (
	// perUser is the number of streams that each user opens: the maximum.
	perUser = 20
	// waiting bounds each wait of the program.
	waiting = time.Minute
	// idle is the duration of the idle measurement.
	idle = 30 * time.Second
	// author is the user who creates the ticket and comments on it.
	author = "user-customer"
)

func main() {
	streams := flag.Int("streams", 1000, "the number of open streams")
	slow := flag.Int("slow", 500, "the number of clients that send a byte per second")
	rounds := flag.Int("rounds", 10, "the number of comments")
	flag.Parse()
	if err := run(*streams, *slow, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "streams:", err)
		os.Exit(1)
	}
}

// desk is a server over a sis whose calls are counted.
type desk struct {
	*benchserver.Server
	issuer *tokens.Issuer
	http   *httptest.Server
	calls  atomic.Int64
	client *http.Client
}

func run(streams, slow, rounds int) error {
	issuer, err := tokens.Start()
	if err != nil {
		return err
	}
	defer issuer.Close()
	d := &desk{issuer: issuer, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 10}}}
	dir, err := os.MkdirTemp("", "strand-bench-sis")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	users := make([]string, (streams+perUser-1)/perUser)
	for i := range users {
		users[i] = fmt.Sprintf("user-bench-%d", i)
	}
	sis, closeSIS, err := d.startSIS(dir, users)
	if err != nil {
		return err
	}
	defer closeSIS()
	defer sis.Close()
	d.Server, err = benchserver.Start(
		issuer,
		func(string) error { return nil },
		"STRAND_SIS_PORTAL_URL="+sis.URL+sisportal.Path,
	)
	if err != nil {
		return err
	}
	defer d.Close()
	d.http = httptest.NewUnstartedServer(nil)
	d.http.Config = httpserver.New(d.Handler, log.New(io.Discard, "", 0), httpserver.DefaultPace)
	d.http.Start()
	defer d.http.Close()

	token, err := issuer.Token(author)
	if err != nil {
		return err
	}
	ticket, err := d.file(token)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	arrivals := make(chan time.Time, streams)
	if err := d.open(ctx, ticket, users, streams, arrivals); err != nil {
		return err
	}
	if err := d.comment(token, ticket, rounds, streams, arrivals); err != nil {
		return err
	}
	before := d.calls.Load()
	time.Sleep(idle)
	fmt.Printf("%d idle streams: %d reads of sis in %v\n", streams, d.calls.Load()-before, idle)
	return d.compareSlow(token, slow)
}

// startSIS starts a sis that counts its calls, with users of one organization.
func (d *desk) startSIS(dir string, users []string) (*httptest.Server, func(), error) {
	discardLog := slog.New(slog.DiscardHandler)
	userStore, err := sisusers.Open(sisusers.Options{
		Dir:        filepath.Join(dir, "directory"),
		ContentDir: "demo/content/identity",
		Logger:     discardLog,
	})
	if err != nil {
		return nil, nil, err
	}
	closeAll := func() { _ = userStore.Close() }
	for i, user := range users {
		for _, statement := range []string{
			`INSERT INTO users (id, email, first_name, last_name, password_hash, created_at)
				VALUES (?1, ?2, 'Bench', 'Mark', '', 0)`,
			`INSERT INTO memberships (user_id, organization_id) VALUES (?1, 'org-nordkabel')`,
			`INSERT INTO accesses (user_id, organization_id, application, status, changed_at)
				VALUES (?1, 'org-nordkabel', 'TICKETING', 'ACTIVE', 0)`,
		} {
			arguments := []any{user, fmt.Sprintf("bench-%d@example.com", i)}
			if _, err := userStore.DB().Exec(statement, arguments[:strings.Count(statement, "?")]...); err != nil {
				closeAll()
				return nil, nil, err
			}
		}
	}
	server, err := sisportal.New(sisportal.Options{
		Dir: filepath.Join(dir, "tickets"), Users: userStore, Logger: discardLog,
		Verify: func(_ context.Context, token string) (*portal.User, error) {
			// The server has verified the token.
			parsed, err := jwt.ParseSigned(token, []jose.SignatureAlgorithm{jose.RS256})
			if err != nil {
				return nil, err
			}
			var claims jwt.Claims
			err = parsed.UnsafeClaimsWithoutVerification(&claims)
			return &portal.User{ID: claims.Subject}, err
		},
	})
	if err != nil {
		closeAll()
		return nil, nil, err
	}
	handler := server.Handler()
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.calls.Add(1)
		handler.ServeHTTP(w, r)
	})), closeAll, nil
}

// file creates a ticket and returns its id.
func (d *desk) file(token string) (string, error) {
	answer, err := d.Ask(token, `mutation { createTicket(input: {idempotencyKey: "bench-0123456789abcdef",
		location: "loc-nordkabel-winterthur", type: MALFUNCTION, concern: CRIMPING, subject: "Whistle",
		description: "It whistles."}) { ticket { id } userErrors { field } } }`)
	_, rest, _ := strings.Cut(string(answer), `"id":"`)
	id, _, ok := strings.Cut(rest, `"`)
	if err == nil && !ok {
		err = errors.New(string(answer))
	}
	return id, err
}

// open opens the streams of a ticket; each sends the time at which it gets a change.
func (d *desk) open(ctx context.Context, ticket string, users []string, n int, arrivals chan<- time.Time) error {
	opened := make(chan error, n)
	started := time.Now()
	for i := range n {
		token, err := d.issuer.Token(users[i/perUser])
		if err != nil {
			return err
		}
		go d.listen(ctx, token, ticket, opened, arrivals)
	}
	for range n {
		if err := <-opened; err != nil {
			return err
		}
	}
	fmt.Printf("%d streams of %d users are open after %v\n", n, len(users), time.Since(started).Round(time.Millisecond))
	return nil
}

func (d *desk) listen(ctx context.Context, token, ticket string, opened chan<- error, arrivals chan<- time.Time) {
	query := fmt.Sprintf(`{"query":"subscription { ticketChanged(id: \"%s\") { status comments { text } } }"}`, ticket)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.http.URL+"/graphql", strings.NewReader(query))
	if err != nil {
		opened <- err
		return
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := d.client.Do(r)
	if err != nil {
		opened <- err
		return
	}
	defer response.Body.Close()
	isFirst := true
	for lines := bufio.NewScanner(response.Body); lines.Scan(); {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		switch {
		case !ok:
		case isFirst:
			isFirst = false
			if !strings.Contains(data, `"status"`) {
				opened <- errors.New(data)
				return
			}
			opened <- nil
		default:
			arrivals <- time.Now()
		}
	}
	if isFirst {
		opened <- errors.New("a stream ended before its first event")
	}
}

// comment adds comments and waits for each to reach all streams.
func (d *desk) comment(token, ticket string, rounds, streams int, arrivals <-chan time.Time) error {
	var last, half []time.Duration
	before := d.calls.Load()
	for round := range rounds {
		started := time.Now()
		answer, err := d.Ask(token, fmt.Sprintf(`mutation { addTicketComment(input: {
			idempotencyKey: "bench-0123456789-%04d", ticket: %q, comment: "Comment %d"}) { ticket { id } } }`, round,
			ticket, round))
		if err != nil {
			return err
		}
		if strings.Contains(string(answer), `"errors"`) {
			return errors.New(string(answer))
		}
		var taken []time.Duration
		limit := time.After(waiting)
		for range streams {
			select {
			case at := <-arrivals:
				taken = append(taken, at.Sub(started))
			case <-limit:
				return fmt.Errorf("a comment reached %d of %d streams", len(taken), streams)
			}
		}
		slices.Sort(taken)
		half, last = append(half, taken[len(taken)/2]), append(last, taken[len(taken)-1])
	}
	calls := float64(d.calls.Load()-before) / float64(rounds)
	fmt.Printf(
		"a comment reaches half of %d streams after %v, all after %v (%v at worst), with %.1f calls of sis, its own "+
			"included\n",
		streams,
		benchserver.Median(half).Round(time.Millisecond),
		benchserver.Median(last).Round(time.Millisecond),
		slices.Max(last).Round(time.Millisecond),
		calls,
	)
	return nil
}

// compareSlow compares an answer of the graph with and without clients that send slowly.
func (d *desk) compareSlow(token string, slow int) error {
	ask := func() ([]time.Duration, error) {
		var taken []time.Duration
		for range 300 {
			r, err := http.NewRequest(
				http.MethodPost,
				d.http.URL+"/graphql",
				strings.NewReader(`{"query":"{ me { id } }"}`),
			)
			if err != nil {
				return nil, err
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+token)
			started := time.Now()
			response, err := d.client.Do(r)
			if err != nil {
				return nil, err
			}
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			taken = append(taken, time.Since(started))
		}
		return taken, nil
	}
	without, err := ask()
	if err != nil {
		return err
	}
	ended := make(chan time.Duration, slow)
	for range slow {
		go func() { ended <- d.drip() }()
	}
	with, err := ask()
	if err != nil {
		return err
	}
	var longest time.Duration
	for range slow {
		longest = max(longest, <-ended)
	}
	fmt.Printf(
		"an answer takes %v without and %v beside %d slow clients, the last of which is ended after %v\n",
		benchserver.Median(without).Round(10*time.Microsecond), benchserver.Median(with).Round(10*time.Microsecond),
		slow,
		longest.Round(time.Second),
	)
	return nil
}

// drip sends a body at a byte per second until the connection is closed, and returns the time until then.
func (d *desk) drip() time.Duration {
	started := time.Now()
	conn, err := net.Dial("tcp", d.http.Listener.Addr().String())
	if err != nil {
		return 0
	}
	defer conn.Close()
	_, err = fmt.Fprint(
		conn,
		"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n",
	)
	for err == nil && time.Since(started) < 2*waiting {
		time.Sleep(time.Second)
		_, err = conn.Write([]byte(" "))
	}
	return time.Since(started)
}
