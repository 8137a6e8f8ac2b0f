package pages

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/edge/assets"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/edge/visitor"
	"strand/internal/cache"
	"strand/resolvers"
	"strand/service/catalogue"
	"strand/service/portal"
	"strand/service/servicetest"
	"strand/service/website"
	"strand/service/website/visit"
)

// newTestHandler returns a handler of pages that are read from systems in memory, and rendered by browsers.
func newTestHandler(t *testing.T) *Handler {
	t.Helper()
	return newHandlerWith(t, nil)
}

func newHandlerWith(t *testing.T, renderer *render.Pool) *Handler {
	t.Helper()
	from := servicetest.New(t).Page(servicetest.Page{
		Page: editorial.Page{ID: "about", Title: strings.Repeat("About <us> & them. ", 100)},
	})
	log := slog.New(slog.DiscardHandler)
	persisted, err := graph.LoadPersisted("../../client/dist/persisted-documents.json")
	if err != nil {
		t.Fatal(err)
	}
	store, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	products := &catalogue.Catalogue{PIM: from.PIM, Catalogue: from.PIM, Log: log}
	pages := &website.Sites{CMS: from.CMS, Assortment: products, Now: time.Now, Log: log}
	resolver := &resolvers.Resolver{
		CMS: from.CMS, PIM: from.PIM, SIS: from.SIS, Website: pages, Assortment: products,
		PortalPages: &portal.Pages{Website: pages}, Now: time.Now, Log: log,
	}
	sites := visitor.Sites{Reader: from.CMS}
	return New(Options{
		Sites:      sites,
		Visitors:   visitor.Reader{Sites: sites},
		Graph:      graph.New(graph.Options{Resolver: resolver, Cache: store, Persisted: persisted, Log: log}),
		Cache:      store,
		Assets:     &assets.Assets{},
		Website:    resolver.Website,
		Renderer:   renderer,
		RecentFile: filepath.Join(t.TempDir(), "recent.json"),
		Budget:     time.Minute,
		Log:        log,
	})
}

// get returns the answer for a path.
func get(p *Handler, path string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return w
}

// withoutGraph returns a handler with the same cache that cannot execute operations.
func withoutGraph(t *testing.T, p *Handler) *Handler {
	t.Helper()
	none, err := graph.LoadPersisted(filepath.Join(t.TempDir(), "none.json"))
	if err != nil {
		t.Fatal(err)
	}
	cached := *p
	cached.graph = graph.New(graph.Options{
		Resolver: &resolvers.Resolver{}, Cache: p.cache, Persisted: none, Log: p.log,
	})
	return &cached
}

// TestPayload_OneLoad: the data of a page is read once for its document and its payload, whichever is requested first.
//
// Rules: CACHE-19.
func TestPayload_OneLoad(t *testing.T) {
	const path, data = "/en/about", "/en/about/_payload.json"
	first := newTestHandler(t)
	document := get(first, path)
	if document.Code != http.StatusOK || !strings.Contains(document.Body.String(), `"screen":"ContentScreen"`) {
		t.Fatalf("%d %s", document.Code, document.Body)
	}
	payload := get(withoutGraph(t, first), data)
	if payload.Code != http.StatusOK || !bytes.Contains(document.Body.Bytes(), payload.Body.Bytes()) {
		t.Errorf("the payload after the document: %d %s", payload.Code, payload.Body)
	}
	second := newTestHandler(t)
	if got := get(second, data); got.Body.String() != payload.Body.String() {
		t.Errorf("the payload first: %d %s", got.Code, got.Body)
	}
	if got := get(withoutGraph(t, second), path); got.Body.String() != document.Body.String() {
		t.Errorf("the document after the payload: %d %s", got.Code, got.Body)
	}
}

// TestPayload_Own: what depends on the visitor is read for each request, and not kept.
func TestPayload_Own(t *testing.T) {
	p := newTestHandler(t)
	at := p.targetAt(t.Context(), "http://localhost/en/about")
	for name, req := range map[string]*visit.Request{
		"an editor":            {Editor: true},
		"another port":         {Unshared: true},
		"an editor's position": {FieldPositions: true},
	} {
		req.Scheme, req.Host = "http", "localhost"
		runs := 0
		run := func(ctx context.Context, r *visit.Request, op graph.Operation, mutations bool) *graph.Answer {
			if r != req {
				t.Errorf("%s: read for another visitor", name)
			}
			runs++
			return p.graph.Execute(ctx, r, op, mutations)
		}
		for range 2 {
			if _, err := p.payload(t.Context(), req, at, run); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if runs != 2 {
			t.Errorf("%s: read %d times", name, runs)
		}
	}
}
