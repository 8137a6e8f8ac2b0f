package contract

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

const sdl = `
directive @nonEmpty on FIELD_DEFINITION
scalar DateTime
enum Theme { Default Copper }
type Site { id: ID! name: String! theme: Theme! parent: Site items: [Item!]! @nonEmpty pages: [Page!]! }
type Item { id: ID! title: String! }
type Page { id: ID! title: String! views: Int! width: Float updatedAt: DateTime! hidden: Boolean! modules: [Module!]!
values: [Float] }
union Module = Hero | Text
type Hero { id: ID! title: String! }
type Text { id: ID! text: String }
type Query { sites: [Site!]! @nonEmpty pages: [Page!]! page: Page }
`

const (
	sites = `query Sites { sites { id name theme parent { id name } items { id label: title } } }`
	pages = `query Pages { pages { ...P } } fragment P on Page { id title views width updatedAt hidden values
		modules { __typename ... on Hero { id title } ... on Text { text } } }`
	conditional = `query Page($all: Boolean!) { page { id title @include(if: $all) } }`
	page        = `query Page { page { id title } }`
)

const validPage = `{"id":"p","title":"P","views":1,"width":1.5,"updatedAt":"2026-11-20T08:00:00Z","hidden":false,"values":[1,null],
	"modules":[{"__typename":"Hero","id":"h","title":"H"},{"__typename":"Text","text":null}]}`

