package contract

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"strand/test/lineartest"
)

// fuzzedPage is a page as generated clients decode it.
type fuzzedPage struct {
	ID, Title string
	Views     int
	Hidden    bool
	Modules   []struct {
		TypeName string `json:"__typename"`
	}
}

// FuzzCheck: a checked response satisfies the contract and can be decoded: a second check removes nothing.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		validPage, `null`, `{}`, `[]`,
		`{"id":"a","title":"b","views":1e3,"modules":[{"__typename":"Site"},{"__typename":"String"}]}`,
		strings.Replace(validPage, `"title":"P"`, `"title":"P","Title":null,"TITLE":{}`, 1),
		strings.Replace(validPage, `"title":"P"`, `"title":"P","title":1`, 1),
		strings.Replace(validPage, `"Hero"`, `"Page"`, 1), strings.Replace(validPage, `1.5`, `1e999`, 1),
	} {
		f.Add([]byte(seed))
	}
	schema, err := New(sdl)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, item []byte) {
		answer := json.RawMessage(`{"pages":[` + string(item) + `]}`)
		if !json.Valid(answer) {
			return // the client has decoded the response before
		}
		checked, result, err := schema.Check(pages, answer)
		if err != nil {
			if result != nil && !errors.Is(err, ErrNothingLeft) {
				t.Errorf("%q: %v", item, err)
			}
			return
		}
		again, second, err := schema.Check(pages, checked)
		if err != nil || len(second.Violations)+len(second.Unknown) > 0 || string(again) != string(checked) {
			t.Errorf("%q leaves %q, then %q, %v, %v", item, checked, again, second, err)
		}
		var read struct{ Pages []fuzzedPage }
		if err := json.Unmarshal(checked, &read); err != nil {
			t.Errorf("%q leaves %q: %v", item, checked, err)
		}
		for _, p := range read.Pages {
			for _, m := range p.Modules {
				if !slices.Contains([]string{"Hero", "Text"}, m.TypeName) {
					t.Errorf("%q leaves a module of the type %q", item, m.TypeName)
				}
			}
		}
		lineartest.Check(t, string(item), func(parts int) json.RawMessage {
			return json.RawMessage(
				`{"pages":[` + strings.TrimSuffix(strings.Repeat(string(item)+",", parts), ",") + `]}`,
			)
		}, func(data json.RawMessage) { _, _, _ = schema.Check(pages, data) })
	})
}
