package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// reportFinding is a finding in a response of the graph.
type reportFinding struct {
	Kind                                               string
	Document, Record, Field, Message, URL, Path, Title string
}

const findingFields = `{ kind document record field message url path title }`

// findingsOf returns the findings of a page of the main site as `KIND record field message`, in order.
func (s *strand) findingsOf(t *testing.T, cookie, page, more string) []string {
	t.Helper()
	var data struct{ ContentFindings []reportFinding }
	codes := s.askEditor(
		t,
		cookie,
		`{ contentFindings(site: "main", locale: "en", page: "`+page+`"`+more+`) `+findingFields+` }`,
		&data,
	)
	if len(codes) > 0 {
		t.Fatalf("%s: %v", page, codes)
	}
	var found []string
	for _, f := range data.ContentFindings {
		found = append(found, strings.Join(strings.Fields(f.Kind+" "+f.Record+" "+f.Field+" "+f.Message), " "))
	}
	slices.Sort(found)
	return found
}

// Rules: MSG-27, MSG-28, REPO-1, REPO-3, REPO-13, REPO-14.
func TestContentFindings(t *testing.T) {
	s := startWithFindings(t)
	cookie := s.editorCookie(t)
	// The navigation is part of every page: it has a link without a target, and a page that is not published.
	navigation := []string{"EMPTY_LINK main-navigation-22 Fresh", "EMPTY_LINK sections[0].links[2] Empty"}
	with := func(own ...string) []string {
		all := append(own, navigation...)
		slices.Sort(all)
		return all
	}
	for name, test := range map[string]struct {
		page, more string
		want       []string
	}{
		"flawed": {
			page: "/flawed",
			want: with(
				"BROKEN_CONTRACT main-flawed-en-18 KeyFigure.label null",
				"CLEANED_TEXT main-flawed-en-10 content script",
				"CUT_ROW main-flawed-en-14 rows[0] 1/2",
				"DANGLING_FIGURE main-flawed-en-10 content fact:wheels",
				"DEAD_LINK main-flawed-en-1 links[1] Hidden",
				"DEAD_LINK main-flawed-en-1 links[2] Missing",
				"DEAD_LINK main-flawed-en-10 content.links[0]",
				"EMPTY_LINK main-flawed-en-1 links[0] Empty",
				"EMPTY_MODULE main-flawed-en-11 image",
				"EMPTY_MODULE main-flawed-en-21 video",
				"FORBIDDEN_LINK main-flawed-en-1 links[3] Script",
				"INVALID_VALUE main-flawed-en-21 VideoModule.videoUrl javascript:alert(1)",
				"MISSING_ALTERNATIVE_TEXT main-flawed-en-1 image",
				"REPLACED_LINK main-flawed-en-1 links[4] none-1",
				"UNKNOWN_TYPE main-flawed Page.modules unknown type HologramModule",
				"UNTRANSFORMABLE_IMAGE main-flawed-en-13 image image/bmp",
			),
		},
		"a page without flaws": {page: "/company", want: navigation},
		"no page":              {page: "/none", want: with("NOT_FOUND Page not found: /en/none")},
		"in another language":  {page: "/german", want: with("LANGUAGE_FALLBACK localizations de")},
		"a draft, whose navigation contains the unpublished page": {
			page: "/fresh",
			more: `, stage: DRAFT`,
			want: navigation[1:],
		},
		"hidden, in a preview": {
			page: "/company/secret",
			more: `, preview: {}`,
			want: navigation,
		},
		"a product": {
			page: "/products/crimping/fully-automatic/flawed-1",
			want: with(
				"INVALID_VALUE video_image_url javascript:alert(1)",
				"MISSING_IMAGE images", "MISSING_IMAGE video_image_url", "NULL_TEXT short_description",
				"SKIPPED_HIGHLIGHT highlights[0] Without a picture",
				"UNFILTERABLE_VALUE specifications[0] Weight: heavy kg (no number)",
			),
		},
	} {
		for range 2 {
			if got := s.findingsOf(t, cookie, test.page, test.more); !slices.Equal(got, test.want) {
				t.Errorf(
					"%s:\ngot  %s\nwant %s",
					name,
					strings.Join(got, "\n     "),
					strings.Join(test.want, "\n     "),
				)
			}
		}
	}
}

// siteReport is the content report of a site in a response of the graph.
type siteReport struct {
	State                    string
	CheckedCount, TotalCount int
	FinishedAt               *time.Time
	Findings                 struct {
		TotalCount int
		Edges      []struct{ Node reportFinding }
	}
	ExternalLinks struct {
		Edges []struct {
			Node struct {
				URL       string
				PageCount int
				Status    *int
			}
		}
	}
}

