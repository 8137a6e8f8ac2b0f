package editorial

import (
	"net/url"
	"slices"
	"strconv"
	"time"

	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/site"
)

// MediaRelease is a media release in one language, without its modules.
type MediaRelease struct {
	ID, Slug string
	Title    string
	LeadText *string
	// Language is the language of the texts, Languages are all languages in which the release exists.
	Language        string
	Languages       []string
	PublicationDate time.Time
	UpdatedAt       time.Time
	// Adhoc marks a release that had to be published at once because it may affect the share price.
	Adhoc bool
	// PDF is the release as a file; nil if there is none.
	PDF     *File
	Contact *StoryContact
}

// Route is the release's path below the site's home.
func (m *MediaRelease) Route() string {
	return site.JoinPath(MediaReleasesPath, url.PathEscape(m.Slug))
}

// MediaReleases are all media releases in one language, the newest first.
type MediaReleases []*MediaRelease

// NewMediaReleases sorts media releases by date, the newest first.
func NewMediaReleases(all []*MediaRelease) MediaReleases {
	slices.SortStableFunc(all, func(a, b *MediaRelease) int { return b.PublicationDate.Compare(a.PublicationDate) })
	return all
}

// BySlug returns the release with a slug, or nil.
func (m MediaReleases) BySlug(slug string) *MediaRelease {
	return convert.First(m, func(r *MediaRelease) bool { return r.Slug == slug })
}

// ByID returns the release with an id, or nil.
func (m MediaReleases) ByID(id string) *MediaRelease {
	return convert.First(m, func(r *MediaRelease) bool { return r.ID == id })
}

// MediaReleasesPerPage is the number of media releases on a page of the overview.
const MediaReleasesPerPage = 20

// MediaReleaseSelection is a page of media releases with its filters (FEED-11).
type MediaReleaseSelection struct {
	AdhocOnly bool
	// Years are alternatives; none for all.
	Years []int
	// From and To are the first and the last day of the period, as `2026-11-20`; empty for no bound.
	From, To string
	// Page counts from 1.
	Page int
}

const (
	paramAdhoc = "adhoc"
	paramFrom  = "from"
	paramTo    = "to"
)

// MediaReleaseParameters are the parameters of a selection of media releases.
var MediaReleaseParameters = listing.Parameters{paramAdhoc, paramYear, paramFrom, paramTo, listing.ParamPage}

// ParseMediaReleaseSelection parses the query of a URL. Unknown values are ignored; the bounds of a period are swapped
// if it ends before it begins.
func ParseMediaReleaseSelection(rawQuery string) MediaReleaseSelection {
	query := listing.Query(rawQuery)
	s := MediaReleaseSelection{
		AdhocOnly: query.Get(paramAdhoc) == "true",
		Years:     years(query[paramYear]),
		From:      day(query.Get(paramFrom)),
		To:        day(query.Get(paramTo)),
		Page:      listing.Page(query),
	}
	if s.To != "" && s.To < s.From {
		s.From, s.To = s.To, s.From
	}
	return s
}

// day returns a valid date of a URL; empty for any other text.
func day(text string) string {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return ""
	}
	return text
}

// Query returns the selection as the query of a URL, with its question mark.
func (s MediaReleaseSelection) Query() string {
	return listing.Encode(url.Values{
		paramAdhoc: {listing.Flag(s.AdhocOnly)},
		paramYear:  convert.All(s.Years, strconv.Itoa),
		paramFrom:  {s.From},
		paramTo:    {s.To},
	}, s.Page)
}

// OnPage returns the selection on another page.
func (s MediaReleaseSelection) OnPage(page int) MediaReleaseSelection {
	s.Page = page
	return s
}

// IsFiltered reports whether the selection excludes any release.
func (s MediaReleaseSelection) IsFiltered() bool {
	return s.AdhocOnly || len(s.Years) > 0 || s.From != "" || s.To != ""
}

// Select returns the releases of a selection, on all pages. Days are in UTC.
func (m MediaReleases) Select(by MediaReleaseSelection) MediaReleases {
	found := MediaReleases{}
	for _, r := range m {
		published := r.PublicationDate.UTC().Format(time.DateOnly)
		if (!by.AdhocOnly || r.Adhoc) && (len(by.Years) == 0 || slices.Contains(by.Years, r.year())) &&
			published >= by.From && (by.To == "" || published <= by.To) {
			found = append(found, r)
		}
	}
	return found
}

// year is the year of the publication, in UTC.
func (m *MediaRelease) year() int { return m.PublicationDate.UTC().Year() }

// years are the years of all releases, counted as the other filters of a selection select them.
func (m MediaReleases) years(by MediaReleaseSelection) []listing.Option {
	by.Years = nil
	counted := yearsOf(m.Select(by), (*MediaRelease).year)
	all := yearsOf(m, (*MediaRelease).year)
	for i, option := range all {
		all[i].Count = 0
		if j := slices.IndexFunc(counted, func(o listing.Option) bool { return o.Value == option.Value }); j >= 0 {
			all[i].Count = counted[j].Count
		}
	}
	return all
}

// MediaReleaseOverview is a page of a selection of media releases.
type MediaReleaseOverview struct {
	listing.Paging
	Selection     MediaReleaseSelection
	MediaReleases []*MediaRelease
	// First is the date of the oldest release; empty if there are none.
	First string
	// Years are the options of the filter, the newest first.
	Years []listing.Option
	// ResetURL is the path of the overview without filters.
	ResetURL string
}

// Overview returns the page of a selection. base is the path of the overview.
func (m MediaReleases) Overview(base string, by MediaReleaseSelection) *MediaReleaseOverview {
	found := m.Select(by)
	o := &MediaReleaseOverview{
		Paging: listing.NewPaging(len(found), by.Page, MediaReleasesPerPage, func(page int) string {
			return base + by.OnPage(page).Query()
		}),
		Selection:     by,
		MediaReleases: listing.Slice(found, by.Page, MediaReleasesPerPage),
		ResetURL:      base,
	}
	o.Years = listing.Options(m.years(by), convert.All(by.Years, strconv.Itoa))
	if n := len(m); n > 0 {
		o.First = m[n-1].PublicationDate.UTC().Format(time.DateOnly)
	}
	return o
}
