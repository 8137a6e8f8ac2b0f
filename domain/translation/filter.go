package translation

import (
	"cmp"
	"slices"
	"strings"
)

// Filter selects pages of a site. The zero value selects those that have targets.
type Filter struct {
	// State is the state of the page; empty for all.
	State State
	// Languages are those of the state; nil for the targets of each page.
	Languages []string
	// Search is a part of the title or path, ignoring case.
	Search string
	// Section is the path of a page below the site's home, which is selected with those below it.
	Section string
}

// Matches reports whether a page with a path below the site's home is selected.
func (f Filter) Matches(p *Page, path string) bool {
	state, hasTargets := p.State()
	if f.Languages != nil {
		state, hasTargets = p.StateIn(f.Languages), true
	}
	section := strings.TrimRight(f.Section, "/")
	search := strings.ToLower(strings.TrimSpace(f.Search))
	return hasTargets && (f.State == "" || f.State == state) &&
		(section == "" || path == section || strings.HasPrefix(path, section+"/")) &&
		(strings.Contains(strings.ToLower(p.Title), search) || strings.Contains(strings.ToLower(path), search))
}

// SortByPath sorts pages by their paths.
func SortByPath(pages []*Page, paths map[string]string) {
	slices.SortFunc(pages, func(a, b *Page) int {
		return cmp.Or(strings.Compare(paths[a.ID], paths[b.ID]), strings.Compare(a.ID, b.ID))
	})
}
