package pim_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/finding"
	"strand/internal/cache"
	"strand/test/logtest"
	"strand/upstream/pim"
	"strand/upstream/transport"
)

// operation is an operation that the PIM has received.
type operation struct {
	Name      string         `json:"operationName"`
	Variables map[string]any `json:"variables"`
}

// fakePIM is a PIM with prepared answers, or functions that make them, by the name of the operation.
type fakePIM struct {
	*pim.Reader
	answers map[string]any
	log     logtest.Log

	mu       sync.Mutex
	received []operation
}

func startPIM(t *testing.T, answers map[string]any) *fakePIM {
	t.Helper()
	s := &fakePIM{answers: answers}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var op operation
		if err := json.NewDecoder(r.Body).Decode(&op); err != nil {
			t.Error(err)
		}
		s.mu.Lock()
		s.received = append(s.received, op)
		s.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		data := s.answers[op.Name]
		if answer, ok := data.(func(variables map[string]any) any); ok {
			data = answer(op.Variables)
		}
		if err := json.NewEncoder(w).Encode(map[string]any{"data": data}); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	client, err := pim.NewClient(transport.Options{
		URL: server.URL, Timeout: 20 * time.Second, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Reader = pim.NewReader(client, c, slog.New(slog.NewTextHandler(&s.log, nil)))
	return s
}

// calls returns the number of operations that the PIM has received.
func (s *fakePIM) calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.received)
}

type record = map[string]any

// teaser is a product of a list with all its fields.
func teaser(slug string, more record) record {
	product := record{
		"name": "Product " + slug, "slug": slug, "product_brand_id": "b1", "classification_slug": "presses",
		"short_description": "Short.", "images": []record{}, "variant_count": 1,
	}
	for name, value := range more {
		product[name] = value
	}
	return product
}

// detail is a product with all fields of its page.
func detail(slug string, more record) record {
	product := teaser(slug, record{
		"long_description": "Long.", "variants": []record{}, "specifications": []record{}, "capabilities": []record{},
		"highlights": []record{}, "documents": []record{}, "related": []record{}, "modular_system": []record{},
		"video_url": nil, "video_image_url": nil,
	})
	for name, value := range more {
		product[name] = value
	}
	return product
}

// TestProducts_Batch: products that are not cached are read by one call, those that do not exist are nil, and a slug
// with a comma is never sent.
func TestProducts_Batch(t *testing.T) {
	s := startPIM(t, map[string]any{"Products": record{"products": []record{teaser("a", nil), teaser("b", nil)}}})
	found, err := s.Products(t.Context(), "en", []string{"a", "gone", "a,b", "", "b"})
	if err != nil || found["a"] == nil || found["b"] == nil || found["gone"] != nil || found["a,b"] != nil {
		t.Fatalf("%v, %v", found, err)
	}
	sent := strings.Split(s.received[0].Variables["slugs"].(string), ",")
	slices.Sort(sent)
	if got := strings.Join(sent, " "); got != "a b gone" || s.received[0].Variables["language"] != "en" {
		t.Errorf("sent %q", got)
	}
	if _, err := s.Products(t.Context(), "en", []string{"b", "a", "gone"}); err != nil || s.calls() != 1 {
		t.Errorf("%d calls, %v", s.calls(), err)
	}
	if _, err := s.Products(t.Context(), "de", []string{"a"}); err != nil || s.calls() != 2 {
		t.Errorf("another language: %d calls, %v", s.calls(), err)
	}
	if p, ok := s.CachedProduct(t.Context(), "en", "a"); !ok || p.Name != "Product a" {
		t.Errorf("in the cache: %+v", p)
	}
	if p, ok := s.CachedProduct(t.Context(), "en", "gone"); !ok || p != nil {
		t.Errorf("a product that does not exist is not cached: %+v", p)
	}
}

