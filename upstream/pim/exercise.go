package pim

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/upstream/exercise"
	"strand/upstream/transport"
)

// Features are the parts of the websites with the operations that they need.
var Features = []exercise.Feature{
	{Name: "catalogue", Operations: []string{"Classifications", "IndexedPage", "IndexedProducts", "Products"}},
	{Name: "product pages", Operations: []string{"ProductDetail"}},
	{Name: "service pages", Operations: []string{"ServiceProductDetail"}},
	{Name: "comparison", Operations: []string{"ProductDetails"}},
	{Name: "capabilities", Operations: []string{"Capabilities", "ProductsByCapability"}},
	{Name: "search", Operations: []string{"IndexedPage", "IndexedProducts"}},
	{Name: "sitemap and versions", Operations: []string{"ProductSlugs"}},
}

const (
	// exercisedLanguage is a language that every PIM has.
	exercisedLanguage = catalog.FallbackLanguage
	// exercisedPage is the size of a page that is asked for, and exercisedSlugs the number of products that are asked
	// for by slug.
	exercisedPage, exercisedSlugs = 200, 20
	// unknownSlug is the slug of no product.
	unknownSlug = "no-such-record"
)

// trial is the trial of the operations.
type trial struct {
	*exercise.Trial
	// warned contains the fields about whose format a note was made.
	warned map[string]bool
}

type variables = map[string]any

// Exercise sends the operations that read the PIM, with slugs and ids that it finds.
func Exercise(ctx context.Context, o transport.Options) (*exercise.Trial, error) {
	operations, err := exercise.New(Contract, Operations, func() (*transport.Client, error) { return NewClient(o) })
	if err != nil {
		return nil, err
	}
	t := &trial{operations, map[string]bool{}}
	for _, kind := range catalog.Types {
		t.ofType(ctx, kind)
	}
	capabilities := t.Run(ctx, "Capabilities", variables{"language": exercisedLanguage}).Get("capabilities")
	if id := capabilities.Get("0.id").Str; id != "" {
		t.Run(ctx, "ProductsByCapability", variables{"language": exercisedLanguage, "capability": id})
	} else {
		t.Note("Capabilities", "finds no capability: the products of one were not tried")
	}
	return t.Trial, nil
}

