package cms

import (
	"context"
	"fmt"

	"strand/domain/editor"
	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/cache"
)

// TranslationTimes reads when the languages of all pages were changed, drafts included: one call per 500 pages.
func (r *Reader) TranslationTimes(ctx context.Context, dir *site.Directory) (map[string]*editor.Translations, error) {
	load := func(ctx context.Context) (map[string]*editor.Translations, int, error) {
		ctx = r.headers(ctx, site.Draft, everyLanguage(dir, nil))
		all := map[string]*editor.Translations{}
		for skip := 0; ; skip += listPageSize {
			data, err := TranslationTimes(ctx, r.client, listPageSize, skip)
			if err != nil {
				return nil, 0, err
			}
			for _, p := range data.Pages {
				t := &editor.Translations{Source: sourceLanguage(string(p.TranslationSourceLanguage))}
				for _, l := range p.Localizations {
					t.Changes = append(t.Changes, editor.LanguageChange{Language: string(l.Locale), At: l.UpdatedAt})
				}
				all[p.Id] = t
			}
			if len(data.Pages) < listPageSize {
				return all, len(all), nil
			}
		}
	}
	return loadList(ctx, r, "the translations", "cms:translations", []string{TagDraftNavigation}, load)
}

func sourceLanguage(code string) string {
	if code == "" {
		return defaultSource
	}
	return code
}

// Redirects reads all editorial redirects: one call per 500 redirects.
func (r *Reader) Redirects(ctx context.Context, siteCtx *site.Context) ([]*site.SystemRedirect, error) {
	load := func(ctx context.Context) ([]*site.SystemRedirect, int, error) {
		ctx = r.headers(ctx, siteCtx.Stage, siteCtx.Languages())
		var all []*site.SystemRedirect
		for skip := 0; ; skip += listPageSize {
			data, err := AllRedirects(ctx, r.client, listPageSize, skip)
			if err != nil {
				return nil, 0, err
			}
			for _, f := range data.SystemRedirects {
				all = appendRedirect(ctx, all, f.Id, f.PreviousUrl, f.Target)
			}
			if len(data.SystemRedirects) < listPageSize {
				return all, len(all), nil
			}
		}
	}
	return loadList(ctx, r, "all redirects", editorialKey("redirects", siteCtx), []string{TagRedirects}, load)
}

// appendRedirect maps a redirect; one without a target is left out.
func appendRedirect(
	ctx context.Context, to []*site.SystemRedirect, id, previousURL string, target LinkFields,
) []*site.SystemRedirect {
	ref := linkRef(target)
	if ref.IsEmpty() {
		cache.AddFinding(ctx, finding.Finding{
			Kind:     finding.EmptyLink,
			Document: id,
			Field:    "target",
			Message:  fmt.Sprintf("%.200s", previousURL),
		})
		return to
	}
	return append(to, &site.SystemRedirect{ID: id, PreviousURL: previousURL, Target: ref})
}
