package app_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// reportFinding is a finding in a response of the graph.
type reportFinding struct {
	Kind                                               string
	Document, Record, Field, Message, URL, Path, Title string
}

const findingFields = `{ kind document record field message url path title }`

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

// Rules: CAT-57, EDIT-16, MSG-27, MSG-28, NAV-4, REPO-3, REPO-5, REPO-6, REPO-8, REPO-13, REPO-14.
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
		text := f.Kind + " " + f.Path + " " + f.Field + " " + f.Document + " " + f.Record + " " + f.Message
		found = append(found, strings.Join(strings.Fields(text), " "))
	}
	slices.Sort(found)
	want := strings.Split(strings.TrimSpace(`
BROKEN_CONTRACT /flawed KeyFigure.label main-flawed main-flawed-en-18 null
CLEANED_TEXT /flawed content main-flawed main-flawed-en-10 script
CUT_ROW /flawed rows[0] main-flawed main-flawed-en-14 1/2
DANGLING_FIGURE /flawed content main-flawed main-flawed-en-10 fact:wheels
DEAD_FILE /flawed image main-flawed main-flawed-en-12 404
DEAD_LINK / content.links[4] main-home main-home-en-4
DEAD_LINK /flawed content.links[0] main-flawed main-flawed-en-10
DEAD_LINK /flawed links[1] main-flawed main-flawed-en-1 Hidden
DEAD_LINK /flawed links[2] main-flawed main-flawed-en-1 Missing
DEAD_REDIRECT target redirect-2 /en/about?from=old
DEAD_REDIRECT target redirect-8 /en/not/there
EMPTY_LINK /flawed links[0] main-flawed main-flawed-en-1 Empty
EMPTY_LINK main-header main-navigation-22 Fresh
EMPTY_LINK sections[0].links[2] main-footer Empty
EMPTY_MODULE /flawed image main-flawed main-flawed-en-11
EMPTY_MODULE /flawed video main-flawed main-flawed-en-21
FORBIDDEN_LINK /flawed links[3] main-flawed main-flawed-en-1 Script
INVALID_VALUE /flawed VideoModule.videoUrl main-flawed main-flawed-en-21 javascript:alert(1)
INVALID_VALUE /lonely slug main-twin another one has the same address
INVALID_VALUE /products/crimping/fully-automatic/flawed-1 video_image_url flawed-1 javascript:alert(1)
INVALID_VALUE slug c8 the slug "a/b" is no part of a path
INVALID_VALUE slug flawed?x=2 the slug "flawed?x=2" is no part of a path
LANGUAGE_FALLBACK /german localizations main-german de
MISSING_ALTERNATIVE_TEXT /flawed image main-flawed main-flawed-en-1
MISSING_IMAGE /products/crimping/fully-automatic/alpha-530 images alpha-530
MISSING_IMAGE /products/crimping/fully-automatic/flawed-1 images flawed-1
MISSING_IMAGE /products/crimping/fully-automatic/flawed-1 video_image_url flawed-1
MISSING_REFERENCE parent_id c9 the parent "gone" of c9 does not exist
NULL_TEXT /products/crimping/fully-automatic/flawed-1 short_description flawed-1
ORPHAN_PAGE /flawed main-flawed
ORPHAN_PAGE /german main-german
ORPHAN_PAGE /lonely main-lonely
ORPHAN_PAGE /lonely main-twin
ORPHAN_PAGE /only-main main-only-main
ORPHAN_PAGE main-lost
REDIRECT_CHAIN target redirect-6 /en/second
REDIRECT_LOOP target redirect-10 /en/round
REDIRECT_LOOP target redirect-4 /en/loop
REDIRECT_LOOP target redirect-9 /en/trip
REPLACED_LINK /flawed links[4] main-flawed main-flawed-en-1 none-1
SKIPPED_HIGHLIGHT /products/crimping/fully-automatic/flawed-1 highlights[0] flawed-1 Without a picture
UNFILTERABLE_VALUE /products/crimping/fully-automatic/flawed-1 specifications[0] flawed-1 Weight: heavy kg (no number)
UNKNOWN_TYPE /flawed Page.modules main-flawed main-flawed unknown type HologramModule
UNTRANSFORMABLE_IMAGE /flawed image main-flawed main-flawed-en-13 image/bmp`), "\n")
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
	if sitemap, _ := s.sitemapText(t, "localhost"); strings.Contains(sitemap, "flawed?x=2") ||
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
