package app_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
)

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
