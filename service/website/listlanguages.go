package website

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/internal/recovery"
	"strand/service/website/visit"
	"strand/upstream/cms"
)

// PageVersions returns the canonical URLs of a page and its own one. A list of which most entries are in English has
// the canonical URL of the English page (LOC-18).
func (r *Sites) PageVersions(
	ctx context.Context, p *editorial.Page,
) (versions []site.LocaleVersion, canonical string) {
	versions, canonical = p.SiteContext.PageVersions(p.ID, p.Language.LanguageCode)
	location, ok := p.SiteContext.Page(p.ID)
	if !ok || !location.SameSite {
		return versions, canonical
	}
	listed, err := r.ListVersions(ctx, p.SiteContext, location.Item, versions)
	if err != nil {
		visit.Degrade(ctx, err)
		return versions, canonical
	}
	if len(listed) == len(versions) || len(listed) == 0 {
		return versions, canonical
	}
	if !slices.ContainsFunc(listed, func(v site.LocaleVersion) bool { return v.URL == canonical }) {
		_, canonical = p.SiteContext.PageVersions(p.ID, listed[0].Locale.LanguageCode)
	}
	return listed, canonical
}

// ListVersions returns those of the versions of an item's page in whose languages it is written, if it is a list of
// stories, media releases or events (LOC-18); all versions of other pages.
func (r *Sites) ListVersions(
	ctx context.Context, siteCtx *site.Context, item *site.Item, versions []site.LocaleVersion,
) ([]site.LocaleVersion, error) {
	entries, isList, err := r.entryLanguages(ctx, siteCtx, item)
	if err != nil || !isList {
		return versions, err
	}
	languages := editorial.ListLanguages(item.Page.Languages, entries)
	return slices.DeleteFunc(slices.Clone(versions), func(v site.LocaleVersion) bool {
		return !slices.Contains(languages, v.Locale.LanguageCode)
	}), nil
}

// entryLanguages returns the languages in which each entry of a list is written. isList is false for other pages.
func (r *Sites) entryLanguages(
	ctx context.Context, siteCtx *site.Context, item *site.Item,
) (languages [][]string, isList bool, err error) {
	switch path := item.PathOn(siteCtx.Site); {
	case path == editorial.StoriesPath:
		stories, err := r.Stories(ctx, siteCtx)
		if err != nil {
			return nil, false, err
		}
		return convert.All(stories.All, func(s *editorial.Story) []string { return s.Languages }), true, nil
	case path == editorial.MediaReleasesPath:
		releases, err := r.MediaReleases(ctx, siteCtx)
		if err != nil {
			return nil, false, err
		}
		return convert.All(releases, func(m *editorial.MediaRelease) []string { return m.Languages }), true, nil
	case item.Page.Type == site.PageTypeEvent:
		return r.eventLanguages(ctx, siteCtx, item.Page)
	}
	return nil, false, nil
}

// maxEventReads limits concurrent reads of the events in other languages.
const maxEventReads = 4

// eventLanguages is entryLanguages for a page about events. The CMS does not tell the languages of events, so that they
// are read in all languages of the page.
func (r *Sites) eventLanguages(
	ctx context.Context, siteCtx *site.Context, ref *site.PageRef,
) (languages [][]string, isList bool, err error) {
	visit.Of(ctx).Tag(cms.TagEvents)
	page, err := r.Page(ctx, siteCtx, ref.ID)
	if err != nil || page == nil || !slices.ContainsFunc(page.Modules, isEventsModule) {
		return nil, false, err
	}
	events, err := r.CMS.Events(ctx, siteCtx)
	if err != nil {
		return nil, false, err
	}
	read := make([]editorial.EventTranslation, len(ref.Languages))
	var calls errgroup.Group
	calls.SetLimit(maxEventReads)
	for i, language := range ref.Languages {
		calls.Go(func() error {
			return recovery.Do(ctx, r.Log, "event_languages", func() (err error) {
				read[i].Language = language
				read[i].Events, err = r.CMS.Events(ctx, siteCtx.InLanguage(language))
				return err
			})
		})
	}
	if err := calls.Wait(); err != nil {
		return nil, false, err
	}
	return editorial.EventLanguages(events, read), true, nil
}

func isEventsModule(m editorial.Module) bool {
	_, ok := m.(*editorial.EventsModule)
	return ok
}
