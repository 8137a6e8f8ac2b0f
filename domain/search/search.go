// Package search holds what can be found on a site, what is asked for, and how the answer reads (rules SRCH).
package search

import "strand/domain/listing"

// Kind is what kind of thing was found.
type Kind string

const (
	Page         Kind = "PAGE"
	Product      Kind = "PRODUCT"
	Service      Kind = "SERVICE"
	Story        Kind = "STORY"
	MediaRelease Kind = "MEDIA_RELEASE"
	Location     Kind = "LOCATION"
	File         Kind = "DOCUMENT"
)

// Kinds are all of them, in the order in which they are offered.
var Kinds = []Kind{Page, Product, Service, Story, MediaRelease, Location, File}

// Scope is what is searched at once: a site in a language.
type Scope struct {
	// Site is the site's id.
	Site string
	// Language is an ISO 639 code.
	Language string
}

// Document is something that can be found, in plain text.
type Document struct {
	// ID is the only one in its scope.
	ID          string
	Kind        Kind
	Title       string
	Description string
	// Text is whatever else it says.
	Text string
	// Keywords are names and numbers that it is known by.
	Keywords []string
	// Route is its path below the site's home, perhaps with a fragment; empty for a file.
	Route string
	// File is the address of a file.
	File string
	// Countries are those whose visitors may find it; empty means all.
	Countries []string
}

// EveryCountry stands in an index for what everybody may find.
const EveryCountry = "*"

// Visibility are the countries as an index keeps them: never none.
func (d *Document) Visibility() []string {
	if len(d.Countries) == 0 {
		return []string{EveryCountry}
	}
	return d.Countries
}

// Query is what is asked for.
type Query struct {
	// Text is clean, see Clean.
	Text string
	// Kinds are alternatives; none means all.
	Kinds []Kind
	// Country is an ISO code; another text stands for the international locale.
	Country       string
	Offset, Limit int
}

// Result is the answer to a query.
type Result struct {
	Total int
	// ByKind counts what there is of each kind, whatever kinds were asked for.
	ByKind map[Kind]int
	Hits   []Hit
	// IsCorrected says that nothing matches what was typed, and that these match something like it.
	IsCorrected bool
	// IsIncomplete says that documents may be missing, because a system could not be read.
	IsIncomplete bool
}

// Hit is a document that was found.
type Hit struct {
	*Document
	// Marked titles and excerpts tell the words that matched.
	MarkedTitle   Marked
	MarkedExcerpt Marked
}

// Overview is what an address shows of the results.
type Overview struct {
	Query       string
	Total       int
	IsFiltered  bool
	IsCorrected bool
	Types       []listing.Option
	Results     []*HitInView
	// MoreURL shows more of them; nil where these are all. ResetURL leaves the filter out.
	MoreURL  *string
	ResetURL string
}
