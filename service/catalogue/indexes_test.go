package catalogue

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/test/polltest"
)

// changingPIM is a PIM whose products can change. Its calls are recorded.
type changingPIM struct {
	mu    sync.Mutex
	slugs []string
	// names are the names of products that have changed.
	names map[string]string
	// figure is the cross-section of all products; empty for none.
	figure string
	// isDegraded means that a record is missing in the answers, isEmpty that products are not found by slug.
	isDegraded, isEmpty bool
	fails               error
	calls               []string
	// most is the number of products of a page at most; zero for any. broken is left out of answers. A call for
	// refused fails.
	most            int
	broken, refused string
	// held blocks pages from the second one on while it is not nil.
	held chan struct{}
}

func (p *changingPIM) record(slug string) *catalog.IndexRecord {
	record := &catalog.IndexRecord{Product: &catalog.Product{Slug: slug, Name: p.names[slug]}}
	if p.figure != "" {
		unit := "mm²"
		record.Specifications = []catalog.Specification{{
			Name: "Cross-section", Value: p.figure, Unit: &unit, System: site.Metric,
		}}
	}
	return record
}

func (p *changingPIM) IndexedPage(
	ctx context.Context, _ catalog.Type, _ string, offset, limit int,
) ([]*catalog.IndexRecord, int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = append(p.calls, fmt.Sprintf("%d+%d", offset, limit))
	if held := p.held; held != nil && offset > 0 {
		p.mu.Unlock()
		select {
		case <-held:
		case <-ctx.Done():
		}
		p.mu.Lock()
	}
	if p.fails != nil {
		return nil, 0, p.fails
	}
	if p.isDegraded {
		cache.MarkDegraded(ctx)
	}
	var page []*catalog.IndexRecord
	if p.most > 0 {
		limit = min(limit, p.most)
	}
	for _, slug := range p.slugs[min(offset, len(p.slugs)):min(offset+limit, len(p.slugs))] {
		if slug == p.broken {
			cache.MarkDegraded(ctx)
			continue
		}
		page = append(page, p.record(slug))
	}
	if p.isDegraded {
		return page, len(p.slugs) + 1, nil
	}
	return page, len(p.slugs), nil
}

func (p *changingPIM) IndexedProducts(ctx context.Context, _ string, slugs []string) ([]*catalog.IndexRecord, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = append(p.calls, strings.Join(slugs, ","))
	if p.fails != nil {
		return nil, p.fails
	}
	if slices.Contains(slugs, p.refused) {
		return nil, errors.New("refused")
	}
	if p.isDegraded || slices.Contains(slugs, p.broken) {
		cache.MarkDegraded(ctx)
	}
	var found []*catalog.IndexRecord
	for _, slug := range slugs {
		if slices.Contains(p.slugs, slug) && !p.isEmpty && slug != p.broken {
			found = append(found, p.record(slug))
		}
	}
	return found, nil
}

// change runs a function that changes the PIM, and forgets its calls.
func (p *changingPIM) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls = nil
	f()
}

// clock advances by a step with each reading.
type clock struct {
	step   time.Duration
	passed atomic.Int64
}

func (c *clock) add(d time.Duration) time.Time {
	return time.Unix(1_800_000_000, 0).Add(time.Duration(c.passed.Add(int64(d))))
}

func (c *clock) Now() time.Time { return c.add(c.step) }

func numbered(n int) []string {
	slugs := make([]string, n)
	for i := range slugs {
		slugs[i] = fmt.Sprintf("m-%d", i)
	}
	return slugs
}

type indexesTest struct {
	*testing.T
	*Indexes
	pim *changingPIM
}

func newIndexesTest(t *testing.T, p *changingPIM) *indexesTest {
	t.Helper()
	p.names = map[string]string{}
	return &indexesTest{t, NewIndexes(p, slog.New(slog.DiscardHandler)), p}
}

// expect checks the products of the index, and the calls since the last change.
func (t *indexesTest) expect(products int, isComplete bool, calls ...string) *catalog.Index {
	t.Helper()
	index, complete, err := t.Index(t.Context(), catalog.TypeProduct, "en")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(index.Products()); n != products || complete != isComplete {
		t.Errorf("%d products, complete %v; want %d, %v", n, complete, products, isComplete)
	}
	t.pim.mu.Lock()
	defer t.pim.mu.Unlock()
	if !slices.Equal(slices.Sorted(slices.Values(t.pim.calls)), slices.Sorted(slices.Values(calls))) {
		t.Errorf("calls %v, want %v", t.pim.calls, calls)
	}
	return index
}

