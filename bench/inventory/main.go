// Inventory compares lists of an organization's 1,000,000 machines with those of one's 1,000: in turn, through the
// graph, with an id token, and the ratio of their medians. It starts everything itself, on loopback.
//
//	go run ./bench/inventory
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
	"runtime"
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
	far = 500
	// customer is whose machines are listed.
	customer = "user-customer"
)

// locations are those of the customer.
var locations = []string{"loc-nordkabel-winterthur", "loc-nordkabel-brno"}

func main() {
	rounds := flag.Int("rounds", 51, "how often each is asked")
	small := flag.Int("small", 1_000, "machines of the smaller inventory")
	large := flag.Int("large", 1_000_000, "machines of the larger inventory")
	flag.Parse()
	if err := run(*rounds, [2]int{*small, *large}); err != nil {
		fmt.Fprintln(os.Stderr, "inventory:", err)
		os.Exit(1)
	}
}

func run(rounds int, sizes [2]int) error {
	issuer, err := tokens.Start()
	if err != nil {
		return err
	}
	defer issuer.Close()
	var sites [2]*site
	for i, n := range sizes {
		s, stop, err := start(issuer, n)
		if err != nil {
			return fmt.Errorf("an inventory of %d machines: %w", n, err)
		}
		defer stop()
		sites[i] = s
	}
	for _, order := range []string{"NAME", "SERIAL_NUMBER", "PRODUCT", "NEWEST", "OLDEST", "LOCATION", "PRODUCT_LINE"} {
		first := list("", order, "")
		if err := compare(sites, "order "+order+", page 1", first, first, rounds); err != nil {
			return err
		}
		if sizes[1] < far*perPage {
			continue
		}
		cursor, err := sites[1].walk(order, far-1)
		if err != nil {
			return err
		}
		if err := compare(
			sites, fmt.Sprintf("order %s, page %d", order, far), first, list("", order, cursor), rounds,
		); err != nil {
			return err
		}
	}
	for _, f := range []struct{ name, filter, order string }{
		{"retired", `isRetired: true`, "NAME"},
		{"location", `locations: ["loc-nordkabel-brno"]`, "NAME"},
		{"product line", `productLines: ["twisting"]`, "NAME"},
		{"warranty", `warranty: [ACTIVE]`, "NAME"},
		{"contract", `contract: [EXPIRED]`, "NAME"},
		{"update", `hasUpdate: true`, "NAME"},
		{"combination: location, line, warranty", `locations: ["loc-nordkabel-brno"], productLines: ["twisting", "taping"], warranty: [ACTIVE]`, "NEWEST"},
		{"combination: line in the order of lines", `productLines: ["twisting"], contract: [ACTIVE, NONE]`, "PRODUCT_LINE"},
		{"combination: update, contract, text", `hasUpdate: true, contract: [ACTIVE], text: "alpha"`, "SERIAL_NUMBER"},
		{"search: a serial number", `text: "A530-20417"`, "NAME"},
		{"search: three letters", `text: "alp"`, "NAME"},
		{"search: three letters, rare", `text: "777"`, "NAME"},
		{"search: two words", `text: "kappa brno"`, "NAME"},
		{"search: two letters", `text: "ze"`, "NAME"},
		{"search: one letter", `text: "z"`, "NAME"},
		{"search: one letter, nothing", `text: "ß"`, "NAME"},
		{"search: nothing", `text: "nothing-like-it"`, "NAME"},
	} {
		query := list(f.filter, f.order, "")
		if err := compare(sites, f.name, query, query, rounds); err != nil {
			return err
		}
	}
	for name, path := range map[string]string{"page of the list": "?group=LOCATION", "page of a machine": "/mach-1001", "page of the software": "/software"} {
		query := fmt.Sprintf(
			`{ resolve(url: "http://localhost:8080/en/mykomax/inventory%s") { ... on PageResolution { portal {
			inventory { total groups { machines { id name product { name } } } productLineOptions { productLine { name } } locationOptions { selected } }
			machine { machine { name product { name } } packages { id } tickets { id } } software { id products { name } versions { olderOnMachines } } } } } }`,
			path,
		)
		if err := compare(sites, name, query, query, rounds); err != nil {
			return err
		}
	}
	rename := `mutation { renameMachine(input: {machine: "mach-1001", name: "Alpha 530"}) { machine { name } } }`
	return compare(sites, "rename a machine", rename, rename, rounds)
}

// site is a Strand over a number of machines.
type site struct {
	handler http.Handler
	size    int
	token   string
}

