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

// URL is the release's URL in the view.
func (m *MediaReleaseInView) URL() string { return m.View.Path(m.Route()) }

// CanonicalURL is the canonical URL of the release: on the main site, in the language of its texts.
func (m *MediaReleaseInView) CanonicalURL() string { return canonical(m.View, m.Language, m.Route()) }

// Versions are the release's URLs on the main site in all its languages.
func (m *MediaReleaseInView) Versions() []site.LocaleVersion {
	return m.View.WrittenOnMain(m.Languages, m.Route())
}

// IsLanguageFallback reports whether the language of the texts differs from the view's.
func (m *MediaReleaseInView) IsLanguageFallback() bool {
	return m.Language != m.View.Locale.LanguageCode
}

// ContentLanguage is the language of the texts.
func (m *MediaReleaseInView) ContentLanguage() *site.Language {
	return m.View.LanguageNamed(m.Language)
}

// MediaReleaseOverviewInView is an overview bound to a view.
type MediaReleaseOverviewInView struct {
	*MediaReleaseOverview
	view *site.View
}

// OverviewIn returns the overview of a selection in a view.
func (m MediaReleases) OverviewIn(view *site.View, by MediaReleaseSelection) *MediaReleaseOverviewInView {
	return &MediaReleaseOverviewInView{m.Overview(view.Path(MediaReleasesPath), by), view}
}

// MediaReleases are the releases of the page.
func (o *MediaReleaseOverviewInView) MediaReleases() []*MediaReleaseInView {
	return MediaReleases(o.MediaReleaseOverview.MediaReleases).In(o.view)
}

// AdhocOnly reports whether only ad hoc releases are shown.
func (o *MediaReleaseOverviewInView) AdhocOnly() bool { return o.Selection.AdhocOnly }

// IsFiltered reports whether the selection excludes any release.
func (o *MediaReleaseOverviewInView) IsFiltered() bool { return o.Selection.IsFiltered() }

// From is the first day of the period; nil for no bound.
func (o *MediaReleaseOverviewInView) From() *string { return bound(o.Selection.From) }

// To is the last day of the period; nil for no bound.
func (o *MediaReleaseOverviewInView) To() *string { return bound(o.Selection.To) }

// FirstDay is the date of the oldest release; nil if there are none.
func (o *MediaReleaseOverviewInView) FirstDay() *string { return bound(o.First) }

func bound(day string) *string {
	if day == "" {
		return nil
	}
	return &day
}

// FeedURL is the URL of the feed of media releases.
func (o *MediaReleaseOverviewInView) FeedURL() string {
	return o.view.Path(site.JoinPath(MediaReleasesPath, FeedName))
}

// MediaReleaseEntry is the data of an address of the media releases.
type MediaReleaseEntry interface{ IsMediaReleaseEntry() }

// IsMediaReleaseEntry marks the types of MediaReleaseEntry.
func (*MediaReleaseOverviewInView) IsMediaReleaseEntry() {}
func (*MediaReleaseInView) IsMediaReleaseEntry()         {}

// IsEntity marks a media release as an entity of the federated graph, which other graphs reference by its key.
func (*MediaReleaseInView) IsEntity() {}

// Locale is the code of the locale that the release was read for.
func (m *MediaReleaseInView) Locale() string { return m.View.Locale.Code() }

// Site is the technical name of the site of the release's URLs.
func (m *MediaReleaseInView) Site() string { return m.View.Site.TechnicalName }
