package site

import (
	"iter"
	"slices"
)

// ReachablePage is a page of a site and the countries in which it can be reached.
type ReachablePage struct {
	Item *Item
	// Countries are those whose navigation contains the page; empty means all.
	Countries []string

	// items contains the item of the page in each of the countries.
	items map[string]*Item
}

// ItemIn returns the item of the page in one of its countries.
func (p ReachablePage) ItemIn(country string) *Item {
	if i, ok := p.items[country]; ok {
		return i
	}
	return p.Item
}

// ReachablePages returns the pages of a site that the navigation of at least one country contains.
func ReachablePages(n *Navigation) []ReachablePage {
	n.reachableOnce.Do(func() { n.reachable = reachablePages(n) })
	return n.reachable
}

func reachablePages(n *Navigation) []ReachablePage {
	var placed []ReachablePage
	index := map[string]int{}
	for _, country := range append([]string{CountryAll}, namedCountries(n)...) {
		tree, err := NewTree(n, country, false)
		if err != nil {
			continue // the country has no home page, and so no site
		}
		for _, item := range tree.Pages() {
			i, isIndexed := index[item.Page.ID]
			if !isIndexed {
				i = len(placed)
				index[item.Page.ID] = i
				placed = append(placed, ReachablePage{Item: item})
				if country != CountryAll {
					placed[i].items = map[string]*Item{}
				}
			}
			if placed[i].items != nil {
				placed[i].Countries = append(placed[i].Countries, country)
				placed[i].items[country] = item
			}
		}
	}
	return placed
}

// namedCountries returns the countries that the navigation's items and pages are restricted to, sorted.
func namedCountries(n *Navigation) []string {
	var named []string
	for i := range n.AllItems() {
		named = append(named, i.Countries...)
		if i.Page != nil {
			named = append(named, i.Page.Countries...)
		}
	}
	slices.Sort(named)
	return slices.DeleteFunc(slices.Compact(named), func(c string) bool { return c == CountryAll })
}

// hasPage reports whether some item of the navigation, visible or not, shows the page with this id.
func (n *Navigation) hasPage(id string) bool {
	for i := range n.AllItems() {
		if i.Page != nil && i.Page.ID == id {
			return true
		}
	}
	return false
}

// AllItems iterates over every item of the navigation, at any level, hidden items and those of all countries included.
func (n *Navigation) AllItems() iter.Seq[*Item] {
	return func(yield func(*Item) bool) {
		var visit func(items []*Item) bool
		visit = func(items []*Item) bool {
			for _, i := range items {
				if !yield(i) || !visit(i.Items) {
					return false
				}
				for _, s := range i.Sections {
					if !visit(s.Items) {
						return false
					}
				}
			}
			return true
		}
		for _, items := range [][]*Item{n.Home, n.Items, n.TopItems, n.Unlisted} {
			if !visit(items) {
				return
			}
		}
	}
}
