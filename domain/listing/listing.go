// Package listing holds what all lists have in common that are filtered and turned by the query of their address: so that
// they work without JavaScript, can be shared, and show something for an old link.
package listing

import (
	"net/url"
	"slices"
	"strconv"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// What an address may ask for is bounded.
const (
	maxChoices = 20
	maxChoice  = 80
	maxPage    = 10_000
)

// ParamPage is the parameter of the page.
const ParamPage = "page"

// Option is a choice of a filter.
type Option struct {
	Value, Label string
	// Count is how many entries the choice leaves.
	Count    int
	Selected bool
}

// Options are the choices of a filter in their own order: what leaves nothing is left out, unless it is chosen.
func Options(all []Option, chosen []string) []Option {
	options := []Option{}
	for _, o := range all {
		o.Selected = slices.Contains(chosen, o.Value)
		if o.Count > 0 || o.Selected {
			options = append(options, o)
		}
	}
	return options
}

// SortedOptions are the choices of a filter in the order of their labels in a language.
func SortedOptions(all []Option, chosen []string, lang string) []Option {
	options := Options(all, chosen)
	// An unknown language sorts as the root of all.
	order := collate.New(language.Make(lang), collate.IgnoreCase, collate.Numeric)
	slices.SortStableFunc(options, func(a, b Option) int { return order.CompareString(a.Label, b.Label) })
	return options
}

// Paging is one page of a list.
type Paging struct {
	// Total is of all pages.
	Total int
	// Page counts from 1.
	Page, PageCount int
	// PreviousURL and NextURL are paths of the site; nil where there is no such page.
	PreviousURL, NextURL *string
}

// NewPaging is a page of a list of so many entries; address gives the path of another page.
func NewPaging(total, page, size int, address func(page int) string) Paging {
	p := Paging{Total: total, Page: page, PageCount: max(1, (total+size-1)/size)}
	if page > 1 {
		previous := address(min(page-1, p.PageCount))
		p.PreviousURL = &previous
	}
	if page < p.PageCount {
		next := address(page + 1)
		p.NextURL = &next
	}
	return p
}

// Slice is the part of all entries that a page shows.
func Slice[T any](all []T, page, size int) []T {
	start := min((page-1)*size, len(all))
	return all[start:min(start+size, len(all))]
}

// Query reads the query of an address; one that is malformed is empty.
func Query(raw string) url.Values {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return url.Values{}
	}
	return query
}

// Choices are the values of a parameter, bounded, each once and sorted, so that equal selections are equal.
func Choices(values []string) []string {
	var chosen []string
	for _, v := range values {
		if v != "" && len(v) <= maxChoice && len(chosen) < maxChoices && !slices.Contains(chosen, v) {
			chosen = append(chosen, v)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// Choice is the one value of a parameter; empty for none that could be meant.
func Choice(query url.Values, name string) string {
	if v := query.Get(name); len(v) <= maxChoice {
		return v
	}
	return ""
}

// Page is the page that a query asks for; the first where it asks for none that there could be.
func Page(query url.Values) int {
	if page, err := strconv.Atoi(query.Get(ParamPage)); err == nil && page > 1 && page <= maxPage {
		return page
	}
	return 1
}

// Encode writes a query with its question mark; empty for an empty one.
func Encode(query url.Values, page int) string {
	if page > 1 {
		query.Set(ParamPage, strconv.Itoa(page))
	}
	if len(query) == 0 {
		return ""
	}
	return "?" + query.Encode()
}