// ofType tries the operations for the products or services.
func (t *trial) ofType(ctx context.Context, kind catalog.Type) {
	language := variables{"language": exercisedLanguage, "classificationType": contractType(kind)}
	with := func(more variables) variables {
		for name, value := range language {
			more[name] = value
		}
		return more
	}
	classifications := t.Run(ctx, "Classifications", with(variables{})).Get("classifications")
	records := make([]catalog.ClassificationRecord, 0, 100)
	for _, c := range classifications.Array() {
		t.text("Classifications", c, "name", "description")
		records = append(records, catalog.ClassificationRecord{
			ID: c.Get("id").Str, ParentID: c.Get("parent_id").Str, Slug: c.Get("slug").Str,
		})
	}
	t.leftOut("Classifications", catalog.LeftOutClassifications(records))

	listed := t.Run(ctx, "ProductSlugs", with(variables{"offset": 0, "limit": exercisedPage}))
	page := listed.Get("classification_products")
	var slugs []string
	filed := make([]catalog.FiledProduct, 0, exercisedPage)
	for _, p := range page.Get("products").Array() {
		slug := p.Get("slug").Str
		filed = append(filed, catalog.FiledProduct{Slug: slug, ClassificationSlug: p.Get("classification_slug").Str})
		if catalog.IsProductSlug(slug) && len(slugs) < exercisedSlugs {
			slugs = append(slugs, slug)
		}
	}
	t.leftOut("ProductSlugs", catalog.LeftOutProducts(catalog.NewTree(kind, records, site.CountryAll), filed))
	total := int(page.Get("total_count").Int())
	if catalog.IsCut(len(filed), min(exercisedPage, total)) {
		t.Note("ProductSlugs", fmt.Sprintf("returns %d of %d products that are asked for: lists are read in %d parts",
			len(filed), min(exercisedPage, total), (total+len(filed)-1)/len(filed)))
	}
	if len(slugs) == 0 {
		if listed.Exists() {
			t.Note("ProductSlugs", "finds no "+string(contractType(kind))+": operations with slugs were not tried")
		}
		return
	}
	indexed := t.Run(ctx, "IndexedPage", with(variables{"offset": 0, "limit": exercisedSlugs}))
	for _, p := range indexed.Get("classification_products.products").Array() {
		t.text("IndexedPage", p, "name", "short_description", "long_description")
	}
	if len(filed) > 1 {
		second := t.Run(ctx, "ProductSlugs", with(variables{"offset": 1, "limit": 1}))
		if slug := second.Get("classification_products.products.0.slug"); slug.Str != filed[1].Slug {
			t.Fail("ProductSlugs", fmt.Sprintf("has %q at offset 1, and %q in a page from 0: the order must not change",
				slug.Str, filed[1].Slug))
		}
	}
	asked := strings.Join(append(slices.Clone(slugs), unknownSlug), ",")
	bySlug := variables{"language": exercisedLanguage, "slugs": asked}
	for _, name := range []string{"Products", "ProductDetails", "IndexedProducts"} {
		t.expect(name, t.Run(ctx, name, bySlug), slugs)
	}
	one := variables{"language": exercisedLanguage, "slug": slugs[0]}
	name, field := "ProductDetail", "product"
	if kind == catalog.TypeService {
		name, field = "ServiceProductDetail", "service_product_detail"
	}
	if found := t.Run(ctx, name, one); found.Exists() && found.Get(field+".slug").Str != slugs[0] {
		t.Fail(name, fmt.Sprintf("does not find %q, which is in the list", slugs[0]))
	}
	unknown := t.Run(ctx, name, variables{"language": exercisedLanguage, "slug": unknownSlug})
	if unknown.Get(field).IsObject() {
		t.Fail(name, "returns a product for an unknown slug")
	}
}

// expect reports products that were not found by their slugs.
func (t *trial) expect(operation string, found gjson.Result, slugs []string) {
	if !found.Exists() {
		return
	}
	var missing []string
	for _, slug := range slugs {
		isSlug := func(p gjson.Result) bool { return p.Get("slug").Str == slug }
		if !slices.ContainsFunc(found.Get("products").Array(), isSlug) {
			missing = append(missing, slug)
		}
	}
	if len(missing) > 0 {
		t.Fail(operation, fmt.Sprintf("does not find %d of %d products of the list, such as %q",
			len(missing), len(slugs), missing[0]))
	}
}

// leftOut reports records without a page, one note per cause.
func (t *trial) leftOut(operation string, left []catalog.LeftOut) {
	first, count := map[catalog.LeftOutCause]catalog.LeftOut{}, map[catalog.LeftOutCause]int{}
	for _, l := range left {
		if count[l.Cause]++; count[l.Cause] == 1 {
			first[l.Cause] = l
		}
	}
	for cause, l := range first {
		t.Note(operation, fmt.Sprintf("%d records have no page (%s), such as %s: %s",
			count[cause], cause, l.ID, l.Reason))
	}
}

// markup is what the contract does not allow in texts.
var markup = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|&(?:[a-z]+|#\d+);|\{\{`)

// text notes markup in texts, which visitors would read.
func (t *trial) text(operation string, record gjson.Result, fields ...string) {
	for _, field := range fields {
		found := markup.FindString(record.Get(field).Str)
		if found == "" || t.warned[operation+field] {
			continue
		}
		t.warned[operation+field] = true
		t.Note(operation, fmt.Sprintf("%s of %q contains %.40q: texts are plain, and shown as they are",
			field, record.Get("slug").Str, found))
	}
}
