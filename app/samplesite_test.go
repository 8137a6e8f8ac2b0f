package app_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// mustQuery decodes the response to a query.
func (s *strand) mustQuery(t *testing.T, query string, into any) {
	t.Helper()
	text := s.query(t, query)
	if err := json.Unmarshal([]byte(text), &struct{ Data any }{into}); err != nil ||
		hasErrors(t, text) {
		t.Fatalf("%v: %.500s", err, text)
	}
}

// TestSampleSite_SystemData: system data is in the order of its sort index (CALL-3).
//
// Rules: CALL-3, CONST-1, CONST-2, CONST-5.
func TestSampleSite_SystemData(t *testing.T) {
	s := sampleSite(t)
	var data struct {
		Sites []struct {
			TechnicalName string
			Languages     []struct{ LanguageCode string }
		}
		Languages []struct{ LanguageCode string }
		Countries []struct{ CountryCode string }
	}
	s.mustQuery(t, `{ sites { technicalName languages { languageCode } } languages { languageCode } countries { countryCode } }`, &data)
	var sites, languages []string
	const all = "en de fr es pt cs hu ro sk ja zh"
	languagesOf := map[string]string{
		"main": all, "komax": all, "schleuniger": all, "adaptronic": "en de fr", "cirris": "en es",
		"brand-portal": "en", "wustec": "de",
	}
	for _, site := range data.Sites {
		sites = append(sites, site.TechnicalName)
		var codes []string
		for _, l := range site.Languages {
			codes = append(codes, l.LanguageCode)
		}
		want := cmp.Or(languagesOf[site.TechnicalName], "en de")
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s has the languages %s, not %s", site.TechnicalName, got, want)
		}
	}
	for _, l := range data.Languages {
		languages = append(languages, l.LanguageCode)
	}
	if got := strings.Join(sites, " "); got != "main komax schleuniger wustec adaptronic cirris diit hosver iqc brand-portal" {
		t.Errorf("sites %s", got)
	}
	if got := strings.Join(languages, " "); got != all {
		t.Errorf("languages %s", got)
	}
	// About 240 ISO codes (CONST-5).
	if n := len(data.Countries); n < 235 || n > 255 {
		t.Errorf("%d countries", n)
	}
}

// TestSampleSite_TopNavigation: group, investors, careers, media, events, contacts (NAV-9); each links to its page.
//
// Rules: NAV-9.
func TestSampleSite_TopNavigation(t *testing.T) {
	s := sampleSite(t)
	var data struct {
		Site struct {
			HeaderNavigation struct {
				TopItems []struct{ Title, URL string }
			}
		}
	}
	s.mustQuery(
		t,
		`{ site(technicalName: "main") { headerNavigation(locale: "en") { topItems { title url } } } }`,
		&data,
	)
	var got []string
	for _, item := range data.Site.HeaderNavigation.TopItems {
		got = append(got, item.Title+" "+item.URL)
	}
	const want = "Group /en/group, Investors /en/investors, Careers /en/careers, Media /en/media, " +
		"Events /en/events, Locations /en/contacts"
	if titles := strings.Join(got, ", "); titles != want {
		t.Errorf("%s\nnot %s", titles, want)
	}
}

