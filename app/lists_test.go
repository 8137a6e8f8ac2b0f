package app_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"testing"

	"strand/test/polltest"
)

// failing fails some operations and forwards the others.
func failing(next http.Handler, operations ...string) *http.HandlerFunc {
	return handler(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var request struct {
			OperationName string `json:"operationName"`
		}
		if err := json.Unmarshal(body, &request); err == nil && slices.Contains(operations, request.OperationName) {
			outOfOrder(w, r)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// checkPartial requests a page that lacks a part, checks that it is marked as partial and not cached, and returns
// its document.
func (s *strand) checkPartial(t *testing.T, path string) string {
	t.Helper()
	response, body := s.get(t, "localhost", path)
	control, isPartial := response.Header.Get("Cache-Control"), stateOf(t, body).Partial
	if response.StatusCode != http.StatusOK || control != "no-store" || !isPartial {
		t.Errorf("%s: %d, Cache-Control %q, partial %t", path, response.StatusCode, control, isPartial)
	}
	return body
}

// untilComplete waits until a page is complete, and returns its document: after a failure the circuit breaker and
// the cached degraded page delay the next call for a moment.
func (s *strand) untilComplete(t *testing.T, path string) string {
	t.Helper()
	var body string
	polltest.Until(t, path+" is complete", func() bool {
		var response *http.Response
		response, body = s.get(t, "localhost", path)
		isComplete := response.StatusCode == http.StatusOK && !stateOf(t, body).Partial
		if isComplete && response.Header.Get("Cache-Control") == "no-store" {
			t.Errorf("%s is complete but not cacheable", path)
		}
		return isComplete
	})
	return body
}

// resolved contains the fields of a document's page that the tests read.
type resolved struct {
	Resolve struct {
		Site struct{ Name string }
		// Stories and MediaReleases are nil if they could not be read.
		Stories, MediaReleases *struct{ Total int }
		Page                   struct{ Modules []map[string]any }
	}
}

func resolvedOf(t *testing.T, body string) (found resolved) {
	t.Helper()
	if err := json.Unmarshal(stateOf(t, body).Data, &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// moduleField is a field of a type of module.
type moduleField struct{ typeName, field string }

// of returns the values of the field in all modules of a document that have it.
func (f moduleField) of(t *testing.T, body string) []any {
	t.Helper()
	var values []any
	for _, module := range resolvedOf(t, body).Resolve.Page.Modules {
		if value, ok := module[f.field]; ok && module["__typename"] == f.typeName {
			values = append(values, value)
		}
	}
	return values
}

// areAll reports whether there are values and all of them pass.
func areAll(values []any, pass func(any) bool) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(v any) bool { return !pass(v) })
}

// isPresent reports whether a field has a value: an empty list is one, an empty text is not.
func isPresent(value any) bool { return value != nil && value != "" }

// TestOutage_Parts: a page is shown without a part that cannot be read, marked as partial. A screen whose list cannot
// be read is the error page, since an empty list would be wrong, and other pages work. All are complete after the
// recovery.
//
// Rules: ERR-10, ERR-12, ERR-14, INV-6, SRCH-12.
func TestOutage_Parts(t *testing.T) {
	t.Parallel()
	u := startSIS(t)
	s := startWith(t, sampleContent, append(screenOperations(t), "STRAND_SIS_URL="+u.URL)...)
	// Each case reads what no other one has read.
	for _, test := range []struct {
		operations []string
		fromSIS    bool
		// path is the page that lacks fields; list is the screen of the list, if there is one.
		path   string
		fields []moduleField
		list   string
	}{
		{[]string{"FinancialCalendar", "InvestorTableOf"}, true, "/en/investors",
			[]moduleField{{"FinancialCalendarModule", "dates"}, {"InvestorTableModule", "table"}}, ""},
		{[]string{"Stories"}, false, "/en", []moduleField{{"StoriesModule", "stories"}}, "/en/stories"},
		{[]string{"MediaReleases"}, false, "/en/media", []moduleField{{"MediaReleasesModule", "mediaReleases"}},
			"/en/media-releases"},
		{
			[]string{"Events"}, false, "/en/events",
			[]moduleField{{"EventsModule", "upcoming"}, {"EventsModule", "past"}}, "",
		},
	} {
		t.Run(test.path, func(t *testing.T) {
			fault, next := &s.cmsFault, s.cmsHandler
			if test.fromSIS {
				fault, next = &u.fault, u.handler
			}
			fault.Store(failing(next, test.operations...))
			body := s.checkPartial(t, test.path)
			for _, f := range test.fields {
				if values := f.of(t, body); !areAll(values, func(v any) bool { return v == nil }) {
					t.Errorf("%+v: %.200v, want null", f, values)
				}
			}
			if titles := (moduleField{"HeroModule", "title"}).of(t, body); !areAll(titles, isPresent) {
				t.Errorf("the other modules: %v", titles)
			}
			if status := s.status(t, "/en/about"); status != http.StatusOK {
				t.Errorf("another page: %d", status)
			}
			if test.list != "" {
				response, body := s.get(t, "localhost", test.list)
				checkOutage(t, response, body)
				if resolvedOf(t, body).Resolve.Site.Name == "" {
					t.Error("the error page is not inside its site's layout")
				}
				if status := s.status(t, test.list+"/_payload.json"); status != http.StatusServiceUnavailable {
					t.Errorf("its data: %d", status)
				}
			}
			const file = "/api/investors/share-price.csv"
			if status := s.status(t, file); test.fromSIS && status != http.StatusServiceUnavailable {
				t.Errorf("the file of a table: %d", status)
			}

			fault.Store(nil)
			body = s.untilComplete(t, test.path)
			for _, f := range test.fields {
				if values := f.of(t, body); !areAll(values, isPresent) {
					t.Errorf("after recovery, %+v: %.200v", f, values)
				}
			}
			if test.list != "" {
				found := resolvedOf(t, s.untilComplete(t, test.list)).Resolve
				if list := cmp.Or(found.Stories, found.MediaReleases); list == nil || list.Total == 0 {
					t.Errorf("after recovery: %+v", list)
				}
			}
		})
	}
	t.Run("search", s.searchWithoutPIM) // it reads all lists
}

// searchWithoutPIM: readable documents are found while a system fails; responses report that results may
// be missing, until the recovery.
func (s *strand) searchWithoutPIM(t *testing.T) {
	s.pimFault.Store(&outOfOrder)
	search := func(kind string) (found int, codes []string) {
		t.Helper()
		var answer struct {
			Data   struct{ Search struct{ TotalCount int } }
			Errors []struct {
				Path       []any
				Extensions struct{ Code string }
			}
		}
		text := s.query(t, fmt.Sprintf(`{ search(query: "crimping", types: [%s]) { totalCount } }`, kind))
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		for _, e := range answer.Errors {
			codes = append(codes, e.Extensions.Code)
		}
		return answer.Data.Search.TotalCount, codes
	}
	polltest.Until(t, "pages are found", func() bool {
		found, codes := search("PAGE")
		if !slices.Equal(codes, []string{"UPSTREAM_UNAVAILABLE"}) {
			t.Fatalf("pages: %d, %v", found, codes)
		}
		return found > 0
	})
	page := func() (*http.Response, bool) {
		t.Helper()
		response, body := s.get(t, "localhost", "/en/search?q=crimping")
		return response, stateOf(t, body).Partial
	}
	response, isPartial := page()
	if response.StatusCode != http.StatusOK || response.Header.Get("Cache-Control") != "no-store" || !isPartial {
		t.Errorf("the page: %d %v, partial: %v", response.StatusCode, response.Header, isPartial)
	}
	s.pimFault.Store(nil)
	polltest.Until(t, "products are found after the outage", func() bool {
		found, codes := search("PRODUCT")
		return found > 0 && len(codes) == 0
	})
	if response, isPartial := page(); response.StatusCode != http.StatusOK || isPartial {
		t.Errorf("the page after the outage: %d, partial: %v", response.StatusCode, isPartial)
	}
}