// TestCheck_DuplicateIDs: of records with the same id in a list, the first one is kept. Entries of other types may
// repeat.
//
// Rules: ERR-16.
func TestCheck_DuplicateIDs(t *testing.T) {
	schema, err := New(`interface Node { id: ID! } type Page implements Node { id: ID! links: [Link!]! pages: [Page!]! }
		type Link { id: ID! } type Query { pages: [Page!]! links: [Link!]! }`)
	if err != nil {
		t.Fatal(err)
	}
	got, result, err := schema.Check(`{ pages { id links { id } pages { id } } links { id } }`, json.RawMessage(`{
		"pages":[{"id":"a","links":[{"id":"x"},{"id":"x"}],"pages":[{"id":"a"},{"id":"a"}]},
			{"id":"a","links":[],"pages":[]},{"id":"b","links":[],"pages":[]}],
		"links":[{"id":"x"},{"id":"x"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	sameJSON(t, got, `{"pages":[{"id":"a","links":[{"id":"x"},{"id":"x"}],"pages":[{"id":"a"},{"id":"a"}]},
		{"id":"b","links":[],"pages":[]}],"links":[{"id":"x"},{"id":"x"}]}`)
	if want := []Violation{{"a", "a", "Query.pages", "duplicate id"}}; !reflect.DeepEqual(result.Invalid, want) ||
		len(result.Violations) > 0 {
		t.Errorf("%+v", result)
	}
}

// Rules: ERR-16.
func TestCheck(t *testing.T) {
	schema, err := New(sdl)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		operation, data string
		want            string
		violations      []Violation
		unknown         []Violation
	}{
		"valid": {
			operation: pages,
			data:      `{"pages":[` + validPage + `]}`,
			want:      `{"pages":[` + validPage + `]}`,
		},
		"an empty list":                  {operation: pages, data: `{"pages":[]}`, want: `{"pages":[]}`},
		"null where null is allowed":     {operation: page, data: `{"page":null}`, want: `{"page":null}`},
		"no value where null is allowed": {operation: page, data: `{}`, want: `{}`},
		"a null item": {
			operation:  pages,
			data:       `{"pages":[null,` + validPage + `]}`,
			want:       `{"pages":[` + validPage + `]}`,
			violations: []Violation{{"", "", "Query.pages", "null"}},
		},
		"a null field takes its record": {
			operation:  pages,
			data:       `{"pages":[{"id":"q","title":null},` + validPage + `]}`,
			want:       `{"pages":[` + validPage + `]}`,
			violations: []Violation{{"q", "q", "Page.title", "null"}},
		},
		"a null field of a nullable object": {
			operation:  page,
			data:       `{"page":{"id":"q","title":null}}`,
			want:       `{"page":null}`,
			violations: []Violation{{"q", "q", "Page.title", "null"}},
		},
		"a missing field": {
			operation:  page,
			data:       `{"page":{"id":"q"}}`,
			want:       `{"page":null}`,
			violations: []Violation{{"q", "q", "Page.title", "missing"}},
		},
		"a field that is not selected": {
			operation: conditional,
			data:      `{"page":{"id":"q"}}`,
			want:      `{"page":{"id":"q"}}`,
		},
		"a wrong type": {
			operation:  page,
			data:       `{"page":{"id":"q","title":{"en":"Q"}}}`,
			want:       `{"page":null}`,
			violations: []Violation{{"q", "q", "Page.title", "not a string"}},
		},
		"a value that is not selected": {
			operation: page,
			data:      `{"page":{"id":"q","title":"Q","Title":null,"other":{}}}`,
			want:      `{"page":{"id":"q","title":"Q"}}`,
		},
		"a type that the field cannot have": {
			operation: pages,
			data:      `{"pages":[` + strings.Replace(validPage, "Hero", "Site", 1) + `]}`,
			want: `{"pages":[` + strings.Replace(
				validPage, `{"__typename":"Hero","id":"h","title":"H"},`, "", 1,
			) + `]}`,
			unknown: []Violation{{"p", "p", "Page.modules", "unknown type Site"}},
		},
		"a text for an object": {
			operation:  page,
			data:       `{"page":"q"}`,
			want:       `{"page":null}`,
			violations: []Violation{{"", "", "Query.page", "not an object"}},
		},
		"an invalid item of a list that must not be empty": {operation: sites,
			data: `{"sites":[{"id":"s","name":"S","theme":"New","parent":null,"items":[{"id":"i","label":null}]},
				{"id":"t","name":"T","theme":"Default","items":[{"id":"i","label":"I"}]}]}`,
			want:       `{"sites":[{"id":"t","name":"T","theme":"Default","items":[{"id":"i","label":"I"}]}]}`,
			violations: []Violation{{"s", "i", "Item.title", "null"}, {"s", "s", "Site.items", "empty"}}},
		"a type that the contract lacks": {operation: pages,
			data: `{"pages":[{"id":"p","title":"P","views":1,"updatedAt":"2026-11-20T08:00:00Z","hidden":false,
				"modules":[{"__typename":"Hologram","depth":1.5},{"__typename":"Hero","id":"h","title":"H"}]}]}`,
			want: `{"pages":[{"id":"p","title":"P","views":1,"updatedAt":"2026-11-20T08:00:00Z","hidden":false,
				"modules":[{"__typename":"Hero","id":"h","title":"H"}]}]}`,
			unknown: []Violation{{"p", "p", "Page.modules", "unknown type Hologram"}}},
	} {
		t.Run(name, func(t *testing.T) {
			got, result, err := schema.Check(test.operation, json.RawMessage(test.data))
			if err != nil {
				t.Fatal(err)
			}
			if !sameJSON(t, got, test.want) {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if !reflect.DeepEqual(result.Violations, test.violations) ||
				!reflect.DeepEqual(result.Unknown, test.unknown) {
				t.Errorf("found %v, unknown %v", result.Violations, result.Unknown)
			}
		})
	}
}

func sameJSON(t *testing.T, got []byte, want string) bool {
	t.Helper()
	var a, b any
	if err := errors.Join(json.Unmarshal(got, &a), json.Unmarshal([]byte(want), &b)); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(a, b)
}

// Rules: ERR-16.
func TestCheck_WrongScalars(t *testing.T) {
	schema, err := New(sdl)
	if err != nil {
		t.Fatal(err)
	}
	for field, values := range map[string][]string{
		"id": {`1`, `true`, `[]`}, "views": {`1.5`, `"1"`, `1e400`}, "width": {`"1"`, `{}`, `1e400`},
		"updatedAt": {`"yesterday"`, `1`}, "hidden": {`"false"`, `0`}, "modules": {`{}`, `"none"`},
		"values": {`"none"`},
	} {
		for _, value := range values {
			var record map[string]json.RawMessage
			if err := json.Unmarshal([]byte(validPage), &record); err != nil {
				t.Fatal(err)
			}
			record[field] = json.RawMessage(value)
			data, err := json.Marshal(map[string]any{"pages": []any{record}})
			if err != nil {
				t.Fatal(err)
			}
			cleaned, result, err := schema.Check(pages, data)
			if err != nil || len(result.Violations) != 1 || result.Violations[0].Field != "Page."+field {
				t.Errorf("%s %s: %v, %v; %s", field, value, err, result.Violations, cleaned)
			}
		}
	}
}

// An instant is passed on without escapes, which time.Time does not read.
func TestCheck_EscapedInstant(t *testing.T) {
	schema, err := New(sdl)
	if err != nil {
		t.Fatal(err)
	}
	page := strings.Replace(validPage, "08:00:00Z", `08:00:00\u002b02:00`, 1)
	cleaned, result, err := schema.Check(pages, json.RawMessage(`{"pages":[`+page+`]}`))
	if err != nil || len(result.Violations) > 0 || !strings.Contains(string(cleaned), `"2026-11-20T08:00:00+02:00"`) {
		t.Errorf("%v, %v; %s", err, result.Violations, cleaned)
	}
}

func TestCheck_NothingLeft(t *testing.T) {
	schema, err := New(sdl)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{
		`{}`, `null`, `[]`, `"text"`, `{"sites":null}`, `{"sites":[]}`, `{"sites":[null]}`, `{"sites":{}}`,
	} {
		if _, _, err := schema.Check(sites, json.RawMessage(data)); !errors.Is(err, ErrNothingLeft) {
			t.Errorf("%s: %v", data, err)
		}
	}
}

// Texts have no control characters, whatever format they are written in later. Ids and texts without them stay as
// they are.
//
// Rules: ERR-16.
func TestCheck_ControlCharacters(t *testing.T) {
	schema, err := New(sdl)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":                       "",
		"plain\n\ttext":          "plain\n\ttext",
		"one\r\ntwo\rthree":      "one\ntwo\nthree",
		"a\x00b\x01c\x07d\x0be":  "abcde",
		"DEL\x7f C1\u0085\u009b": "DEL C1",
		"x\ufffey\uffff":         "xy",
		"汉字 é 🙂\u200b\u2028":     "汉字 é 🙂\u200b\u2028",
	} {
		data, err := json.Marshal(map[string]any{"page": map[string]string{"id": "p", "title": text}})
		if err != nil {
			t.Fatal(err)
		}
		cleaned, result, err := schema.Check(page, data)
		if err != nil || len(result.Violations) != 0 {
			t.Fatal(err, result)
		}
		var got struct{ Page struct{ Title string } }
		if err := json.Unmarshal(cleaned, &got); err != nil || got.Page.Title != want {
			t.Errorf("%q: %q, %v", text, got.Page.Title, err)
		}
	}
}