const reportFields = `{ state checkedCount totalCount finishedAt findings(first: 100) { totalCount edges { node ` +
	findingFields +
	` } } externalLinks { edges { node { url pageCount status } } } }`

// awaitReport waits for the end of the report of the main site in a locale.
func (s *strand) awaitReport(t *testing.T, cookie, locale string) siteReport {
	t.Helper()
	for {
		var data struct{ ContentReport *siteReport }
		codes := s.askEditor(t, cookie, `{ contentReport(site: "main", locale: "`+locale+`") `+reportFields+` }`, &data)
		if len(codes) > 0 || data.ContentReport == nil {
			t.Fatalf("no report: %v", codes)
		}
		if data.ContentReport.State != "RUNNING" {
			return *data.ContentReport
		}
		select {
		case <-t.Context().Done():
			t.Fatal("the report does not end")
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// begin starts the report of the main site in a locale.
func (s *strand) begin(t *testing.T, cookie, locale string) (state string, problems []string) {
	t.Helper()
	var data struct {
		StartContentReport struct {
			Report     *siteReport
			UserErrors []struct{ Code string }
		}
	}
	codes := s.askEditor(
		t,
		cookie,
		`mutation { startContentReport(input: {site: "main", locale: "`+locale+
			`"}) { report { state } userErrors { code } } }`,
		&data,
	)
	if len(codes) > 0 || data.StartContentReport.Report == nil {
		t.Fatalf("not started: %v", codes)
	}
	for _, p := range data.StartContentReport.UserErrors {
		problems = append(problems, p.Code)
	}
	return data.StartContentReport.Report.State, problems
}

// Rules: CAT-57, EDIT-16, NAV-4, REPO-5, REPO-6, REPO-8.
func TestContentReport(t *testing.T) {
	s := startWithFindings(t)
	cookie := s.editorCookie(t)
	if state, problems := s.begin(t, cookie, "en"); state != "RUNNING" || problems != nil {
		t.Fatalf("%s %v", state, problems)
	}
	report := s.awaitReport(t, cookie, "en")
	if report.State != "DONE" || report.CheckedCount != report.TotalCount || report.CheckedCount == 0 ||
		report.FinishedAt == nil {
		t.Errorf("%s, %d of %d", report.State, report.CheckedCount, report.TotalCount)
	}
	var found []string
	for _, e := range report.Findings.Edges {
		f := e.Node
		found = append(found, strings.Join(strings.Fields(f.Kind+" "+f.Path+" "+f.Field+" "+f.Document), " "))
	}
	slices.Sort(found)
	want := strings.Split(strings.TrimSpace(`
BROKEN_CONTRACT /flawed KeyFigure.label main-flawed
CLEANED_TEXT /flawed content main-flawed
CUT_ROW /flawed rows[0] main-flawed
DANGLING_FIGURE /flawed content main-flawed
DEAD_FILE /flawed image main-flawed
DEAD_LINK / content.links[4] main-home
DEAD_LINK /flawed content.links[0] main-flawed
DEAD_LINK /flawed links[1] main-flawed
DEAD_LINK /flawed links[2] main-flawed
DEAD_REDIRECT target redirect-2
DEAD_REDIRECT target redirect-8
EMPTY_LINK /flawed links[0] main-flawed
EMPTY_LINK main-header
EMPTY_LINK sections[0].links[2] main-footer
EMPTY_MODULE /flawed image main-flawed
EMPTY_MODULE /flawed video main-flawed
FORBIDDEN_LINK /flawed links[3] main-flawed
INVALID_VALUE /flawed VideoModule.videoUrl main-flawed
INVALID_VALUE /lonely slug main-twin
INVALID_VALUE /products/crimping/fully-automatic/flawed-1 video_image_url flawed-1
INVALID_VALUE slug c8
INVALID_VALUE slug flawed?x=2
LANGUAGE_FALLBACK /german localizations main-german
MISSING_ALTERNATIVE_TEXT /flawed image main-flawed
MISSING_IMAGE /products/crimping/fully-automatic/alpha-530 images alpha-530
MISSING_IMAGE /products/crimping/fully-automatic/flawed-1 images flawed-1
MISSING_IMAGE /products/crimping/fully-automatic/flawed-1 video_image_url flawed-1
MISSING_REFERENCE parent_id c9
NULL_TEXT /products/crimping/fully-automatic/flawed-1 short_description flawed-1
ORPHAN_PAGE /flawed main-flawed
ORPHAN_PAGE /german main-german
ORPHAN_PAGE /lonely main-lonely
ORPHAN_PAGE /lonely main-twin
ORPHAN_PAGE /only-main main-only-main
ORPHAN_PAGE main-lost
REDIRECT_CHAIN target redirect-6
REDIRECT_LOOP target redirect-10
REDIRECT_LOOP target redirect-4
REDIRECT_LOOP target redirect-9
REPLACED_LINK /flawed links[4] main-flawed
SKIPPED_HIGHLIGHT /products/crimping/fully-automatic/flawed-1 highlights[0] flawed-1
UNFILTERABLE_VALUE /products/crimping/fully-automatic/flawed-1 specifications[0] flawed-1
UNKNOWN_TYPE /flawed Page.modules main-flawed
UNTRANSFORMABLE_IMAGE /flawed image main-flawed`), "\n")
	if !slices.Equal(found, want) {
		t.Errorf("got  %s\nwant %s", strings.Join(found, "\n     "), strings.Join(want, "\n     "))
	}
	var links []string
	for _, e := range report.ExternalLinks.Edges {
		if e.Node.Status != nil {
			t.Errorf("%s was requested", e.Node.URL)
		}
		links = append(links, e.Node.URL+" "+strconv.Itoa(e.Node.PageCount))
	}
	if !slices.Contains(links, "https://elsewhere.example/page 1") {
		t.Errorf("links to other hosts: %v", links)
	}
	if marks := s.marksOfNodes(t, cookie, "flawed"); !slices.Contains(marks, "CONTENT_ERROR") {
		t.Errorf("marks of a page with findings: %v", marks)
	}
	if marks := s.marksOfNodes(t, cookie, "careers"); slices.Contains(marks, "CONTENT_ERROR") {
		t.Errorf("marks of a page without findings: %v", marks)
	}

	// The explanation of a URL tells the same.
	for path, want := range map[string]string{
		"/en/products/orphan": "pim: parent_id of c9: ",
		"/en/products/a/b":    "pim: slug of c8: ",
		"/en/products/crimping/fully-automatic/flawed?x=2":   "pim: slug of flawed?x=2: ",
		"/en/products/crimping/fully-automatic/flawed%3Fx=2": "pim: slug of flawed?x=2: ",
	} {
		if found := s.explain(t, path); found.Status != http.StatusNotFound || len(found.Causes) != 1 ||
			!strings.HasPrefix(found.Causes[0], want) {
			t.Errorf("%s: %+v", path, found)
		}
	}
	if found := s.explain(t, "/en/products/none"); found.Status != http.StatusNotFound || found.Causes != nil {
		t.Errorf("a URL without a record: %+v", found)
	}
	if _, sitemap := s.get(t, "localhost", "/sitemap.xml"); strings.Contains(sitemap, "flawed?x=2") ||
		strings.Contains(sitemap, "/a/b") || !strings.Contains(sitemap, "/flawed-1") {
		t.Error("the sitemap has other products than those with a page")
	}

	s.begin(t, cookie, "de")
	german := s.awaitReport(t, cookie, "de")
	if !slices.ContainsFunc(german.Findings.Edges, func(e struct{ Node reportFinding }) bool {
		return e.Node.Kind == "OUTDATED_TRANSLATION" && e.Node.Path == "/company/about" && e.Node.Message == "en"
	}) {
		t.Errorf("no outdated translation among %+v", german.Findings.Edges)
	}
}

// marksOfNodes returns the marks of the nodes of the main site's tree that a search finds.
func (s *strand) marksOfNodes(t *testing.T, cookie, search string) (marks []string) {
	t.Helper()
	var data struct {
		EditorNodes struct {
			Edges []struct{ Node struct{ Marks []string } }
		}
	}
	codes := s.askEditor(
		t,
		cookie,
		`{ editorNodes(site: "main", locale: "en", search: "`+search+`") { edges { node { marks } } } }`,
		&data,
	)
	if len(codes) > 0 || len(data.EditorNodes.Edges) == 0 {
		t.Fatalf("%s: %v", search, codes)
	}
	for _, e := range data.EditorNodes.Edges {
		marks = append(marks, e.Node.Marks...)
	}
	return marks
}

// TestContentFindings_Marks: a mark changes with the report of its page, and with the page.
//
// Rules: EDIT-16.
func TestContentFindings_Marks(t *testing.T) {
	s := startWithFindings(t)
	cookie := s.editorCookie(t)
	rest := *s.cmsFault.Load()
	var isMended atomic.Bool
	broken := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorded := httptest.NewRecorder()
		rest(recorded, r)
		text := recorded.Body.String()
		if !isMended.Load() {
			text = strings.ReplaceAll(text, "Nothing leads here.", `\u003cscript\u003ealert(1)\u003c/script\u003e`)
		}
		w.Header().Set("Content-Type", recorded.Header().Get("Content-Type"))
		w.WriteHeader(recorded.Code)
		_, _ = io.WriteString(w, text) // the caller may have disconnected
	})
	s.cmsFault.Store(&broken)
	expect := func(when, search string, want bool) {
		t.Helper()
		if got := slices.Contains(s.marksOfNodes(t, cookie, search), "CONTENT_ERROR"); got != want {
			t.Errorf("%s: the mark of %s is %t, expected %t", when, search, got, want)
		}
	}
	expect("before any report", "lonely", false)
	s.findingsOf(t, cookie, "/lonely", `, preview: {moment: "2030-01-01T00:00:00Z"}`)
	expect("examined as in the future", "lonely", false)
	s.findingsOf(t, cookie, "/lonely", "")
	expect("examined", "lonely", true)
	s.findingsOf(t, cookie, "/company/about", "")
	expect("with findings of the header and footer alone", "about", false)
	s.findingsOf(t, cookie, "/fresh", "")
	expect("a draft, examined as published", "fresh", false)

	isMended.Store(true)
	s.webhook(t, "cms", "Page", "main-lonely")
	s.findingsOf(t, cookie, "/lonely", "")
	expect("mended", "lonely", false)

	s.begin(t, cookie, "en")
	s.awaitReport(t, cookie, "en")
	expect("an orphan, in the report of the site", "lonely", true)
	s.findingsOf(t, cookie, "/lonely", "")
	expect("an orphan, examined again", "lonely", true)
	s.findingsOf(t, cookie, "/flawed", `, stage: DRAFT`)
	expect("examined in another stage than the site", "flawed", true)
}

// Rules: REPO-5.
func TestContentReport_Cancel(t *testing.T) {
	s := startWithFindings(t)
	cookie := s.editorCookie(t)
	// The data needed to start a report is cached before the CMS hangs.
	s.findingsOf(t, cookie, "/company", "")
	held, release := make(chan struct{}), make(chan struct{})
	var once sync.Once
	rest := *s.cmsFault.Load()
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		once.Do(func() { close(held) })
		select {
		case <-release:
		case <-r.Context().Done():
		}
		rest(w, r)
	})
	s.cmsFault.Store(&slow)
	s.begin(t, cookie, "en")
	select {
	case <-held:
	case <-time.After(5 * time.Second):
		t.Fatal("the report does not call the CMS")
	}
	if state, problems := s.begin(t, cookie, "en"); state != "RUNNING" || !slices.Equal(problems, []string{"RUNNING"}) {
		t.Errorf("a second report of the site: %s %v", state, problems)
	}
	const cancel = `mutation { cancelContentReport(input: {site: "main"}) { report { state } userErrors { code } } }`
	if codes := s.askEditor(t, cookie, cancel, nil); len(codes) > 0 {
		t.Fatal(codes)
	}
	close(release)
	if report := s.awaitReport(t, cookie, "en"); report.State != "CANCELLED" || report.FinishedAt == nil {
		t.Errorf("%s, finished at %v", report.State, report.FinishedAt)
	}
	var data struct {
		CancelContentReport struct {
			Report     *siteReport
			UserErrors []struct{ Code string }
		}
	}
	s.askEditor(t, cookie, cancel, &data)
	if problems := data.CancelContentReport.UserErrors; len(problems) != 1 || problems[0].Code != "NOT_RUNNING" {
		t.Errorf("cancelled again: %+v", data)
	}
	if state, problems := s.begin(t, cookie, "en"); state != "RUNNING" || problems != nil {
		t.Errorf("the next report: %s %v", state, problems)
	}
}

