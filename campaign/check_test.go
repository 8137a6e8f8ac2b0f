package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"testing"
)

const testHost = "127.0.0.1:18081"

// page returns a document with a state.
func page(status int, root, siteName, state, cacheControl string) *response {
	return &response{
		status: status,
		header: http.Header{"Cache-Control": {cacheControl}},
		body: fmt.Appendf(
			nil,
			`<div id="strand">%s</div><script type="application/json" id="strand-config">{"siteName":%q}</script>`+
				`<script type="application/json" id="strand-data">%s</script>`,
			root,
			siteName,
			state,
		),
	}
}

func TestJudge_Page(t *testing.T) {
	const good = `{"data":{"url":"http://` + testHost + `/en","items":[1,2]}}`
	want := referenceOf(kindPage, testHost, page(200, "<p>x</p>", "Main", good, "public"))
	for name, c := range map[string]struct {
		got  *response
		word string
	}{
		"the same":                {page(200, "<p>x</p>", "Main", good, "public"), allWell},
		"the same, not cacheable": {page(200, "<p>x</p>", "Main", good, "no-store"), stale},
		"a part is missing":       {page(200, "<p>x</p>", "Main", `{"data":{"items":[]}}`, "public"), short},
		"with a notice": {
			page(200, notices[1], "Main", `{"data":{"items":[]},"partial":true}`, "no-store"), partial,
		},
		"without the notice": {
			page(200, "<p>x</p>", "Main", `{"data":{"items":[]},"partial":true}`, "no-store"), short,
		},
		"error page of the site":  {page(503, "<p>x</p>", "Main", `{"outage":{}}`, "no-store"), errorInSite},
		"error page":              {page(503, "<p>x</p>", "", `{"outage":{}}`, "no-store"), bareError},
		"error page with success": {page(200, "<p>x</p>", "Main", `{"outage":{}}`, "public"), "status 200"},
		"empty root":              {page(200, "", "Main", good, "no-store"), blank},
		"not found":               {page(404, "<p>x</p>", "Main", good, "public"), "status 404"},
		"cut":                     {&response{err: errors.New("cut")}, noAnswer},
		"not rendered":            {&response{status: 503, body: []byte("<h1>Sorry</h1>")}, "status 503"},
		"text of the system":      {page(503, secret, "", `{}`, "no-store"), upstreamText},
	} {
		if v := checkAnswer(kindPage, testHost, c.got, want); v.result != c.word {
			t.Errorf("%s: %q (%s), not %q", name, v.result, v.detail, c.word)
		}
	}
}

// Another server has another address in all its answers.
func TestJudge_OtherHost(t *testing.T) {
	want := referenceOf(
		kindPayload,
		testHost,
		&response{status: 200, body: []byte(`{"data":"http://` + testHost + `/en"}`)},
	)
	got := &response{status: 200, body: []byte(`{"data":"http://127.0.0.1:18082/en"}`)}
	if v := checkAnswer(kindPayload, "127.0.0.1:18082", got, want); v.result != allWell {
		t.Errorf("%+v", v)
	}
}

func TestJudge_Redirect(t *testing.T) {
	to := func(location string) *response {
		return &response{status: 301, header: http.Header{"Location": {location}}}
	}
	want := referenceOf(kindRedirect, testHost, to("/en/about"))
	if v := checkAnswer(kindRedirect, testHost, to("/en/about"), want); v.result != allWell {
		t.Errorf("%+v", v)
	}
	if v := checkAnswer(kindRedirect, testHost, to("/en/products"), want); v.result != short {
		t.Errorf("elsewhere: %+v", v)
	}
	missing := page(404, "<p>x</p>", "Main", "{}", "")
	if v := checkAnswer(kindRedirect, testHost, missing, want); v.result != "status 404" {
		t.Errorf("not found: %+v", v)
	}
}

func TestJudge_Graph(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		body, word string
	}{
		"data":    {200, `{"data":{"__typename":"Query","ticket":{"id":"1"}}}`, allWell},
		"nothing": {200, `{"data":{"__typename":"Query","ticket":null}}`, short},
		"data with errors": {
			200, `{"data":{"resolve":{}},"errors":[{"extensions":{"code":"UPSTREAM_UNAVAILABLE"}}]}`, partialData,
		},
		"errors":        {200, `{"data":null,"errors":[{"extensions":{"code":"UPSTREAM_UNAVAILABLE"}}]}`, failed},
		"refused token": {401, `{"errors":[{"extensions":{"code":"UNAUTHENTICATED"}}]}`, "status 401"},
		"refused input": {200, `{"data":{"createTicket":{"userErrors":[{"field":"subject"}]}}}`, failed},
		"no JSON":       {502, `Bad Gateway`, "status 502"},
	} {
		if v := checkAnswer(kindWrite, testHost, &response{
			status: c.status,
			body:   []byte(c.body),
		}, &reference{}); v.result != c.word {
			t.Errorf("%s: %q (%s), not %q", name, v.result, v.detail, c.word)
		}
	}
}

func TestJudge_File(t *testing.T) {
	want := referenceOf(kindFile, testHost, &response{status: 200, body: []byte("%PDF-1.7")})
	for name, c := range map[string]struct {
		got  *response
		word string
	}{
		"the same":           {&response{status: 200, body: []byte("%PDF-1.7")}, allWell},
		"another":            {&response{status: 200, body: []byte(`{"data":null}`)}, short},
		"text of the system": {&response{status: 200, body: []byte(secret)}, upstreamText},
		"an error":           {&response{status: 502, body: []byte(`{}`)}, "status 502"},
	} {
		if v := checkAnswer(kindFile, testHost, c.got, want); v.result != c.word {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestWithFault(t *testing.T) {
	const given = `{"data":{"pages":[{"id":"a","n":1}],"site":{"name":"b"}}}`
	for kind, want := range map[string]string{
		"nulls":      `{"data":{"pages":null,"site":null}}`,
		"nullfields": `{"data":{"pages":[{"id":null,"n":null}],"site":{"name":null}}}`,
		"nullitems":  `{"data":{"pages":[null,{"id":"a","n":1}],"site":{"name":"b"}}}`,
		"emptylists": `{"data":{"pages":[],"site":{"name":"b"}}}`,
	} {
		var got, wanted any
		if err := errors.Join(
			json.Unmarshal(withFault(kind, []byte(given)), &got), json.Unmarshal([]byte(want), &wanted),
		); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(wanted) {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

// A case that was run twice counts once, and an interrupted one does not count.
func TestComplete(t *testing.T) {
	rows := complete([]row{
		{
			Case: "a",
			Word: "first",
		}, {
			Case: "a",
			Word: caseDone,
		}, {
			Case: "b",
			Word: "cut",
		}, {
			Case: "a",
			Word: "second",
		}, {
			Case: "a",
			Word: caseDone,
		},
	})
	if len(rows) != 1 || rows[0].Word != "second" {
		t.Errorf("%+v", rows)
	}
}
