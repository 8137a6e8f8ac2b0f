package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/internal/cache"
	"strand/test/cachetest"
)

// load makes a request in a load of a server's cache, which shares answers.
func load(t *testing.T, m *cachetest.Memory, call func(context.Context) error) {
	t.Helper()
	c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetSecond(m)
	_, err = cache.Load(t.Context(), c, "key", func(ctx context.Context) (cache.Loaded[int], error) {
		return cache.Loaded[int]{}, call(ctx)
	})
	if err != nil {
		t.Error(err)
	}
}

// requests returns a client of a system that answers with a text, and the variables of the calls.
func requests(t *testing.T, answerTo func(variables string) string) (c *Client, calls func() []string) {
	t.Helper()
	var mu sync.Mutex
	var received []string
	c = newClient(t, func(w http.ResponseWriter, r *http.Request) {
		var request struct{ Variables json.RawMessage }
		_ = json.NewDecoder(r.Body).Decode(&request)
		mu.Lock()
		received = append(received, string(request.Variables))
		mu.Unlock()
		answer(w, answerTo(string(request.Variables)))
	})
	c.options.AcceptsPartial = true
	return c, func() []string {
		mu.Lock()
		defer mu.Unlock()
		taken := received
		received = nil
		return taken
	}
}

// TestAnswers: the answer to a query in a load is shared, unless it depends on a caller, is kept secret, is incomplete
// or says that there is nothing.
//
// Rules: CACHE-9, CACHE-12.
func TestAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		answer   string
		query    string
		header   http.Header
		isShared bool
	}{
		"a query": {answer: `{"data":{"name":"a"}}`, isShared: true},
		"with a stage": {
			answer: `{"data":{"name":"a"}}`, header: http.Header{"Gcms-Stage": {"DRAFT"}}, isShared: true,
		},
		"a user's":          {answer: `{"data":{"name":"a"}}`, header: http.Header{"Authorization": {"Bearer x"}}},
		"a mutation":        {answer: `{"data":{"name":"a"}}`, query: "mutation Pages { name }"},
		"a password":        {answer: `{"data":{"name":"a"}}`, query: "query PagePassword { name }"},
		"nothing":           {answer: `{"data":{"name":null}}`},
		"an empty list":     {answer: `{"data":{"names":[]}}`},
		"something empty":   {answer: `{"data":{"names":[],"name":"a"}}`, isShared: true},
		"a partial answer":  {answer: `{"data":{"name":"a"},"errors":[{"message":"broken"}]}`},
		"a list with a gap": {answer: `{"data":{"names":[null]}}`, isShared: true},
	} {
		t.Run(name, func(t *testing.T) {
			m := &cachetest.Memory{}
			c, calls := requests(t, func(string) string { return test.answer })
			c.options.SharedFor = map[string]time.Duration{"PagePassword": 0}
			req := &graphql.Request{OpName: "Pages", Query: "query Pages { name }"}
			if test.query != "" {
				req.Query = test.query
				req.OpName = strings.Fields(test.query)[1]
			}
			var data struct{ Name string }
			call := func(ctx context.Context) error {
				if test.header != nil {
					ctx = WithHeaders(ctx, test.header)
				}
				return c.MakeRequest(ctx, req, &graphql.Response{Data: &data})
			}
			load(t, m, call)
			want := 2
			if test.isShared {
				m.Await(t, 1)
				want = 1
			}
			first := data.Name
			data.Name = ""
			load(t, m, call)
			if n := len(calls()); n != want || data.Name != first || m.Len() > 0 != test.isShared {
				t.Errorf("%d calls, %q, %d stored", n, data.Name, m.Len())
			}
		})
	}
}

