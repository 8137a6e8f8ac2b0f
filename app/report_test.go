package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// reportOperation reads the position of a URL in its report.
const reportOperation = `query ContentScreen($url: String!) { resolve(url: $url) { __typename ... on PageResolution {
	page { pageType isLocked report {
	root { title url isCurrent } chapters { title url isCurrent } number previous { title url }
	next { title url } } } } } }`

type reportEntry struct {
	Title     string `json:"title"`
	URL       string `json:"url"`
	IsCurrent bool   `json:"isCurrent"`
}

type reportPage struct {
	PageType string `json:"pageType"`
	IsLocked bool   `json:"isLocked"`
	Report   *struct {
		Root     reportEntry   `json:"root"`
		Chapters []reportEntry `json:"chapters"`
		Number   *int          `json:"number"`
		Previous *reportEntry  `json:"previous"`
		Next     *reportEntry  `json:"next"`
	} `json:"report"`
}

// reportPage reads a page and its position in a report.
func (s *strand) reportPage(t *testing.T, path string) reportPage {
	t.Helper()
	query := strings.Replace(strings.Replace(reportOperation, "query ContentScreen($url: String!)", "query", 1), "$url",
		`"http://localhost`+path+`"`, 1)
	var answer struct {
		Data struct {
			Resolve struct {
				Page reportPage `json:"page"`
			} `json:"resolve"`
		} `json:"data"`
	}
	body := s.query(t, query)
	if err := json.Unmarshal([]byte(body), &answer); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	return answer.Data.Resolve.Page
}

// TestReport_OfTheSampleSite reads the annual report from its first page to its last by its links.
//
// Rules: INV-7.
func TestReport_OfTheSampleSite(t *testing.T) {
	s := sampleSite(t)
	for _, test := range []struct{ path, title, last string }{
		{"/en/investors/annual-report-2025", "Annual report 2025", "Financial summary"},
		{"/de-ch/investors/annual-report-2025", "Geschäftsbericht 2025", "Finanzbericht"},
	} {
		cover := s.reportPage(t, test.path)
		if cover.PageType != "REPORT" || cover.Report == nil {
			t.Fatalf("%s: %+v", test.path, cover)
		}
		if r := cover.Report; r.Root != (reportEntry{test.title, test.path, true}) || r.Number != nil ||
			r.Previous != nil || len(r.Chapters) < 6 {
			t.Errorf("%s: %+v", test.path, r)
		}
		// The chapters read one after the other equal the contents of the first page.
		before, read := reportEntry{Title: test.title, URL: test.path}, 0
		for next := cover.Report.Next; next != nil; read++ {
			r := s.reportPage(t, next.URL).Report
			if r == nil || r.Number == nil || *r.Number != read+1 || r.Previous == nil || *r.Previous != before {
				t.Fatalf("%s, after %s: %+v", next.URL, before.URL, r)
			}
			if i := slices.IndexFunc(r.Chapters, func(c reportEntry) bool { return c.IsCurrent }); i != read ||
				r.Chapters[i].URL != next.URL ||
				r.Root.IsCurrent {
				t.Errorf("%s: the current chapter is number %d", next.URL, i+1)
			}
			before, next = *next, r.Next
		}
		if read != len(cover.Report.Chapters) || before.Title != test.last {
			t.Errorf("%s: %d of %d chapters were read, the last was %s", test.path, read, len(cover.Report.Chapters),
				before.Title)
		}
	}
	if page := s.reportPage(t, "/en/investors"); page.PageType != "CONTENT" || page.Report != nil {
		t.Errorf("a page of another type: %+v", page)
	}
	for _, path := range []string{"/en/investors/annual-report-2025/strategy",
		"/de/investors/annual-report-2025/corporate-governance"} {
		if response, _ := s.get(t, "localhost", path); response.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, response.StatusCode)
		}
	}
}

// TestReport_Audience: the chapters are those of the visitor's country, and a locked page has none.
//
// Rules: INV-7.
func TestReport_Audience(t *testing.T) {
	s := variedSite(t)
	chapters := func(path string) string {
		page := s.reportPage(t, path)
		if page.Report == nil {
			return "none"
		}
		var titles []string
		for _, c := range page.Report.Chapters {
			titles = append(titles, c.Title)
		}
		return strings.Join(titles, ", ")
	}
	for path, want := range map[string]string{
		"/en/report":                "Letter, Board",
		"/en-us/report":             "Letter, Tax, Board",
		"/en/report/letter":         "Letter, Board",
		"/en-us/report/tax":         "Letter, Tax, Board",
		"/en/report/board":          "none",
		"/en/company/about/history": "none",
	} {
		if got := chapters(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	if page := s.reportPage(t, "/en/report/board"); !page.IsLocked || page.PageType != "REPORT" {
		t.Errorf("the locked chapter: %+v", page)
	}
}

// addReport adds a report to the test content: one chapter is for the United States, one hidden, one behind a gate.
func addReport(t testing.TB, dir string) {
	t.Helper()
	pages := filepath.Join(dir, "cms/sites/main/pages")
	for name, more := range map[string]string{"report": "", "letter": "", "tax": "countries: [US]\n", "draft": "",
		"board": "protection: Password\npassword: p\n"} {
		if err := os.MkdirAll(filepath.Join(pages, name), 0o750); err != nil {
			t.Fatal(err)
		}
		text := "---\ntitle: " + name + "\npageType: Report\n" + more + "---\n\nText.\n"
		if err := os.WriteFile(filepath.Join(pages, name, "en.md"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(dir, "cms/sites/main/navigation.yaml")
	navigation, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(navigation), "  unlistedItems:\n", `  unlistedItems:
    - title: Report
      page: report
      items:
        - { title: Letter, page: letter }
        - { title: Tax, page: tax }
        - { title: Draft, page: draft, hidden: true }
        - { title: Board, page: board }
`, 1)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