// TestDetails_Mapping: invalid values of a product are left out and reported, each with its field.
func TestDetails_Mapping(t *testing.T) {
	s := startPIM(t, map[string]any{"ProductDetail": record{"product": detail("a", record{
		"name": "null", "short_description": "null", "product_brand_id": nil, "variant_count": -1,
		"images": []record{{"name": "x", "url": "javascript:alert(1)", "default": true}},
		"specifications": []record{
			{"name": "Weight", "value": "10", "unit": "kg", "measurement_system": "metric"},
		},
		"variants": []record{{
			"id": "v1", "name_metric": "10 mm", "name_imperial": nil,
			"specifications": []record{{"name": "Stroke", "value": "5", "unit": "null", "measurement_system": nil}},
		}},
		"capabilities": []record{{"capability_id": "c1"}},
		"highlights": []record{
			{
				"name": "Hidden", "short_description": nil, "long_description": nil, "image_url": nil,
				"video_image_url": nil, "video_url": nil,
			},
			{
				"name": "Shown", "short_description": "Short.", "long_description": nil,
				"image_url": "https://cdn.example.com/a.png", "video_image_url": nil, "video_url": nil,
			},
		},
		"documents": []record{
			document("Gone", "null"), document("Leaflet", "https://cdn.example.com/a.pdf"),
		},
		"related": []record{
			{"type": "related", "product": teaser("b", nil)}, {"type": "component", "product": nil},
		},
		"modular_system": []record{
			{"name": "null", "description": "A unit.", "image_url": nil, "product_slug": nil},
			{"name": "Feeder", "description": nil, "image_url": nil, "product_slug": "feeder"},
		},
		"video_url": "https://cdn.example.com/film.mp4", "video_image_url": nil,
	})}})
	ctx, report := cache.WithNotes(t.Context())
	found, err := s.Details(ctx, "en", []string{"a"})
	if err != nil || found["a"] == nil {
		t.Fatalf("%v, %v", found, err)
	}
	p, d := found["a"].Product, found["a"].Detail
	if p.Name != "a" || p.ShortDescription != nil || p.BrandID != "" || p.VariantCount != 0 || p.Image == nil {
		t.Errorf("product %+v", p)
	}
	if len(d.Specifications) != 1 || d.Specifications[0].System != "METRIC" || len(d.Variants) != 1 ||
		d.Variants[0].Own[0].Unit != nil || len(d.Variants[0].Shared) != 1 ||
		!slices.Equal(d.CapabilityIDs, []string{"c1"}) {
		t.Errorf("variants %+v, specifications %+v", d.Variants, d.Specifications)
	}
	if len(d.Highlights) != 1 || d.Highlights[0].Name != "Shown" || len(d.Documents) != 1 || len(d.Related) != 1 ||
		d.Related[0].Type != catalog.Related || len(d.ModularSystem) != 1 ||
		d.ModularSystem[0].ProductSlug != "feeder" {
		t.Errorf("detail %+v", d)
	}
	var reported []string
	for _, f := range finding.Of(report.Notes()) {
		if f.Document == "a" {
			reported = append(reported, string(f.Kind)+" "+f.Field)
		}
	}
	for _, want := range []string{
		string(finding.InvalidValue) + " name", string(finding.NullText) + " name",
		string(finding.NullText) + " short_description", string(finding.InvalidValue) + " image",
		string(finding.MissingImage) + " images", string(finding.MissingImage) + " video_image_url",
		string(finding.SkippedHighlight) + " highlights[0]", string(finding.InvalidValue) + " documents[0]",
		string(finding.NullText) + " documents[0].url", string(finding.MissingReference) + " related[1]",
		string(finding.InvalidValue) + " modular_system[0]",
	} {
		if !slices.Contains(reported, want) {
			t.Errorf("%s is not reported, only %q", want, reported)
		}
	}
	// The product of lists is cached with its details.
	if _, ok := s.CachedProduct(t.Context(), "en", "a"); !ok {
		t.Error("the product is not cached")
	}
	if cached, ok := s.CachedDetail(t.Context(), "en", "a"); !ok || cached != found["a"] {
		t.Errorf("the details in the cache are %+v", cached)
	}
}

func document(name, url string) record {
	return record{
		"name": name, "content_language": "en", "thumbnail_url": nil, "type": nil, "url": url, "filename": "a.pdf",
		"extension": "pdf", "size_bytes": 3,
	}
}

