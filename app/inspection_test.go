package app_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"strand/domain/editor"
	"strand/internal/calltrace"
)

// inspected are the extensions of an answer that developers ask for.
type inspected struct {
	Cost struct {
		Estimated, Limit int64
		Actual           *int64
	}
	Trace      *calltrace.Summary
	Provenance map[string]editor.Provenance
}

var inspectHeaders = []string{"X-Strand-Trace", "1", "X-Strand-Provenance", "1"}

// inspect sends a query with the headers of developers.
func (s *strand) inspect(t *testing.T, query string, headers ...string) inspected {
	t.Helper()
	text := s.sendOperation(t, "/graphql", query, slices.Concat(headers, inspectHeaders)...)
	var answer struct {
		Errors     []any
		Extensions inspected
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Errors) > 0 {
		t.Fatal(err, text)
	}
	return answer.Extensions
}

// TestInspection: in development every caller sees what an operation reads, and what it costs.
//
// Rules: PROV-11.
func TestInspection(t *testing.T) {
	s := startWith(t, testContent, append([]string{screenOperation}, withSamples...)...)
	const query = `{ page(id: "main-home", locale: "en") { title } product(slug: "alpha-530", locale: "en") { name } }`
	first := s.inspect(t, query)
	if first.Trace == nil || len(first.Trace.UpstreamCalls) == 0 || first.Trace.DurationMS <= 0 {
		t.Fatalf("%+v", first.Trace)
	}
	systems := map[string]bool{}
	for _, call := range first.Trace.UpstreamCalls {
		systems[call.System] = true
		if call.Cache != calltrace.Miss || call.Result != "ok" || call.Operation == "" {
			t.Errorf("%+v", call)
		}
	}
	if !systems["cms"] || !systems["pim"] {
		t.Errorf("calls of %v", systems)
	}
	if first.Cost.Actual == nil || *first.Cost.Actual != 2 || first.Cost.Estimated < 2 {
		t.Errorf("cost %+v", first.Cost)
	}
	if first.Provenance["page.title"].Record != "main-home" {
		t.Errorf("provenance %v", first.Provenance)
	}
	again := s.inspect(t, query)
	if len(again.Trace.UpstreamCalls) > 0 || len(again.Trace.CacheReads) == 0 {
		t.Fatalf("the second time: %+v", again.Trace)
	}
	for _, read := range again.Trace.CacheReads {
		if read.State != calltrace.Fresh {
			t.Errorf("the second time: %+v", read)
		}
	}
	personal := s.inspect(t, `{ tickets { totalCount } }`, bearer(s.signedIn(t, "customer"))...)
	if calls := personal.Trace.UpstreamCalls; len(calls) == 0 || calls[0].System != "sis-portal" ||
		calls[0].Cache != calltrace.None {
		t.Errorf("personal data: %+v", calls)
	}
	if text := s.sendOperation(t, "/graphql", query); strings.Contains(text, "extensions") {
		t.Errorf("unasked: %s", text)
	}
}

