package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// peers are the servers of bench/peers that render pages.
type peers struct {
	// stacks read the data of each page through a gateway.
	stacks []*stack
	// kept is Next.js with incremental static regeneration: cached pages, revalidated by a webhook.
	kept *stack
	// floors have the elements and the texts of their pages in memory, and read nothing.
	floors []*stack
	env    []string
}

// startPeers writes the elements of the English pages for the peers, starts them and their gateways, and checks pages.
func (b *bench) startPeers(s *strand, w *site, programs map[string]*program) (*peers, error) {
	pages := filepath.Join(b.dir, "elements")
	if err := os.Mkdir(pages, 0o700); err != nil {
		return nil, err
	}
	trees := exec.CommandContext(b.ctx, node, "bench/peers/trees.js", "http://"+b.host, pages)
	trees.Stdin = strings.NewReader("/en" + strings.Join(w.products, "\n/en") + "\n")
	trees.Env = append(os.Environ(), b.settings...)
	if out, err := trees.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("read the elements of the pages: %w: %s", err, out)
	}
	gateways := map[string]string{}
	for id, start := range map[string]func(string, string) (*program, error){
		"apollo": b.startApollo, "cosmo": b.startCosmo,
	} {
		if id == "cosmo" && b.cosmo == "" {
			continue
		}
		p, err := start("pages", b.pim())
		if err != nil {
			return nil, err
		}
		programs[id], gateways[id] = p, p.url+"/graphql"
	}
	urls, err := json.Marshal(gateways)
	if err != nil {
		return nil, err
	}
	all := &peers{env: append(b.settings, "PEER_PAGES="+pages, "PEER_GATEWAYS="+string(urls))}
	first := page{"en", w.products[0]}
	for name, ready := range map[string]string{"react-router": "/floor/", "next": "/app/"} {
		if programs[name], err = b.startPeer(name, name+"/server.js", ready+first.slug(), all.env...); err != nil {
			return nil, err
		}
	}
	all.list(programs)
	for _, k := range append(all.stacks, all.kept) {
		if err := b.checkPage(s, k, page{w.languages[1], w.products[0]}); err != nil {
			return nil, err
		}
	}
	// Strand must not know the data of other languages.
	return all, b.checkPage(s, ownStack(s), first)
}

// list sets the stacks over the started programs.
func (all *peers) list(programs map[string]*program) {
	router, next, apollo := programs["react-router"], programs["next"], programs["apollo"]
	at := func(prefix string) func(page) string {
		return func(p page) string { return prefix + p.locale + "/" + p.slug() }
	}
	memory := func(prefix string) func(page) string {
		return func(p page) string { return prefix + p.slug() }
	}
	overApollo := at("/ssr/apollo/")
	all.stacks = []*stack{
		{"react-router", "React Router + Apollo, gzip", []*program{router, apollo}, "gzip", overApollo},
		{"react-router-br", "React Router + Apollo, br", []*program{router, apollo}, browserEncodings, overApollo},
		{"next", "Next.js + Apollo, gzip", []*program{next, apollo}, browserEncodings, overApollo},
	}
	if cosmo := programs["cosmo"]; cosmo != nil {
		all.stacks = append(all.stacks, &stack{
			"react-router-cosmo", "React Router + Cosmo, gzip", []*program{router, cosmo}, "gzip", at("/ssr/cosmo/"),
		})
	}
	all.kept = &stack{"kept", "Next.js, revalidated + Apollo", []*program{next, apollo}, browserEncodings, at("/isr/")}
	all.floors = []*stack{
		{"floor-react-router", "React Router without data", []*program{router}, "identity", memory("/floor/")},
		{"floor-next-app", "Next.js, app router without data", []*program{next}, "identity", memory("/app/")},
		{"floor-next-pages", "Next.js, pages router without data", []*program{next}, "identity", memory("/pages/")},
	}
}

// warmPeers visits pages of the peers until their code is compiled.
func (b *bench) warmPeers(all *peers, w *site) error {
	pages := shuffled(w.pagesIn(w.languages))
	isWarm := map[*program]bool{}
	for _, k := range slices.Concat(all.stacks, []*stack{all.kept}, all.floors) {
		visited, count := pages, b.warmUp
		if isWarm[k.programs[0]] {
			count /= 4 // its code is compiled for the most part
		}
		if k == all.kept {
			visited = pages[:count/4]
		}
		if err := b.warm(k, visited, count); err != nil {
			return err
		}
		isWarm[k.programs[0]] = true
	}
	return nil
}

