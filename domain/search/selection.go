package search

import (
	"net/url"
	"slices"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/site"
)

// PageSize is the number of results on a page, and the number that "more results" adds.
const PageSize = 10

// maxPage limits the number of results in one document.
const maxPage = 20

const (
	paramQuery = "q"
	paramType  = "type"
)

// Selection is the search that a URL contains.
type Selection struct {
	// Text is a cleaned text.
	Text  string
	Kinds []Kind
	// Page counts from 1. The results are those of this page and all pages before it, because further results are
	// appended.
	Page int
}

// Parameters are the parameters of a selection.
var Parameters = listing.Parameters{paramQuery, paramType, listing.ParamPage}

// ParseSelection parses the query of a URL. Unknown values are ignored.
func ParseSelection(rawQuery string) Selection {
	query := listing.Query(rawQuery)
	s := Selection{Text: Clean(query.Get(paramQuery)), Page: min(listing.Page(query), maxPage)}
	chosen := listing.Choices(query[paramType])
	for _, k := range Kinds {
		if slices.Contains(chosen, string(k)) {
			s.Kinds = append(s.Kinds, k)
		}
	}
	return s
}

// Query returns the selection as the query of a URL, with its question mark.
func (s Selection) Query() string {
	return listing.Encode(url.Values{paramQuery: {s.Text}, paramType: listing.Texts(s.Kinds)}, s.Page)
}

// SearchQuery returns the search query of the selection for a site context.
func (s Selection) SearchQuery(siteCtx *site.Context) Query {
	return Query{Text: s.Text, Kinds: s.Kinds, Country: siteCtx.Locale.Country(), Limit: s.Page * PageSize}
}

// MaxOffset is the maximum offset of a query.
const MaxOffset = 10_000

// MaxSuggestions is the number of suggestions for a typed text.
const MaxSuggestions = 8

// Suggestion returns the query for the suggestions for a typed text in a site context.
func Suggestion(typed string, siteCtx *site.Context) Query {
	return Query{Text: Clean(typed), Country: siteCtx.Locale.Country(), Limit: MaxSuggestions}
}

// ScopeOf returns the scope that a site context searches.
func ScopeOf(siteCtx *site.Context) Scope {
	return Scope{Site: siteCtx.Site.ID, Language: siteCtx.Locale.LanguageCode}
}

// LocalizedHit is a hit with its URL in a site context.
type LocalizedHit struct {
	Hit
	SiteContext *site.Context
}

// Type is the kind of the result.
func (h *LocalizedHit) Type() Kind { return h.Kind }

// TitleParts are the parts of the title.
func (h *LocalizedHit) TitleParts() []Part { return h.MarkedTitle }

// Excerpt contains the parts of the excerpt.
func (h *LocalizedHit) Excerpt() []Part { return h.MarkedExcerpt }

// Description is the text of the excerpt.
func (h *LocalizedHit) Description() string { return h.MarkedExcerpt.String() }

// TitleLanguage is the language of the title, if it is another one than that of the page.
func (h *LocalizedHit) TitleLanguage() *string { return optional.Text(h.Document.TitleLanguage) }

// Category is what the document is one of; nil for none.
func (h *LocalizedHit) Category() *string { return optional.Text(h.Document.Category) }

// ExcerptLanguage is the language of the excerpt, if it is another one than that of the page.
func (h *LocalizedHit) ExcerptLanguage() *string { return optional.Text(h.TextLanguage) }

// URL is the URL of the document: a path of the site context's site, or a file.
func (h *LocalizedHit) URL() string {
	if h.File != "" {
		return h.File
	}
	return h.SiteContext.Path(h.Route)
}

// LocalizeHits binds results to a site context.
func LocalizeHits(siteCtx *site.Context, hits []Hit) []*LocalizedHit {
	return convert.All(hits, func(h Hit) *LocalizedHit { return &LocalizedHit{h, siteCtx} })
}

// LocalizedOverview returns the page of results of a site context.
func (s Selection) LocalizedOverview(siteCtx *site.Context, r *Result) *Overview {
	base := siteCtx.Path(site.SearchPath)
	all := Selection{Text: s.Text, Page: 1}
	o := &Overview{
		Query:        s.Text,
		Total:        r.Total,
		IsFiltered:   len(s.Kinds) > 0,
		IsCorrected:  r.IsCorrected,
		IsIncomplete: r.IsIncomplete,
		Results:      LocalizeHits(siteCtx, r.Hits),
		ResetURL:     base + all.Query(),
	}
	if r.DidYouMean != "" {
		o.DidYouMean = &Link{r.DidYouMean, base + Selection{Text: r.DidYouMean, Page: 1}.Query()}
	}
	if wire := WireOf(s.Text, siteCtx.Locale); wire != "" && siteCtx.Directory.Has(site.PartCatalogue) {
		o.ProductsFor = &Link{wire, catalog.FinderURL(siteCtx, wire)}
	}
	if len(r.Hits) < r.Total && s.Page < maxPage {
		next := s
		next.Page++
		o.MoreURL = new(base + next.Query())
	}
	options := convert.All(Kinds, func(k Kind) listing.Option {
		return listing.Option{Value: string(k), Label: string(k), Count: r.ByKind[k]}
	})
	o.Types = listing.Options(options, listing.Texts(s.Kinds))
	return o
}
