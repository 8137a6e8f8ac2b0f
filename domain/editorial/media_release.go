package editorial

import (
	"net/url"
	"slices"
	"time"

	"strand/domain/listing"
	"strand/domain/site"
)

// MediaRelease is a text for the press, in one language and without what it is made of.
type MediaRelease struct {
	ID, Slug string
	Title    string
	LeadText *string
	// Language is the one that it is read in, Languages are all it is written in.
	Language        string
	Languages       []string
	PublicationDate time.Time
	UpdatedAt       time.Time
	// Adhoc says that it was published at once since it may move the share price.
	Adhoc bool
	// PDF is the release as it was sent out; nil where there is none.
	PDF     *File
	Contact *StoryContact
}

// Route is the release's path below the site's home.
func (m *MediaRelease) Route() string {
	return site.JoinPath(MediaReleasesPath, url.PathEscape(m.Slug))
}

// MediaReleases are all media releases in one language, the newest first.
type MediaReleases []*MediaRelease

// NewMediaReleases orders media releases by their date, the newest first.
func NewMediaReleases(all []*MediaRelease) MediaReleases {
	slices.SortStableFunc(all, func(a, b *MediaRelease) int { return b.PublicationDate.Compare(a.PublicationDate) })
	return all
}

// BySlug finds a release; nil for none.
func (m MediaReleases) BySlug(slug string) *MediaRelease {
	return m.first(func(r *MediaRelease) bool { return r.Slug == slug })
}

// ByID finds a release; nil for none.
func (m MediaReleases) ByID(id string) *MediaRelease {
	return m.first(func(r *MediaRelease) bool { return r.ID == id })
}

func (m MediaReleases) first(is func(*MediaRelease) bool) *MediaRelease {
	if i := slices.IndexFunc(m, is); i >= 0 {
		return m[i]
	}
	return nil
}

// MediaReleasesPerPage is how many media releases one page of the overview shows.
const MediaReleasesPerPage = 20

// MediaReleaseSelection is what a visitor wants to see of the media releases (FEED-11).
type MediaReleaseSelection struct {
	AdhocOnly bool
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

// ParseMediaReleaseSelection reads the query of an address. What it does not know it leaves out; a period that ends before
// it begins is taken the other way round.
func ParseMediaReleaseSelection(rawQuery string) MediaReleaseSelection {
	query := listing.Query(rawQuery)
	s := MediaReleaseSelection{AdhocOnly: query.Get(paramAdhoc) == "true", From: day(query.Get(paramFrom)), To: day(query.Get(paramTo)), Page: listing.Page(query)}
	if s.To != "" && s.To < s.From {
		s.From, s.To = s.To, s.From
	}
	return s
}

// day is a day as it stands in an address; empty for what is none.
func day(text string) string {
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return ""
	}
	return text
}

// Query is the selection as the query of an address, with its question mark.
func (s MediaReleaseSelection) Query() string {
	query := url.Values{}
	if s.AdhocOnly {
		query.Set(paramAdhoc, "true")
	}
	if s.From != "" {
		query.Set(paramFrom, s.From)
	}
	if s.To != "" {
		query.Set(paramTo, s.To)
	}
	return listing.Encode(query, s.Page)
}

// OnPage is the selection on another page.
func (s MediaReleaseSelection) OnPage(page int) MediaReleaseSelection {
	s.Page = page
	return s
}

// IsFiltered says whether anything is left out.
func (s MediaReleaseSelection) IsFiltered() bool { return s.AdhocOnly || s.From != "" || s.To != "" }

// Select are the releases of a selection, on all of its pages. Days are those of UTC.
func (m MediaReleases) Select(by MediaReleaseSelection) MediaReleases {
	found := MediaReleases{}
	for _, r := range m {
		published := r.PublicationDate.UTC().Format(time.DateOnly)
		if (!by.AdhocOnly || r.Adhoc) && published >= by.From && (by.To == "" || published <= by.To) {
			found = append(found, r)
		}
	}
	return found
}

// MediaReleaseOverview is one page of the media releases, as a visitor selected them.
type MediaReleaseOverview struct {
	listing.Paging
	Selection     MediaReleaseSelection
	MediaReleases []*MediaRelease
	// First is the day of the oldest of all releases; empty where there are none.
	First string
	// ResetURL is a path of the site.
	ResetURL string
}

// Overview is the page of a selection at an address.
func (m MediaReleases) Overview(base string, by MediaReleaseSelection) *MediaReleaseOverview {
	found := m.Select(by)
	o := &MediaReleaseOverview{
		Paging: listing.NewPaging(len(found), by.Page, MediaReleasesPerPage, func(page int) string {
			return base + by.OnPage(page).Query()
		}),
		Selection: by, MediaReleases: listing.Slice(found, by.Page, MediaReleasesPerPage), ResetURL: base,
	}
	if n := len(m); n > 0 {
		o.First = m[n-1].PublicationDate.UTC().Format(time.DateOnly)
	}
	return o
}
