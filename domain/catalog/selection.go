package catalog

import (
	"net/url"

	"strand/domain/listing"
)

// PageSize is the number of products on a page of a listing. It fills rows of two, of three and of four.
const PageSize = 24

// Sort is the order of a listing.
type Sort string

const (
	// SortPosition is the order of the PIM.
	SortPosition Sort = "POSITION"
	SortName     Sort = "NAME"
)

// Selection is a page of a listing with its filters and order. Its state is the query of the URL.
type Selection struct {
	// BrandIDs are alternatives; Capabilities, by their slugs, must all match.
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

// ParseSelection parses the query of a URL. Unknown values are ignored, so that old links still work.
func ParseSelection(rawQuery string) Selection {
	query := listing.Query(rawQuery)
	s := Selection{
		BrandIDs:     listing.Choices(query[paramBrand]),
		Capabilities: listing.Choices(query[paramCapability]),
		Sort:         SortPosition,
		Page:         listing.Page(query),
	}
	if query.Get(paramSort) == "name" {
		s.Sort = SortName
	}
	return s
}

// IsFiltered reports whether the selection excludes any product.
func (s Selection) IsFiltered() bool { return len(s.BrandIDs)+len(s.Capabilities) > 0 }

// Offset is the number of products before the page.
func (s Selection) Offset() int { return (s.Page - 1) * PageSize }

// Query returns the selection as the query of a URL, with its question mark; empty for the default selection. Equal
// selections give equal queries.
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

// OnPage returns the selection on another page.
func (s Selection) OnPage(page int) Selection {
	s.Page = page
	return s
}
