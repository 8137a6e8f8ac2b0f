package app_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"testing"
	"time"
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
	deadline := time.Now().Add(time.Minute)
	for {
		response, body := s.get(t, "localhost", path)
		if response.StatusCode == http.StatusOK && !stateOf(t, body).Partial {
			if got := response.Header.Get("Cache-Control"); got == "no-store" {
				t.Errorf("%s is complete but not cacheable: %q", path, got)
			}
			return body
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s stays incomplete: %d", path, response.StatusCode)
		}
		time.Sleep(100 * time.Millisecond)
	}
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

// TestOutage_List: a screen whose list cannot be read shows the error page, since an empty list would be wrong.
//
// Rules: ERR-12.
func TestOutage_List(t *testing.T) {
	for _, test := range []struct{ path, operation string }{
		{"/en/stories", "Stories"}, {"/en/media-releases", "MediaReleases"},
	} {
		t.Run(test.operation, func(t *testing.T) {
			t.Parallel()
			s := startWith(t, "../demo/content", screenOperations(t)...)
			s.cmsFault.Store(failing(s.cmsHandler, test.operation))
			response, body := s.get(t, "localhost", test.path)
			checkOutage(t, response, body)
			if resolvedOf(t, body).Resolve.Site.Name == "" {
				t.Error("the error page is not inside its site's layout")
			}
			if status := s.status(t, test.path+"/_payload.json"); status != http.StatusServiceUnavailable {
				t.Errorf("its data: %d", status)
			}
			if status := s.status(t, "/en/about"); status != http.StatusOK {
				t.Errorf("another page: %d", status)
			}
			s.cmsFault.Store(nil)
			found := resolvedOf(t, s.untilComplete(t, test.path)).Resolve
			if list := cmp.Or(found.Stories, found.MediaReleases); list == nil || list.Total == 0 {
				t.Errorf("after recovery: %+v", list)
			}
		})
	}
}

// TestPartialPages: a page is shown without a part that cannot be read, marked as partial; it is complete after the
// recovery.
//
// Rules: ERR-10, ERR-14.
func TestPartialPages(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		path, operation string
		fromSIS         bool
		typeName        string
		missing         []string
	}{
		"events":                   {"/en/events", "Events", false, "EventsModule", []string{"upcoming", "past"}},
		"stories of the home page": {"/en", "Stories", false, "StoriesModule", []string{"stories"}},
		"media releases": {"/en/media", "MediaReleases", false, "MediaReleasesModule",
			[]string{"mediaReleases"}},
		"the investors' calendar": {"/en/investors", "FinancialCalendar", true, "FinancialCalendarModule",
			[]string{"dates"}},
		"the investors' tables": {"/en/investors", "InvestorTableOf", true, "InvestorTableModule", []string{"table"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			u := startSIS(t)
			s := startWith(t, "../demo/content", append(screenOperations(t), "STRAND_SIS_URL="+u.URL)...)
			fault, next := &s.cmsFault, s.cmsHandler
			if test.fromSIS {
				fault, next = &u.fault, u.handler
			}
			fault.Store(failing(next, test.operation))
			body := s.checkPartial(t, test.path)
			for _, field := range test.missing {
				f := moduleField{test.typeName, field}
				if values := f.of(t, body); !areAll(values, func(v any) bool { return v == nil }) {
					t.Errorf("%+v: %.200v, want null", f, values)
				}
			}
			if titles := (moduleField{"HeroModule", "title"}).of(t, body); !areAll(titles, isPresent) {
				t.Errorf("the other modules: %v", titles)
			}
			fault.Store(nil)
			body = s.untilComplete(t, test.path)
			for _, field := range test.missing {
				f := moduleField{test.typeName, field}
				if values := f.of(t, body); !areAll(values, isPresent) {
					t.Errorf("after recovery, %+v: %.200v", f, values)
				}
			}
		})
	}
}
