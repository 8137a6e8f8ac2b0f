package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
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

// notices are the notices about a missing part of a page, in the languages of the targets.
var notices = []string{
	"Some parts of this page cannot be shown at the moment.",
	"Einige Teile dieser Seite können gerade nicht angezeigt werden.",
}

// response is an answer of the server, or the error of a client that got no complete answer.
type response struct {
	status int
	header http.Header
	body   []byte
	err    error
}

// reference is the answer of a server without faults.
type reference struct {
	status       int
	location     string
	cacheControl string
	content      uint64
	size         int
	// isVolatile reports that the content differs each time, so that only its size is compared.
	isVolatile bool
}

// checkResult is a result with details.
type checkResult struct{ result, detail string }

func statusWord(status int) string { return fmt.Sprintf("status %d", status) }

// state is the part of a document's screen state that is compared.
type state struct {
	Data json.RawMessage `json:"data"`
	// SiteURL contains a version of the site data, which the page data leaves out.
	SiteURL string    `json:"siteUrl"`
	Outage  *struct{} `json:"outage"`
	Partial bool      `json:"partial"`
}

// documentState returns the state and the site name in a document.
func documentState(body []byte) (s state, siteName string, err error) {
	var config struct {
		SiteName string `json:"siteName"`
	}
	if text, ok := between(body, `id="strand-config">`, `</script>`); ok {
		if err := json.Unmarshal(text, &config); err != nil {
			return s, "", fmt.Errorf("decode the configuration of the browser: %w", err)
		}
	}
	if text, ok := between(body, `id="strand-data">`, `</script>`); ok {
		if err := json.Unmarshal(text, &s); err != nil {
			return s, "", fmt.Errorf("decode the state of the screen: %w", err)
		}
	}
	return s, config.SiteName, nil
}

func between(text []byte, from, to string) ([]byte, bool) {
	_, rest, ok := bytes.Cut(text, []byte(from))
	if !ok {
		return nil, false
	}
	inner, _, ok := bytes.Cut(rest, []byte(to))
	return inner, ok
}

// portOf returns the port of a server. Answers contain it, and it differs from server to server: content replaces it,
// so that answers of two servers can be compared.
func portOf(host string) string { return host[strings.LastIndex(host, ":"):] }

// content returns a hash of what an answer shows, without the parts that differ between servers.
func content(k kind, host string, r *response) uint64 {
	visible := r.body
	switch k {
	case kindPage, kindRedirect:
		if s, _, err := documentState(r.body); err == nil {
			visible = append(s.Data, s.SiteURL...)
		}
	case kindPayload:
		var payload state
		if json.Unmarshal(r.body, &payload) == nil {
			visible = append(payload.Data, payload.SiteURL...)
		}
	}
	sum := fnv.New64a()
	_, _ = sum.Write(bytes.ReplaceAll(visible, []byte(portOf(host)), []byte(":PORT")))
	return sum.Sum64()
}

func referenceOf(k kind, host string, r *response) *reference {
	return &reference{
		status:       r.status,
		location:     strings.ReplaceAll(r.header.Get("Location"), portOf(host), ":PORT"),
		cacheControl: r.header.Get("Cache-Control"),
		content:      content(k, host, r),
		size:         len(r.body),
	}
}

// checkAnswer compares an answer with that of a server without faults.
func checkAnswer(k kind, host string, r *response, want *reference) checkResult {
	switch {
	case r.err != nil:
		return checkResult{noAnswer, r.err.Error()}
	case bytes.Contains(r.body, []byte(secret)):
		return checkResult{upstreamText, statusWord(r.status)}
	}
	switch k {
	case kindQuery, kindWrite:
		return checkGraph(r)
	case kindPayload:
		return checkPayload(host, r, want)
	case kindText, kindFile:
		if r.status != want.status {
			return checkResult{result: statusWord(r.status)}
		}
		return compared(k, host, r, want)
	}
	return checkPage(k, host, r, want)
}

func checkPage(k kind, host string, r *response, want *reference) checkResult {
	if bytes.Contains(r.body, []byte(`<div id="strand"></div>`)) {
		return checkResult{blank, statusWord(r.status)}
	}
	s, siteName, err := documentState(r.body)
	if err != nil {
		return checkResult{short, err.Error()}
	}
	if s.Outage != nil && r.status == http.StatusServiceUnavailable {
		if siteName != "" {
			return checkResult{result: errorInSite}
		}
		return checkResult{result: bareError}
	}
	if r.status == http.StatusServiceUnavailable && !bytes.Contains(r.body, []byte(`id="strand"`)) {
		return checkResult{statusWord(r.status), "not rendered"}
	}
	if r.status != want.status || s.Outage != nil {
		return checkResult{statusWord(r.status), r.header.Get("Location")}
	}
	if location := strings.ReplaceAll(r.header.Get("Location"), portOf(host), ":PORT"); location != want.location {
		return checkResult{short, "leads to " + location}
	}
	if s.Partial {
		for _, notice := range notices {
			if bytes.Contains(r.body, []byte(notice)) {
				return checkResult{result: partial}
			}
		}
		return checkResult{short, "partial without a notice"}
	}
	return compared(k, host, r, want)
}

func checkPayload(host string, r *response, want *reference) checkResult {
	var payload struct {
		Partial bool
		Error   *struct{ Code string }
	}
	switch err := json.Unmarshal(r.body, &payload); {
	case err != nil:
		return checkResult{statusWord(r.status), "no JSON"}
	case payload.Error != nil && r.status == http.StatusServiceUnavailable:
		return checkResult{failed, payload.Error.Code}
	case r.status != want.status:
		return checkResult{result: statusWord(r.status)}
	case payload.Partial:
		return checkResult{result: partial}
	}
	return compared(kindPayload, host, r, want)
}

// checkGraph checks an operation by its errors alone, since the data of customers changes all the time.
func checkGraph(r *response) checkResult {
	var result struct {
		Data   map[string]json.RawMessage
		Errors []struct{ Extensions struct{ Code string } }
	}
	if err := json.Unmarshal(r.body, &result); err != nil {
		return checkResult{statusWord(r.status), "no JSON"}
	}
	has := false
	for field, value := range result.Data {
		if field == "__typename" {
			continue
		}
		has = has || string(value) != "null"
		var payload struct{ UserErrors []json.RawMessage }
		if json.Unmarshal(value, &payload) == nil && len(payload.UserErrors) > 0 {
			return checkResult{failed, "userErrors " + string(payload.UserErrors[0])}
		}
	}
	if len(result.Errors) > 0 {
		code := result.Errors[0].Extensions.Code
		switch {
		case r.status == http.StatusUnauthorized:
			return checkResult{statusWord(r.status), code}
		case has:
			return checkResult{partialData, code}
		}
		return checkResult{failed, code}
	}
	if !has {
		return checkResult{short, "neither data nor errors"}
	}
	return checkResult{result: allWell}
}

// compared judges an answer without an error: it must show everything.
func compared(k kind, host string, r *response, want *reference) checkResult {
	isShort := content(k, host, r) != want.content
	if want.isVolatile {
		isShort = len(r.body) < want.size*9/10
	}
	if isShort {
		return checkResult{
			short,
			fmt.Sprintf("%d bytes in place of %d, %s", len(r.body), want.size, r.header.Get("Cache-Control")),
		}
	}
	if got := r.header.Get("Cache-Control"); got != want.cacheControl && strings.Contains(got, "no-store") {
		return checkResult{result: stale}
	}
	return checkResult{result: allWell}
}
