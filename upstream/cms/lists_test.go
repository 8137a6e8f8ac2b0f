package cms

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/test/logtest"
	"strand/upstream/transport"
)

// pageList is a CMS with a list of pages, of which it returns three at a time.
type pageList struct {
	*httptest.Server
	calls atomic.Int32
}

const smallPage = 3

// startPageList answers each part of the list, by the number of the call; ids returns the list at that call.
func startPageList(
	t *testing.T, ids func(call int) []string, part func(list []string, first, skip int) []string,
) *pageList {
	t.Helper()
	schema, s := gqlparser.MustLoadSchema(&ast.Source{Input: Contract}), &pageList{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		call := int(s.calls.Add(1))
		var request struct{ Query string }
		if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
			t.Error(err)
		}
		document, err := gqlparser.LoadQueryWithRules(schema, request.Query, rules.NewDefaultRules())
		if err != nil {
			t.Error(err)
			return
		}
		data := map[string]any{}
		for _, selected := range document.Operations[0].SelectionSet {
			f := selected.(*ast.Field)
			number := func(name string) int {
				if a := f.Arguments.ForName(name); a != nil {
					n, _ := strconv.Atoi(a.Value.Raw)
					return n
				}
				return 0
			}
			pages := []any{}
			for _, id := range part(ids(call), number("first"), number("skip")) {
				if id == "" {
					pages = append(pages, map[string]any{"id": nil, "localizations": []any{}})
					continue
				}
				pages = append(pages, map[string]any{"id": id, "localizations": []any{}})
			}
			data[f.Alias] = pages
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data})
	}))
	t.Cleanup(s.Close)
	return s
}

func sliceOf(list []string, first, skip int) []string {
	start := min(skip, len(list))
	return list[start:min(start+first, len(list))]
}

// alphabet is a list of n ids.
func alphabet(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("p%05d", i)
	}
	return list
}

// TestLists: a list is read whole, however the CMS splits it and changes it meanwhile.
//
// Rules: CALL-25.
func TestLists(t *testing.T) {
	constant := func(n int) func(int) []string { return func(int) []string { return alphabet(n) } }
	tests := map[string]struct {
		ids      func(call int) []string
		part     func(list []string, first, skip int) []string
		want     []string
		maxCalls int
		// isIncomplete means that the list is reported.
		isIncomplete bool
	}{
		"no entry":                      {ids: constant(0), want: nil, maxCalls: 1},
		"fewer than a page":             {ids: constant(2), want: alphabet(2), maxCalls: 1},
		"exactly a page":                {ids: constant(3), want: alphabet(3), maxCalls: 2},
		"one more than a page":          {ids: constant(4), want: alphabet(4), maxCalls: 2},
		"many pages, several in a call": {ids: constant(100), want: alphabet(100), maxCalls: 9},
		"an entry that violates the contract": {
			ids:  func(int) []string { return slices.Concat([]string{""}, alphabet(8)) },
			want: alphabet(8), maxCalls: 3,
		},
		"an entry is inserted before those that were read": {
			ids: func(call int) []string {
				if call == 1 {
					return alphabet(8)
				}
				return slices.Concat([]string{"new"}, alphabet(8))
			},
			want: slices.Concat([]string{"new"}, alphabet(8)), maxCalls: 6,
		},
		"an entry that was read is removed": {
			ids:  func(call int) []string { return alphabet(8)[min(call-1, 1):] },
			want: alphabet(8)[1:], maxCalls: 6,
		},
		"the rest is removed": {
			ids: func(call int) []string {
				if call == 1 {
					return alphabet(8)
				}
				return alphabet(1)
			},
			want: alphabet(1), maxCalls: 3,
		},
		"a list that changes at each call": {
			ids: func(call int) (list []string) {
				for i := range call {
					list = append(list, fmt.Sprint("new", call-i))
				}
				return append(list, alphabet(8)...)
			},
			want: []string{"new5", "new4", "new3"}, maxCalls: 2 * maxReads, isIncomplete: true,
		},
		"the same page again and again": {
			ids:  constant(3),
			part: func(list []string, _, _ int) []string { return list },
			want: alphabet(3), maxCalls: 2 * maxReads, isIncomplete: true,
		},
		"a CMS without pages": {
			ids:  constant(50),
			part: func(list []string, _, _ int) []string { return list },
			want: alphabet(50), maxCalls: 1,
		},
		"a list without an end": {
			ids: constant(maxListCalls * maxParts * smallPage), maxCalls: maxListCalls, isIncomplete: true,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if test.part == nil {
				test.part = sliceOf
			}
			server := startPageList(t, test.ids, test.part)
			log := new(logtest.Log)
			client, err := NewClient(transport.Options{
				URL: server.URL, PageSize: smallPage, Logger: slog.New(slog.NewTextHandler(log, nil)),
			})
			if err != nil {
				t.Fatal(err)
			}
			ctx, reads := cache.WithNotes(t.Context())
			data, err := TranslationTimes(ctx, client)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range data.Pages {
				got = append(got, p.Id)
			}
			if test.want != nil && !slices.Equal(got, test.want) {
				t.Errorf("%v, want %v", got, test.want)
			}
			if unique := slices.Compact(slices.Sorted(slices.Values(got))); len(unique) != len(got) {
				t.Errorf("%d of %d entries are there twice", len(got)-len(unique), len(got))
			}
			if calls := int(server.calls.Load()); calls > test.maxCalls {
				t.Errorf("%d calls, at most %d are needed", calls, test.maxCalls)
			}
			isReported := slices.ContainsFunc(finding.Of(reads.Notes()), func(f finding.Finding) bool {
				return f.Kind == finding.Unavailable && f.Field == "Query.pages"
			})
			isLogged := strings.Contains(log.String(), "upstream_list_incomplete")
			if isReported != test.isIncomplete || isLogged != test.isIncomplete ||
				test.isIncomplete && !reads.IsDegraded() {
				t.Errorf("finding %t, event %t, degraded %t, incomplete %t",
					isReported, isLogged, reads.IsDegraded(), test.isIncomplete)
			}
		})
	}
}

