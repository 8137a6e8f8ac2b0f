// Package search contains the documents, queries and results of the search of a site (rules SRCH).
package search

import (
	"errors"

	"strand/domain/listing"
	"strand/domain/site"
)

// ErrIndexLost is returned by a search engine that has no index of a scope any more, such as one whose disk was
// replaced.
var ErrIndexLost = errors.New("the search index is lost")

// Kind is the kind of a search result.
type Kind string

const (
	Page         Kind = "PAGE"
	Product      Kind = "PRODUCT"
	Service      Kind = "SERVICE"
	Story        Kind = "STORY"
	MediaRelease Kind = "MEDIA_RELEASE"
	Location     Kind = "LOCATION"
	Person       Kind = "PERSON"
	File         Kind = "DOCUMENT"
)

// Kinds are all kinds, in the order of the filter.
var Kinds = []Kind{Page, Product, Service, Story, MediaRelease, Location, Person, File}

// Scope is the content of one index: a site in a language.
type Scope struct {
	// Site is the site's id.
	Site string
	// Language is an ISO 639 code.
	Language string
}

// Document is a searchable document, in plain text.
type Document struct {
	// ID is unique in its scope.
	ID          string
	Kind        Kind
	Title       string
	Description string
	// Text is the remaining text of the document; see FullText.
	Text string
	// Source makes the text of a document when it is needed, instead of Text; nil for a document with Text.
	Source TextSource
	// TitleLanguage and TextLanguage are the languages of the title and of the other texts, if they are not that of the
	// scope; empty otherwise.
	TitleLanguage, TextLanguage string
	// Keywords are further names and numbers of the document.
	Keywords []string
	// Route is the path below the site's home, with an optional fragment; empty for a file of another system.
	Route string
	// File is the URL of a file of another system; empty for a file that this server makes.
	File string
	// Context has words of which the document is a part, such as the classification of the product of a data sheet. It
	// is found by them beside words of its own, behind the documents that are about them.
	Context string
	// Category is what the document is one of, such as the classification of a product, the country of a location and
	// the role of a person; empty for none.
	Category string
	// Image is a picture of the document; nil for none.
	Image *site.Image
	// Ranges are the ranges of its figures.
	Ranges Ranges
	// Order is the place among documents that match as well: that of the classification of a product in the catalogue.
	Order int
	// Countries are those whose visitors can find the document; empty means all.
	Countries []string
}

// TextSource makes the texts of documents, so that those of large catalogues are not kept in memory twice.
type TextSource interface {
	// TextOf returns the text of the document with an id as it is now; empty for one that does not exist any more.
	TextOf(id string) string
}

// FullText returns the text of the document that is neither its title nor its description.
func (d *Document) FullText() string {
	if d.Source != nil {
		return d.Source.TextOf(d.ID)
	}
	return d.Text
}

// EveryCountry is the country of documents without restriction in an index.
const EveryCountry = "*"

// Visibility is the list of countries for an index; never empty.
func (d *Document) Visibility() []string {
	if len(d.Countries) == 0 {
		return []string{EveryCountry}
	}
	return d.Countries
}

// Query is a search query.
type Query struct {
	// Text is a cleaned text, see Clean.
	Text string
	// Kinds are alternatives; empty means all.
	Kinds []Kind
	// Country is an ISO code; any other text is the international locale.
	Country       string
	Offset, Limit int
	// Synonyms are those of editors.
	Synonyms Synonyms
}

// Result is the result of a query.
type Result struct {
	Total int
	// ByKind is the number of matches of each kind, independent of Query.Kinds.
	ByKind map[Kind]int
	Hits   []Hit
	// IsCorrected is true if the query has no exact match and the hits match similar words, or most of the words.
	IsCorrected bool
	// IsIncomplete is true if documents may be missing, because the index is being built or a source could not be read.
	IsIncomplete bool
	// DidYouMean is a query with words of the documents in place of mistyped ones; empty for none.
	DidYouMean string
}

// Hit is a matching document.
type Hit struct {
	*Document
	// IsRecommended is true if editors recommend the document for the query.
	IsRecommended bool
	// MarkedTitle and MarkedExcerpt contain the marked matches.
	MarkedTitle   Marked
	MarkedExcerpt Marked
}

// Link is a link of the search with its text.
type Link struct{ Text, URL string }

// Overview is the page of search results at a URL.
type Overview struct {
	Query       string
	Total       int
	IsFiltered  bool
	IsCorrected bool
	// IsIncomplete is that of the result.
	IsIncomplete bool
	Types        []listing.Option
	Results      []*LocalizedHit
	// DidYouMean leads to the results of a query without typing errors; nil for none (SRCH-22).
	DidYouMean *Link
	// ProductsFor leads to the products for the wire of the query; nil for none (SRCH-23).
	ProductsFor *Link
	// MoreURL is the URL with more results; nil if there are no more. ResetURL is the URL without the filter.
	MoreURL  *string
	ResetURL string
}
