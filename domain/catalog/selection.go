package catalog

import (
	"net/url"

	"strand/domain/listing"
)

// PageSize is how many products one page of a listing shows: rows of two, of three and of four are full.
const PageSize = 24

// Sort is the order of a listing.
type Sort string

const (
	// SortPosition is the order in which the PIM files products.
	SortPosition Sort = "POSITION"
	SortName     Sort = "NAME"
)

// Selection is what a visitor wants to see of a listing. Its state is the query of the address.
type Selection struct {
	// BrandIDs are alternatives; Capabilities, by their slugs, must all be there.
	BrandIDs, Capabilities []string
	Sort                   Sort
	// Page counts from 1.
	Page int
}

// The parameters of a selection.
const (
	paramBrand      = "brand"
	paramCapability = "capability"
	paramSort       = "sort"
)

// ParseSelection reads the query of an address. What it does not know it leaves out: an old link still shows something.
func ParseSelection(rawQuery string) Selection {
	query := listing.Query(rawQuery)
	s := Selection{BrandIDs: listing.Choices(query[paramBrand]), Capabilities: listing.Choices(query[paramCapability]),
		Sort: SortPosition, Page: listing.Page(query)}
	if query.Get(paramSort) == "name" {
		s.Sort = SortName
	}
	return s
}

// IsFiltered says whether anything is left out.
func (s Selection) IsFiltered() bool { return len(s.BrandIDs)+len(s.Capabilities) > 0 }

// Offset is how many products come before the page.
func (s Selection) Offset() int { return (s.Page - 1) * PageSize }

// Query is the selection as the query of an address, with its question mark; empty for everything in its own order.
// Equal selections give equal queries.
func (s Selection) Query() string {
	query := url.Values{}
	for _, b := range s.BrandIDs {
		query.Add(paramBrand, b)
	}
	for _, c := range s.Capabilities {
		query.Add(paramCapability, c)
	}
	if s.Sort == SortName {
		query.Set(paramSort, "name")
	}
	return listing.Encode(query, s.Page)
}

// OnPage is the selection on another page.
func (s Selection) OnPage(page int) Selection {
	s.Page = page
	return s
}
