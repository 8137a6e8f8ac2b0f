package editorial

import (
	"strand/domain/site"
)

// MediaReleaseInView is a media release bound to a view.
type MediaReleaseInView struct {
	*MediaRelease
	View *site.View
}

// In binds a media release to a view; nil stays nil.
func (m *MediaRelease) In(view *site.View) *MediaReleaseInView {
	if m == nil {
		return nil
	}
	return &MediaReleaseInView{m, view}
}

// In binds media releases to a view.
func (m MediaReleases) In(view *site.View) []*MediaReleaseInView {
	bound := make([]*MediaReleaseInView, len(m))
	for i, r := range m {
		bound[i] = r.In(view)
	}
	return bound
}

// URL is the release's address in the view.
func (m *MediaReleaseInView) URL() string { return m.View.Path(m.Route()) }

// CanonicalURL is the one address of the release: on the main site, in the language that it is read in.
func (m *MediaReleaseInView) CanonicalURL() string { return canonical(m.View, m.Language, m.Route()) }

// Versions are the release's addresses on the main site in the languages that it is written in.
func (m *MediaReleaseInView) Versions() []site.LocaleVersion {
	return m.View.WrittenOnMain(m.Languages, m.Route())
}

// IsLanguageFallback says that it is read in another language than the view's.
func (m *MediaReleaseInView) IsLanguageFallback() bool {
	return m.Language != m.View.Locale.LanguageCode
}

// ContentLanguage is the language that it is read in.
func (m *MediaReleaseInView) ContentLanguage() *site.Language {
	return m.View.LanguageNamed(m.Language)
}

// MediaReleaseOverviewInView is an overview bound to a view.
type MediaReleaseOverviewInView struct {
	*MediaReleaseOverview
	view *site.View
}

// OverviewIn is the overview of a selection in a view.
func (m MediaReleases) OverviewIn(view *site.View, by MediaReleaseSelection) *MediaReleaseOverviewInView {
	return &MediaReleaseOverviewInView{m.Overview(view.Path(MediaReleasesPath), by), view}
}

// MediaReleases are those of the page.
func (o *MediaReleaseOverviewInView) MediaReleases() []*MediaReleaseInView {
	return MediaReleases(o.MediaReleaseOverview.MediaReleases).In(o.view)
}

// AdhocOnly says that only ad hoc releases are shown.
func (o *MediaReleaseOverviewInView) AdhocOnly() bool { return o.Selection.AdhocOnly }

// IsFiltered says whether anything is left out.
func (o *MediaReleaseOverviewInView) IsFiltered() bool { return o.Selection.IsFiltered() }

// From is the first day of the period; nil for no bound.
func (o *MediaReleaseOverviewInView) From() *string { return bound(o.Selection.From) }

// To is the last day of the period; nil for no bound.
func (o *MediaReleaseOverviewInView) To() *string { return bound(o.Selection.To) }

// FirstDay is the day of the oldest release; nil where there are none.
func (o *MediaReleaseOverviewInView) FirstDay() *string { return bound(o.First) }

func bound(day string) *string {
	if day == "" {
		return nil
	}
	return &day
}

// FeedURL is where the releases can be subscribed to.
func (o *MediaReleaseOverviewInView) FeedURL() string {
	return o.view.Path(site.JoinPath(MediaReleasesPath, FeedName))
}

// MediaReleaseEntry is what an address of the media releases shows.
type MediaReleaseEntry interface{ IsMediaReleaseEntry() }

// IsMediaReleaseEntry marks what an address of the media releases can show.
func (*MediaReleaseOverviewInView) IsMediaReleaseEntry() {}
func (*MediaReleaseInView) IsMediaReleaseEntry()         {}

// IsEntity marks what other graphs of a federation may refer to by its key.
func (*MediaReleaseInView) IsEntity() {}

// Locale is the code of the locale that it was read for.
func (m *MediaReleaseInView) Locale() string { return m.View.Locale.Code() }

// Site is the technical name of the site that its addresses are on.
func (m *MediaReleaseInView) Site() string { return m.View.Site.TechnicalName }
