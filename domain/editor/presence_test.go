package editor

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Rules: EDIT-26.
func TestPresence_Clean(t *testing.T) {
	tests := map[string]struct {
		given   Presence
		name    string
		problem string
	}{
		"as typed":            {Presence{Tab: "tab-00001", Name: "Anna B.", Page: "/"}, "Anna B.", ""},
		"no name":             {Presence{Tab: "tab-00001", Page: "/products"}, "", ""},
		"spaces and lines":    {Presence{Tab: "tab-00001", Name: "  Anna \n\t B. ", Page: "/"}, "Anna B.", ""},
		"other scripts":       {Presence{Tab: "tab-00001", Name: "山田 花子", Page: "/"}, "山田 花子", ""},
		"direction overrides": {Presence{Tab: "tab-00001", Name: "A\u202enna\x00", Page: "/"}, "Anna", ""},
		"invalid UTF-8":       {Presence{Tab: "tab-00001", Name: "A\xffnna", Page: "/"}, "Anna", ""},
		"too long": {
			Presence{Tab: "tab-00001", Name: strings.Repeat("é", 50), Page: "/"}, strings.Repeat("é", 40), "",
		},
		"short tab":         {Presence{Tab: "tab", Page: "/"}, "", "tab"},
		"tab with a space":  {Presence{Tab: "tab 000001", Page: "/"}, "", "tab"},
		"no path":           {Presence{Tab: "tab-00001", Page: "products"}, "", "page"},
		"long path":         {Presence{Tab: "tab-00001", Page: "/" + strings.Repeat("a", 500)}, "", "page"},
		"path with a break": {Presence{Tab: "tab-00001", Page: "/a\nb"}, "", "page"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cleaned, problem := test.given.Clean()
			if problem != test.problem || problem == "" && cleaned.Name != test.name {
				t.Errorf("got %q, problem %q", cleaned.Name, problem)
			}
		})
	}
}

// Rules: EDIT-26.
func TestOtherPresences(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	at := func(tab, name, site, page string, age time.Duration) Presence {
		return Presence{Tab: tab, Name: name, Site: site, Page: page, At: now.Add(-age)}
	}
	own := at("own", "Anna", "main", "/products", 0)
	all := []Presence{
		own,
		at("other-site", "Ben", "komax", "/", 10*time.Second),
		at("same-site", "Zoe", "main", "/", 10*time.Second),
		at("same-page-z", "Yuki", "main", "/products", 59*time.Second),
		at("same-page-a", "", "main", "/products", 20*time.Second),
		at("gone", "Carl", "main", "/products", time.Minute),
	}
	var tabs []string
	for _, p := range OtherPresences(all, own, now) {
		tabs = append(tabs, p.Tab)
	}
	if want := []string{"same-page-a", "same-page-z", "same-site", "other-site"}; !slices.Equal(tabs, want) {
		t.Errorf("got %v, want %v", tabs, want)
	}
	many := make([]Presence, 500)
	for i := range many {
		many[i] = at(strings.Repeat("x", i+1), "", "main", "/", 0)
	}
	if got := len(OtherPresences(many, own, now)); got != MaxPresences {
		t.Errorf("%d are listed", got)
	}
}
