package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"maps"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	_ "golang.org/x/image/webp"
	"golang.org/x/sync/errgroup"
)

// The concurrent requests of cold pages, and those of a burst.
var concurrencies = []int{1, 8, 64}

const (
	burst = 300
	// few is the concurrency of measurements of CPU time.
	few = 8
)

// renderer is a peer that renders pages, with the prefix of their paths.
type renderer struct {
	id, name, prefix string
	program          *program
	pages            *requests
}

// comparePages compares cold and warm documents, warm persisted queries, and copies of pictures.
func (b *bench) comparePages() error {
	var renderers []*renderer
	programs := map[string]*program{}
	defer stopAll(programs)
	for round := range b.rounds {
		fmt.Printf("Pages, round %d of %d\n", round+1, b.rounds)
		s, err := b.startStrand(fmt.Sprintf("round-%d", round))
		if err != nil {
			return err
		}
		programs["strand"] = s.program
		products, err := b.products(s)
		if err != nil {
			return err
		}
		if round == 0 {
			if renderers, err = b.startRenderers(s, products, programs); err != nil {
				return err
			}
		}
		cold, err := b.warmData(s, products)
		if err != nil {
			return err
		}
		if err := b.compareCold(s, cold, renderers); err != nil {
			return err
		}
		if err := b.compareWarm(s); err != nil {
			return err
		}
		if err := b.measurePictures(s, products); err != nil {
			return err
		}
		s.stop()
	}
	return nil
}

// products returns the paths below the language of the products that have a page in every country: `/products/…`.
func (b *bench) products(s *strand) ([]string, error) {
	_, body, err := b.get(s.program, "/sitemap.xml?language=en")
	if err != nil {
		return nil, err
	}
	var list struct {
		Pages []string `xml:"url>loc"`
	}
	if err := xml.Unmarshal(body, &list); err != nil {
		return nil, err
	}
	product := regexp.MustCompile(`^http://[^/]+/en(/products/.+/([\w-]+-\d+))$`)
	found := map[string]string{}
	for _, page := range list.Pages {
		if match := product.FindStringSubmatch(page); match != nil {
			found[match[2]] = match[1]
		}
	}
	// A query may name a hundred products.
	names := slices.Sorted(maps.Keys(found))
	slugs, err := json.Marshal(names[:min(100, len(names))])
	if err != nil {
		return nil, err
	}
	var answer struct {
		Products []struct {
			Slug           string
			Classification struct {
				Lineage []struct{ SupportedCountries []string }
			}
		}
	}
	query := fmt.Sprintf(`{ products(slugs: %s) { slug classification { lineage { supportedCountries } } } }`, slugs)
	err = b.ask(s, query, &answer)
	if err != nil {
		return nil, err
	}
	var paths []string
next:
	for _, p := range answer.Products {
		for _, classification := range p.Classification.Lineage {
			if len(classification.SupportedCountries) > 0 {
				continue next
			}
		}
		paths = append(paths, found[p.Slug])
	}
	if len(paths) < 50 {
		return nil, fmt.Errorf("the sitemap has only %d products", len(paths))
	}
	return paths, nil
}

// startRenderers writes the elements of the English pages for the peers, and starts them.
func (b *bench) startRenderers(s *strand, products []string, programs map[string]*program) ([]*renderer, error) {
	pages := filepath.Join(b.dir, "pages")
	if err := os.Mkdir(pages, 0o700); err != nil {
		return nil, err
	}
	trees := exec.CommandContext(b.ctx, node, "bench/peers/trees.js", "http://"+b.host, pages)
	trees.Stdin = strings.NewReader("/en" + strings.Join(products, "\n/en") + "\n")
	if out, err := trees.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("read the elements of the pages: %w: %s", err, out)
	}
	for name, first := range map[string]string{"react-router": "/0", "next": "/app/0"} {
		p, err := b.startPeer(name, name+"/server.js", first, "PEER_PAGES="+pages)
		if err != nil {
			return nil, err
		}
		programs[name] = p
	}
	_, ours, err := b.get(s.program, "/en"+products[0])
	if err != nil {
		return nil, err
	}
	var renderers []*renderer
	for _, r := range []*renderer{
		{id: "react-router", name: "React Router", prefix: "/", program: programs["react-router"]},
		{id: "next-app", name: "Next.js, app router", prefix: "/app/", program: programs["next"]},
		{id: "next-pages", name: "Next.js, pages router", prefix: "/pages/", program: programs["next"]},
	} {
		_, theirs, err := b.get(r.program, r.prefix+"0")
		if err != nil {
			return nil, err
		}
		if got, want := strings.Count(string(theirs), "<a "), strings.Count(string(ours), "<a "); got != want {
			return nil, fmt.Errorf("%s has %d links on the first page, Strand %d", r.name, got, want)
		}
		var lines []string
		for n := range products {
			lines = append(lines, r.prefix+strconv.Itoa(n))
		}
		if r.pages, err = newRequests(filepath.Join(b.dir, r.id+".txt"), lines, true); err != nil {
			return nil, err
		}
		fmt.Println(" warm-up")
		if _, err := b.send(r.program, r.pages, few); err != nil {
			return nil, err
		}
		renderers = append(renderers, r)
	}
	return renderers, nil
}

