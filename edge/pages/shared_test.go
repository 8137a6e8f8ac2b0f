package pages

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"strand/edge/encoding"
	"strand/service/website/visit"
)

// TestDecodeDocument: of the documents that another server has stored, only those that servers make are sent.
//
// Rules: SEC-42.
func TestDecodeDocument(t *testing.T) {
	page := sharedDocument{Status: 200, Body: []byte("<p>page</p>"), ETag: `W/"1"`, Language: "de-CH"}
	redirect := sharedDocument{Status: 301, Location: "/de/products"}
	for name, test := range map[string]struct {
		base   sharedDocument
		change func(d *sharedDocument)
		want   bool
	}{
		"page":              {page, func(*sharedDocument) {}, true},
		"not found":         {page, func(d *sharedDocument) { d.Status = 404 }, true},
		"redirect":          {redirect, func(*sharedDocument) {}, true},
		"to another site":   {redirect, func(d *sharedDocument) { d.Location = "https://www.example.com/#top" }, true},
		"temporarily":       {redirect, func(d *sharedDocument) { d.Status = 302 }, true},
		"status 0":          {page, func(d *sharedDocument) { d.Status = 0 }, false},
		"status -5":         {page, func(d *sharedDocument) { d.Status = -5 }, false},
		"status 99999":      {page, func(d *sharedDocument) { d.Status = 99999 }, false},
		"status 101":        {page, func(d *sharedDocument) { d.Status = 101 }, false},
		"status 503":        {page, func(d *sharedDocument) { d.Status = 503 }, false},
		"no body":           {page, func(d *sharedDocument) { d.Body = nil }, false},
		"packed garbage":    {page, func(d *sharedDocument) { d.IsPacked = true }, false},
		"page and redirect": {page, func(d *sharedDocument) { d.Location = "/x" }, false},
		"header lines":      {page, func(d *sharedDocument) { d.ETag = "x\r\nSet-Cookie: a=b" }, false},
		"language lines":    {page, func(d *sharedDocument) { d.Language = "de\nx: y" }, false},
		"nowhere":           {redirect, func(d *sharedDocument) { d.Location = "" }, false},
		"another host":      {redirect, func(d *sharedDocument) { d.Location = "//evil.example/" }, false},
		"a backslash":       {redirect, func(d *sharedDocument) { d.Location = `/\evil.example/` }, false},
		"a script":          {redirect, func(d *sharedDocument) { d.Location = "javascript:alert(1)" }, false},
		"a password":        {redirect, func(d *sharedDocument) { d.Location = "https://a:b@evil.example/" }, false},
		"two lines":         {redirect, func(d *sharedDocument) { d.Location = "/x\r\nSet-Cookie: a=b" }, false},
		"relative":          {redirect, func(d *sharedDocument) { d.Location = "x" }, false},
	} {
		stored := test.base
		test.change(&stored)
		data, err := json.Marshal(stored)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := decodeDocument(data); (err == nil) != test.want || (d != nil) != test.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, d := range map[string]*Document{
		"unavailable": {status: 503, body: encoding.NewLazyBody([]byte("x"))},
		"limited":     {status: 429, body: encoding.NewLazyBody([]byte("x"))},
		"no location": {status: 301},
	} {
		if data, err := encodeDocument(d); data != nil || err != nil {
			t.Errorf("%s: shared as %s, %v", name, data, err)
		}
	}
}

// FuzzDecodeDocument checks that a stored document is refused, or can be sent in every encoding.
func FuzzDecodeDocument(f *testing.F) {
	packed, err := encoding.NewLazyBody([]byte(strings.Repeat("<p>page</p>", 1000))).Pack()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []sharedDocument{
		{Status: 200, Body: []byte("<p>page</p>"), ETag: `W/"1"`, Language: "de"},
		{Status: 200, Body: packed, IsPacked: true},
		{Status: 301, Location: "/de"},
		{Status: -5, Body: []byte("x")},
	} {
		data, err := json.Marshal(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	p := &Handler{log: slog.New(slog.DiscardHandler)}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := decodeDocument(data)
		if err != nil {
			return
		}
		for _, accepted := range []string{"", "gzip", "zstd", "br"} {
			r, w := httptest.NewRequest(http.MethodGet, "/de", nil), httptest.NewRecorder()
			r.Header.Set("Accept-Encoding", accepted)
			p.send(w, r, &visit.Request{}, d)
			if w.Code != d.status {
				t.Errorf("%q is sent with status %d in %q", data, w.Code, accepted)
			}
		}
	})
}