// TestSampleSite_Investors: the investors page has every table, with values, and the financial calendar (INV-1).
//
// Rules: INV-1.
func TestSampleSite_Investors(t *testing.T) {
	s := sampleSite(t)
	var data struct {
		Resolve struct {
			Page struct {
				Modules []struct {
					Typename string `json:"__typename"`
					Table    *struct {
						Kind string
						Rows []struct{ Label string }
					}
					Dates []struct{ Title string }
				}
			}
		}
	}
	s.mustQuery(
		t,
		`{ resolve(url: "http://localhost/en/investors") { ... on PageResolution { page { modules { __typename
		... on InvestorTableModule { table { kind rows(most: 5) { label } } } ... on FinancialCalendarModule {
		dates { title } } } } } } }`,
		&data,
	)
	var found []string
	for _, m := range data.Resolve.Page.Modules {
		switch {
		case m.Table != nil && len(m.Table.Rows) > 0:
			found = append(found, m.Table.Kind)
		case m.Typename == "FinancialCalendarModule" && len(m.Dates) > 0:
			found = append(found, "the financial calendar")
		}
	}
	for _, want := range []string{"DIVIDENDS", "SHAREHOLDERS", "KEY_DATA", "SHARE_PRICE", "TOTAL_RETURN",
		"ANNUAL_FIGURES", "the financial calendar"} {
		if !slices.Contains(found, want) {
			t.Errorf("%s is missing in %v", want, found)
		}
	}
}

// TestSampleSite_Gates: the pages behind a password, and those below them (PAGE-14).
//
// Rules: PAGE-6, PAGE-14.
func TestSampleSite_Gates(t *testing.T) {
	s := sampleSite(t)
	for path, isLocked := range map[string]bool{
		"/en/productronica":                   false,
		"/en/productronica/internal":          true,
		"/en/events":                          false,
		"/en/events/internal-2025":            true,
		"/en/events/internal-2025/programme":  true,
		"/de/events/internal-2025/programme":  true,
		"/en/brand-portal/komax-brand-portal": false,
		"/en/brand-portal/komax-brand-portal/komax-brand-portal-protected":             true,
		"/en/brand-portal/komax-group-brand-portal/komax-group-brand-portal-protected": true,
		"/en/brand-portal/schleuniger-brand-portal/schleuniger-brand-portal-protected": true,
	} {
		var data struct {
			Resolve struct {
				Page *struct {
					IsLocked bool
					Modules  []struct{ ID string }
				}
			}
		}
		s.mustQuery(
			t,
			fmt.Sprintf(
				`{ resolve(url: "http://localhost%s") { ... on PageResolution { page { isLocked modules { ... on RichTextModule { id } } } } } }`,
				path,
			),
			&data,
		)
		if p := data.Resolve.Page; p == nil || p.IsLocked != isLocked || isLocked && len(p.Modules) > 0 {
			t.Errorf("%s: %+v", path, p)
		}
	}
}

// TestSampleSite_News: newest first, ten per page by default (FEED-12).
//
// Rules: CALL-5, FEED-12.
func TestSampleSite_News(t *testing.T) {
	s := sampleSite(t)
	var data struct {
		NewsFeed struct {
			Edges []struct {
				Node struct{ PublicationDate string }
			}
		}
	}
	s.mustQuery(t, `{ newsFeed { edges { node { publicationDate } } } }`, &data)
	var dates []string
	for _, e := range data.NewsFeed.Edges {
		dates = append(dates, e.Node.PublicationDate)
	}
	if len(dates) != 10 || !slices.IsSortedFunc(dates, func(a, b string) int { return strings.Compare(b, a) }) {
		t.Errorf("%v", dates)
	}
}

// TestSampleSite_ErrorPage: the response for an unknown URL contains the page with the slug `error` of its site
// (PAGE-23).
//
// Rules: PAGE-23.
func TestSampleSite_ErrorPage(t *testing.T) {
	s := sampleSite(t)
	for url, want := range map[string]string{
		"http://localhost/en/nothing":        "main",
		"http://localhost/en/cirris/nothing": "cirris",
	} {
		var data struct {
			Resolve struct {
				Site struct{ TechnicalName string }
				Page struct{ Slug string }
			}
		}
		query := `{ resolve(url: %q) { ... on NotFoundResolution { site { technicalName } page { slug } } } }`
		s.mustQuery(t, fmt.Sprintf(query, url), &data)
		if got := data.Resolve; got.Site.TechnicalName != want || got.Page.Slug != "error" {
			t.Errorf("%s: %+v", url, got)
		}
	}
}
