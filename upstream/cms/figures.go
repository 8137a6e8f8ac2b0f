package cms

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"strand/domain/catalog"
	"strand/domain/figure"
	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/budget"
	"strand/internal/cache"
)

// Products reads products with their technical data, by slug; nil for those that do not exist. Texts of the CMS refer
// to their figures.
type Products interface {
	Details(ctx context.Context, language string, slugs []string) (map[string]*catalog.DetailedProduct, error)
}

const (
	// rowLanguage is the language of the names by which references name rows.
	rowLanguage = "en"
	// maxReferredProducts limits the products that the texts of an answer refer to: references to others dangle.
	maxReferredProducts = 50
)

// bySystem is a value that is made from texts with figures, for each measurement system.
type bySystem[T any] struct {
	metric T
	// imperial is nil if it does not differ.
	imperial *T
}

func (b bySystem[T]) in(system site.MeasurementSystem) T {
	if system == site.Imperial && b.imperial != nil {
		return *b.imperial
	}
	return b.metric
}

// resolveFigures builds a value from an answer of the CMS, a pointer, in which the references to figures are replaced
// (PAGE-33). Facts and products are read through the cache, so that the value is purged with them.
func resolveFigures[A, T any](
	ctx context.Context, r *Reader, siteCtx *site.Context, answer A, build func(A) T,
) bySystem[T] {
	language := siteCtx.Languages()[0]
	var refs []figure.Reference
	walkTexts(answer, language, func(t textPlace) string {
		if figure.MayContain(t.text) {
			refs = append(refs, figure.References(t.text)...)
		}
		return t.text
	})
	var v bySystem[T]
	figures := r.figures(ctx, siteCtx.Stage, refs)
	if figures.differ(refs) {
		var other A
		if data, err := json.Marshal(answer); err == nil && json.Unmarshal(data, &other) == nil {
			figures.replaceIn(ctx, other, language, site.Imperial)
			imperial := build(other)
			v.imperial = &imperial
		}
	}
	figures.replaceIn(ctx, answer, language, site.Metric)
	v.metric = build(answer)
	return v
}

// figures are the figures that an answer refers to.
type figures struct {
	figure.Figures
	// lacksProducts is true if the products could not be read.
	lacksProducts bool
}

// figures reads the facts, and the products that references name. What cannot be read marks the value that is made as
// degraded.
func (r *Reader) figures(ctx context.Context, stage site.Stage, refs []figure.Reference) (f figures) {
	var slugs []string
	hasFacts := false
	for _, ref := range refs {
		hasFacts = hasFacts || ref.Fact != ""
		if ref.Product != "" && !slices.Contains(slugs, ref.Product) && len(slugs) < maxReferredProducts {
			slugs = append(slugs, ref.Product)
		}
	}
	if hasFacts {
		dir, err := r.Directory(ctx, stage)
		if err != nil {
			cache.MarkIncomplete(ctx)
		} else {
			f.Facts = dir.Facts
		}
	}
	if len(slugs) == 0 || r.products == nil {
		return f
	}
	// A slow PIM leaves time for the other parts of the page.
	ctx, cancel := budget.ApplyHalf(ctx)
	defer cancel()
	var err error
	if f.Products, err = r.products.Details(ctx, rowLanguage, slugs); err != nil {
		r.log.WarnContext(ctx, "figures_unavailable", "products", strings.Join(slugs, ", "), "error", err)
		cache.MarkIncomplete(ctx)
		f.lacksProducts = true
	}
	return f
}

// differ reports whether a figure differs between the measurement systems.
func (f figures) differ(refs []figure.Reference) bool {
	return slices.ContainsFunc(refs, func(ref figure.Reference) bool {
		metric, _ := f.Value(ref, rowLanguage, site.Metric)
		imperial, _ := f.Value(ref, rowLanguage, site.Imperial)
		return metric != imperial
	})
}

// replaceIn replaces the references in the texts of an answer and adds a finding for each that dangles.
func (f figures) replaceIn(ctx context.Context, answer any, language string, system site.MeasurementSystem) {
	walkTexts(answer, language, func(t textPlace) string {
		if !figure.MayContain(t.text) {
			return t.text
		}
		replace := figure.Text
		if t.field == htmlField {
			replace = figure.HTML
		}
		resolved, dangling := replace(t.text, func(ref figure.Reference) (string, bool) {
			return f.Value(ref, t.language, system)
		})
		for _, reference := range dangling {
			if f.lacksProducts && strings.HasPrefix(reference, "product") {
				continue // it may exist
			}
			cache.AddNote(ctx, finding.Finding{
				Kind: finding.DanglingFigure, Document: t.document, Record: t.record,
				Field: strings.TrimSuffix(t.path, "."+htmlField), Message: reference,
			})
		}
		return resolved
	})
}

// Figures returns the values of references in drafts, as visitors read them.
func (r *Reader) Figures(ctx context.Context, language string, refs []figure.Reference) figure.Lookup {
	if len(refs) == 0 {
		return func(figure.Reference) (string, bool) { return "", false }
	}
	f := r.figures(ctx, site.Draft, refs)
	return func(ref figure.Reference) (string, bool) { return f.Value(ref, language, site.Metric) }
}

// htmlField is the field of a rich text with its HTML.
const htmlField = "html"

// textPlace is a text of an answer with its place.
type textPlace struct {
	// document and record are the ids of the outermost and the innermost record with the text.
	document, record string
	// path is the path of the field in the record, field its last name.
	path, field string
	// language is that of the innermost record with a locale.
	language string
	text     string
}

// walkTexts replaces each text of an answer by what visit returns for it.
func walkTexts(answer any, language string, visit func(textPlace) string) {
	walkValue(reflect.ValueOf(answer), textPlace{language: language}, visit)
}

func walkValue(v reflect.Value, at textPlace, visit func(textPlace) string) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walkValue(v.Elem(), at, visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			item := at
			item.path = fmt.Sprintf("%s[%d]", at.path, i)
			walkValue(v.Index(i), item, visit)
		}
	case reflect.Struct:
		walkFields(v, at, visit)
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() && v.CanSet() && v.Len() > 0 {
			at.text = v.String()
			if text := visit(at); text != at.text {
				v.SetString(text)
			}
		}
	}
}

func walkFields(v reflect.Value, at textPlace, visit func(textPlace) string) {
	if id := v.FieldByName("Id"); id.Kind() == reflect.String && id.Len() > 0 {
		if at.record, at.path = id.String(), ""; at.document == "" {
			at.document = at.record
		}
	}
	if locale := v.FieldByName("Locale"); locale.Kind() == reflect.String && locale.Len() > 0 {
		at.language = locale.String()
	}
	for i := range v.NumField() {
		field := v.Type().Field(i)
		below := at
		if !field.Anonymous {
			below.field, _, _ = strings.Cut(field.Tag.Get("json"), ",")
			if below.field == "heading" { // an alias of the operations
				below.field = "title"
			}
			below.path = strings.TrimPrefix(at.path+"."+below.field, ".")
		}
		walkValue(v.Field(i), below, visit)
	}
}