// TestIndexes checks that all products are read once, and changed ones by record.
func TestIndexes(t *testing.T) {
	c := newIndexesTest(t, &changingPIM{slugs: numbered(450)})
	c.expect(450, true, "0+200", "200+200", "400+200")
	c.expect(450, true, "0+200", "200+200", "400+200")
	for _, test := range []struct {
		name     string
		change   func()
		changed  []string
		products int
		calls    []string
	}{
		{"a changed product", func() { c.pim.names["m-7"] = "New" }, []string{"m-7"}, 450, []string{"m-7"}},
		{
			"a removed product", func() { c.pim.slugs = c.pim.slugs[1:] }, []string{"m-0"}, 449,
			[]string{"m-0", "0+200", "200+200", "400+200"},
		},
		{
			"a new product", func() { c.pim.slugs = append(c.pim.slugs, "n") }, []string{"n"}, 450,
			[]string{"n", "0+200", "200+200", "400+200"},
		},
		{
			"a new and a changed product", func() {
				c.pim.slugs, c.pim.names["m-7"] = append(c.pim.slugs, "o"), "Changed"
			}, []string{"m-7", "o"}, 451,
			[]string{"m-7,o", "0+200", "200+200", "400+200"},
		},
		{"any product", func() { c.pim.names["m-7"] = "Newer" }, nil, 451, []string{"0+200", "200+200", "400+200"}},
	} {
		c.pim.change(test.change)
		c.MarkChanged(test.changed...)
		if index := c.expect(test.products, true, test.calls...); index.Product("m-7").Name != c.pim.names["m-7"] {
			t.Errorf("%s: the name is not the present one", test.name)
		}
	}
}

// TestIndexes_ManyChanges checks that a night's import is read by record, if it changes few of the products.
func TestIndexes_ManyChanges(t *testing.T) {
	for _, test := range []struct {
		name             string
		products, change int
		isByRecord       bool
	}{
		{"few of many", 4000, 350, true},
		{"more than a tenth", 3000, 350, false},
		{"most of few", 150, 120, true},
	} {
		c := newIndexesTest(t, &changingPIM{slugs: numbered(test.products)})
		if _, _, err := c.Index(t.Context(), catalog.TypeProduct, "en"); err != nil {
			t.Fatal(err)
		}
		changed := c.pim.slugs[:test.change]
		c.pim.change(func() {
			for _, slug := range changed {
				c.pim.names[slug] = "New"
			}
		})
		c.MarkChanged(changed...)
		index, isComplete, err := c.Index(t.Context(), catalog.TypeProduct, "en")
		if err != nil || !isComplete || len(index.Products()) != test.products {
			t.Fatalf("%s: %d products, complete %v, %v", test.name, len(index.Products()), isComplete, err)
		}
		for _, p := range index.Products() {
			if (p.Name == "New") != slices.Contains(changed, p.Slug) {
				t.Fatalf("%s: %s has the name %q", test.name, p.Slug, p.Name)
			}
		}
		isByRecord := !slices.ContainsFunc(c.pim.calls, func(call string) bool { return strings.Contains(call, "+") })
		if isByRecord != test.isByRecord {
			t.Errorf("%s: calls %v", test.name, c.pim.calls)
		}
	}
}