func start(issuer *tokens.Issuer, size int) (_ *site, stop func(), err error) {
	data, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return nil, nil, err
	}
	began := time.Now()
	if err := fill(data, size); err != nil {
		return nil, nil, err
	}
	made := time.Since(began)
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
			"STRAND_UPSTREAM_TIMEOUT=1m",
			"STRAND_IDENTITY_ISSUER="+issuer.URL,
		),
	)
	if err != nil {
		return nil, nil, err
	}
	before := memory()
	began = time.Now()
	strand, err := app.New(c, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, nil, err
	}
	ready := time.Since(began)
	s := &site{handler: strand.Handler, size: size}
	if s.token, err = issuer.Token(customer); err != nil {
		return nil, nil, err
	}
	// Lists wait for the index.
	for time.Since(began) < 5*time.Minute {
		if _, err = s.ask(list("", "NAME", "")); err == nil {
			break
		}
	}
	if err != nil {
		return nil, nil, err
	}
	fmt.Printf(
		"%d machines: made in %v, server started in %v, first list after %v, %d MB more in use\n",
		size,
		made.Round(time.Second/10),
		ready.Round(time.Millisecond),
		time.Since(began).Round(time.Millisecond),
		(memory()-before)>>20,
	)
	return s, func() {
		_ = strand.Close(context.Background())
		_ = os.RemoveAll(data)
	}, nil
}

// memory is what is in use.
func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// fill makes the machines of an inventory in a data folder.
func fill(dataDir string, size int) error {
	people, err := directory.Open(
		directory.Options{
			Dir:        filepath.Join(dataDir, "directory"),
			ContentDir: "content/identity",
			Logger:     slog.New(slog.DiscardHandler),
		},
	)
	if err != nil {
		return err
	}
	defer people.Close()
	// They are made in memory, since nothing has to last.
	if _, err := people.DB().Exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000`); err != nil {
		return err
	}
	models, err := directory.ReadMachineModels("content/identity")
	if err != nil {
		return err
	}
	_, err = people.AddMachines(context.Background(), models, "mach-b", locations, size)
	return err
}

// list asks for a page of machines that follows a cursor; the first one for none.
func list(filter, order, after string) string {
	from := ""
	if after != "" {
		from = fmt.Sprintf(", after: %q", after)
	}
	return fmt.Sprintf(
		`{ inventory(filter: {%s}, order: %s, first: %d%s) { totalCount totalIsExact edges { node { id name serialNumber location { name } warranty { state } software { name version } } } pageInfo { hasNextPage endCursor } } }`,
		filter,
		order,
		perPage,
		from,
	)
}

// walk reads so many pages, and returns the cursor at the end.
func (s *site) walk(order string, pages int) (cursor string, err error) {
	for range pages {
		body, err := s.ask(list("", order, cursor))
		if err != nil {
			return "", err
		}
		var answer struct {
			Data struct {
				Inventory struct{ PageInfo struct{ EndCursor string } }
			}
		}
		if err := json.Unmarshal(body, &answer); err != nil {
			return "", err
		}
		cursor = answer.Data.Inventory.PageInfo.EndCursor
	}
	return cursor, nil
}

func (s *site) ask(query string) ([]byte, error) {
	body, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		return nil, err
	}
	r := httptest.NewRequest(http.MethodPost, "http://localhost:8080/graphql", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+s.token)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK || bytes.Contains(w.Body.Bytes(), []byte(`"errors"`)) {
		return nil, fmt.Errorf("%s: %d %s", query, w.Code, w.Body)
	}
	return w.Body.Bytes(), nil
}

// compare asks one thing of the smaller inventory and another of the larger one, in turn.
func compare(sites [2]*site, name string, ofSmall, ofLarge string, rounds int) error {
	var times [2][]time.Duration
	for n := range rounds + 1 {
		for turn := range sites {
			// Neither is always the first.
			i := (turn + n) % len(sites)
			began := time.Now()
			if _, err := sites[i].ask([2]string{ofSmall, ofLarge}[i]); err != nil {
				return err
			}
			if n > 0 { // the first is to warm up
				times[i] = append(times[i], time.Since(began))
			}
		}
	}
	small, large := median(times[0]), median(times[1])
	fmt.Printf(
		"%-42s %8v of %d, %8v of %d, ratio %.2f\n",
		name,
		small.Round(10*time.Microsecond),
		sites[0].size,
		large.Round(10*time.Microsecond),
		sites[1].size,
		float64(large)/float64(small),
	)
	return nil
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
