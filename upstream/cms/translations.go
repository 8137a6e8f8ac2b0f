package cms

import (
	"bytes"
	"context"
	_ "embed" // the operation
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/domain/translation"
	"strand/internal/apperr"
	"strand/internal/cache"
)

// defaultSource is the source language of pages for which the CMS has none (TRAN-13).
const defaultSource = "en"

// translationOf maps the translation state of a page.
func translationOf(f *TranslationFields) (source string, targets []editorial.TranslationTarget, isPublished bool) {
	if source = string(f.TranslationSourceLanguage); source == "" {
		source = defaultSource
	}
	for _, t := range f.TranslationTargets {
		targets = append(targets, editorial.TranslationTarget{
			ID:               t.Id,
			Language:         string(t.Language),
			TranslationState: editorial.TranslationState(constant(string(t.TranslationState))),
			ExportedAt:       instant(t.ExportedAt),
			ImportedAt:       instant(t.ImportedAt),
		})
	}
	return source, targets, len(f.DocumentInStages) > 0
}

// Translations reads the translation states of pages by id, drafts included; a page that does not exist is left
// out. The states are not cached, since editors expect to see their changes.
func (r *Reader) Translations(
	ctx context.Context, dir *site.Directory, ids []string,
) (map[string]*translation.Page, error) {
	found := make(map[string]*translation.Page, len(ids))
	ctx = r.headers(ctx, site.Draft, everyLanguage(dir, []string{defaultSource}))
	for chunk := range slices.Chunk(ids, maxIDs) {
		data, err := PageTranslations(ctx, r.client, chunk)
		if err != nil {
			return nil, fmt.Errorf("read the translations of pages: %w", err)
		}
		for _, f := range data.Pages {
			p := &translation.Page{ID: f.Id, Title: f.Title, UpdatedAt: f.UpdatedAt}
			var targets []editorial.TranslationTarget
			p.SourceLanguage, targets, p.IsPublished = translationOf(&f.TranslationFields)
			for _, t := range targets {
				p.Targets = append(p.Targets, &translation.Target{TranslationTarget: t})
			}
			for _, l := range f.Localizations {
				p.Languages = append(p.Languages, string(l.Locale))
			}
			found[f.Id] = p
		}
	}
	return found, nil
}

// pageTexts is the operation that reads the texts of a page. Its answer is read by its form, without generated types.
//
//go:embed texts.graphql
var pageTexts string

// Texts reads the translatable texts of the drafts of pages in a language, by page id. A page that does not exist in
// the language is left out.
func (r *Reader) Texts(ctx context.Context, ids []string, language string) (map[string][]translation.Text, error) {
	found := make(map[string][]translation.Text, len(ids))
	// An incomplete response would lead to an incomplete translation.
	ctx, reads := cache.WithReads(ctx)
	ctx = r.headers(ctx, site.Draft, []string{language})
	for chunk := range slices.Chunk(ids, maxIDs) {
		var data struct{ Pages []json.RawMessage }
		request := &graphql.Request{OpName: "PageTexts", Query: pageTexts, Variables: map[string]any{"ids": chunk}}
		err := r.client.MakeRequest(ctx, request, &graphql.Response{Data: &data})
		if err == nil && reads.IsDegraded() {
			err = cache.ErrIncomplete
		}
		if err != nil {
			return nil, fmt.Errorf("read the texts of %d pages: %w", len(ids), err)
		}
		for _, page := range data.Pages {
			var record struct{ ID string }
			err := json.Unmarshal(page, &record)
			if err == nil {
				found[record.ID], err = textsIn(json.NewDecoder(bytes.NewReader(page)), nil, "")
			}
			if err != nil {
				return nil, fmt.Errorf("read the texts of page %s: %w", record.ID, err)
			}
		}
	}
	return found, nil
}