// startApollo starts an Apollo Gateway with the PIM as its only subgraph, as two processes.
func (b *bench) startApollo(name, pim string) (*program, error) {
	supergraph, err := b.composed("supergraph.js", name, pim)
	if err != nil {
		return nil, err
	}
	return b.startPeer("Apollo Gateway", "apollo.js", "/", "PEER_SUPERGRAPH="+supergraph)
}

// startCosmo starts Cosmo's router with the PIM as its only subgraph, without logs of requests, metrics and traces.
func (b *bench) startCosmo(name, pim string) (*program, error) {
	config, err := b.composed("cosmo.js", name, pim)
	if err != nil {
		return nil, err
	}
	port := freePort()
	env := []string{
		"EXECUTION_CONFIG_FILE_PATH=" + config, "LISTEN_ADDR=127.0.0.1:" + strconv.Itoa(port),
		"PLAYGROUND_ENABLED=false", "COSMO_TELEMETRY_DISABLED=true",
	}
	for _, part := range []string{"ACCESS_LOGS", "GRAPHQL_METRICS", "METRICS_OTLP", "PROMETHEUS", "TRACING"} {
		env = append(env, part+"_ENABLED=false")
	}
	return b.start("Cosmo router", port, "/health/ready", env, b.cosmo)
}

// composed returns the file with what a script of bench/peers writes for a gateway over the PIM.
func (b *bench) composed(script, name, pim string) (string, error) {
	text, err := exec.CommandContext(b.ctx, node, "bench/peers/"+script, pim).Output()
	if err != nil {
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return "", fmt.Errorf("compose the graph of the PIM: %w", err)
	}
	file := filepath.Join(b.dir, name+"-"+script+".out")
	return file, os.WriteFile(file, text, 0o600)
}

// checkPage checks that a page has as many links as Strand's English page of the product, and that its content has the
// texts of the product in the page's language.
func (b *bench) checkPage(s *strand, k *stack, p page) error {
	_, want, err := b.get(s.program, "/en"+p.product)
	if err != nil {
		return err
	}
	_, body, err := b.get(k.programs[0], k.path(p))
	if err != nil {
		return err
	}
	if got, want := bytes.Count(body, []byte("<a ")), bytes.Count(want, []byte("<a ")); got != want {
		return fmt.Errorf("%s has %d links on %s, Strand %d", k.name, got, k.path(p), want)
	}
	content := regexp.MustCompile(`(?s)<main .*</main>`).FindString(string(body))
	content = html.UnescapeString(strings.ReplaceAll(content, "<!-- -->", ""))
	texts, err := b.productTexts(p)
	if err != nil {
		return err
	}
	for _, text := range texts {
		if !strings.Contains(content, ">"+text) {
			return fmt.Errorf("%s lacks %q on %s", k.name, text, k.path(p))
		}
	}
	return nil
}

// productTexts reads texts of a product from the PIM: its name, its description, and the names of its technical data.
func (b *bench) productTexts(p page) ([]string, error) {
	query, err := json.Marshal(map[string]string{"query": fmt.Sprintf(
		`{ product(language: %q, slug: %q) { name short_description specifications { name } } }`, p.locale, p.slug())})
	if err != nil {
		return nil, err
	}
	response, err := http.Post(b.pim(), "application/json", bytes.NewReader(query))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	type named struct{ Name string }
	var answer struct {
		Data struct {
			Product struct {
				named
				ShortDescription string `json:"short_description"`
				Specifications   []named
			}
		}
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return nil, err
	}
	product := answer.Data.Product
	texts := []string{product.Name, product.ShortDescription}
	for _, row := range product.Specifications {
		texts = append(texts, row.Name)
	}
	if len(texts) < 12 {
		return nil, fmt.Errorf("the PIM has only %d texts of %s", len(texts), p.slug())
	}
	return texts, nil
}

// pim returns the URL of the sample PIM.
func (b *bench) pim() string {
	for _, setting := range b.settings {
		if url, isFound := strings.CutPrefix(setting, "STRAND_PIM_URL="); isFound {
			return url
		}
	}
	return ""
}
