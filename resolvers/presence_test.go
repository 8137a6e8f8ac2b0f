package resolvers

import (
	"testing"

	"strand/service/servicetest"
)

// Rules: EDIT-26.
func TestMarkEditorPresence(t *testing.T) {
	mark := func(fields string) string {
		return `mutation { markEditorPresence(input: {` + fields + `}) { others { name } userErrors { field code } } }`
	}
	refused := func(field string) string {
		return `{"markEditorPresence":{"others":[],"userErrors":[{"field":"` + field + `","code":"INVALID"}]}}`
	}
	for name, test := range map[string]queryTest{
		"alone": {
			query: mark(`tab: "a-random-tab", name: "Anna", site: "main", page: "/products"`),
			data:  `{"markEditorPresence":{"others":[],"userErrors":[]}}`,
		},
		"beside another tab": {
			query: `mutation { first: markEditorPresence(input: {tab: "tab-of-ben", name: " Ben ", site: "main", page: "/"}) {
				userErrors { code } }
				second: markEditorPresence(input: {tab: "tab-of-anna", site: "main", page: "/"}) {
				others { name site { id } page } } }`,
			data: `{"first":{"userErrors":[]},
				"second":{"others":[{"name":"Ben","site":{"id":"main"},"page":"/"}]}}`,
		},
		"a malformed tab":  {query: mark(`tab: "a", site: "main", page: "/"`), data: refused("tab")},
		"a malformed page": {query: mark(`tab: "a-random-tab", site: "main", page: "//\u0000"`), data: refused("page")},
		"an unknown site":  {query: mark(`tab: "a-random-tab", site: "none", page: "/"`), data: refused("site")},
	} {
		t.Run(name, func(t *testing.T) {
			test.isEditor = true
			test.check(t, func(t *testing.T) *servicetest.Systems { return servicetest.New(t) })
		})
	}
}
