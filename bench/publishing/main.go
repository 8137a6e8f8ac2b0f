// Publishing measures how long a change of the content takes until it is visible, while the server answers 200
// requests per second: from the end of writing a published file until a cached page has its text, and from the end of
// writing a draft until an open preview has it. It starts everything itself, on loopback and with a copy of the
// sample content; the load comes from the same process.
//
//	go run ./bench/publishing
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"strand/demo"
	"strand/domain/editor"
)

const (
	changed = 200
	// rate is the number of requests per second, connections the largest number of concurrent ones.
	rate        = 200
	connections = 32
	// pause is the time between a visible change and the next one, poll the interval of requests for the page.
	pause = 100 * time.Millisecond
	poll  = 5 * time.Millisecond
	// lost is the timeout of a change.
	lost = 30 * time.Second
	goal = time.Second
)

// warm are the pages of the load.
var warm = []string{
	"/en",
	"/de",
	"/en/about",
	"/en/careers",
	"/en/products",
	"/en/stories",
	"/en/search?q=wire",
	"/en/about/_payload.json",
}

const (
	page    = "/en/careers"
	preview = editor.PreviewPrefix + "main~draft~anonymous~current~now"
)

func main() {
	count := flag.Int("changes", changed, "the number of measured changes of each kind")
	flag.Parse()
	if err := run(*count); err != nil {
		fmt.Fprintln(os.Stderr, "publishing:", err)
		os.Exit(1)
	}
}

func run(count int) error {
	folder, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	content := filepath.Join(folder, "content")
	if err := os.CopyFS(content, os.DirFS("demo/content")); err != nil {
		return fmt.Errorf("copy the sample content: %w", err)
	}
	s, stop, err := start(content, filepath.Join(folder, "data"))
	if err != nil {
		return err
	}
	defer stop()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	written := document{filepath.Join(content, "cms/sites/main/pages/careers"), ""}
	if written.text, err = written.read(); err != nil {
		return err
	}
	for _, path := range warm {
		if _, err := s.get(ctx, path, ""); err != nil {
			return err
		}
	}
	var loaded []time.Duration
	var both errgroup.Group
	both.Go(func() (err error) {
		loaded, err = load(ctx, s)
		return err
	})
	both.Go(func() error {
		defer cancel()
		if err := published(ctx, s, written, count); err != nil {
			return err
		}
		return drafted(ctx, s, written, count)
	})
	if err := both.Wait(); err != nil {
		return err
	}
	report("requests of the load", loaded)
	return nil
}

// server is a running server.
type server struct {
	origin, cookie string
	client         *http.Client
}

func start(content, data string) (_ *server, stop func(), err error) {
	c, own, err := demo.Load(
		"",
		append(os.Environ(), "STRAND_DATA_DIR="+data, "STRAND_CONTENT_DIR="+content, "STRAND_SEARCH_LIMIT=1000000",
			"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
			"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
			"STRAND_EMBEDDED_TRANSLATION_ADDR=127.0.0.1:0", "STRAND_EDITOR_PASSWORD=editor"),
	)
	if err != nil {
		return nil, nil, err
	}
	strand, err := demo.New(c, own, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		return nil, nil, err
	}
	stop = func() { _ = strand.Close(context.Background()) }
	if err := strand.AwaitRenderer(context.Background()); err != nil {
		stop()
		return nil, nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		stop()
		return nil, nil, err
	}
	go func() { _ = (&http.Server{Handler: strand.Handler, ReadHeaderTimeout: time.Second}).Serve(l) }()
	s := &server{"http://" + l.Addr().String(), "", &http.Client{
		Transport: &http.Transport{MaxIdleConnsPerHost: connections},
	}}
	s.cookie, err = s.logIn()
	if err != nil {
		stop()
	}
	return s, stop, err
}

// logIn returns the Cookie header of an editor.
func (s *server) logIn() (string, error) {
	response, err := s.client.Post(
		s.origin+"/api/editor-area-autentication", "application/json", strings.NewReader(`{"input":"editor"}`),
	)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	for _, c := range response.Cookies() {
		if c.Name == editor.CookieName {
			return c.Name + "=" + c.Value, nil
		}
	}
	return "", fmt.Errorf("log in to the editor area: status %d", response.StatusCode)
}

func (s *server) get(ctx context.Context, path, cookie string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.origin+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	if cookie != "" {
		r.Header.Set("Cookie", cookie)
	}
	response, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: status %d", path, response.StatusCode)
	}
	return body, err
}

// document is a page in the content folder that is written repeatedly.
type document struct{ folder, text string }

// original is a text of the page that the texts of the changes replace.
const original = "Write to us"

