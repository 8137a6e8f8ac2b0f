//go:build campaign

package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"strand/test/upstreamtest"
)

// Results of requests.
const (
	allWell      = "all well"
	stale        = "stale"
	partial      = "partial+notice"
	partialData  = "partial+error"
	failed       = "error"
	errorInSite  = "error page in site"
	bareError    = "bare error page"
	blank        = "blank"
	short        = "short"
	upstreamText = "upstream text as file"
	noAnswer     = "no answer"
	processDies  = "process dies"
)

// notice matches the notice about a missing part of a page, in the languages of the targets.
var notice = regexp.MustCompile(`Some parts of this page cannot be shown at the moment\.|` +
	`Einige Teile dieser Seite können gerade nicht angezeigt werden\.`)

// response is an answer of the server at a listen address, or the error of a client that got no complete answer.
type response struct {
	addr   string
	status int
	header http.Header
	body   []byte
	err    error
}

// withoutPort replaces the port of the server in a text, which differs from server to server.
func (r *response) withoutPort(text string) string {
	return strings.ReplaceAll(text, r.addr[strings.LastIndex(r.addr, ":"):], ":PORT")
}

// screen is what documents and payloads contain about their screen.
type screen struct {
	Data json.RawMessage
	// SiteURL contains a version of the site data, which the page data leaves out.
	SiteURL string
	Outage  *struct{}
	Partial bool
	Error   *struct{ Code string }
	// SiteName is in the configuration of the browser.
	SiteName string
}

var inDocument = regexp.MustCompile(`(?s)id="strand-(?:config|data)">(.*?)</script>`)

// screen returns the screen in a document or payload, and what an answer of any kind shows.
func (r *response) screen(k kind) (s screen, content string, err error) {
	switch k {
	case page:
		for _, found := range inDocument.FindAllSubmatch(r.body, -1) {
			err = errors.Join(err, json.Unmarshal(found[1], &s))
		}
	case payload:
		err = json.Unmarshal(r.body, &s)
	default:
		return s, r.withoutPort(string(r.body)), nil
	}
	return s, r.withoutPort(string(s.Data) + s.SiteURL), err
}

// checkAnswer compares an answer with that of a server without faults. It returns a result and its details.
func checkAnswer(k kind, r, want *response) (word, detail string) {
	status := fmt.Sprintf("status %d", r.status)
	switch {
	case r.err != nil:
		return noAnswer, r.err.Error()
	case bytes.Contains(r.body, []byte(upstreamtest.InternalText)):
		return upstreamText, status
	case k == query || k == write:
		return checkGraph(r)
	}
	s, content, err := r.screen(k)
	_, wanted, _ := want.screen(k)
	location, cacheControl := r.withoutPort(r.header.Get("Location")), r.header.Get("Cache-Control")
	isFailed := r.status == http.StatusServiceUnavailable
	switch {
	case err != nil:
		return short, err.Error()
	case bytes.Contains(r.body, []byte(`<div id="strand"></div>`)):
		return blank, status
	case isFailed && s.Error != nil:
		return failed, s.Error.Code
	case isFailed && s.Outage != nil && s.SiteName != "":
		return errorInSite, ""
	case isFailed && s.Outage != nil:
		return bareError, ""
	case r.status != want.status, s.Outage != nil:
		return status, location
	case location != want.withoutPort(want.header.Get("Location")):
		return short, "leads to " + location
	case s.Partial && k == page && !notice.Match(r.body):
		return short, "partial without a notice"
	case s.Partial:
		return partial, ""
	case content != wanted:
		return short, fmt.Sprintf("%d bytes in place of %d", len(content), len(wanted))
	case cacheControl != want.header.Get("Cache-Control") && strings.Contains(cacheControl, "no-store"):
		return stale, ""
	}
	return allWell, ""
}

