package graph

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	embedded "strand/demo/cms"
	"strand/internal/cache"
	"strand/resolvers"
	"strand/service/website"
	"strand/service/website/visit"
	"strand/upstream/cms"
	"strand/upstream/transport"
)

// executorWithSites returns an executor with the sites of the test content and the given persisted operations.
func executorWithSites(t *testing.T, operations map[string]string) *Executor {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	server, err := embedded.New(
		embedded.Options{Dir: "../../demo/testcontent/cms", Token: "t", Logger: log},
	)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	listening := httptest.NewServer(server.Handler())
	t.Cleanup(listening.Close)
	client, err := cms.NewClient(transport.Options{URL: listening.URL, Token: "t", Timeout: time.Minute, Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	store, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	manifest, err := json.Marshal(operations)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "persisted.json")
	if err := os.WriteFile(file, manifest, 0o600); err != nil {
		t.Fatal(err)
	}
	persisted, err := LoadPersisted(file)
	if err != nil {
		t.Fatal(err)
	}
	reader := cms.NewReader(client, store, cms.NewSnapshots(""), nil, log)
	return New(Options{
		Resolver:  &resolvers.Resolver{Website: &website.Sites{CMS: reader}},
		Cache:     store,
		Persisted: persisted,
		Log:       log,
	})
}

func TestSecuritySharedQuery(t *testing.T) {
	e := executorWithSites(t, map[string]string{
		"sha256:page":  `query Page($url: String!) { resolve(url: $url) { __typename } }`,
		"sha256:found": `query Found($text: String!, $locale: LocaleCode!) { search(query: $text, locale: $locale) { total } }`,
		"sha256:write": `mutation Write { logout }`,
	})
	request := func(host string) *visit.Request { return &visit.Request{Scheme: "http", Host: host} }
	page := func(url string, more ...any) Operation {
		op := Operation{DocumentID: "sha256:page", Variables: map[string]any{"url": url}}
		for i := 0; i+1 < len(more); i += 2 {
			op.Variables[fmt.Sprint(more[i])] = more[i+1]
		}
		return op
	}
	ask := func(host string, op Operation) (key string, isConfirmed, ok bool) {
		t.Helper()
		q, ok := e.sharedQuery(t.Context(), request(host), op)
		if !ok {
			return "", false, false
		}
		return q.key(request(host)), q.isConfirmed, true
	}
	want, isConfirmed, ok := ask("localhost:8080", page("http://localhost:8080/en/company"))
	if !ok || !isConfirmed {
		t.Fatalf("a page is not shared: %t %t", ok, isConfirmed)
	}
	short := page("http://localhost:8080/en/company")
	short.DocumentID, short.OperationName = "page", "Page"
	for name, test := range map[string]struct {
		host string
		op   Operation
	}{
		"a short id and the name": {"localhost:8080", short},
		"an undeclared variable": {
			"localhost:8080", page("http://localhost:8080/en/company", "x", "1", "y", []any{"z"}),
		},
		"letter case":       {"localhost:8080", page("http://LOCALHOST:8080/en/company")},
		"escapes":           {"localhost:8080", page("http://localhost:8080/en/comp%61ny")},
		"another host":      {"localhost:8080", page("http://evil.example:8080/en/company")},
		"userinfo":          {"localhost:8080", page("http://a@evil.example:8080/en/company")},
		"a hash":            {"localhost:8080", page("http://localhost:8080/en/company#a")},
		"a host below ours": {"www.localhost:8080", page("http://www.localhost:8080/en/company")},
		"several spellings of host and query": {
			"x.y.localhost:8080", page("http://Z.localhost.:8080/en/company", "q", "q"),
		},
	} {
		if key, isConfirmed, ok := ask(test.host, test.op); !ok || key != want || !isConfirmed {
			t.Errorf("%s: %t %t %q, want %q", name, ok, isConfirmed, key, want)
		}
	}
	// Values that callers invent are not confirmed.
	for name, op := range map[string]Operation{
		"a query": page("http://localhost:8080/en/company?a=b"),
		"a text":  {DocumentID: "sha256:found", Variables: map[string]any{"text": "crimp", "locale": "en"}},
	} {
		if key, isConfirmed, ok := ask("localhost:8080", op); !ok || isConfirmed || key == want {
			t.Errorf("%s: %t %t %q", name, ok, isConfirmed, key)
		}
	}
	unshared := request("localhost:9999")
	unshared.Unshared = true
	if _, ok := e.sharedQuery(t.Context(), unshared, page("http://localhost:9999/en/company")); ok {
		t.Error("an answer for an unknown port is shared")
	}
	for name, op := range map[string]Operation{
		"a redirect":   page("http://localhost:8080/en/company/"),
		"no locale":    page("http://localhost:8080/company"),
		"another port": page("http://localhost:9999/en/company"),
		"no address":   page("javascript:alert(1)"),
		"no operation": {DocumentID: "none"},
		"a mutation":   {DocumentID: "sha256:write"},
		"another name": {
			DocumentID:    "sha256:page",
			OperationName: "Other",
			Variables:     map[string]any{"url": "http://localhost/en"},
		},
		"no persisted query": {Query: "{ __typename }"},
	} {
		if key, _, ok := ask("localhost:8080", op); ok {
			t.Errorf("%s is shared: %q", name, key)
		}
	}
}

// Two calls share an answer only if they request the same in the same way, and the number of confirmed answers does
// not grow with values that callers invent.
func TestSecuritySharedQuery_Property(t *testing.T) {
	e := executorWithSites(
		t,
		map[string]string{
			"sha256:page": `query Page($url: String!, $locale: LocaleCode) { resolve(url: $url) { __typename } }`,
		},
	)
	random := rand.New(rand.NewPCG(3, 5))
	of := func(choices ...string) string { return choices[random.IntN(len(choices))] }
	junk := func() string {
		return of(
			"",
			"a",
			":",
			"en",
			"#x",
			"\\",
			"evil.example",
		) + of(
			"",
			"(3:a)",
			"\"",
			"%2f",
			"ü",
			fmt.Sprint(random.IntN(1000)),
		)
	}
	type asked struct{ language, host, variables string }
	byKey, byAsked, confirmed := map[string]asked{}, map[asked]string{}, 0
	for range 20_000 {
		req := &visit.Request{
			Scheme:           "http",
			Host:             of("localhost:8080", "wire.localhost:8080", junk()+".localhost:8080", junk()),
			FallbackLanguage: of("", "de"),
		}
		op := Operation{
			DocumentID:    of("page", "sha256:page"),
			OperationName: of("", "Page", junk()),
			Variables: map[string]any{
				"url": "http://" + of(
					"localhost",
					"wire.localhost",
					junk(),
				) + ":8080" + of(
					"/en",
					"/de/company",
					"/en/company"+junk(),
					"/en?"+junk(),
				),
				"locale": of("en", "de", junk()), junk(): junk(),
			},
		}
		q, ok := e.sharedQuery(t.Context(), req, op)
		if !ok {
			continue
		}
		in, key := asked{req.FallbackLanguage, q.host, q.encoded}, q.key(req)
		if other, ok := byKey[key]; ok && other != in {
			t.Fatalf("%+v and %+v share an answer", other, in)
		}
		if other, ok := byAsked[in]; ok && other != key {
			t.Fatalf("%+v has two answers", in)
		}
		if _, ok := byKey[key]; !ok && q.isConfirmed && !containsMadeUpPath(q) {
			confirmed++
		}
		byKey[key], byAsked[in] = in, key
	}
	// Two fallback languages, two hosts, two hosts in URLs with two paths each and the invented one, three locales.
	if most := 2 * 2 * 2 * 3 * 3; confirmed > most || confirmed < 10 {
		t.Errorf("%d confirmed answers, at most %d are possible", confirmed, most)
	}
}

// The canonical form that is stored with a cached URL query is used only for the host and scheme that it was made for.
func TestSecuritySharedQuery_LastForm(t *testing.T) {
	e := executorWithSites(
		t,
		map[string]string{"sha256:page": `query Page($url: String!) { resolve(url: $url) { __typename } }`},
	)
	op := Operation{DocumentID: "page", Variables: map[string]any{"url": "http://wire.localhost:8080/en"}}
	cached := op
	cached.lastForm = new(atomic.Pointer[canonicalForm])
	keys := map[string]bool{}
	for range 2 {
		for _, req := range []*visit.Request{
			{Scheme: "http", Host: "localhost:8080"},
			{Scheme: "http", Host: "wire.localhost:8080"},
			{Scheme: "https", Host: "wire.localhost:8080"},
			{Scheme: "http", Host: "localhost:8080", FallbackLanguage: "de"},
			{Scheme: "http", Host: "localhost:8080", Editor: true},
			{Scheme: "http", Host: "localhost:9999", Unshared: true},
		} {
			want, isWanted := e.sharedQuery(t.Context(), req, op)
			for range 2 {
				got, ok := e.sharedQuery(t.Context(), req, cached)
				if ok != isWanted || ok && (got.key(req) != want.key(req) || got.isConfirmed != want.isConfirmed) {
					t.Errorf("%+v: %t %+v, want %t %+v", req, ok, got, isWanted, want)
				}
				if ok {
					keys[got.key(req)] = true
				}
			}
		}
	}
	if len(keys) != 4 {
		t.Errorf("%d answers, want one for each host, scheme and fallback language", len(keys))
	}
}

// containsMadeUpPath reports whether the URL of a query has no page; the resolver finds that later.
func containsMadeUpPath(q *sharedQuery) bool {
	switch q.variables["url"] {
	case "http://localhost:8080/en", "http://localhost:8080/de/company", "http://localhost:8080/en/company",
		"http://wire.localhost:8080/en", "http://wire.localhost:8080/de/company",
		"http://wire.localhost:8080/en/company":
		return false
	}
	return true
}
