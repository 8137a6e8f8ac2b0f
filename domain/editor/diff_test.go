package editor

import (
	"encoding/json"
	"slices"
	"testing"
)

// Rules: EDIT-18.
func TestDiff(t *testing.T) {
	const rich = `{"__typename":"RichTextModule","id":"1","content":{"html":"<p>One <b>two</b></p>"}}`
	const hero = `{"__typename":"HeroModule","id":"2","heading":"Careers","links":[{"text":"Apply"}]}`
	for name, test := range map[string]struct {
		published, draft string
		want             []FieldChange
	}{
		"nothing": {
			`{"title":"A","updatedAt":"1","modules":[` + hero + `]}`,
			`{"title":"A","updatedAt":"2","modules":[` + hero + `]}`, nil,
		},
		"fields": {
			`{"title":"A","description":"old","image":null}`, `{"title":"B","image":{"handle":"dot","width":3}}`,
			[]FieldChange{
				{ChangeAdded, "image.handle", "", "", "dot"},
				{ChangeChanged, "title", "", "A", "B"},
				{ChangeRemoved, "description", "", "old", ""},
			},
		},
		"ids of modules are ignored": {
			`{"modules":[` + hero + `]}`,
			`{"modules":[{"__typename":"HeroModule","id":"9","heading":"Careers","links":[{"text":"Apply"}]}]}`, nil,
		},
		"a module is added before another": {
			`{"modules":[` + hero + `]}`, `{"modules":[` + rich + `,` + hero + `]}`,
			[]FieldChange{{ChangeAdded, "modules.1", "RichTextModule", "", "One two"}},
		},
		"a module is removed": {
			`{"modules":[` + rich + `,` + hero + `]}`, `{"modules":[` + hero + `]}`,
			[]FieldChange{{ChangeRemoved, "modules.1", "RichTextModule", "One two", ""}},
		},
		"a module is changed": {
			`{"modules":[` + rich + `,` + hero + `]}`,
			`{"modules":[{"__typename":"RichTextModule","content":{"html":"<p>One</p><p>three</p>"}},` + hero + `]}`,
			[]FieldChange{{ChangeChanged, "modules.1.content", "RichTextModule", "One two", "One three"}},
		},
		"never published": {
			`null`, `{"title":"A","modules":[` + rich + `]}`,
			[]FieldChange{
				{ChangeAdded, "title", "", "", "A"}, {ChangeAdded, "modules.1", "RichTextModule", "", "One two"},
			},
		},
		"malformed modules": {`{"modules":[null,3]}`, `{"modules":{"a":1}}`, []FieldChange{
			{ChangeRemoved, "modules.1", "", "", ""}, {ChangeRemoved, "modules.2", "", "", ""},
		}},
	} {
		var published, draft map[string]any
		if err := json.Unmarshal([]byte(test.published), &published); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(test.draft), &draft); err != nil {
			t.Fatal(err)
		}
		if got := Diff(published, draft); !slices.Equal(got, test.want) {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
