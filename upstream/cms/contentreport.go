package cms

import (
	"context"

	"strand/domain/editor"
	"strand/domain/site"
)

// TranslationTimes reads when the languages of all pages were changed, drafts included: one call per 500 pages.
func (r *Reader) TranslationTimes(ctx context.Context, dir *site.Directory) (map[string]*editor.Translations, error) {
	load := func(ctx context.Context) (map[string]*editor.Translations, int, error) {
		ctx = r.headers(ctx, site.Draft, everyLanguage(dir, nil))
		all := map[string]*editor.Translations{}
		err := readPages(ctx, func(skip int) (int, error) {
			data, err := TranslationTimes(ctx, r.client, listPageSize, skip)
			if err != nil {
				return 0, err
			}
			for _, p := range data.Pages {
				t := &editor.Translations{Source: sourceLanguage(string(p.TranslationSourceLanguage))}
				for _, l := range p.Localizations {
					t.Changes = append(t.Changes, editor.LanguageChange{Language: string(l.Locale), At: l.UpdatedAt})
				}
				all[p.Id] = t
			}
			return len(data.Pages), nil
		})
		return all, len(all), err
	}
	return loadList(ctx, r, "the translations", "cms:translations", []string{TagDraftNavigation}, nil, load)
}

func sourceLanguage(code string) string {
	if code == "" {
		return defaultSource
	}
	return code
}