// textsIn appends the texts of the next value of a PageTexts response, in its order.
func textsIn(d *json.Decoder, texts []translation.Text, path string) ([]translation.Text, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case string:
		if translation.IsTranslatable(t) {
			texts = append(texts, translation.Text{ID: path, Source: t})
		}
		return texts, nil
	case json.Delim:
		for i := 0; d.More(); i++ {
			below := strconv.Itoa(i)
			if t == '{' {
				name, err := d.Token()
				if err != nil {
					return nil, err
				}
				below = strings.TrimSuffix(name.(string), "_")
			}
			if below == "__typename" || below == "id" {
				if _, err := d.Token(); err != nil {
					return nil, err
				}
				continue
			}
			at := path + "." + below
			switch {
			case below == "markdown":
				at = path // value of a rich text
			case path == "":
				at = below
			}
			if texts, err = textsIn(d, texts, at); err != nil {
				return nil, err
			}
		}
		_, err = d.Token() // closing delimiter
	}
	return texts, err
}

// Writer writes translations into drafts of the CMS. Its errors wrap a *transport.Error, ErrNoTarget or
// ErrConflict. It is safe for concurrent use.
type Writer struct{ client graphql.Client }

// NewWriter returns a writer that uses a client whose token permits writes.
func NewWriter(client graphql.Client) *Writer { return &Writer{client} }

// TranslationChange is a new state of a translation.
type TranslationChange struct {
	Page, Language string
	State          translation.State
	ExportedAt     *time.Time
	// Order is the reference of the order in progress; empty for none.
	Order string
}

// Permanent errors: a retry does not help.
var (
	// ErrNoTarget reports that the page or its translation target does not exist.
	ErrNoTarget = errors.New("the page or its translation target does not exist")
	// ErrConflict reports that the page has changed since the export.
	ErrConflict = apperr.New(
		apperr.Conflict,
		"the page has changed since its texts were exported: reset the translation and start it again",
	)
)

// SetTranslation sets the state of a translation. It is idempotent.
func (w *Writer) SetTranslation(ctx context.Context, c TranslationChange) error {
	data := &TranslationTargetUpdateInput{
		TranslationState: TranslationState(translation.Name(c.State)),
		ExportedAt:       c.ExportedAt,
		Order:            c.Order,
	}
	target := &TranslationTargetWhereInput{Page: c.Page, Language: Locale(c.Language)}
	answer, err := UpdateTranslationTarget(ctx, w.client, target, data)
	if err == nil {
		err = writeError(answer.UpdateTranslationTarget.Result, answer.UpdateTranslationTarget.Reason)
	}
	if err != nil {
		return fmt.Errorf("set the translation of page %s into %s: %w", c.Page, c.Language, err)
	}
	return nil
}

// ImportTranslation writes the draft of a language from a translation file. It is idempotent.
func (w *Writer) ImportTranslation(
	ctx context.Context, f *translation.File, texts []translation.Text, at time.Time,
) error {
	data := &TranslationImportInput{Order: f.Order, SourceLanguage: Locale(f.SourceLanguage), ImportedAt: at}
	for _, t := range texts {
		data.Texts = append(data.Texts, &TranslatedTextInput{Id: t.ID, Source: t.Source, Translation: t.Translation})
	}
	target := &TranslationTargetWhereInput{Page: f.Page, Language: Locale(f.TargetLanguage)}
	answer, err := ImportTranslation(ctx, w.client, target, data)
	if err == nil {
		err = writeError(answer.ImportTranslation.Result, answer.ImportTranslation.Reason)
	}
	if err != nil {
		return fmt.Errorf("import the translation of page %s into %s: %w", f.Page, f.TargetLanguage, err)
	}
	return nil
}

func writeError(result TranslationWrite, reason string) error {
	switch result {
	case TranslationWriteDone, TranslationWriteRepeated:
		return nil
	case TranslationWriteNotFound:
		return ErrNoTarget
	}
	return fmt.Errorf("%w (%s)", ErrConflict, reason)
}
