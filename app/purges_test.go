package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"strand/test/polltest"
)

const cmsSecret = "STRAND_CMS_WEBHOOK_SECRET=cms-secret"

// recordChange changes a record of an answer; it returns false to remove it.
type recordChange func(record map[string]any) bool

// changing returns the handler of a system whose answers have changed records.
func changing(system http.Handler, change recordChange) *http.HandlerFunc {
	var changed func(value any) any
	changed = func(value any) any {
		switch v := value.(type) {
		case []any:
			left := []any{}
			for _, item := range v {
				if item = changed(item); item != nil {
					left = append(left, item)
				}
			}
			return left
		case map[string]any:
			if !change(v) {
				return nil
			}
			for name, field := range v {
				v[name] = changed(field)
			}
		}
		return value
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorded := httptest.NewRecorder()
		system.ServeHTTP(recorded, r)
		var answer any
		if err := json.Unmarshal(recorded.Body.Bytes(), &answer); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		answer = changed(answer)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(recorded.Code)
		_ = json.NewEncoder(w).Encode(answer) // the client may have disconnected
	})
	return &handler
}

// renamed returns a change of the texts of a record with a key.
func renamed(key, value string, fields ...string) recordChange {
	return func(record map[string]any) bool {
		if record[key] != value {
			return true
		}
		for _, field := range fields {
			if text, ok := record[field].(string); ok {
				record[field] = text + " 2"
			}
		}
		return true
	}
}

func removed(key, value string) recordChange {
	return func(record map[string]any) bool { return record[key] != value }
}

// withoutRows removes the technical data of a product.
func withoutRows(slug string) recordChange {
	return func(record map[string]any) bool {
		if _, hasRows := record["specifications"]; hasRows && record["slug"] == slug {
			record["specifications"] = []any{}
		}
		return true
	}
}

// pageOf is a page of the website: the number of its rendering, and the rest of its document with its payload.
type pageOf struct{ rendering, rest string }

var renderingOf = regexp.MustCompile(`<p>rendering (\d+) of`)

// allPages requests all pages of the sitemap.
func (s *strand) allPages(t *testing.T, paths []string) map[string]pageOf {
	t.Helper()
	pages := map[string]pageOf{}
	for _, path := range paths {
		response, document := s.get(t, "localhost", path)
		found := renderingOf.FindStringSubmatch(document)
		if found == nil {
			found = []string{"", response.Header.Get("Location")}
		}
		page, query, _ := strings.Cut(path, "?")
		_, payload := s.get(t, "localhost", page+"/_payload.json?"+query)
		pages[path] = pageOf{found[1], response.Status + strings.Replace(document, found[0], "", 1) + payload}
	}
	return pages
}

// pathsOfSitemap returns the paths of the sitemap's pages in English.
func (s *strand) pathsOfSitemap(t *testing.T) []string {
	t.Helper()
	var paths []string
	var sitemap string
	polltest.Until(t, "the sitemap is made", func() bool {
		text, status := s.sitemapText(t, "localhost")
		sitemap = text
		return status == http.StatusOK
	})
	for _, found := range regexp.MustCompile(`<loc>([^<]*)</loc>`).FindAllStringSubmatch(sitemap, -1) {
		u, err := url.Parse(found[1])
		if err != nil {
			t.Fatal(err)
		}
		if locale := strings.Split(u.Path, "/")[1]; locale == "en" {
			paths = append(paths, u.EscapedPath())
		}
	}
	return paths
}

// TestPurges: the webhook of a record leads to new documents for the pages that the change is visible on, and no other
// page is rendered again.
//
// Rules: CACHE-6, CACHE-14, CACHE-20.
func TestPurges(t *testing.T) {
	t.Parallel()
	s := startCounting(t, pimSecret, cmsSecret)
	paths := s.pathsOfSitemap(t)
	for _, query := range []string{"?sort=name", "?view=table", "?page=2", "?units=imperial"} {
		paths = append(paths, "/en/products/crimping"+query, "/de/products"+query)
	}
	for _, test := range []struct {
		system, model, id string
		change            recordChange
	}{
		{"pim", "Product", "h-20", renamed("slug", "h-20", "name")},
		{"pim", "Product", "alpha-530", withoutRows("alpha-530")},
		{"pim", "Product", "h-40", removed("slug", "h-40")},
		{"cms", "Story", "story-a-crimp-is-forever", renamed("id", "story-a-crimp-is-forever", "title")},
		{"cms", "Story", "story-orange-cables", removed("id", "story-orange-cables")},
	} {
		t.Run(test.model+" "+test.id, func(t *testing.T) {
			before := s.allPages(t, paths)
			fault, handler := &s.cmsFault, s.cmsHandler
			if test.system == "pim" {
				fault, handler = &s.pimFault, s.pimHandler
			}
			fault.Store(changing(handler, test.change))
			s.webhook(t, test.system, test.model, test.id)
			after := s.allPages(t, paths)
			s.webhook(t, "pim", "Catalog", "all")
			s.webhook(t, "cms", "Asset", "any") // purges everything
			truth := s.allPages(t, paths)
			var made, changed, stale, spare []string
			for _, path := range paths {
				isMade := after[path].rendering != before[path].rendering
				isChanged := truth[path].rest != before[path].rest
				if isMade {
					made = append(made, path)
				}
				if isChanged {
					changed = append(changed, path)
				}
				if truth[path].rest != after[path].rest {
					stale = append(stale, path)
				}
				if isMade && !isChanged {
					spare = append(spare, path)
				}
			}
			t.Logf("%d documents: %d made again, %d changed", len(paths), len(made), len(changed))
			if len(stale) > 0 {
				t.Errorf("%d documents have the old record: %q", len(stale), sample(stale))
			}
			if len(changed) == 0 || len(spare) > 0 {
				t.Errorf("%d of the documents that were rendered again did not change: %q", len(spare), sample(spare))
			}
			fault.Store(nil)
			s.webhook(t, "pim", "Catalog", "all")
			s.webhook(t, "cms", "Asset", "any")
		})
	}
}

func sample(all []string) string {
	return fmt.Sprint(slices.Clone(all[:min(len(all), 20)]))
}
