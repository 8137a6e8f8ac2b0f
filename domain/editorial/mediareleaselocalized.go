package editorial

import (
	"strand/domain/convert"
	"strand/domain/optional"
	"strand/domain/site"
)

// LocalizedMediaRelease is a media release bound to a site context.
type LocalizedMediaRelease struct {
	*MediaRelease
	site.Localized
}

// Localize binds a media release to a site context; nil stays nil.
func (m *MediaRelease) Localize(siteCtx *site.Context) *LocalizedMediaRelease {
	if m == nil {
		return nil
	}
	return &LocalizedMediaRelease{m, site.Localized{SiteContext: siteCtx}}
}

// Localize binds media releases to a site context.
func (m MediaReleases) Localize(siteCtx *site.Context) []*LocalizedMediaRelease {
	return convert.All(m, func(r *MediaRelease) *LocalizedMediaRelease { return r.Localize(siteCtx) })
}

// URL is the release's URL in the site context.
func (m *LocalizedMediaRelease) URL() string { return m.SiteContext.Path(m.Route()) }

// CanonicalURL is the canonical URL of the release: on the main site, in the language of its texts.
func (m *LocalizedMediaRelease) CanonicalURL() string {
	return m.SiteContext.CanonicalURL(m.Language, m.Route())
}

// Versions are the release's URLs on the main site in all its languages.
func (m *LocalizedMediaRelease) Versions() []site.LocaleVersion {
	return m.SiteContext.MainSiteVersions(m.Languages, m.Route())
}

// IsLanguageFallback reports whether the language of the texts differs from the site context's.
func (m *LocalizedMediaRelease) IsLanguageFallback() bool {
	return m.Language != m.SiteContext.Locale.LanguageCode
}

// ContentLanguage is the language of the texts.
func (m *LocalizedMediaRelease) ContentLanguage() *site.Language {
	return m.SiteContext.Directory.LanguageNamed(m.Language)
}

// LocalizedMediaReleaseOverview is an overview bound to a site context.
type LocalizedMediaReleaseOverview struct {
	*MediaReleaseOverview
	siteContext *site.Context
}

// LocalizedOverview returns the overview of a selection in a site context.
func (m MediaReleases) LocalizedOverview(
	siteCtx *site.Context,
	by MediaReleaseSelection,
) *LocalizedMediaReleaseOverview {
	return &LocalizedMediaReleaseOverview{m.Overview(siteCtx.Path(MediaReleasesPath), by), siteCtx}
}

// MediaReleases are the releases of the page.
func (o *LocalizedMediaReleaseOverview) MediaReleases() []*LocalizedMediaRelease {
	return MediaReleases(o.MediaReleaseOverview.MediaReleases).Localize(o.siteContext)
}

// AdhocOnly reports whether only ad hoc releases are shown.
func (o *LocalizedMediaReleaseOverview) AdhocOnly() bool { return o.Selection.AdhocOnly }

// IsFiltered reports whether the selection excludes any release.
func (o *LocalizedMediaReleaseOverview) IsFiltered() bool { return o.Selection.IsFiltered() }

// From is the first day of the period; nil for no bound.
func (o *LocalizedMediaReleaseOverview) From() *string { return optional.Text(o.Selection.From) }

// To is the last day of the period; nil for no bound.
func (o *LocalizedMediaReleaseOverview) To() *string { return optional.Text(o.Selection.To) }

// FirstDay is the date of the oldest release; nil if there are none.
func (o *LocalizedMediaReleaseOverview) FirstDay() *string { return optional.Text(o.First) }

// FeedURL is the URL of the feed of media releases.
func (o *LocalizedMediaReleaseOverview) FeedURL() string {
	return o.siteContext.Path(site.JoinPath(MediaReleasesPath, FeedName))
}

// MediaReleaseEntry is the data of a URL of the media releases.
type MediaReleaseEntry interface{ IsMediaReleaseEntry() }

// IsMediaReleaseEntry marks the types of MediaReleaseEntry.
func (*LocalizedMediaReleaseOverview) IsMediaReleaseEntry() {}
func (*LocalizedMediaRelease) IsMediaReleaseEntry()         {}

// IsEntity marks a media release as an entity of the federated graph, which other graphs reference by its key.
func (*LocalizedMediaRelease) IsEntity() {}