// TestLists_ManyIDs: requests that name many records stay below the limit of Hygraph's smallest plan.
func TestLists_ManyIDs(t *testing.T) {
	var calls, ids atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var request struct {
			Query     string
			Variables struct{ IDs []string }
		}
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(body, &request)
		}
		if err != nil || len(body) > 10<<10 {
			t.Errorf("%d bytes, %v", len(body), err)
		}
		calls.Add(1)
		ids.Add(int32(len(request.Variables.IDs)))
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":{"pages":[]}}`)
	}))
	t.Cleanup(server.Close)
	client, err := NewClient(transport.Options{URL: server.URL, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := cache.New(cache.Options{MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	r := NewReader(client, c, NewSnapshots(""), nil, slog.New(slog.DiscardHandler))
	var many []string
	for _, id := range alphabet(250) {
		many = append(many, "cl000000000000000000"+id)
	}
	_, _, contextOf := figureReader(t, answers{})
	if _, err := r.Pages(t.Context(), contextOf(english), many); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Translations(t.Context(), &site.Directory{}, many); err != nil {
		t.Fatal(err)
	}
	if ids.Load() != 500 || calls.Load() != 8 {
		t.Errorf("%d ids by %d calls", ids.Load(), calls.Load())
	}
}

// TestLists_FailingPart: a list of which a part cannot be read is not a shorter one.
//
// Rules: CALL-25.
func TestLists_FailingPart(t *testing.T) {
	server := startPageList(t, func(int) []string { return alphabet(50) }, sliceOf)
	fails := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if server.calls.Load() == 1 {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		server.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(fails.Close)
	client, err := NewClient(transport.Options{
		URL: fails.URL, PageSize: smallPage, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	c, err := cache.New(cache.Options{MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	r := NewReader(client, c, NewSnapshots(""), nil, slog.New(slog.DiscardHandler))
	if times, err := r.TranslationTimes(t.Context(), &site.Directory{}); err == nil {
		t.Errorf("%d pages, and no error", len(times))
	}
}