// TestIndexes_FailingChange: changed products are in the index although another one cannot be read, and only the others
// are read again.
func TestIndexes_FailingChange(t *testing.T) {
	slugs := numbered(4000)
	changed := slices.Sorted(slices.Values(slugs[:300]))
	for _, test := range []struct {
		name, broken, refused string
		// read are the numbers of products that are read by the first attempts.
		read [3]int
	}{
		{"a broken record", changed[130], "", [3]int{299, 299, 299}},
		{"a call that fails", "", changed[130], [3]int{299, 299, 299}},
	} {
		c := newIndexesTest(t, &changingPIM{slugs: slugs})
		now := &clock{}
		c.now = now.Now
		if _, _, err := c.Index(t.Context(), catalog.TypeProduct, "en"); err != nil {
			t.Fatal(err)
		}
		c.pim.change(func() {
			c.pim.broken, c.pim.refused = test.broken, test.refused
			for _, slug := range changed {
				c.pim.names[slug] = "New"
			}
		})
		c.MarkChanged(changed...)
		count := func() (n int, isDegraded bool) {
			ctx, reads := cache.WithReads(t.Context())
			index, _, err := c.Index(ctx, catalog.TypeProduct, "en")
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range index.Products() {
				if p.Name == "New" {
					n++
				}
			}
			return n, reads.IsDegraded()
		}
		for attempt, want := range test.read {
			if n, isDegraded := count(); n != want || !isDegraded {
				t.Errorf("%s, attempt %d: %d products are read, degraded %v; want %d", test.name, attempt, n,
					isDegraded, want)
			}
			now.add(indexRetry)
		}
		c.pim.change(func() { c.pim.broken, c.pim.refused = "", "" })
		if n, isDegraded := count(); n != len(changed) || isDegraded {
			t.Errorf("%s, repaired: %d products, degraded %v", test.name, n, isDegraded)
		}
		asked := strings.Split(strings.Join(c.pim.calls, ","), ",")
		if len(asked) != len(changed)-test.read[2] {
			t.Errorf("%s: %d products are read again", test.name, len(asked))
		}
	}
}

// slowPIM is a PIM whose answers about changed products take a time.
type slowPIM struct {
	*changingPIM
	takes time.Duration
}

func (p slowPIM) IndexedProducts(ctx context.Context, language string, slugs []string) ([]*catalog.IndexRecord, error) {
	select {
	case <-time.After(p.takes):
		return p.changingPIM.IndexedProducts(ctx, language, slugs)
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// TestIndexes_SlowChanges: the time limit is that of a call, not of all changes together. After a new product, no
// further changes are read by record: the list of all products has them.
func TestIndexes_SlowChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &changingPIM{slugs: numbered(4000), names: map[string]string{}}
		c := NewIndexes(slowPIM{p, indexTimeout / 2}, slog.New(slog.DiscardHandler))
		if err := c.Build(t.Context(), catalog.TypeProduct, "en"); err != nil {
			t.Fatal(err)
		}
		expect := func(what string, isRead func(index *catalog.Index) bool) {
			t.Helper()
			for attempt := 0; !isRead(c.Latest(catalog.TypeProduct, "en")); attempt++ {
				if _, _, err := c.Index(t.Context(), catalog.TypeProduct, "en"); err != nil || attempt > 5000 {
					t.Fatal(what, err)
				}
			}
			synctest.Wait()
		}
		p.change(func() { p.names["m-99"] = "New" })
		c.MarkChanged(numbered(350)...)
		expect("a change", func(index *catalog.Index) bool { return index.Product("m-99").Name == "New" })
		p.change(func() { p.slugs = append([]string{"a-new"}, p.slugs...) })
		c.MarkChanged(append(numbered(350), "a-new")...)
		expect("a new product", func(index *catalog.Index) bool { return index.Product("a-new") != nil })
		byRecord := slices.DeleteFunc(slices.Clone(p.calls), func(c string) bool { return strings.Contains(c, "+") })
		if len(byRecord) != 1 {
			t.Errorf("%d calls for changed products", len(byRecord))
		}
	})
}