func (d document) read() (string, error) {
	text, err := os.ReadFile(filepath.Join(d.folder, "en.md"))
	if err == nil && !strings.Contains(string(text), original) {
		err = fmt.Errorf("%s has no text %q", d.folder, original)
	}
	return string(text), err
}

func (d document) write(name, text string) error {
	changed := strings.Replace(d.text, original, text, 1)
	return os.WriteFile(filepath.Join(d.folder, name), []byte(changed), 0o600)
}

// published writes the published page and requests its document until it contains the change.
func published(ctx context.Context, s *server, d document, count int) error {
	times := make([]time.Duration, 0, count)
	for i := range count {
		text := fmt.Sprintf("Published change %d.", i)
		if err := d.write("en.md", text); err != nil {
			return err
		}
		started := time.Now()
		for {
			body, err := s.get(ctx, page, "")
			if err != nil {
				return err
			}
			if bytes.Contains(body, []byte(text)) {
				break
			}
			if time.Since(started) > lost {
				return fmt.Errorf("%q is not visible", text)
			}
			time.Sleep(poll)
		}
		times = append(times, time.Since(started))
		time.Sleep(pause)
	}
	report("published, seen at a warm address", times)
	return nil
}

// drafted writes a draft of the page and does the same as the editor area in browsers: it waits for the change event,
// then requests the data of the preview and, concurrently, its own.
func drafted(ctx context.Context, s *server, d document, count int) error {
	heard, err := s.follow(ctx)
	if err != nil {
		return err
	}
	var heardAfter, times []time.Duration
	for i := range count {
		text := fmt.Sprintf("Drafted change %d.", i)
		if err := d.write("en.draft.md", text); err != nil {
			return err
		}
		started := time.Now()
		select {
		case <-time.After(lost):
			return fmt.Errorf("no event for %q", text)
		case _, ok := <-heard:
			if !ok {
				return errors.New("the stream of changes was closed")
			}
		}
		heardAfter = append(heardAfter, time.Since(started))
		area := make(chan error, 1)
		go func() {
			_, err := s.get(ctx, "/en/editor/_payload.json?stage=DRAFT&page=/careers", s.cookie)
			area <- err
		}()
		body, err := s.get(ctx, preview+page+"/_payload.json", s.cookie)
		if err != nil {
			return err
		}
		if !bytes.Contains(body, []byte(text)) {
			return fmt.Errorf("%q is not in the preview after its event", text)
		}
		times = append(times, time.Since(started))
		if err := <-area; err != nil {
			return err
		}
		time.Sleep(pause)
	}
	report("drafted, until the event", heardAfter)
	report("drafted, seen in an open preview", times)
	return nil
}

// follow subscribes to the changes as the editor area does. It sends the events after the initial state.
func (s *server) follow(ctx context.Context) (<-chan struct{}, error) {
	query, err := json.Marshal(map[string]string{"query": "subscription { editorChanged { id } }"})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.origin+"/graphql", bytes.NewReader(query))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Cookie", s.cookie)
	response, err := s.client.Do(r) // it is open as long as the stream is followed
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(response.Body)
	next := func() bool {
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "data: ") && strings.Contains(lines.Text(), "editorChanged") {
				return true
			}
		}
		return false
	}
	if !next() {
		return nil, fmt.Errorf("follow the changes: status %d", response.StatusCode)
	}
	changes := make(chan struct{}, changed)
	go func() {
		defer close(changes)
		for next() {
			changes <- struct{}{}
		}
	}()
	return changes, nil
}

// load requests warm pages at the rate until the context ends, and returns the times of the answers.
func load(ctx context.Context, s *server) ([]time.Duration, error) {
	var mu sync.Mutex
	var times []time.Duration
	var requests errgroup.Group
	requests.SetLimit(connections)
	for i, tick := 0, time.Tick(time.Second/rate); ctx.Err() == nil; i++ {
		<-tick
		requests.Go(func() error {
			started := time.Now()
			_, err := s.get(context.WithoutCancel(ctx), warm[i%len(warm)], "")
			mu.Lock()
			defer mu.Unlock()
			times = append(times, time.Since(started))
			return err
		})
	}
	return times, requests.Wait()
}

func report(what string, times []time.Duration) {
	slices.Sort(times)
	at := func(part float64) time.Duration {
		return times[min(len(times)-1, int(part*float64(len(times))))].Round(100 * time.Microsecond)
	}
	fmt.Printf(
		"%-60s n %d, p50 %v, p99 %v, max %v (goal: p99 below %v)\n",
		what,
		len(times),
		at(0.5),
		at(0.99),
		at(1),
		goal,
	)
}
