package app_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestSiteNavigation: the public header and footer of a site (CALL-17).
func TestSiteNavigation(t *testing.T) {
	s := startWith(t, testContent, screenOperation, "STRAND_PRODUCTION=true")
	for _, test := range []struct {
		name, path string
		status     int
		contains   []string
		lacks      []string
	}{
		{"a language", "/main?lang=de", http.StatusOK,
			[]string{`"title":"Firma"`, `"url":"/de/company"`, `"unlocalizedUrl":"/company"`,
				`"breadcrumbOverride":"About the group"`,
				`"backgroundColor":"Dark_White"`, `"kind":"ACTION","url":"openNewsFeed"`, `"note":"Beispielinhalt."`,
				`"title":"Careers"`}, []string{"Secret", "Trade-in", "Fresh", "Drafts", "Newswire"}},
		{"a country", "/main?lang=en-US", http.StatusOK,
			[]string{`"title":"Trade-in"`, `"countries":["US"]`, `"url":"/en-us/company"`, `"title":"Newswire"`},
			[]string{"Secret", "Drafts"}},
		{"no language", "/main", http.StatusOK, []string{`"url":"/en/company"`}, nil},
		{"a site by its slug", "/cabinet?lang=en", http.StatusOK, []string{`"url":"/en/cabinet"`}, nil},
		{"a language that the site lacks", "/cabinet?lang=ja", http.StatusBadRequest, []string{"BAD_USER_INPUT"}, nil},
		{"no language at all", "/main?lang=nonsense", http.StatusBadRequest, []string{"BAD_USER_INPUT"}, nil},
		{"no such site", "/nowhere?lang=en", http.StatusNotFound, []string{"NOT_FOUND"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			answer, body := s.get(t, "localhost", "/api/site-navigation/public"+test.path)
			if answer.StatusCode != test.status || !json.Valid([]byte(body)) ||
				!strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
				t.Errorf("%d %s %.300s", answer.StatusCode, answer.Header.Get("Content-Type"), body)
			}
			for _, want := range test.contains {
				if !strings.Contains(body, want) {
					t.Errorf("%s is missing in %s", want, body)
				}
			}
			for _, unwanted := range test.lacks {
				if strings.Contains(body, unwanted) {
					t.Errorf("%s is in the navigation", unwanted)
				}
			}
		})
	}
	s.cmsFault.Store(&outOfOrder)
	if answer, body := s.get(
		t, "localhost", "/api/site-navigation/public/main?lang=fr",
	); answer.StatusCode != http.StatusServiceUnavailable ||
		strings.Contains(body, secret) {
		t.Errorf("%d %s", answer.StatusCode, body)
	}
}

// TestNavigationPages: an item contains the page that it leads to, with its translated title, and its items.
func TestNavigationPages(t *testing.T) {
	s := startWith(t, testContent)
	type item struct {
		Title string
		Page  *struct{ ID, Title string }
	}
	var data struct {
		Site struct {
			HeaderNavigation struct {
				Home  item
				Items []struct {
					item
					Items    []item
					Sections []struct{ Items []item }
				}
			}
		}
	}
	s.mustQuery(t, `{ site(technicalName: "main") { headerNavigation {
		home { title page { id title } }
		items { title page { id title } items { title page { id title } } sections { items { title
		page { id title } } } }
	} } }`, &data)
	var got []string
	add := func(indent string, i item) {
		line := indent + i.Title
		if i.Page != nil {
			line += " " + i.Page.ID + " " + i.Page.Title
		}
		got = append(got, line)
	}
	header := data.Site.HeaderNavigation
	add("", header.Home)
	for _, top := range header.Items {
		add("", top.item)
		for _, i := range top.Items {
			add("- ", i)
		}
		for _, section := range top.Sections {
			for _, i := range section.Items {
				add("-- ", i)
			}
		}
	}
	want := []string{
		"Home main-home Welcome", "Company main-company Company", "-- About main-about About us", "Products", "News",
	}
		"- Archive",
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