// TestIndexes_LimitedPages checks that all products of a PIM are read which returns fewer than it is asked for.
func TestIndexes_LimitedPages(t *testing.T) {
	p := &changingPIM{slugs: numbered(450), most: 100}
	c := newIndexesTest(t, p)
	index, isComplete, err := c.Index(t.Context(), catalog.TypeProduct, "en")
	if err != nil || !isComplete || len(index.Products()) != 450 {
		t.Fatalf("%d products, complete %v, %v", len(index.Products()), isComplete, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.calls); n > 6 { // one page was read ahead in the wrong size
		t.Errorf("%d calls: %v", n, p.calls)
	}
}

// TestIndexes_BrokenRecord checks that a product whose record is broken is the only one that is missing, whether or
// not the PIM returns fewer than it is asked for.
func TestIndexes_BrokenRecord(t *testing.T) {
	for _, most := range []int{0, 100, 150} {
		for _, broken := range []int{0, 5, 149, 150, 449} {
			slugs := numbered(450)
			c := newIndexesTest(t, &changingPIM{slugs: slugs, most: most, broken: slugs[broken]})
			index, _, err := c.Index(t.Context(), catalog.TypeProduct, "en")
			if err != nil || len(index.Products()) != 449 {
				t.Errorf("%d at once, %d broken: %d products, %v", most, broken, len(index.Products()), err)
			}
		}
	}
}

// TestIndexes_ChangesWhileRead checks that a list which changes while it is paged is soon read again: its pages may
// lack a product.
func TestIndexes_ChangesWhileRead(t *testing.T) {
	p := &changingPIM{slugs: numbered(450), held: make(chan struct{})}
	c := newIndexesTest(t, p)
	c.partialAfter = time.Millisecond
	now := &clock{step: publishEvery}
	c.now = now.Now
	if _, _, err := c.Index(t.Context(), catalog.TypeProduct, "en"); err != nil {
		t.Fatal(err)
	}
	held := p.held
	p.change(func() { p.slugs, p.held = p.slugs[1:], nil }) // m-200 is at the end of the first page now
	close(held)
	polltest.Until(t, "all products are in the index", func() bool {
		now.add(indexRetry)
		index, isComplete, err := c.Index(t.Context(), catalog.TypeProduct, "en")
		if err != nil {
			t.Fatal(err)
		}
		return isComplete && len(index.Products()) == 449 && index.Product("m-200") != nil &&
			index.Product("m-0") == nil
	})
}

// TestIndexes_Failure checks that a PIM that fails leaves the last index, which is degraded until the change is read.
func TestIndexes_Failure(t *testing.T) {
	c := newIndexesTest(t, &changingPIM{slugs: numbered(3), fails: errors.New("down")})
	now := &clock{}
	c.now = now.Now
	for range 2 { // the second call is not sent, as the PIM has just failed
		if _, _, err := c.Index(t.Context(), catalog.TypeProduct, "en"); !errors.Is(err, c.pim.fails) {
			t.Fatal(err)
		}
	}
	c.pim.mu.Lock()
	if want := []string{"0+200", "0+20"}; !slices.Equal(c.pim.calls, want) {
		t.Errorf("calls %v, want %v", c.pim.calls, want)
	}
	c.pim.mu.Unlock()
	now.add(indexRetry)
	c.pim.change(func() { c.pim.fails = nil })
	c.expect(3, true, "0+200")
	c.pim.change(func() { c.pim.fails = errors.New("down") })
	c.MarkChanged("m-1")
	ctx, reads := cache.WithReads(t.Context())
	if index, isComplete, err := c.Index(ctx, catalog.TypeProduct, "en"); err != nil || !isComplete ||
		len(index.Products()) != 3 || !reads.IsDegraded() {
		t.Errorf("without the change: complete %v, degraded %v, %v", isComplete, reads.IsDegraded(), err)
	}
	now.add(indexRetry)
	c.pim.change(func() { c.pim.fails = nil })
	c.expect(3, true, "m-1")

	// Of another age, the index is used while it is read again.
	now.add(2 * indexFreshFor)
	c.pim.change(func() { c.pim.slugs = numbered(4) })
	if index, isComplete, err := c.Index(t.Context(), catalog.TypeProduct, "en"); err != nil || !isComplete ||
		len(index.Products()) < 3 {
		t.Errorf("complete %v, %v", isComplete, err)
	}
}

// TestIndexes_EmptyAnswer checks that a product which the PIM does not find stays in the index while the list has it:
// an empty answer may be a fault.
func TestIndexes_EmptyAnswer(t *testing.T) {
	c := newIndexesTest(t, &changingPIM{slugs: numbered(3)})
	c.expect(3, true, "0+200")
	c.pim.change(func() { c.pim.isEmpty = true })
	c.MarkChanged("m-2")
	c.expect(3, true, "m-2", "0+200")
}

// TestIndexes_LostFigures checks that an index whose figures have disappeared is soon read again.
func TestIndexes_LostFigures(t *testing.T) {
	c := newIndexesTest(t, &changingPIM{slugs: numbered(3), figure: "20"})
	now := &clock{}
	c.now = now.Now
	c.expect(3, true, "0+200")
	c.pim.change(func() { c.pim.figure = "" })
	c.MarkChanged()
	c.expect(3, true, "0+200")
	c.pim.change(func() { c.pim.figure = "20" })
	now.add(indexRetry + time.Second)
	polltest.Until(t, "the index is read again in the background", func() bool {
		index, _, err := c.Index(t.Context(), catalog.TypeProduct, "en")
		if err != nil {
			t.Fatal(err)
		}
		return index.HasFigures()
	})
}

// TestIndexes_Partial checks that records which the PIM leaves out because they are broken remain in an index that
// had them, and that one without them is incomplete.
func TestIndexes_Partial(t *testing.T) {
	c := newIndexesTest(t, &changingPIM{slugs: numbered(3)})
	now := &clock{}
	c.now = now.Now
	c.expect(3, true, "0+200")
	breakRecord := func() { c.pim.slugs, c.pim.isDegraded = numbered(2), true }
	c.pim.change(breakRecord)
	for _, changed := range [][]string{{"m-2"}, nil} {
		c.MarkChanged(changed...)
		ctx, reads := cache.WithReads(t.Context())
		index, isComplete, err := c.Index(ctx, catalog.TypeProduct, "en")
		if err != nil || !isComplete || len(index.Products()) != 3 || !reads.IsDegraded() {
			t.Errorf("complete %v, degraded %v, %v", isComplete, reads.IsDegraded(), err)
		}
		now.add(indexRetry)
	}
	c.pim.change(func() { c.pim.slugs, c.pim.isDegraded = numbered(3), false })
	c.expect(3, true, "0+200")

	started := newIndexesTest(t, &changingPIM{slugs: numbered(2), isDegraded: true})
	started.expect(2, false, "0+200", "2+200")
}

// TestIndexes_Slow checks that a large catalogue is answered with the products that were read so far.
func TestIndexes_Slow(t *testing.T) {
	p := &changingPIM{slugs: numbered(450), held: make(chan struct{})}
	c := newIndexesTest(t, p)
	c.partialAfter = time.Millisecond
	now := &clock{step: publishEvery}
	c.now = now.Now
	index, isComplete, err := c.Index(t.Context(), catalog.TypeProduct, "en")
	if err != nil || isComplete || len(index.Products()) != 200 {
		t.Fatalf("complete %v, %v", isComplete, err)
	}
	close(p.held)
	p.mu.Lock()
	p.held = nil
	p.mu.Unlock()
	for !isComplete {
		if index, isComplete, err = c.Index(t.Context(), catalog.TypeProduct, "en"); err != nil {
			t.Fatal(err)
		}
	}
	if len(index.Products()) != 450 {
		t.Errorf("%d products", len(index.Products()))
	}
}

// TestIndexes_Hold: servers that start together read an index one after the other, so that the later ones find it in
// the cache that they share; a server that holds an index for too long does not keep the others from it.
func TestIndexes_Hold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &changingPIM{slugs: numbered(300), names: map[string]string{}, held: make(chan struct{})}
		place := make(chan struct{}, 1)
		hold := func(ctx context.Context, _ string) (release func()) {
			select {
			case place <- struct{}{}:
				return func() { <-place }
			case <-ctx.Done():
				return func() {}
			}
		}
		first, second := NewIndexes(p, slog.New(slog.DiscardHandler)), NewIndexes(p, slog.New(slog.DiscardHandler))
		first.Hold, second.Hold = hold, hold
		var built sync.WaitGroup
		for _, c := range []*Indexes{first, second} {
			built.Go(func() {
				if err := c.Build(t.Context(), catalog.TypeProduct, "en"); err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(holdTimeout / 2)
		synctest.Wait()
		calls := func() int {
			p.mu.Lock()
			defer p.mu.Unlock()
			return len(p.calls)
		}
		alone := calls()
		time.Sleep(holdTimeout)
		synctest.Wait()
		if both := calls(); alone == 0 || both != 2*alone {
			t.Errorf("%d calls while one server reads, %d after the time limit", alone, both)
		}
		close(p.held)
		built.Wait()
	})
}

// TestIndexes_Build: it waits for all products, and fails with the PIM.
func TestIndexes_Build(t *testing.T) {
	p := &changingPIM{slugs: numbered(300)}
	c := newIndexesTest(t, p)
	if err := c.Build(t.Context(), catalog.TypeProduct, "en"); err != nil {
		t.Fatal(err)
	}
	if index, isComplete, err := c.Index(t.Context(), catalog.TypeProduct, "en"); err != nil || !isComplete ||
		len(index.Products()) != 300 {
		t.Errorf("%v, complete %t", err, isComplete)
	}
	down := errors.New("down")
	p.change(func() { p.fails = down })
	if err := c.Build(t.Context(), catalog.TypeService, "en"); !errors.Is(err, down) {
		t.Errorf("without the PIM: %v", err)
	}
}
