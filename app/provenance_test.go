package app_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"strand/domain/editor"
)

const provenanceQuery = `{ resolve(url: "http://localhost/en") { ... on PageResolution { page { title } } } }`

// provenanceAnswer is a response with or without the extension.
type provenanceAnswer struct {
	Data       map[string]any
	Errors     []any
	Extensions map[string]json.RawMessage
}

func (a provenanceAnswer) provenance(t *testing.T) map[string]editor.Provenance {
	t.Helper()
	var found map[string]editor.Provenance
	if raw, ok := a.Extensions["provenance"]; ok {
		if err := json.Unmarshal(raw, &found); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// askProvenance sends a query with headers.
func (s *strand) askProvenance(t *testing.T, path, query string, headers ...string) provenanceAnswer {
	t.Helper()
	text := s.sendOperation(t, path, query, headers...)
	var answer provenanceAnswer
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatal(err, text)
	}
	if len(answer.Errors) > 0 {
		t.Fatal(text)
	}
	return answer
}

// studio is the origin of the editor of the CMS.
const studio = "https://studio.example"

// studioSite returns the shared server of a site whose CMS has an editor.
func studioSite(t *testing.T) *strand {
	t.Helper()
	return shared(t, "studio", func(t testing.TB) *strand {
		t.Helper()
		return startWith(t, testContent, screenOperation, "STRAND_EDITOR_PASSWORD=editor",
			"STRAND_CMS_EDIT_URL="+studio+"/{type}/{id}/{locale}/{stage}#{field}", "STRAND_CMS_STUDIO_ORIGINS="+studio)
	})
}

// TestProvenance: answers have the sources of their values for editors who ask for them.
//
// Rules: PROV-1.
func TestProvenance(t *testing.T) {
	s := studioSite(t)
	cookie := s.editorCookie(t)
	answer := s.askProvenance(t, "/graphql", provenanceQuery, "Cookie", cookie, "X-Strand-Provenance", "1")
	found := answer.provenance(t)
	title := found["resolve.page.title"]
	if title.System != "cms" || title.Record != "main-home" || title.Locale != "en" || title.FoundLocale != "en" ||
		title.Stage != "PUBLISHED" || title.ChangedAt == nil ||
		title.EditURL != studio+"/Page/main-home/en/PUBLISHED#title" {
		t.Errorf("the title: %+v", title)
	}
	if title.CachedSince == nil || title.FreshUntil == nil ||
		title.FreshUntil.Sub(*title.CachedSince) != 30*time.Minute {
		t.Errorf("the title is cached from %v to %v", title.CachedSince, title.FreshUntil)
	}
	for _, sent := range []string{cookie, cookie + "x", ""} {
		if answer := s.askProvenance(t, "/graphql", provenanceQuery, "Cookie", sent); len(answer.Extensions) > 0 {
			t.Errorf("%q, not asked: %v", sent, answer.Extensions)
		}
	}
}

// Personal data is from sis, and not computed by the server.
//
// Rules: PROV-1.
func TestProvenance_PersonalData(t *testing.T) {
	s := testSite(t)
	answer := s.askProvenance(t, "/graphql", `{ resolve(url: "http://localhost:8080/en/mykomax") {
		... on PageResolution { portal { recentTickets { subject location { name } } machines { serialNumber } } } }
		tickets(first: 1) { totalCount edges { node { subject contact { fullName } } } }
		inventory(first: 1) { totalCount edges { node { name } } } }`,
		"Authorization", "Bearer "+s.signedIn(t, "customer"),
		"Cookie", s.editorCookie(t), "X-Strand-Provenance", "1")
	found := answer.provenance(t)
	for path, want := range map[string]string{
		"resolve.portal.recentTickets.0.subject":       "Ticket",
		"resolve.portal.recentTickets.0.location.name": "Location",
		"resolve.portal.machines.0.serialNumber":       "Machine",
		"tickets.totalCount":                           "TicketConnection",
		"tickets.edges.0.node.subject":                 "Ticket",
		"tickets.edges.0.node.contact.fullName":        "Ticket",
		"inventory.totalCount":                         "MachineConnection",
		"inventory.edges.0.node.name":                  "Machine",
	} {
		isList := strings.HasSuffix(want, "Connection")
		if got := found[path]; got.System != "sis" || got.Type != want || (got.Record == "") != isList {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

// TestPreviewLink: a link opens one context without the cookie, and only the CMS's editor may frame it.
//
// Rules: EDIT-5.
func TestPreviewLink(t *testing.T) {
	s := studioSite(t)
	cookie := s.editorCookie(t)
	const context = "/editor-preview/main~draft~anonymous~current~now"
	link := func(headers ...string) (int, string) {
		r, err := http.NewRequest(
			http.MethodPost,
			s.URL+"/api/editor-preview-link",
			strings.NewReader(`{"url":"`+context+`/en/fresh"}`),
		)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		response, text := s.do(t, r)
		var answer struct {
			URL   string
			Until time.Time
		}
		if response.StatusCode != http.StatusOK {
			return response.StatusCode, ""
		}
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatal(err, text)
		}
		_, path, _ := strings.Cut(strings.TrimPrefix(answer.URL, "http://"), "/")
		return response.StatusCode, "/" + path
	}
	if status, _ := link(); status != http.StatusUnauthorized {
		t.Errorf("an anonymous user gets a link: %d", status)
	}
	if status, _ := link(
		"Cookie", cookie, "Sec-Fetch-Site", "cross-site", "Origin", studio,
	); status != http.StatusForbidden {
		t.Errorf("another site gets a link: %d", status)
	}
	status, opened := link("Cookie", cookie)
	if status != http.StatusOK {
		t.Fatal(status)
	}
	base := strings.TrimSuffix(opened, "/en/fresh")
	framing := func(path string, headers ...string) (int, bool, string) {
		response, _ := s.get(t, "localhost", path, headers...)
		policy := response.Header.Get("Content-Security-Policy")
		_, ancestors, _ := strings.Cut(policy, "frame-ancestors ")
		return response.StatusCode, response.Header.Get("X-Frame-Options") == "", ancestors
	}
	for name, test := range map[string]struct {
		path     string
		headers  []string
		status   int
		isFramed bool
	}{
		"the page":          {opened, nil, http.StatusOK, true},
		"another page":      {base + "/en/company/about", nil, http.StatusOK, true},
		"without the token": {context + "/en/fresh", nil, http.StatusUnauthorized, false},
		"an empty token":    {context + "@/en/fresh", []string{"Cookie", cookie}, http.StatusBadRequest, false},
		"another context": {strings.Replace(opened, "anonymous", "customer", 1), nil, http.StatusUnauthorized,
			false},
		"a forged token": {strings.Replace(opened, "@", "@9", 1), []string{"Cookie", cookie},
			http.StatusUnauthorized, false},
		"by the cookie":        {context + "/en/fresh", []string{"Cookie", cookie}, http.StatusOK, false},
		"a page of the public": {"/en", nil, http.StatusOK, false},
	} {
		status, isOpen, ancestors := framing(test.path, test.headers...)
		if status != test.status {
			t.Errorf("%s: %d", name, status)
		}
		if status == http.StatusOK &&
			(isOpen != test.isFramed || ancestors != map[bool]string{true: "'self' " + studio,
				false: "'self'"}[test.isFramed]) {
			t.Errorf("%s: may be framed: %t by %s", name, isOpen, ancestors)
		}
	}
	// The CMS's editor gets the records and fields of the page, and nothing else of their provenance.
	_, text := s.get(t, "localhost", opened+"/_payload.json", "X-Strand-Provenance", "1")
	var payload struct {
		Provenance struct {
			Sources []editor.Provenance
			Objects [][]any
		}
	}
	if err := json.Unmarshal([]byte(text), &payload); err != nil {
		t.Fatal(err, text)
	}
	var isRecordKnown bool
	for _, source := range payload.Provenance.Sources {
		isRecordKnown = isRecordKnown || source.Record == "main-fresh"
		if source.EditURL != "" || source.CachedSince != nil || source.ChangedAt != nil || source.Stage != "" ||
			source.System != "cms" && source.Record != "" {
			t.Errorf("a source below the link: %+v", source)
		}
	}
	if !isRecordKnown || len(payload.Provenance.Objects) == 0 {
		t.Errorf("the fields below the link: %s", text)
	}
}
