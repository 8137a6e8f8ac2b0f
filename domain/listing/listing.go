// Package listing contains the filters and pagination of lists. Their state is the query of the URL, so that lists work
// without JavaScript, can be shared, and old links still work.
package listing

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"

	"golang.org/x/text/collate"

	"strand/domain/collation"
	"strand/domain/convert"
)

// Limits of the values in a URL: selected options per filter, length of an option in bytes, and page number.
const (
	maxChoices = 20
	maxChoice  = 80
)

// MaxPage is the highest page number of a list.
const MaxPage = 10_000

// ParamPage is the parameter of the page number.
const ParamPage = "page"

// Option is an option of a filter.
type Option struct {
	Value, Label string
	// ForeignLanguage is the language of the label, if it is another one than that of the page.
	ForeignLanguage *string
	// Count is the number of entries that the option selects.
	Count    int
	Selected bool
	// IsOffered is true for an option that selects entries without the other filters: it is shown even if it selects
	// none now.
	IsOffered bool
}

// Options returns the options of a filter in their own order, without those that select no entry, unless they are
// selected or offered.
func Options(all []Option, chosen []string) []Option {
	options := []Option{}
	for _, o := range all {
		o.Selected = slices.Contains(chosen, o.Value)
		if o.Count > 0 || o.Selected || o.IsOffered {
			options = append(options, o)
		}
	}
	return options
}

// SortedOptions returns the options of a filter, sorted by their labels in a language.
func SortedOptions(all []Option, chosen []string, lang string) []Option {
	options := Options(all, chosen)
	order := collation.Of(lang, collate.Numeric)
	slices.SortStableFunc(options, func(a, b Option) int { return order.Compare(a.Label, b.Label) })
	return options
}

// Paging is a page of a list.
type Paging struct {
	// Total is the number of entries on all pages.
	Total int
	// Page counts from 1.
	Page, PageCount int
	// PreviousURL and NextURL are paths of the site; nil if there is no such page.
	PreviousURL, NextURL *string
}

// NewPaging returns a page of a list with total entries: the last one for a page beyond it, since lists become shorter.
// urlOf returns the path of another page.
func NewPaging(total, page, size int, urlOf func(page int) string) Paging {
	p := Paging{Total: total, Page: min(page, PageCount(total, size)), PageCount: PageCount(total, size)}
	if p.Page > 1 {
		p.PreviousURL = new(urlOf(p.Page - 1))
	}
	if p.Page < p.PageCount {
		p.NextURL = new(urlOf(p.Page + 1))
	}
	return p
}

// PageCount is the number of pages of a list with total entries, at least 1.
func PageCount(total, size int) int { return max(1, (total+size-1)/size) }

// Slice returns the entries of a page; those of the last one for a page beyond it.
func Slice[T any](all []T, page, size int) []T {
	start := (min(page, PageCount(len(all), size)) - 1) * size
	return all[start:min(start+size, len(all))]
}

// Query parses the query of a URL; a malformed query is empty.
func Query(raw string) url.Values {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return url.Values{}
	}
	return query
}

// Choices returns the valid values of a parameter, without duplicates and sorted, so that equal selections are equal.
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

// Known returns the values of a parameter that are in all, without duplicates and in the order of all.
func Known[T ~string](values []string, all []T) []T {
	found := []T{}
	for _, value := range all {
		if slices.Contains(values, string(value)) {
			found = append(found, value)
		}
	}
	return found
}

// Texts returns values as the texts of a parameter.
func Texts[T ~string](values []T) []string {
	return convert.All(values, func(value T) string { return string(value) })
}

// Choice returns the value of a parameter; empty for a value that is too long.
func Choice(query url.Values, name string) string {
	if v := query.Get(name); len(v) <= maxChoice {
		return v
	}
	return ""
}

// Page returns the page number of a query, at most MaxPage; 1 for a missing or invalid number.
func Page(query url.Values) int {
	page, err := strconv.Atoi(query.Get(ParamPage))
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 1
	}
	return min(max(page, 1), MaxPage)
}

// Flag is the value of a parameter that is true or absent.
func Flag(isSet bool) string {
	if isSet {
		return "true"
	}
	return ""
}

// Encode returns a query with its question mark; empty for an empty query. Parameters without a value are left out.
func Encode(query url.Values, page int) string {
	if page > 1 {
		query.Set(ParamPage, strconv.Itoa(page))
	}
	maps.DeleteFunc(query, func(_ string, values []string) bool {
		return !slices.ContainsFunc(values, func(value string) bool { return value != "" })
	})
	if len(query) == 0 {
		return ""
	}
	return "?" + query.Encode()
}
