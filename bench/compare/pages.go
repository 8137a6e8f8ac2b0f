package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
)

const (
	// few is the concurrency of measurements of CPU time.
	few = 8
	// many and burst are those of a busy server and of too many visitors.
	many, burst = 64, 300
)

// comparePages compares cold and warm documents, warm persisted queries, copies of pictures, and replays.
func (b *bench) comparePages() error {
	programs := map[string]*program{}
	defer stopAll(programs)
	s, err := b.startStrand("pages")
	if err != nil {
		return err
	}
	programs["strand"] = s.program
	w, err := b.site(s)
	if err != nil {
		return err
	}
	peers, err := b.startPeers(s, w, programs)
	if err != nil {
		return err
	}
	// The first pages read the English data, so that it is known for those of a burst.
	english := shuffled(w.pagesIn(w.countries["en"]))
	ours := ownStack(s)
	if err := b.warm(ours, english[:b.warmUp], b.warmUp); err != nil {
		return err
	}
	if err := b.warmPeers(peers, w); err != nil {
		return err
	}
	cold, err := ours.requests(filepath.Join(b.dir, "cold.txt"), english[b.warmUp:], false)
	if err != nil {
		return err
	}
	for round := range b.rounds {
		fmt.Printf("Pages, round %d of %d\n", round+1, b.rounds)
		// The data of these languages was not requested before.
		unread := w.languages[1:]
		unread = unread[round*len(unread)/b.rounds : (round+1)*len(unread)/b.rounds]
		pages := atMost(b.pages, w.pagesIn(unread))
		if err := b.compareCold(s, peers, pages, atMost(b.pages, w.inCountries(pages))); err != nil {
			return err
		}
		if err := b.measureBurst(s, cold); err != nil {
			return err
		}
		if err := b.compareWarm(s); err != nil {
			return err
		}
		if err := b.compareKept(ours, peers, pages); err != nil {
			return err
		}
		if err := b.measurePictures(s, w.products, round); err != nil {
			return err
		}
	}
	return b.compareReplay(w, peers, programs)
}

func ownStack(s *strand) *stack {
	return &stack{
		name: "Strand", programs: []*program{s.program}, encodings: browserEncodings,
		path: func(p page) string { return "/" + p.locale + p.product },
	}
}

func shuffled(pages []page) []page {
	rand.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	return pages
}

func atMost(n int, pages []page) []page { return shuffled(pages)[:min(n, len(pages))] }

// compareCold compares pages that are rendered for each request: those whose data was not read before, and those whose
// data is known. Peers without a cache read the data of each.
func (b *bench) compareCold(s *strand, peers *peers, unread, known []page) error {
	ours := ownStack(s)
	cold, err := b.renderEach(s, true, func() (measured, error) { return b.visit(ours, unread) })
	if err != nil {
		return err
	}
	warm, err := b.renderEach(s, false, func() (measured, error) { return b.visit(ours, known) })
	if err != nil {
		return err
	}
	b.results.add("cold-cpu", warm.cpuEach(), warm, measured{})
	for _, k := range peers.stacks {
		before := b.upstreams.cpu()
		theirs, err := b.visit(k, unread)
		if err != nil {
			return err
		}
		// The PIM needs more than a millisecond for a product.
		if read := b.upstreams.cpu() - before; 5000*read.Seconds() < float64(theirs.all) {
			return fmt.Errorf("the sample systems needed only %s for %d pages of %s", read, theirs.all, k.name)
		}
		b.results.add("cold-"+k.id, theirs.cpuEach()/cold.cpuEach(), cold, theirs)
		b.results.add("known-"+k.id, theirs.cpuEach()/warm.cpuEach(), warm, theirs)
	}
	for _, k := range peers.floors {
		theirs, err := b.visit(k, unread)
		if err != nil {
			return err
		}
		b.results.add(k.id, theirs.cpuEach()/warm.cpuEach(), warm, theirs)
	}
	return nil
}

// measureBurst compares the pages answered under too many visitors with those of a busy server.
func (b *bench) measureBurst(s *strand, cold *requests) error {
	var rates []measured
	for _, n := range []int{many, burst} {
		m, err := b.renderEach(s, false, func() (measured, error) {
			return b.load(s.program, cold, n, b.seconds, n == burst)
		})
		if err != nil {
			return err
		}
		rates = append(rates, m)
	}
	b.results.add("goodput", rates[1].rate()/rates[0].rate(), rates[1], rates[0])
	return nil
}

// renderEach measures cold pages. It fails if one was not rendered, if none of their data was read, or, where it is
// known, if much was.
func (b *bench) renderEach(s *strand, isRead bool, measure func() (measured, error)) (m measured, err error) {
	const rendered, read = "strand_render_duration_seconds_count", "strand_upstream_duration_seconds_count"
	var counts [2]struct{ renderings, products, reads int }
	for i := range counts {
		c := &counts[i]
		if c.renderings, err = s.sum(rendered, `pool="pages"`, `outcome="rendered"`); err != nil {
			return m, err
		}
		if c.products, err = s.sum(read, `operation="ProductDetail`); err != nil {
			return m, err
		}
		if c.reads, err = s.sum(read); err != nil {
			return m, err
		}
		if i > 0 {
			break
		}
		if m, err = measure(); err != nil {
			return m, err
		}
	}
	renderings, products := counts[1].renderings-counts[0].renderings, counts[1].products-counts[0].products
	reads := counts[1].reads - counts[0].reads
	switch {
	case renderings < m.answered:
		return m, fmt.Errorf("only %d of %d cold pages were rendered", renderings, m.answered)
	case isRead && products < m.answered:
		return m, fmt.Errorf("only %d products were read for %d pages", products, m.answered)
	case !isRead && reads > m.answered/10+few: // what has become stale meanwhile is read again
		return m, fmt.Errorf("%d calls of upstream systems for %d pages", reads, m.answered)
	}
	return m, nil
}

// compareKept compares pages that Strand and Next.js have kept.
func (b *bench) compareKept(ours *stack, peers *peers, pages []page) error {
	var kept [2]measured
	for i, k := range []*stack{ours, peers.kept} {
		if _, err := b.request(k, pages); err != nil {
			return err
		}
		r, err := k.requests(filepath.Join(b.dir, "kept.txt"), pages, true, "Accept-Encoding: "+browserEncodings)
		if err != nil {
			return err
		}
		if kept[i], err = b.send(k.programs[0], r, few); err != nil {
			return err
		}
	}
	b.results.add("kept-next", kept[1].cpuEach()/kept[0].cpuEach(), kept[0], kept[1])
	return nil
}