// TestInspection_Production: in production only editors and routers see what an operation reads, and only editors where
// it comes from.
//
// Rules: PROV-1, PROV-11.
func TestInspection_Production(t *testing.T) {
	s := startWith(t, testContent, append([]string{screenOperation, "STRAND_PRODUCTION=true",
		"STRAND_HOSTS=127.0.0.1,localhost:8080", "STRAND_ROUTER_SECRET=" + routerSecret}, withSamples...)...)
	screen := "/graphql?documentId=sha256:screen&variables=" + url.QueryEscape(`{"url":"http://localhost/en"}`)
	for name, test := range map[string]struct {
		headers       []string
		trace, source bool
	}{
		"anonymous":       {nil, false, false},
		"a customer":      {bearer(s.signedIn(t, "customer")), false, false},
		"a wrong secret":  {[]string{"X-Router-Authorization", routerSecret + "x"}, false, false},
		"a forged cookie": {[]string{"Cookie", s.editorCookie(t) + "x"}, false, false},
		"a router":        {[]string{"X-Router-Authorization", routerSecret}, true, false},
		"an editor":       {[]string{"Cookie", s.editorCookie(t)}, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			_, body := s.get(t, "localhost", screen, slices.Concat(test.headers, inspectHeaders)...)
			var answer struct {
				Data       any
				Extensions map[string]json.RawMessage
			}
			if err := json.Unmarshal([]byte(body), &answer); err != nil || answer.Data == nil {
				t.Fatal(err, body)
			}
			if _, ok := answer.Extensions["trace"]; ok != test.trace {
				t.Errorf("trace: %v", ok)
			}
			if strings.Contains(body, `"actual"`) != test.trace {
				t.Errorf("actual cost: %s", body)
			}
			if _, ok := answer.Extensions["provenance"]; ok != test.source {
				t.Errorf("provenance: %v", ok)
			}
		})
	}
}

// TestSuggestions: only in development the refusal of an unknown name has similar ones.
func TestSuggestions(t *testing.T) {
	production := startWith(t, testContent, screenOperation, "STRAND_PRODUCTION=true", "STRAND_HOSTS=127.0.0.1",
		"STRAND_ROUTER_SECRET="+routerSecret)
	const suggestion = "Did you mean"
	for query, want := range map[string]string{
		`{ sites { nam } }`:                            `Did you mean "name"?`,
		`{ sitse { name } }`:                           `Did you mean "site", "sites"`,
		`{ products(slugg: "a") { slug } }`:            `Did you mean "slugs"?`,
		`{ page(id: "a", locale: "en") { id { x } } }`: "",
	} {
		if text := testSite(t).sendOperation(t, "/graphql", query); !strings.Contains(
			strings.ReplaceAll(text, `\"`, `"`), want,
		) {
			t.Errorf("%s: %s", query, text)
		}
		text := production.sendOperation(t, "/graphql", query, "X-Router-Authorization", routerSecret)
		if strings.Contains(text, suggestion) || !strings.Contains(text, "errors") {
			t.Errorf("%s in production: %s", query, text)
		}
	}
}

// TestAccounts_Production: only in development the sample identity provider lists accounts to sign in as, and only then
// is there a playground.
func TestAccounts_Production(t *testing.T) {
	for name, test := range map[string]struct {
		s    *strand
		want int
	}{
		"development": {testSite(t), http.StatusOK},
		"production": {
			startWith(t, testContent, append([]string{
				screenOperation, "STRAND_PRODUCTION=true", "STRAND_HOSTS=127.0.0.1,localhost:8080",
			}, withSamples...)...),
			http.StatusNotFound,
		},
	} {
		_, document := test.s.get(t, "localhost:8080", "/en")
		issuer := issuerInConfig.FindStringSubmatch(document)
		if issuer == nil {
			t.Fatal("the document contains no issuer")
		}
		origin, _, _ := strings.Cut(issuer[1], "/am/")
		accounts := origin + "/am/XUI/accounts"
		listed, err := http.Get(accounts)
		if err != nil {
			t.Fatal(err)
		}
		_ = listed.Body.Close()
		form := strings.NewReader("email=customer@example.com")
		signedIn, err := http.Post(accounts, "application/x-www-form-urlencoded", form)
		if err != nil {
			t.Fatal(err)
		}
		_ = signedIn.Body.Close()
		if listed.StatusCode != test.want || (len(signedIn.Cookies()) > 0) != (test.want == http.StatusOK) {
			t.Errorf("%s: %d %v", name, listed.StatusCode, signedIn.Cookies())
		}
		if answer, body := test.s.get(t, "localhost:8080", "/playground"); test.want != http.StatusOK &&
			(answer.StatusCode == http.StatusOK || strings.Contains(body, "accounts")) {
			t.Errorf("%s: the playground has status %d", name, answer.StatusCode)
		}
	}
}
