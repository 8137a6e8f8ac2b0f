package graph

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"strand/internal/cache"
	"strand/resolvers"
	"strand/service/website/visit"
	"strand/test/lineartest"
)

// FuzzRead: a body is read as an operation or refused with 400, and equal operations have equal identities.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"query":"{sites{id}}","variables":{"a":1e400,"b":[{}]},"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}`,
		`{"documentId":"sha256:x","operationName":"A","variables":{"url":"http://localhost/en"}}`, `{"query":1}`, `[]`,
		`null`, `{"variables":[]}`,
		`{"QUERY":"a","query":"b"}`, `{"extensions":{"persistedQuery":[]}}`, "",
	} {
		f.Add([]byte(seed))
	}
	e := &Executor{persisted: &Persisted{}}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/graphql", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		op, status, problem := e.read(r)
		if problem != nil {
			if status != http.StatusBadRequest && status != 0 { // 0 is that of the code
				t.Errorf("%q: %d", body, status)
			}
			return
		}
		written, err := json.Marshal(map[string]any{
			"query": op.Query, "documentId": op.DocumentID, "operationName": op.OperationName,
			"variables": op.Variables,
		})
		if err != nil {
			t.Fatal(err)
		}
		again, _, problem := parse(written)
		if problem != nil || again.DocumentID != op.DocumentID || again.OperationName != op.OperationName ||
			again.Query != op.Query ||
			!reflect.DeepEqual(again.Variables, op.Variables) {
			t.Errorf("%q is %+v, then %+v, %v", body, op, again, problem)
		}
	})
}

// FuzzReadURL: the query of a URL is read as an operation or refused with 400.
func FuzzReadURL(f *testing.F) {
	for _, seed := range []string{
		"query={sites{id}}&variables={}",
		"documentId=x&variables=[]&extensions={\"persistedQuery\":{\"sha256Hash\":\"y\"}}", "%zz", "variables={",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		r := &http.Request{
			Method: http.MethodGet,
			URL:    &url.URL{Path: "/graphql", RawQuery: query},
			Header: http.Header{},
		}
		_, status, problem := read(r)
		if problem != nil && status != http.StatusBadRequest && status != http.StatusRequestURITooLong {
			t.Errorf("%q: %d", query, status)
		}
	})
}

// FuzzNegotiate: the answer has one of the two media types, and any header is read in linear time.
func FuzzNegotiate(f *testing.F) {
	for _, seed := range []string{
		"*/*", "application/graphql-response+json;q=0.9, application/json", "text/html", "application/json;q=x", ",;=",
		"application/*;q=NaN",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		if media, ok := negotiate([]string{accept}); ok && media != mediaJSON && media != mediaResponse {
			t.Errorf("%q: %q", accept, media)
		}
		lineartest.CheckText(t, accept+",", func(accept string) { negotiate([]string{accept}) })
	})
}

// FuzzOperation: any text is executed or refused before execution, with work that is linear in its length.
func FuzzOperation(f *testing.F) {
	for _, seed := range []string{
		"{sites{id name}}", "{sites{id id id}}",
		"query A($url:String!){resolve(url:$url){__typename ...on PageResolution{page{title}}}}",
		"{...a} fragment a on Query{...b ...b} fragment b on Query{...c ...c} fragment c on Query{sites{id}}",
		"{...a} fragment a on Query{...a}", "{a:sites{brand{id}} a:sites{brand{name}}}",
		"{capabilities{products{capabilities{products{id}}}}}",
		"{_entities(representations:[{__typename:\"Product\"},null]){__typename}}", "subscription{changes{id}}",
		"{sites @skip(if:true) @include(if:1){id}}",
		"\"\"\"", "{__schema{types{fields{type{fields{name}}}}}}", "mutation{x}", "{", "\ufeff{sites{id}}",
	} {
		f.Add(seed)
	}
	kept, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(kept.Close)
	e := New(
		Options{
			Resolver:  &resolvers.Resolver{},
			Cache:     kept,
			Persisted: &Persisted{},
			Log:       slog.New(slog.DiscardHandler),
		},
	)
	prepare := func(t *testing.T, query string) {
		ctx := visit.WithRequest(
			graphql.StartOperationTrace(t.Context()),
			&visit.Request{Scheme: "http", Host: "localhost"},
		)
		opCtx, errs := e.exec.CreateOperationContext(ctx, &graphql.RawParams{Query: query})
		if len(errs) == 0 && opCtx.Operation == nil {
			t.Errorf("%q is neither refused nor an operation", query)
		}
	}
	f.Fuzz(func(t *testing.T, query string) {
		prepare(t, query)
		// The text is repeated as selections of one set and as nested sets.
		lineartest.Check(
			t,
			query,
			func(parts int) string { return "{sites{" + strings.Repeat(query+" ", parts) + "}}" },
			func(query string) { prepare(t, query) },
		)
		lineartest.CheckText(t, query+" ", func(query string) { prepare(t, query) })
	})
}
