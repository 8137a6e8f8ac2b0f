package pim_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"strand/domain/catalog"
	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/cache"
)

// TestUpdatedAt: the times of the last change are read with the lists of products and classifications. Broken ones and
// those in the future are unknown, and are findings; the records remain.
//
// Rules: CAT-65.
func TestUpdatedAt(t *testing.T) {
	const valid = "2026-05-12T11:30:00+02:00"
	at := time.Date(2026, time.May, 12, 9, 30, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		value   any
		want    time.Time
		problem string
	}{
		"a time":                      {valid, at, ""},
		"null":                        {nil, time.Time{}, ""},
		"the smallest time":           {"0001-01-01T00:00:00Z", time.Time{}, ""},
		"in the future":               {"2999-05-12T09:30:00Z", time.Time{}, "2999-05-12T09:30:00Z"},
		"a date":                      {"2026-05-12", time.Time{}, "not an instant"},
		"a text":                      {"yesterday", time.Time{}, "not an instant"},
		"a time with an escape":       {json.RawMessage(`"2026-05-12T11:30:00\u002b02:00"`), at, ""},
		"a number":                    {1778578200, time.Time{}, "not an instant"},
		"an object":                   {record{"at": valid}, time.Time{}, "not an instant"},
		"a year with too many digits": {"20260-05-12T09:30:00Z", time.Time{}, "not an instant"},
	} {
		s := startPIM(t, map[string]any{
			"Classifications": record{"classifications": []record{{
				"id": "1", "name": "Presses", "slug": "presses", "language": "en", "supported_countries": []string{},
				"sort_index": 1, "updated_at": test.value,
			}}},
			"ProductSlugs": record{"classification_products": record{"total_count": 1, "products": []record{
				{"slug": "a", "classification_slug": "presses", "updated_at": test.value},
			}}},
		})
		ctx, reads := cache.WithNotes(t.Context())
		tree, err := s.Tree(ctx, catalog.TypeProduct, "en", site.CountryAll)
		if err != nil || tree.Find("presses") == nil || !tree.Find("presses").UpdatedAt.Equal(test.want) {
			t.Errorf("%s: %+v %v", name, tree, err)
		}
		filed, err := s.ProductSlugs(ctx, catalog.TypeProduct, "en", 10)
		if err != nil || len(filed) != 1 || !filed[0].UpdatedAt.Equal(test.want) {
			t.Errorf("%s: %+v %v", name, filed, err)
		}
		found := finding.Of(reads.Notes())
		if test.problem == "" && len(found) > 0 || test.problem != "" && len(found) != 2 {
			t.Errorf("%s: findings %+v", name, found)
		}
		for _, f := range found {
			if !strings.Contains(f.Message, test.problem) {
				t.Errorf("%s: finding %+v", name, f)
			}
		}
		if s.calls() != 2 {
			t.Errorf("%s: %d calls", name, s.calls())
		}
	}
}

// TestUpdatedAt_Future: of a list whose times are all in the future, the first ones are logged.
//
// Rules: CAT-65.
func TestUpdatedAt_Future(t *testing.T) {
	products := make([]record, 500)
	for i := range products {
		products[i] = record{"slug": "a", "classification_slug": "presses", "updated_at": "2999-05-12T09:30:00Z"}
	}
	s := startPIM(t, map[string]any{
		"ProductSlugs": record{"classification_products": record{"total_count": len(products), "products": products}},
	})
	filed, err := s.ProductSlugs(t.Context(), catalog.TypeProduct, "en", 1000)
	if err != nil || len(filed) != len(products) {
		t.Errorf("%d products, %v", len(filed), err)
	}
	if events := strings.Count(s.log.String(), "pim_value_skipped"); events != 20 {
		t.Errorf("%d events", events)
	}
}