// checkGraph checks an operation by its errors alone, since the data of customers changes all the time.
func checkGraph(r *response) (word, detail string) {
	var answer struct {
		Data   map[string]json.RawMessage
		Errors []struct{ Extensions struct{ Code string } }
	}
	if json.Unmarshal(r.body, &answer) != nil {
		return fmt.Sprintf("status %d", r.status), "no JSON"
	}
	delete(answer.Data, "__typename")
	hasData := false
	for _, value := range answer.Data {
		hasData = hasData || string(value) != "null"
		var field struct{ UserErrors []json.RawMessage }
		if json.Unmarshal(value, &field) == nil && len(field.UserErrors) > 0 {
			return failed, "userErrors " + string(field.UserErrors[0])
		}
	}
	switch {
	case len(answer.Errors) == 0 && hasData:
		return allWell, ""
	case len(answer.Errors) == 0:
		return short, "neither data nor errors"
	case r.status == http.StatusUnauthorized:
		return "status 401", answer.Errors[0].Extensions.Code
	case hasData:
		return partialData, answer.Errors[0].Extensions.Code
	}
	return failed, answer.Errors[0].Extensions.Code
}

// row is a result of the matrix.
type row struct {
	System, Fault, State, Target, Word, Detail, CacheControl, Revision string
	// Status is that of the answer, Milliseconds its duration. WellAfter is the time from the end of the fault to the
	// recovery of the answer in milliseconds; -1 for not in time.
	Status                  int
	Milliseconds, WellAfter int64
}

// resultsDir has a file for each system, fault and state.
const resultsDir = "campaign/results"

// record writes the results of a state, and fails the test for those that break a rule.
func record(t *testing.T, rows []row) {
	t.Helper()
	text, err := json.MarshalIndent(rows, "", " ")
	must(t, err)
	must(t, os.MkdirAll(resultsDir, 0o755))
	name := strings.Join([]string{rows[0].System, rows[0].Fault, rows[0].State}, "; ") + ".json"
	must(t, os.WriteFile(filepath.Join(resultsDir, name), text, 0o644))
	for _, r := range rows {
		if rule := brokenRule(r); rule != "" {
			t.Errorf("%s: %s: %s %s, status %d", rule, r.Target, r.Word, r.Detail, r.Status)
		}
	}
}

func with(rows []row, is func(row) bool) []row {
	return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return !is(r) })
}

// brokenRule returns the rule that a result breaks; empty for none.
func brokenRule(r row) string {
	// An empty list is a valid answer, and so is null where the contract allows it (no such table, ticket or product).
	// The search has what records and pages say, and pages refer to figures of products, as the home page does.
	isProduct := r.System == "pim" && slices.Contains([]string{"product", "search", "home"}, r.Target)
	isNullable := r.System == "sis" || r.System == "sis-portal" || isProduct
	keepsContract := r.Fault == "emptylists" || r.Fault == "nulls" && isNullable
	isNotCacheable := strings.Contains(r.CacheControl, "no-store")
	switch {
	case r.Word == processDies:
		return processDies
	case r.Target == "/readyz":
		var upstreams map[string]string
		_ = json.Unmarshal([]byte(r.Detail), &upstreams)
		if !faultNamed(r.Fault).isUsable && upstreams[r.System] == "up" {
			return "/readyz says up"
		}
		return ""
	case r.Word == noAnswer && r.Target == "document" && r.Status == 200 && strings.HasSuffix(r.Fault, "body"):
		return "" // the beginning of the file was sent before the file host hung
	case r.Word == noAnswer, r.Word == upstreamText, r.Word == blank:
		return r.Word
	case r.Word == bareError && (r.State != stateCold || r.System != "cms"):
		return "bare error page for a known site"
	case r.Word == short && !keepsContract:
		return "short: a part is missing without a notice"
	case (r.Word == failed || r.Word == partialData) && strings.HasPrefix(r.Detail, "INTERNAL"):
		return "INTERNAL for a failure of a system"
	case r.Status == 500:
		return "status 500 for a failure of a system"
	case r.Status == 401:
		return "401 for a good token"
	case strings.HasPrefix(r.Word, "status ") && r.Status < 500 && !keepsContract:
		return "wrong status for a failure"
	case r.Word == partial && !isNotCacheable, r.Status >= 500 && r.CacheControl != "" && !isNotCacheable:
		return "a failure may be cached"
	case r.WellAfter >= 0, r.Fault == "emptylists" && isProduct: // a product without data is valid and cached
		return ""
	}
	return "not recovered in time"
}