// Rules: REPO-12.
func TestContentReport_Access(t *testing.T) {
	s := startWithFindings(t)
	for _, operation := range []string{
		`{ contentFindings(site: "main", locale: "en", page: "/") { kind } }`,
		`{ contentReport(site: "main", locale: "en") { state } }`,
		`mutation { startContentReport(input: {site: "main", locale: "en"}) { report { state } } }`,
		`mutation { cancelContentReport(input: {site: "main"}) { report { state } } }`,
	} {
		if codes := s.askEditor(t, "", operation, nil); !slices.Equal(codes, []string{"UNAUTHENTICATED"}) {
			t.Errorf("%s: %v", operation, codes)
		}
	}
	cookie := s.editorCookie(t)
	for operation, code := range map[string]string{
		`{ contentFindings(site: "none", locale: "en", page: "/") { kind } }`:                       "NOT_FOUND",
		`{ contentFindings(site: "main", locale: "xx", page: "/") { kind } }`:                       "BAD_USER_INPUT",
		`{ contentFindings(site: "main", locale: "en", page: "//elsewhere.example/") { kind } }`:    "BAD_USER_INPUT",
		`mutation { startContentReport(input: {site: "none", locale: "en"}) { report { state } } }`: "NOT_FOUND",
	} {
		if codes := s.askEditor(t, cookie, operation, nil); !slices.Equal(codes, []string{code}) {
			t.Errorf("%s: %v", operation, codes)
		}
	}
}
