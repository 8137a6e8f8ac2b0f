package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

const (
	// replayed is the number of pages that are viewed, and seed makes the views of all runs the same.
	replayed = 500
	seed     = 48
	// webhookSecret signs the webhooks of the PIM.
	webhookSecret = "the-secret-of-the-pim-in-this-benchmark"
	// nextPages are those that Next.js has kept on the disk.
	nextPages = "bench/peers/next/.next/server/route-cache"
)

// compareReplay compares servers that have just started, and have kept nothing, while they answer the same views of
// products in five languages. The PIM reports changed products. React Router keeps no page: its CPU time is that of its
// cold page.
func (b *bench) compareReplay(w *site, peers *peers, programs map[string]*program) error {
	fmt.Println("Replay")
	languages := w.languages[:5]
	random := rand.New(rand.NewPCG(seed, 0))
	pages := w.pagesIn(languages)
	random.Shuffle(len(pages), func(i, j int) { pages[i], pages[j] = pages[j], pages[i] })
	views := viewsOf(pages[:min(replayed, len(pages))], b.views, random)

	for _, name := range []string{"strand", "next", "react-router"} {
		programs[name].stop()
	}
	s, err := b.startStrand("replay", "STRAND_PIM_WEBHOOK_SECRET="+webhookSecret)
	if err != nil {
		return err
	}
	programs["strand"] = s.program
	const rendered = "strand_render_duration_seconds_count"
	before, err := s.sum(rendered, `pool="pages"`, `outcome="rendered"`)
	if err != nil {
		return err
	}
	ours, _, err := b.replay(ownStack(s), views, func(slug string) error { return b.tellStrand(s.program, slug) })
	if err != nil {
		return err
	}
	after, err := s.sum(rendered, `pool="pages"`, `outcome="rendered"`)
	if err != nil {
		return err
	}
	s.stop()

	if err := os.RemoveAll(nextPages); err != nil {
		return err
	}
	first := page{"en", w.products[0]}
	next, err := b.startPeer("next", "next/server.js", "/app/"+first.slug(), peers.env...)
	if err != nil {
		return err
	}
	programs["next"] = next
	peers.list(programs)
	tellNext := func(slug string) error { return b.tellNext(next, slug, languages) }
	theirs, made, err := b.replay(peers.kept, views, tellNext)
	if err != nil {
		return err
	}
	viewed := slices.Clone(views)
	slices.SortFunc(viewed, func(a, b page) int { return strings.Compare(a.locale+a.product, b.locale+b.product) })
	distinct := len(slices.Compact(viewed))
	fmt.Printf("  %d pages; Strand has rendered %d, Next.js has made %d besides those of changes\n",
		distinct, after-before, made)
	if after-before < distinct || made < distinct {
		return fmt.Errorf("%d pages were viewed: Strand rendered %d, Next.js made %d", distinct, after-before, made)
	}
	b.results.add("replay-next", theirs.cpu.Seconds()/ours.cpu.Seconds(), ours, theirs)
	middle, _, _ := b.results.median("cold-react-router")
	computed := measured{answered: b.views, all: b.views}
	computed.cpu = time.Duration(middle.theirs.cpuEach() * float64(b.views) * float64(time.Millisecond))
	b.results.add("replay-react-router", computed.cpu.Seconds()/ours.cpu.Seconds(), ours, computed)
	return nil
}

// viewsOf returns views of pages. The frequency of a page is the inverse of its rank: Zipf's law with an exponent of 1.
func viewsOf(pages []page, count int, random *rand.Rand) []page {
	sums := make([]float64, len(pages))
	var sum float64
	for i := range pages {
		sum += 1 / float64(i+1)
		sums[i] = sum
	}
	views := make([]page, count)
	for i := range views {
		at, _ := slices.BinarySearch(sums, random.Float64()*sum)
		views[i] = pages[at]
	}
	return views
}

// replay measures a stack while it answers views, with a change after each twentieth of them.
func (b *bench) replay(k *stack, views []page, tell func(slug string) error) (m measured, made int, err error) {
	const changes = 20
	m, err = k.timed(len(views), func() error {
		for part := range slices.Chunk(views, len(views)/changes) {
			n, err := b.request(k, part)
			if err != nil {
				return err
			}
			made += n
			if err := tell(part[0].slug()); err != nil {
				return err
			}
		}
		return k.settle()
	})
	return m, made, err
}

// tellStrand sends the webhook of a changed product, signed as Hygraph signs.
func (b *bench) tellStrand(p *program, slug string) error {
	body := fmt.Sprintf(`{"operation":"publish","data":{"__typename":"Product","id":%q}}`, slug)
	quoted, err := json.Marshal(body)
	if err != nil {
		return err
	}
	at := time.Now().UnixMilli()
	sum := hmac.New(sha256.New, []byte(webhookSecret))
	fmt.Fprintf(sum, `{"Body":%s,"EnvironmentName":"x","TimeStamp":%d}`, quoted, at)
	signature := fmt.Sprintf("sign=%s, env=x, t=%d", base64.StdEncoding.EncodeToString(sum.Sum(nil)), at)
	return b.tell(p, "/api/webhooks/pim", body, "gcms-signature", signature)
}

// tellNext tells Next.js of a changed product: it makes the pages that it has kept anew.
func (b *bench) tellNext(p *program, slug string, languages []string) error {
	body, err := json.Marshal(map[string]any{"slug": slug, "languages": languages})
	if err != nil {
		return err
	}
	return b.tell(p, "/api/changed", string(body), "Content-Type", "application/json")
}

// tell posts a change, which must be answered without content.
func (b *bench) tell(p *program, path, body, header, value string) error {
	r, err := http.NewRequestWithContext(b.ctx, http.MethodPost, p.url+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Host = b.host
	r.Header.Set(header, value)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		return fmt.Errorf("%s of %s: status %d", path, p.name, response.StatusCode)
	}
	return nil
}
