package cms

import (
	"context"

	"strand/domain/editor"
	"strand/domain/site"
)

// TranslationTimes reads when the languages of all pages were changed, drafts included.
func (r *Reader) TranslationTimes(ctx context.Context, dir *site.Directory) (map[string]*editor.Translations, error) {
	load := func(ctx context.Context) (map[string]*editor.Translations, int, error) {
		data, err := TranslationTimes(r.headers(ctx, site.Draft, everyLanguage(dir, nil)), r.client)
		if err != nil {
			return nil, 0, err
		}
		all := make(map[string]*editor.Translations, len(data.Pages))
		for _, p := range data.Pages {
			t := &editor.Translations{Source: sourceLanguage(string(p.TranslationSourceLanguage))}
			for _, l := range p.Localizations {
				t.Changes = append(t.Changes, editor.LanguageChange{Language: string(l.Locale), At: l.UpdatedAt})
			}
			all[p.Id] = t
		}
		return all, len(all), nil
	}
	return loadList(ctx, r, "the translations", "cms:translations", []string{TagDraftNavigation}, nil, load)
}

func sourceLanguage(code string) string {
	if code == "" {
		return defaultSource
	}
	return code
}