// TestDetails_Many: the details of several products are read by one call.
func TestDetails_Many(t *testing.T) {
	s := startPIM(t, map[string]any{"ProductDetails": record{"products": []record{detail("a", nil), detail("b", nil)}}})
	found, err := s.Details(t.Context(), "en", []string{"a", "b", "gone"})
	if err != nil || len(found) != 3 || found["b"].Product.Slug != "b" || found["gone"] != nil || s.calls() != 1 {
		t.Errorf("%v, %v, %d calls", found, err, s.calls())
	}
}

// TestServiceDetail: a service has its benefits and details, without the empty ones; one that does not exist is nil.
//
// Rules: CAT-19.
func TestServiceDetail(t *testing.T) {
	service := detail("visit", record{"service": record{
		"benefit1": "Less", "benefit2": "null", "benefit3": " ", "benefit4": nil, "benefit5": nil, "benefit6": "More",
		"detail1": nil, "detail2": "Yearly", "detail3": nil, "detail4": nil, "detail5": nil, "detail6": nil,
	}})
	s := startPIM(t, map[string]any{"ServiceProductDetail": record{"service_product_detail": service}})
	all, err := s.ServiceDetails(t.Context(), "en", []string{"visit"})
	if found := all["visit"]; err != nil || !slices.Equal(found.Detail.Benefits, []string{"Less", "More"}) ||
		!slices.Equal(found.Detail.Details, []string{"Yearly"}) {
		t.Errorf("%+v, %v", found, err)
	}
	none := startPIM(t, map[string]any{"ServiceProductDetail": record{"service_product_detail": nil}})
	if all, err := none.ServiceDetails(t.Context(), "en", []string{"visit"}); err != nil || all["visit"] != nil {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestReaders_Repeated: several services, and products with several capabilities, are read by one call.
//
// Rules: CALL-6.
func TestReaders_Repeated(t *testing.T) {
	s := startPIM(t, map[string]any{
		"ServiceProductDetail": record{"slug_0": detail("visit", nil), "slug_1": nil, "slug_2": detail("course", nil)},
		"ProductsByCapability": record{"capability_0": []record{teaser("a", nil)}, "capability_1": []record{}},
	})
	services, err := s.ServiceDetails(t.Context(), "en", []string{"visit", "none", "course"})
	if err != nil || services["visit"] == nil || services["none"] != nil ||
		services["course"].Product.Slug != "course" {
		t.Errorf("%+v, %v", services, err)
	}
	lists, err := s.ByCapabilities(t.Context(), "en", []string{"crimp", "cut"})
	if err != nil || len(lists[0].Products) != 1 || len(lists[1].Products) != 0 {
		t.Errorf("%+v, %v", lists, err)
	}
	if s.calls() != 2 {
		t.Errorf("%d calls", s.calls())
	}
}

// TestIndexed: products for an index are read in pages and by slug, without the cache.
func TestIndexed(t *testing.T) {
	indexed := teaser("a", record{
		"long_description": "null",
		"specifications": []record{
			{"name": "Output", "value": "4200", "unit": "pcs/h", "measurement_system": nil},
			{"name": nil, "value": nil, "unit": nil, "measurement_system": nil},
		},
		"variants": []record{{
			"id": "v", "name_metric": "A 1", "name_imperial": nil, "specifications": []record{
				{"name": "Output", "value": "3600", "unit": "pcs/h", "measurement_system": nil},
			},
		}},
		"capabilities": []record{{"capability_id": "c1"}},
		"highlights":   []record{{"name": "Fast", "short_description": "4200 an hour"}},
		"documents":    []record{},
	})
	s := startPIM(t, map[string]any{
		"IndexedPage": record{"classification_products": record{
			"total_count": 40, "products": []record{indexed},
		}},
		"IndexedProducts": record{"products": []record{indexed}},
	})
	for range 2 {
		records, total, err := s.IndexedPage(t.Context(), catalog.TypeService, "en", 20, 10)
		if err != nil || total != 40 || len(records) != 1 {
			t.Fatalf("%d of %d, %v", len(records), total, err)
		}
		r := records[0]
		if r.Slug != "a" || r.LongDescription != nil || r.Specifications[0].Value != "4200" ||
			r.Variants[0].Own[0].Value != "3600" || r.CapabilityIDs[0] != "c1" || r.Highlights[0].Name != "Fast" {
			t.Errorf("%+v", r)
		}
	}
	want := map[string]any{"language": "en", "classificationType": "service", "offset": 20.0, "limit": 10.0}
	if !reflect.DeepEqual(s.received[0].Variables, want) {
		t.Errorf("%v, want %v", s.received[0].Variables, want)
	}
	if found, err := s.IndexedProducts(t.Context(), "en", []string{"a", "b"}); err != nil || len(found) != 1 {
		t.Errorf("%d products, %v", len(found), err)
	}
	if s.calls() != 3 || s.received[2].Variables["slugs"] != "a,b" {
		t.Errorf("%d calls", s.calls())
	}
}

// TestReaders_OtherLists: classifications by country, capabilities, products of a capability, and slugs.
func TestReaders_OtherLists(t *testing.T) {
	s := startPIM(t, map[string]any{
		"Classifications": record{"classifications": []record{
			{
				"id": "1", "name": "Presses", "slug": "presses", "parent_id": nil, "description": nil, "image_url": nil,
				"language": "EN", "supported_countries": []string{"CH"}, "sort_index": 1,
			},
		}},
		"Capabilities":         record{"capabilities": []record{{"id": "c1", "name": "Crimping", "image_url": nil}}},
		"ProductsByCapability": record{"products_by_capability": []record{teaser("a", nil)}},
		"ProductSlugs": record{"classification_products": record{
			"total_count": 1, "products": []record{{"slug": "a", "classification_slug": "presses"}},
		}},
	})
	for country, want := range map[string]bool{"CH": true, "DE": false} {
		tree, err := s.Tree(t.Context(), catalog.TypeProduct, "en", country)
		if err != nil || (tree.Find("presses") != nil) != want {
			t.Errorf("%s: %+v, %v", country, tree, err)
		}
		if c := tree.Find("presses"); c != nil && c.Language != "en" {
			t.Errorf("language %s", c.Language)
		}
	}
	capabilities, err := s.Capabilities(t.Context(), "en")
	if err != nil || len(capabilities) != 1 || capabilities[0].Slug != "crimping" {
		t.Errorf("%v, %v", capabilities, err)
	}
	lists, err := s.ByCapabilities(t.Context(), "en", []string{"c1"})
	if err != nil || len(lists[0].Products) != 1 || lists[0].Products[0].Slug != "a" {
		t.Errorf("%v, %v", lists, err)
	}
	slugs, err := s.ProductSlugs(t.Context(), catalog.TypeProduct, "en", 100)
	if err != nil || !slices.Equal(slugs, []catalog.FiledProduct{{Slug: "a", ClassificationSlug: "presses"}}) {
		t.Errorf("%v, %v", slugs, err)
	}
	if s.calls() != 4 {
		t.Errorf("%d calls: the classifications of two countries are read by one", s.calls())
	}
}

// TestReaders_Unavailable: an answer that breaks the contract is an error of the PIM, not an empty list.
func TestReaders_Unavailable(t *testing.T) {
	s := startPIM(t, map[string]any{
		"Classifications": record{"classifications": []record{}}, "Products": nil,
	})
	for name, read := range map[string]func() error{
		"no classifications": func() error {
			_, err := s.Tree(t.Context(), catalog.TypeProduct, "en", "CH")
			return err
		},
		"no products": func() error { _, err := s.Products(t.Context(), "en", []string{"a"}); return err },
	} {
		if err := read(); !errors.As(err, new(*transport.Error)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestIndexed_SlowPIM: reads for an index may take longer than visitors wait, so that a slow PIM does not open the
// circuit breaker while the servers start.
//
// Rules: ERR-8.
func TestIndexed_SlowPIM(t *testing.T) {
	const patience = 20 * time.Millisecond
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-time.After(5 * patience)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":{"classification_products":{"total_count":0,"products":[]}}}`)
	}))
	defer server.Close()
	c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	client, err := pim.NewClient(transport.Options{
		URL: server.URL, Timeout: patience, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	reader := pim.NewReader(client, c, slog.New(slog.DiscardHandler))
	for offset := range 5 {
		if _, _, err := reader.IndexedPage(t.Context(), catalog.TypeProduct, "en", offset, 1); err != nil {
			t.Fatal(err)
		}
	}
}

// TestProductSlugs_Parts: the list of all products is read whole from a PIM that returns fewer than it is asked for,
// and one that changes while it is read is not cached as complete.
//
// Rules: CALL-26.
func TestProductSlugs_Parts(t *testing.T) {
	const most = 100
	for name, test := range map[string]struct {
		grows int
		// broken is the product without a slug; negative for none.
		broken     int
		isDegraded bool
		calls      int
	}{
		"unchanged":                   {0, -1, false, 3},
		"grows":                       {1, -1, true, 3},
		"a broken product":            {0, 5, true, 3},
		"a broken product at the end": {0, 249, true, 4},
	} {
		t.Run(name, func(t *testing.T) {
			total := 250
			s := startPIM(t, map[string]any{"ProductSlugs": func(variables map[string]any) any {
				offset, limit := int(variables["offset"].(float64)), int(variables["limit"].(float64))
				products := []record{}
				for i := offset; i < min(offset+min(limit, most), total); i++ {
					product := record{"slug": fmt.Sprint(i), "classification_slug": "presses", "short_description": nil}
					if i == test.broken {
						product["slug"] = nil
					}
					products = append(products, product)
				}
				answer := record{"classification_products": record{"total_count": total, "products": products}}
				total += test.grows
				return answer
			}})
			ctx, reads := cache.WithReads(t.Context())
			filed, err := s.ProductSlugs(ctx, catalog.TypeProduct, "en", 50_000)
			if err != nil || s.calls() != test.calls {
				t.Errorf("%d products with %d calls, %v", len(filed), s.calls(), err)
			}
			var slugs []string
			for i := range 250 {
				if i != test.broken {
					slugs = append(slugs, fmt.Sprint(i))
				}
			}
			slugOf := func(p catalog.FiledProduct) string { return p.Slug }
			if found := convert.All(filed, slugOf); !slices.Equal(found[:min(len(found), len(slugs))], slugs) {
				t.Errorf("products %q", found)
			}
			if reads.IsDegraded() != test.isDegraded {
				t.Errorf("degraded: %t", reads.IsDegraded())
			}
		})
	}
}

// TestLeftOut: what the PIM has and no page shows is reported with its reason, and logged once per cause and load.
//
// Rules: CAT-57.
func TestLeftOut(t *testing.T) {
	classification := func(id, parent, slug string) record {
		return record{
			"id": id, "parent_id": parent, "name": slug, "slug": slug, "description": nil, "image_url": nil,
			"language": "en", "supported_countries": []string{}, "sort_index": 0,
		}
	}
	filed := func(slug, classification string) record {
		return record{"slug": slug, "classification_slug": classification, "short_description": nil}
	}
	var orphans []record
	for i := range 30 {
		orphans = append(orphans, classification(fmt.Sprintf("orphan-%d", i), "gone", fmt.Sprintf("orphan-%d", i)))
	}
	s := startPIM(t, map[string]any{
		"Classifications": record{"classifications": append(orphans,
			classification("1", "", "cutting"), classification("2", "2", "round"), classification("3", "", "a/b"))},
		"ProductSlugs": record{"classification_products": record{"total_count": 4, "products": []record{
			filed("alpha", "cutting"), filed("beta", "gone"), filed("alpha", "cutting"), filed("x?y", "cutting"),
		}}},
	})
	for range 2 { // the second time, all is cached
		left, err := s.LeftOut(t.Context(), catalog.TypeProduct, "en", 10)
		if err != nil || len(left) != 35 {
			t.Fatalf("%d %+v %v", len(left), left, err)
		}
	}
	log := s.log.String()
	if n := strings.Count(log, "pim_records_left_out"); n != 6 {
		t.Errorf("%d events:\n%s", n, log)
	}
	for _, want := range []string{
		"cause=unknown_parent count=30", "cause=parent_loop count=1 records=2", "cause=invalid_slug count=1 records=3",
		"cause=unknown_classification count=1 records=beta", "cause=duplicate_slug count=1 records=alpha",
		"cause=invalid_slug count=1 records=x?y",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %s:\n%s", want, log)
		}
	}
	if strings.Contains(log, "orphan-25") {
		t.Error("an event names all records")
	}
}
