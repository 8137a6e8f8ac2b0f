// Inventory compares lists of an organization with 1,000,000 machines with those of one with 1,000: alternating,
// through the graph, with an ID token, with the ratio of their medians. It starts everything itself, on loopback.
//
//	go run ./bench/inventory
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"strand/bench/portal"
	"strand/bench/tokens"
	"strand/demo/userstore"
)

const (
	perPage = 20
	// far is the page that is compared with the first one.
	far = 500
	// customer is the user whose machines are listed.
	customer = "user-customer"
)

// locations are the locations of the customer.
var locations = []string{"loc-nordkabel-winterthur", "loc-nordkabel-brno"}

func main() {
	rounds := flag.Int("rounds", 51, "the number of rounds")
	small := flag.Int("small", 1_000, "the size of the smaller inventory, in machines")
	large := flag.Int("large", 1_000_000, "the size of the larger inventory, in machines")
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
		s, err := start(issuer, n)
		if err != nil {
			return fmt.Errorf("an inventory of %d machines: %w", n, err)
		}
		defer s.Close()
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
		cursor, err := sites[1].Walk(sites[1].token, far-1, func(after string) string { return list("", order, after) })
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
		{"combination: location, line, warranty",
			`locations: ["loc-nordkabel-brno"], productLines: ["twisting", "taping"], warranty: [ACTIVE]`, "NEWEST"},
		{"combination: line in the order of lines", `productLines: ["twisting"], contract: [ACTIVE, NONE]`,
			"PRODUCT_LINE"},
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
	for name, path := range map[string]string{"page of the list": "?group=LOCATION", "page of a machine": "/mach-1001",
		"page of the software": "/software"} {
		query := fmt.Sprintf(
			`{ resolve(url: "http://localhost:8080/en/mykomax/inventory%s") { ... on PageResolution { portal {
			inventory { total groups { machines { id name product { name } } } productLineOptions {
			productLine { name } }
				locationOptions { selected } }
			machine { machine { name product { name } } packages { id } tickets { id } }
			software { id products { name } versions { olderOnMachines } } } } } }`,
			path,
		)
		if err := compare(sites, name, query, query, rounds); err != nil {
			return err
		}
	}
	rename := `mutation { renameMachine(input: {machine: "mach-1001", name: "Alpha 530"}) { machine { name } } }`
	return compare(sites, "rename a machine", rename, rename, rounds)
}

// site is a server over a number of machines.
type site struct {
	*portal.Server
	size  int
	token string
}

func start(issuer *tokens.Issuer, size int) (*site, error) {
	before := memory()
	server, err := portal.Start(
		issuer,
		func(dataDir string) error { return fill(dataDir, size) },
		"STRAND_UPSTREAM_TIMEOUT=1m",
	)
	if err != nil {
		return nil, err
	}
	s := &site{Server: server, size: size}
	if s.token, err = issuer.Token(customer); err != nil {
		s.Close()
		return nil, err
	}
	// The first list waits for the index.
	started := time.Now()
	for time.Since(started) < 5*time.Minute {
		if _, err = s.Ask(s.token, list("", "NAME", "")); err == nil {
			break
		}
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	fmt.Printf(
		"%d machines: made in %v, server started in %v, first list after %v, %d MB more in use\n",
		size,
		s.Made.Round(time.Second/10),
		s.Started.Round(time.Millisecond),
		(s.Started + time.Since(started)).Round(time.Millisecond),
		(memory()-before)>>20,
	)
	return s, nil
}

// memory returns the memory in use.
func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// fill creates the machines of an inventory in a data folder.
func fill(dataDir string, size int) error {
	users, err := userstore.Open(
		userstore.Options{
			Dir:        filepath.Join(dataDir, "directory"),
			ContentDir: "demo/content/identity",
			Logger:     slog.New(slog.DiscardHandler),
		},
	)
	if err != nil {
		return err
	}
	defer users.Close()
	// The database needs no durability.
	if _, err := users.DB().Exec(
		`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000`,
	); err != nil {
		return err
	}
	models, err := userstore.ReadMachineModels("demo/content/identity")
	if err != nil {
		return err
	}
	_, err = users.AddMachines(context.Background(), models, "mach-b", locations, size)
	return err
}

// list returns the query of a page of machines after a cursor; empty for the first page.
func list(filter, order, after string) string {
	from := ""
	if after != "" {
		from = fmt.Sprintf(", after: %q", after)
	}
	return fmt.Sprintf(
		`{ inventory(filter: {%s}, order: %s, first: %d%s) { totalCount totalIsExact
			edges { node { id name serialNumber location { name } warranty { state } software { name version } } }
			pageInfo { hasNextPage endCursor } } }`,
		filter,
		order,
		perPage,
		from,
	)
}

// compare sends one query to the smaller inventory and another to the larger one, alternating.
func compare(sites [2]*site, name string, ofSmall, ofLarge string, rounds int) error {
	times, err := portal.InTurn(rounds, func(i int) error {
		_, err := sites[i].Ask(sites[i].token, [2]string{ofSmall, ofLarge}[i])
		return err
	})
	if err != nil {
		return err
	}
	fmt.Printf(
		"%-42s %8v of %d, %8v of %d, ratio %.2f\n",
		name,
		portal.Median(times[0]).Round(10*time.Microsecond),
		sites[0].size,
		portal.Median(times[1]).Round(10*time.Microsecond),
		sites[1].size,
		portal.Ratio(times),
	)
	return nil
}
