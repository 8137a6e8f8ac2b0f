package site

import (
	"strings"
	"testing"
)

// reportNavigation returns a navigation whose report has chapters of every kind, one of them on two levels, and the
// report of another year.
func reportNavigation(s *Site) *Navigation {
	report := func(slug string, change func(*Item), below ...*Item) *Item {
		i := &Item{ID: slug, Title: strings.ToUpper(slug), Page: ref(s.ID+"-"+slug, slug, "en", "de"), Items: below}
		i.Page.Type = PageTypeReport
		if change != nil {
			change(i)
		}
		return i
	}
	other := &Item{
		ID:    "photos",
		Page:  ref(s.ID+"-photos", "photos", "en", "de"),
		Items: []*Item{report("captions", nil)},
	}
	letter := report("letter", nil)
	return &Navigation{
		Site: s,
		Home: []*Item{{ID: "h", Page: ref(s.ID+"-home", "home", "en", "de")}},
		TopItems: []*Item{{
			ID:   "i",
			Page: ref(s.ID+"-investors", "investors", "en", "de"),
			Items: []*Item{
				report("report", nil,
					letter,
					report("figures", nil, report("tables", nil)),
					report("outlook", func(i *Item) { i.Hidden = true }),
					report("tax", func(i *Item) { i.Countries = []string{"US"} }),
					report("law", func(i *Item) { i.Page.Countries = []string{"CH"} }),
					report("wage", func(i *Item) { i.Page.Languages = []string{"de"} }),
					report("group", func(i *Item) { i.Page.MainSiteOnly = true }),
					&Item{ID: "path", Path: "/products"},
					other,
				),
				report("old", nil),
			},
		}},
		// A second item of the letter's page; its first item is in the report.
		Unlisted: []*Item{report("archive", nil, letter)},
	}
}

// TestContext_Report checks the position of a chapter in its report (INV-7).
//
// Rules: INV-7.
func TestContext_Report(t *testing.T) {
	d := newTestDirectory(t)
	const international = "letter figures tables wage group captions"
	for _, test := range []struct {
		name, url, page string
		editor          bool
		// want is the root, the chapters, the number, the previous page and the next one.
		want string
	}{
		{"the first page", "http://localhost/en", "report", false, "report | " + international + " | 0 | - | letter"},
		{
			"the first chapter", "http://localhost/en", "letter", false,
			"report | " + international + " | 1 | report | figures",
		},
		{
			"a chapter with chapters", "http://localhost/en", "figures", false,
			"report | " + international + " | 2 | letter | tables",
		},
		{
			"a chapter of a chapter", "http://localhost/en", "tables", false,
			"report | " + international + " | 3 | figures | wage",
		},
		{
			"the last chapter, below a page of another type", "http://localhost/en", "captions", false,
			"report | " + international + " | 6 | group | -",
		},
		{
			"for a country", "http://localhost/en-us", "figures", false,
			"report | letter figures tables tax group captions | 2 | letter | tables",
		},
		{
			"for another country", "http://localhost/de-ch", "tables", false,
			"report | letter figures tables law wage group captions | 3 | figures | law",
		},
		{
			"a chapter in no language of the country is left out", "http://localhost/en-jp", "tables", false,
			"report | letter figures tables group captions | 3 | figures | group",
		},
		{
			"a chapter of the main site alone is left out on another site", "http://komax.localhost/en", "tables",
			false, "report | letter figures tables wage captions | 3 | figures | wage",
		},
		{
			"an editor sees hidden chapters", "http://localhost/en", "tables", true,
			"report | letter figures tables outlook wage group captions | 3 | figures | outlook",
		},
		{"a report without chapters", "http://localhost/en", "old", false, "old |  | 0 | - | -"},
		{
			"a chapter whose first item is in another report", "http://localhost/en", "archive", false,
			"archive |  | 0 | - | -",
		},
		{"a hidden chapter", "http://localhost/en", "outlook", false, "none"},
		{"a page of another type in a report", "http://localhost/en", "photos", false, "none"},
		{"a page outside of reports", "http://localhost/en", "investors", false, "none"},
		{"an unknown page", "http://localhost/en", "nothing", false, "none"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, err := d.Parse(test.url)
			if err != nil {
				t.Fatal(err)
			}
			siteCtx := NewContext(
				ContextInput{
					Directory: d,
					Site:      a.Site,
					Locale:    a.Locale,
					Stage:     Published,
					Preview:   previewIf(test.editor),
				},
				map[string]*Navigation{a.Site.ID: reportNavigation(a.Site)},
			)
			got := "none"
			if r := siteCtx.Report(a.Site.ID + "-" + test.page); r != nil {
				got = describe(r)
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestContext_Report_WithoutHomePage(t *testing.T) {
	d := newTestDirectory(t)
	n := reportNavigation(d.Main())
	n.Home = nil
	siteCtx := NewContext(
		ContextInput{Directory: d, Site: d.Main(), Locale: Locale{LanguageCode: "en"}},
		map[string]*Navigation{"main": n},
	)
	if r := siteCtx.Report("main-report"); r != nil {
		t.Errorf("a site without a home page has %s", describe(r))
	}
}

// describe formats a report in one line.
func describe(r *Report) string {
	slug := func(i *Item) string {
		if i == nil {
			return "-"
		}
		return i.Page.Slug
	}
	var chapters []string
	for _, c := range r.Chapters {
		chapters = append(chapters, slug(c))
	}
	return strings.Join(
		[]string{
			slug(r.Root),
			strings.Join(chapters, " "),
			string(rune('0' + r.Number)),
			slug(r.Previous),
			slug(r.Next),
		},
		" | ",
	)
}
