package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The products of the generated PIM, and the languages in which they are described.
const generated = 20_000

var described = []string{"en", "de"}

// The same selection of a product in our graph and in that of the PIM.
const (
	ownQuery = `query Product($slug: String!, $language: LocaleCode!) { product(slug: $slug, locale: $language) {
		name slug shortDescription longDescription variantCount images { url } capabilities { id }
		metric: specifications { name unit value } imperial: specifications(system: IMPERIAL) { name unit value } } }`
	pimQuery = `query Product($slug: String!, $language: String!) { product(slug: $slug, language: $language) {
		name slug short_description long_description variant_count images { url } capabilities { capability_id }
		specifications { name unit value measurement_system } } }`
)

// gateway is a server that answers queries of products over the PIM.
type gateway struct {
	id      string
	program *program
	queries *requests
}

// compareQueries compares queries of products that were not read before, over a PIM with generated ones.
func (b *bench) compareQueries() error {
	programs := map[string]*program{}
	defer stopAll(programs)
	pim, err := b.startPIM()
	if err != nil {
		return err
	}
	programs["pim"] = pim
	s, err := b.startStrand("queries", "STRAND_PIM_URL="+pim.url)
	if err != nil {
		return err
	}
	programs["strand"] = s.program
	gateways, err := b.startGateways(pim, programs)
	if err != nil {
		return err
	}
	own := &gateway{program: s.program}
	if own.queries, err = b.productQueries("own.txt", ownQuery, "X-Router-Authorization: "+routerSecret); err != nil {
		return err
	}
	all := append([]*gateway{own}, gateways...)
	for _, g := range all {
		if err := b.checkAnswer(g); err != nil {
			return err
		}
	}
	fmt.Println("Queries, warm-up")
	for _, g := range all {
		if _, err := b.send(g.program, g.queries, few); err != nil {
			return err
		}
	}
	for round := range b.rounds {
		fmt.Printf("Queries, round %d of %d\n", round+1, b.rounds)
		const read = "strand_upstream_duration_seconds_count"
		before, err := s.sum(read, `operation="ProductDetail`)
		if err != nil {
			return err
		}
		ours, err := b.send(s.program, own.queries, few)
		if err != nil {
			return err
		}
		after, err := s.sum(read, `operation="ProductDetail`)
		if err != nil {
			return err
		}
		if after-before < ours.all {
			return fmt.Errorf("only %d calls of the PIM for %d products", after-before, ours.all)
		}
		for _, g := range gateways {
			theirs, err := b.send(g.program, g.queries, few)
			if err != nil {
				return err
			}
			b.results.add("query-"+g.id, theirs.cpuEach()/ours.cpuEach(), ours, theirs)
		}
	}
	return nil
}

// startPIM starts the PIM of bench/catalogue.
func (b *bench) startPIM() (*program, error) {
	file, err := b.build("./bench/catalogue")
	if err != nil {
		return nil, err
	}
	port := freePort()
	return b.start("pim", port, "/healthz", nil, file, "-pim", strconv.Itoa(generated),
		"-serve", "127.0.0.1:"+strconv.Itoa(port))
}

// startGateways starts the gateways over the PIM as their only subgraph.
func (b *bench) startGateways(pim *program, programs map[string]*program) ([]*gateway, error) {
	starts := map[string]func(string, string) (*program, error){"apollo": b.startApollo, "hive": b.startHive}
	if b.cosmo != "" {
		starts["cosmo"] = b.startCosmo
	}
	var gateways []*gateway
	for _, id := range slices.Sorted(maps.Keys(starts)) {
		p, err := starts[id]("queries", pim.url)
		if err != nil {
			return nil, err
		}
		programs[id] = p
		queries, err := b.productQueries(id+".txt", pimQuery)
		if err != nil {
			return nil, err
		}
		gateways = append(gateways, &gateway{id, p, queries})
	}
	return gateways, nil
}

// startHive starts a Hive Gateway, with two processes.
func (b *bench) startHive(name, pim string) (*program, error) {
	supergraph, err := b.composed("supergraph.js", name, pim)
	if err != nil {
		return nil, err
	}
	port := freePort()
	return b.start("Hive Gateway", port, "/readiness", []string{"NODE_ENV=production"}, node,
		"test/federation/node_modules/@graphql-hive/gateway/dist/bin.js", "supergraph", supergraph, "--fork", "2",
		"--host", "127.0.0.1", "--port", strconv.Itoa(port))
}

// productQueries returns a query of each product in each language in which it is described.
func (b *bench) productQueries(name, query string, headers ...string) (*requests, error) {
	var lines []string
	for _, language := range described {
		for i := range generated {
			body, err := json.Marshal(map[string]any{
				"query":     query,
				"variables": map[string]string{"slug": fmt.Sprintf("machine-%d", i), "language": language},
			})
			if err != nil {
				return nil, err
			}
			lines = append(lines, "/graphql\t"+string(body))
		}
	}
	return newRequests(filepath.Join(b.dir, name), lines, false, headers...)
}

// checkAnswer asks for the first product, which must be complete: 30 rows in each measurement system.
func (b *bench) checkAnswer(g *gateway) error {
	text, err := os.ReadFile(g.queries.file)
	if err != nil {
		return err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	path, body, _ := strings.Cut(line, "\t")
	r, err := http.NewRequest(http.MethodPost, g.program.url+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	r.Host = b.host
	r.Header.Set("Content-Type", "application/json")
	for _, header := range g.queries.headers {
		key, value, _ := strings.Cut(header, ": ")
		r.Header.Set(key, value)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	// The product itself has a name, too.
	if n := bytes.Count(answer, []byte(`"name":`)); n != 61 || bytes.Contains(answer, []byte(`"errors"`)) {
		return fmt.Errorf("%s answers %d names instead of 61: %.300s", g.program.name, n, answer)
	}
	g.queries.sent = 1
	return nil
}