// TestAnswers_Other: requests that differ, and those outside of a load, do not take each other's answers; an unreadable
// one is refused.
func TestAnswers_Other(t *testing.T) {
	m := &cachetest.Memory{}
	c, calls := requests(t, func(string) string { return `{"data":{"name":"a"}}` })
	request := func(stage string, variables any) func(context.Context) error {
		return func(ctx context.Context) error {
			var data struct{ Name string }
			return c.MakeRequest(WithHeaders(ctx, http.Header{"Gcms-Stage": {stage}}),
				&graphql.Request{OpName: "Pages", Query: "query Pages { name }", Variables: variables},
				&graphql.Response{Data: &data})
		}
	}
	load(t, m, request("PUBLISHED", map[string]string{"id": "1"}))
	m.Await(t, 1)
	load(t, m, request("PUBLISHED", map[string]string{"id": "2"}))
	load(t, m, request("DRAFT", map[string]string{"id": "1"}))
	m.Await(t, 3)
	if err := request("PUBLISHED", map[string]string{"id": "1"})(t.Context()); err != nil {
		t.Error(err)
	}
	if n := len(calls()); n != 4 {
		t.Errorf("%d calls", n)
	}
	m.Change(func([]byte) []byte { return []byte("unreadable") })
	load(t, m, request("PUBLISHED", map[string]string{"id": "1"}))
	if n := len(calls()); n != 1 || m.Refused() != 1 {
		t.Errorf("%d calls, %d refused", n, m.Refused())
	}
}

// TestBatches: of a batch only the records are requested that no server has stored.
func TestBatches(t *testing.T) {
	m := &cachetest.Memory{}
	isBroken := false
	c, calls := requests(t, func(variables string) string {
		var v struct{ Language, Slugs string }
		_ = json.Unmarshal([]byte(variables), &v)
		var b bytes.Buffer
		for slug := range strings.SplitSeq(v.Slugs, ",") {
			if slug != "none" {
				b.WriteString(`,{"slug":"` + slug + `","name":"` + v.Language + slug + `"}`)
			}
		}
		failures := ""
		if isBroken {
			failures = `,"errors":[{"message":"broken"}]`
		}
		return `{"data":{"products":[` + strings.TrimPrefix(b.String(), ",") + `]}` + failures + `}`
	})
	c.options.Batches = map[string]Batch{"Products": {Variable: "slugs", List: "products", ID: "slug"}}
	expect := func(language, slugs string, wantCalls ...string) {
		t.Helper()
		var data struct{ Products []struct{ Slug, Name string } }
		load(t, m, func(ctx context.Context) error {
			return c.MakeRequest(ctx, &graphql.Request{
				OpName: "Products", Query: "query Products { products { slug name } }",
				Variables: struct {
					Language string `json:"language"`
					Slugs    string `json:"slugs"`
				}{language, slugs},
			}, &graphql.Response{Data: &data})
		})
		var found []string
		for _, p := range data.Products {
			if found = append(found, p.Slug); p.Name != language+p.Slug {
				t.Errorf("%s is %s", p.Slug, p.Name)
			}
		}
		slices.Sort(found)
		if want := strings.ReplaceAll(slugs, ",none", ""); strings.Join(found, ",") != want {
			t.Errorf("%q, want %q", found, want)
		}
		got := calls()
		for i := range got {
			var v struct{ Slugs string }
			_ = json.Unmarshal([]byte(got[i]), &v)
			got[i] = v.Slugs
		}
		if !slices.Equal(got, wantCalls) {
			t.Errorf("%s: calls %q, want %q", slugs, got, wantCalls)
		}
	}
	expect("en", "a,b", "a,b")
	m.Await(t, 2)
	expect("en", "a,b")
	expect("en", "b")
	expect("en", "b,c", "c")
	m.Await(t, 3)
	expect("en", "a,none", "none")
	expect("en", "a,none", "none")
	expect("de", "a", "a")
	m.Await(t, 4)
	isBroken = true
	// The whole batch is read again: a value without a part is not made of stored records.
	expect("en", "a,d", "d", "a,d")
	expect("en", "d", "d")
	if m.Len() != 4 {
		t.Errorf("%d records are stored", m.Len())
	}
}