func TestCheckAnswer(t *testing.T) {
	answer := func(status int, body string) *response {
		return &response{"127.0.0.1:82", status, http.Header{}, []byte(body), nil}
	}
	document := func(status int, site, state string) *response {
		return answer(status, `<script id="strand-config">{"siteName":"`+site+`"}</script>`+
			`<script id="strand-data">`+state+`</script>`)
	}
	good, pdf := document(200, "A", `{"data":{"url":"http://127.0.0.1:81/en"}}`), answer(200, "%PDF-1.7")
	good.addr = "127.0.0.1:81"
	uncached, moved := document(200, "A", `{"data":{"url":"http://127.0.0.1:82/en"}}`), answer(301, "")
	uncached.header.Set("Cache-Control", "no-store")
	moved.header.Set("Location", "/en")
	noticed := document(200, "A", `{"partial":true}`)
	noticed.body = append(noticed.body, "Some parts of this page cannot be shown at the moment."...)
	for i, test := range []struct {
		kind      kind
		want, got *response
		word      string
	}{
		{page, good, document(200, "A", `{"data":{"url":"http://127.0.0.1:82/en"}}`), allWell},
		{page, good, uncached, stale},
		{page, good, document(200, "A", `{"data":{}}`), short},
		{page, good, noticed, partial},
		{page, good, document(200, "A", `{"partial":true}`), short},
		{page, good, document(503, "A", `{"outage":{}}`), errorInSite},
		{page, good, document(503, "", `{"outage":{}}`), bareError},
		{page, good, document(200, "A", `{"outage":{}}`), "status 200"},
		{page, good, answer(200, `<div id="strand"></div>`), blank},
		{page, good, &response{err: io.EOF}, noAnswer},
		{page, good, answer(503, "<h1>Sorry</h1>"), "status 503"},
		{page, moved, answer(301, ""), short},
		{file, pdf, answer(200, upstreamtest.InternalText), upstreamText},
		{file, pdf, answer(200, `{"data":null}`), short},
		{payload, pdf, answer(503, `{"error":{"code":"X"}}`), failed},
		{write, pdf, answer(200, `{"data":{"__typename":"Query","ticket":{"id":"1"}}}`), allWell},
		{write, pdf, answer(200, `{"data":{"__typename":"Query","ticket":null}}`), short},
		{write, pdf, answer(200, `{"data":{"a":{}},"errors":[{}]}`), partialData},
		{write, pdf, answer(200, `{"data":null,"errors":[{}]}`), failed},
		{write, pdf, answer(401, `{"errors":[{}]}`), "status 401"},
		{write, pdf, answer(200, `{"data":{"a":{"userErrors":[{}]}}}`), failed},
	} {
		if word, detail := checkAnswer(test.kind, test.got, test.want); word != test.word {
			t.Errorf("%d: %s %s, want %q", i, word, detail, test.word)
		}
	}
}

func TestBrokenRule(t *testing.T) {
	for _, test := range []struct {
		row  row
		rule string
	}{
		{row{System: "sis", Fault: "hang", Target: "/readyz", Detail: `{"sis":"up"}`}, "/readyz says up"},
		{row{System: "sis", Fault: "hang", Target: "/readyz", Detail: `{"sis":"down"}`}, ""},
		{row{System: "cms", State: stateCold, Word: bareError, Status: 503, CacheControl: "no-store"}, ""},
		{row{System: "cms", State: stateWarm, Word: bareError}, "bare error page for a known site"},
		{row{Fault: "hang", Word: short}, "short: a part is missing without a notice"},
		{row{Fault: "emptylists", Word: short}, ""},
		{row{Word: failed, Detail: "INTERNAL"}, "INTERNAL for a failure of a system"},
		{row{Fault: "reset", Word: "status 404", Status: 404}, "wrong status for a failure"},
		{row{Word: partial, CacheControl: "public"}, "a failure may be cached"},
		{row{Fault: "cutbody", Target: "document", Word: noAnswer, Status: 200}, ""},
		{row{Fault: "cutbody", Target: "home", Word: noAnswer}, noAnswer},
		{row{Word: stale, WellAfter: -1}, "not recovered in time"},
	} {
		if got := brokenRule(test.row); got != test.rule {
			t.Errorf("%+v: %q, want %q", test.row, got, test.rule)
		}
	}
}
