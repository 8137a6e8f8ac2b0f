package cms

import (
	"errors"
	"fmt"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/demo/cms/content"
)

// mutation resolves a field of Mutation.
func (e *execution) mutation(f *ast.Field) (any, error) {
	if !e.mayDraft {
		return nil, &gqlerror.Error{Message: "not allowed", Extensions: map[string]any{"code": "FORBIDDEN"}}
	}
	arguments := f.ArgumentMap(e.operation.Variables)
	where, data := values(arguments["where"].(map[string]any)), values(arguments["data"].(map[string]any))
	exportedAt, err := data.instant("exportedAt")
	if err != nil {
		return nil, err
	}
	importedAt, err := data.instant("importedAt")
	if err != nil {
		return nil, err
	}
	switch f.Name {
	case "updateTranslationTarget":
		err = e.folder.SetTranslation(where.text("page"), content.TranslationTarget{
			Language:   where.text("language"),
			State:      data.text("translationState"),
			ExportedAt: exportedAt,
			Order:      data.text("order"),
		})
	case "importTranslation":
		t := content.TranslationImport{
			Page:           where.text("page"),
			Language:       where.text("language"),
			SourceLanguage: data.text("sourceLanguage"),
			Order:          data.text("order"),
			ImportedAt:     *importedAt,
		}
		list, _ := data["texts"].([]any)
		for _, item := range list {
			text := values(item.(map[string]any))
			t.Texts = append(t.Texts, content.TranslatedText{
				ID:          text.text("id"),
				Source:      text.text("source"),
				Translation: text.text("translation"),
			})
		}
		err = e.folder.Import(t)
	default:
		err = fmt.Errorf("unknown mutation %s", f.Name)
	}
	fields := map[string]any{"result": "DONE"}
	conflict := new(content.ConflictError)
	switch {
	case errors.Is(err, content.ErrRepeated):
		fields["result"] = "REPEATED"
	case errors.Is(err, content.ErrNoTarget):
		fields["result"], fields["reason"] = "NOT_FOUND", err.Error()
	case errors.As(err, &conflict):
		fields["result"], fields["reason"] = "CONFLICT", conflict.Reason
	case err != nil:
		return nil, err
	}
	return record{typeName: "TranslationWriteResult", fields: fields}, nil
}

// values contains the fields of a validated input object.
type values map[string]any

func (v values) text(name string) string {
	text, _ := v[name].(string)
	return text
}

// instant returns nil for a missing value.
func (v values) instant(name string) (*time.Time, error) {
	text := v.text(name)
	if text == "" {
		return nil, nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return nil, &gqlerror.Error{
			Message:    name + ": an instant is expected",
			Extensions: map[string]any{"code": "BAD_USER_INPUT"},
		}
	}
	at = at.UTC().Truncate(time.Second)
	return &at, nil
}
