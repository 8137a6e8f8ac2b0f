package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// TestSiteNavigation: the public header and footer of a site (CALL-17).
//
// Rules: CALL-17, NAV-2, NAV-12.
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
	// The items were read for another site: they remain, without their pages.
	answer, body := s.get(t, "localhost", "/api/site-navigation/public/wire?lang=en")
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%d %.300s", answer.StatusCode, body)
	}
	checkAt(t, body, "headerNavigation.home.url", `"/en"`)
	checkAt(t, body, "headerNavigation.home.page", `null`)
}

// TestSiteNavigation_Items: every item has its page, and home and top items have items (CALL-17, CALL-18).
//
// Rules: CALL-17, CALL-18.
func TestSiteNavigation_Items(t *testing.T) {
	s := gatedSite(t)
	type item struct {
		Title, URL string
		Page       *struct{ ID, Title, Type, PageType string }
		Items      []item
		Sections   []struct{ Items []item }
	}
	var lines func(indent string, items []item) []string
	lines = func(indent string, items []item) []string {
		var all []string
		for _, i := range items {
			line := indent + i.Title
			if i.Page != nil {
				line += fmt.Sprintf(" %s %s %s %s", i.Page.ID, i.Page.Title, i.Page.Type, i.Page.PageType)
			}
			all = append(append(all, line), lines(indent+"-", i.Items)...)
			for _, section := range i.Sections {
				all = append(all, lines(indent+"+", section.Items)...)
			}
		}
		return all
	}
	for path, test := range map[string]struct {
		headers []string
		want    []string
	}{
		"public/main?lang=en": {nil, []string{
			"Home main-home Welcome CONTENT CONTENT", "Company main-company Company CONTENT CONTENT",
			"+About main-about About us CONTENT CONTENT", "+-History main-history Our history CONTENT CONTENT",
			"Products",
			"News", "-Archive", "--Stories", "Careers main-careers Careers CONTENT CONTENT",
		}},
		"editor/main?lang=en": {[]string{"Cookie", s.editorCookie(t)}, []string{
			"-Archive", "--Stories", "-Drafts", "+Secret main-secret Secret CONTENT CONTENT",
		}},
	} {
		answer, body := s.get(t, "localhost", "/api/site-navigation/"+path, test.headers...)
		var data struct {
			HeaderNavigation struct {
				Home            item
				Items, TopItems []item
			}
		}
		if err := json.Unmarshal([]byte(body), &data); err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v %.300s", path, answer.StatusCode, err, body)
		}
		header := data.HeaderNavigation
		got := lines("", slices.Concat([]item{header.Home}, header.Items, header.TopItems))
		if header.Home.Items == nil {
			t.Errorf("%s: the home item has no items", path)
		}
		for _, line := range test.want {
			if !slices.Contains(got, line) {
				t.Errorf("%s: %q is missing in %q", path, line, got)
			}
		}
	}
}
