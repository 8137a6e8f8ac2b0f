package search

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"

	"strand/domain/catalog"
	"strand/domain/media"
	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/internal/recovery"
	"strand/service/catalogue"
	"strand/service/search/bleveindex"
	"strand/test/polltest"
)

// importedPIM is a PIM whose products change. Pages after the first one wait while held is not nil.
type importedPIM struct {
	mu       sync.Mutex
	products []catalog.IndexRecord
	held     chan struct{}
	// isDegraded means that a part of a record is missing.
	isDegraded bool
}

func (p *importedPIM) change(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// add adds products with a material, which only their texts have.
func (p *importedPIM) add(n int, material string) {
	for i := range n {
		p.products = append(p.products, importedRecord(fmt.Sprintf("%s-%d", material, i), material))
	}
}

func importedRecord(slug, material string) catalog.IndexRecord {
	return catalog.IndexRecord{
		Product:        &catalog.Product{Slug: slug, Name: "Machine " + slug, ClassificationSlug: "cutting"},
		Specifications: []catalog.Specification{{Name: "Material", Value: material}},
	}
}

func (p *importedPIM) records(of []catalog.IndexRecord) (records []*catalog.IndexRecord) {
	for _, r := range of {
		records = append(records, &r)
	}
	return records
}

func (p *importedPIM) IndexedPage(
	ctx context.Context, _ catalog.Type, _ string, offset, limit int,
) ([]*catalog.IndexRecord, int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if held := p.held; held != nil && offset > 0 {
		p.mu.Unlock()
		select {
		case <-held:
		case <-ctx.Done():
		}
		p.mu.Lock()
	}
	if p.isDegraded {
		cache.MarkDegraded(ctx)
	}
	count := len(p.products)
	return p.records(p.products[min(offset, count):min(offset+limit, count)]), count, nil
}

func (p *importedPIM) IndexedProducts(_ context.Context, _ string, slugs []string) ([]*catalog.IndexRecord, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.records(slices.DeleteFunc(slices.Clone(p.products), func(r catalog.IndexRecord) bool {
		return !slices.Contains(slugs, r.Slug)
	})), nil
}

// newProductService returns a service whose products are those of a PIM, and a function that searches.
func newProductService(
	t *testing.T, pim *importedPIM,
) (s *Service, indexes *catalogue.Indexes, find func(text string) *search.Result) {
	t.Helper()
	engine := bleveindex.New()
	t.Cleanup(func() { _ = engine.Close() })
	log := slog.New(slog.DiscardHandler)
	indexes = catalogue.NewIndexes(pim, log)
	s = New(engine, Readers{Catalogue: indexes}, log)
	tree := catalog.NewTree(
		catalog.TypeProduct,
		[]catalog.ClassificationRecord{{ID: "1", Slug: "cutting", Name: "Cutting"}},
		site.CountryAll,
	)
	made := productDocuments{
		kind: search.Product, texts: &productTexts{indexes, catalog.TypeProduct, "en"}, images: media.URLs{},
	}
	s.sources = []source{{"products", func(ctx context.Context, scope search.Scope) ([]*search.Document, error) {
		ctx, reads := cache.WithReads(ctx)
		index, isComplete, err := indexes.Index(ctx, catalog.TypeProduct, scope.Language)
		if err != nil {
			return nil, err
		}
		return made.of(siteCtx, tree, index, "", fallbackTexts{}), indexState(isComplete, reads)
	}, true}}
	return s, indexes, func(text string) *search.Result {
		t.Helper()
		result, err := s.Search(t.Context(), siteCtx, search.Query{
			Text: text, Kinds: []search.Kind{search.Product}, Limit: 10,
		})
		if err != nil {
			t.Fatal(err)
		}
		return result
	}
}

// TestService_Import: products are found while the PIM is read, as incomplete, and changed, new and removed ones are
// found or not found after a change.
//
// Rules: SRCH-11, SRCH-12.
func TestService_Import(t *testing.T) {
	pim := &importedPIM{held: make(chan struct{})}
	pim.add(300, "steel")
	s, indexes, find := newProductService(t, pim)
	recovery.Go(t.Context(), s.log, "run", func() { s.Run(t.Context()) })
	expect := func(what, text string, total int, isIncomplete bool) {
		t.Helper()
		polltest.Until(t, what, func() bool {
			got := find(text)
			return got.Total == total && got.IsIncomplete == isIncomplete && !got.IsCorrected
		})
	}
	expect("the first products are found", "steel", 200, true)
	close(pim.held)
	expect("all products are found", "steel", 300, false)
	if hits := find("steel-299").Hits; len(hits) == 0 || len(hits[0].MarkedExcerpt) == 0 {
		t.Errorf("hits %+v", hits)
	}
	changed := []string{}
	pim.change(func() {
		for i := range 20 {
			pim.products[i*10] = importedRecord(pim.products[i*10].Slug, "copper")
			changed = append(changed, pim.products[i*10].Slug)
		}
	})
	indexes.MarkChanged(changed...)
	s.MarkChanged("pim:products")
	expect("changed products are found", "copper", 20, false)
	pim.change(func() {
		pim.products = pim.products[100:]
		pim.add(3, "brass")
	})
	indexes.MarkChanged()
	s.MarkChanged("pim")
	expect("new products are found", "brass", 3, false)
	expect("removed products are not found", "copper", 10, false)
	expect("the others are found", "cutting", 203, false)
}

// TestService_DegradedCatalogue: an index with all products, parts of which the PIM leaves out, is complete, and read
// again soon.
func TestService_DegradedCatalogue(t *testing.T) {
	pim := &importedPIM{isDegraded: true}
	pim.add(3, "steel")
	s, _, find := newProductService(t, pim)
	if got := find("steel"); got.Total != 3 || got.IsIncomplete {
		t.Errorf("%d results, incomplete %v", got.Total, got.IsIncomplete)
	}
	if due := s.due(false, true); len(due) != 1 {
		t.Error("the products are not read again")
	}
}

// TestProductDocuments_Kept: the documents of products that did not change are those of the last gathering, wherever
// the products are.
func TestProductDocuments_Kept(t *testing.T) {
	tree := func() *catalog.Tree {
		return catalog.NewTree(catalog.TypeProduct, []catalog.ClassificationRecord{{ID: "1", Slug: "cutting"}},
			site.CountryAll)
	}
	present := tree()
	made := productDocuments{kind: search.Product, texts: &productTexts{
		catalogue.NewIndexes(&importedPIM{}, slog.New(slog.DiscardHandler)), catalog.TypeProduct, "en",
	}}
	x := catalog.NewIndexer("en")
	set := func(x *catalog.Indexer, slugs ...string) *catalog.Index {
		for _, slug := range slugs {
			r := importedRecord(slug, "steel")
			x.Set(&r)
		}
		return x.Index()
	}
	first := made.of(siteCtx, present, set(x, "a", "b", "c"), "", fallbackTexts{})
	of := func(docs []*search.Document, slug string) *search.Document {
		at := slices.IndexFunc(docs, func(d *search.Document) bool { return d.ID == productID+slug })
		if at < 0 {
			return nil
		}
		return docs[at]
	}
	r := importedRecord("b", "brass")
	x.Set(&r)
	changed := made.of(siteCtx, present, x.Index(), "", fallbackTexts{})
	if of(changed, "a") != of(first, "a") || of(changed, "c") != of(first, "c") || of(changed, "b") == of(first, "b") {
		t.Error("after a change of b")
	}
	moved := made.of(siteCtx, present, set(x.Again(), "n", "c", "a"), "", fallbackTexts{})
	if of(moved, "a") != of(first, "a") || of(moved, "c") != of(first, "c") || of(moved, "n") == nil ||
		of(moved, "b") != nil {
		t.Error("after products moved")
	}
	renewed := made.of(siteCtx, tree(), set(x, "a"), "", fallbackTexts{})
	if of(renewed, "a") == of(first, "a") {
		t.Error("after a change of the hierarchy")
	}
}