// warmData requests the data of all products in all languages, so that no upstream system is called for their pages. It
// returns the pages in all locales with a country, in a random order: none of them was rendered.
func (b *bench) warmData(s *strand, products []string) (*requests, error) {
	locales, err := b.locales(s)
	if err != nil {
		return nil, err
	}
	var group errgroup.Group
	group.SetLimit(few)
	var pages []string
	for _, locale := range locales {
		for _, product := range products {
			page := "/" + locale + product
			if strings.Contains(locale, "-") {
				pages = append(pages, page)
				continue
			}
			group.Go(func() error {
				_, _, err := b.get(s.program, page+"/_payload.json")
				return err
			})
		}
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	rand.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	// The renderers compile their code, and data of the countries is read.
	for _, page := range pages[:b.warmUp] {
		group.Go(func() error {
			_, _, err := b.get(s.program, page)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return newRequests(filepath.Join(b.dir, "cold.txt"), pages[b.warmUp:], false)
}

// locales returns the codes of all locales in URLs: `de`, `de-ch`.
func (b *bench) locales(s *strand) ([]string, error) {
	type language struct{ LanguageCode string }
	var answer struct {
		Languages []language
		Countries []struct {
			CountryCode        string
			SupportedLanguages []language
		}
	}
	const query = `{ languages { languageCode } countries { countryCode supportedLanguages { languageCode } } }`
	err := b.ask(s, query, &answer)
	if err != nil {
		return nil, err
	}
	var codes []string
	for _, l := range answer.Languages {
		codes = append(codes, l.LanguageCode)
	}
	for _, c := range answer.Countries {
		for _, l := range c.SupportedLanguages {
			codes = append(codes, strings.ToLower(l.LanguageCode+"-"+c.CountryCode))
		}
	}
	if len(codes) < 50 {
		return nil, fmt.Errorf("there are only %d locales", len(codes))
	}
	return codes, nil
}

// ask sends a query to the graph as a router does, and decodes its data.
func (b *bench) ask(s *strand, query string, data any) error {
	_, body, err := b.get(s.program, "/graphql?query="+url.QueryEscape(query), "X-Router-Authorization", routerSecret)
	if err != nil {
		return err
	}
	var answer struct {
		Data   json.RawMessage
		Errors json.RawMessage
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return err
	}
	if answer.Errors != nil {
		return fmt.Errorf("%s: %s", query, answer.Errors)
	}
	return json.Unmarshal(answer.Data, data)
}

// compareCold compares pages that are rendered for each request.
func (b *bench) compareCold(s *strand, cold *requests, renderers []*renderer) error {
	for _, n := range concurrencies {
		ours, err := b.renderEach(s, cold, n, b.seconds)
		if err != nil {
			return err
		}
		for _, r := range renderers {
			theirs, err := b.send(r.program, r.pages, n)
			if err != nil {
				return err
			}
			b.results.add(fmt.Sprintf("cold-%s-%d", r.id, n), ours.rate()/theirs.rate(), ours, theirs)
		}
		if n == few {
			b.results.add("cold-cpu", ours.cpuEach(), ours, measured{})
		}
	}
	// The first answers of a burst take longer than those of fewer visitors.
	many, err := b.renderEach(s, cold, 64, 2*b.seconds)
	if err != nil {
		return err
	}
	more, err := b.renderEach(s, cold, burst, 2*b.seconds)
	b.results.add("goodput", more.rate()/many.rate(), more, many)
	return err
}

// renderEach requests cold pages. It fails if one was not rendered, or if data was read for the pages.
// A burst may be refused in part.
func (b *bench) renderEach(s *strand, cold *requests, connections, seconds int) (m measured, err error) {
	const rendered, read = "strand_render_duration_seconds_count", "strand_upstream_duration_seconds_count"
	renderings, err := s.sum(rendered, `pool="pages"`, `outcome="rendered"`)
	if err != nil {
		return m, err
	}
	reads, err := s.sum(read)
	if err != nil {
		return m, err
	}
	if m, err = b.load(s.program, cold, connections, seconds, connections == burst); err != nil {
		return m, err
	}
	renderingsAfter, err := s.sum(rendered, `pool="pages"`, `outcome="rendered"`)
	if err != nil {
		return m, err
	}
	readsAfter, err := s.sum(read)
	switch n := renderingsAfter - renderings; {
	case err != nil:
		return m, err
	case n < m.answered:
		return m, fmt.Errorf("only %d of %d cold pages were rendered", n, m.answered)
	case readsAfter-reads > m.answered/20+few:
		return m, fmt.Errorf("%d calls of upstream systems for %d pages", readsAfter-reads, m.answered)
	}
	return m, nil
}

// compareWarm compares the CPU time of answers from the cache with that of a bare handler.
func (b *bench) compareWarm(s *strand) error {
	query, err := persistedQuery("client/dist/persisted-documents.json", "http://"+b.host+"/en")
	if err != nil {
		return err
	}
	headers := []string{
		"Accept-Encoding", "br", "Accept", "application/graphql-response+json, text/html;q=0.9, */*;q=0.1",
	}
	bare, err := b.startBare(s, []string{query, "/en"}, headers...)
	if err != nil {
		return err
	}
	defer bare.stop()
	for _, kind := range []struct{ id, path string }{{"warm-query", query}, {"warm-html", "/en"}} {
		r, err := newRequests(filepath.Join(b.dir, kind.id+".txt"), []string{kind.path}, true,
			headers[0]+": "+headers[1], headers[2]+": "+headers[3])
		if err != nil {
			return err
		}
		ours, err := b.send(s.program, r, few)
		if err != nil {
			return err
		}
		theirs, err := b.send(bare, r, few)
		if err != nil {
			return err
		}
		b.results.add(kind.id, theirs.cpuEach()/ours.cpuEach(), ours, theirs)
	}
	return nil
}

// persistedQuery returns the path of the operation of a content page.
func persistedQuery(manifest, page string) (string, error) {
	text, err := os.ReadFile(manifest)
	if err != nil {
		return "", err
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		return "", err
	}
	for id, document := range documents {
		if strings.Contains(document, "query ContentScreen(") {
			return "/graphql?documentId=" + url.QueryEscape(id) + "&operationName=ContentScreen&variables=" +
				url.QueryEscape(fmt.Sprintf(`{"url":%q}`, page)), nil
		}
	}
	return "", errors.New("no operation ContentScreen in " + manifest)
}

// measurePictures measures the CPU time of copies of the pictures of pages, each 1180 pixels wide, one after another.
func (b *bench) measurePictures(s *strand, products []string) error {
	handle := regexp.MustCompile(`/images/[\w-]+/[\w-]+/([\w-]+)\.(?:webp|png)`)
	found := map[string]bool{}
	for _, path := range append([]string{"", "/products", "/stories", "/about"}, products...) {
		_, body, err := b.get(s.program, "/en"+path)
		if err != nil {
			return err
		}
		for _, match := range handle.FindAllStringSubmatch(string(body), -1) {
			found[match[1]] = true
		}
	}
	var handles []string
	for _, name := range slices.Sorted(maps.Keys(found)) {
		// Smaller pictures are not enlarged.
		_, original, err := b.get(s.program, "/images/original/"+name)
		if err != nil {
			continue // a placeholder
		}
		if config, _, err := image.DecodeConfig(bytes.NewReader(original)); err == nil && config.Width >= 1180 {
			handles = append(handles, name)
		}
	}
	if len(handles) < 10 {
		return fmt.Errorf("the pages have only %d pictures of 1180 px", len(handles))
	}
	// The first copies start the process that makes them, and let it compile its code.
	for _, name := range handles[:5] {
		if _, _, err := b.get(s.program, "/images/inline/780/"+name+".webp"); err != nil {
			return err
		}
	}
	if err := s.settle(); err != nil {
		return err
	}
	before := s.cpu()
	for _, name := range handles {
		if _, _, err := b.get(s.program, "/images/stretched/1180/"+name+".webp"); err != nil {
			return err
		}
	}
	m := measured{all: len(handles), cpu: s.cpu() - before}
	fmt.Printf("  %-18s %3d pictures of 1180 px: %.1f ms of CPU each\n", s.name, m.all, m.cpuEach())
	b.results.add("picture", m.cpuEach(), m, measured{})
	return nil
}
