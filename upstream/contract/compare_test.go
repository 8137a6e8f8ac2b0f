package contract_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"strand/test/upstreamtest"
	"strand/upstream/contract"
)

func TestCompare(t *testing.T) {
	const wanted = `scalar Date
		enum Stage { DRAFT PUBLISHED }
		input Where { id: ID, text: String }
		union Module = Hero | Text
		type Hero { title: String! }
		type Text { html: String }
		type Page { id: ID!, title: String, at: Date!, modules: [Module!]! }
		type Query { pages(where: Where, first: Int): [Page!]! }`
	otherScalar := contract.Difference{
		Place:   "Date",
		Problem: "is missing: a scalar of another name is accepted if its values have the same form", IsNote: true,
	}
	for _, test := range []struct {
		name, offered string
		want          []contract.Difference
	}{
		{"the same", wanted, nil},
		{"more, and stricter", `scalar Date
			enum Stage { DRAFT PUBLISHED ARCHIVED }
			input Where { id: ID, text: String, more: Int }
			union Module = Hero | Text | Film
			type Hero { title: String! }
			type Text { html: String! }
			type Film { url: String }
			type Page { id: ID!, title: String!, at: Date!, modules: [Module!]!, more: Int }
			type Query { pages(where: Where, first: Int, skip: Int, by: String! = "id"): [Page!]!, more: Int }`, nil},
		{"less", `enum Stage { DRAFT }
			input Where { id: ID!, key: ID! }
			union Module = Hero
			type Hero { title: String }
			type Text { html: Int }
			type Page { id: ID!, title: String, at: String!, modules: [Module] }
			type Query { pages(first: Int!, locale: String!): [Page!]! }`, []contract.Difference{
			otherScalar,
			{"Stage.PUBLISHED", "is missing: a query with it fails", true},
			{"Where.id", "is ID!, ID is required", false},
			{"Where.text", "is missing", false},
			{"Where.key", "is required by the system, and Strand does not send it", false},
			{"Module", "lacks Text", false},
			{"Hero.title", "is String, String! is required: records with null are left out", true},
			{"Text.html", "is Int, String is required", false},
			{"Page.at", "is String!, Date! is required", false},
			{"Page.modules", "is [Module], [Module!]! is required: records with null are left out", true},
			{"Query.pages(where)", "is missing", false},
			{"Query.pages(first)", "is Int!, Int is required", false},
			{"Query.pages(locale)", "is required by the system, and Strand does not send it", false},
		}},
		{"another kind", `scalar Page type Query { a: Int }`, []contract.Difference{
			otherScalar,
			{"Stage", "is missing", false},
			{"Where", "is missing", false},
			{"Module", "is missing", false},
			{"Hero", "is missing", false},
			{"Text", "is missing", false},
			{"Page", "is scalar, object is required", false},
			{"Query.pages", "is missing", false},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := compared(t, test.offered, wanted); !slices.Equal(got, test.want) {
				t.Errorf("%+v\nwant\n%+v", got, test.want)
			}
		})
	}
}

// compared returns how a system that offers a schema differs from a contract.
func compared(t *testing.T, offered, wanted string) []contract.Difference {
	t.Helper()
	answer := upstreamtest.Introspection(t, offered)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer token" {
			t.Errorf("headers %v", r.Header)
		}
		_, _ = w.Write(answer)
	}))
	defer server.Close()
	got, err := contract.Compare(t.Context(), server.Client(), server.URL, "token", wanted)
	if err != nil {
		t.Error(err)
	}
	return got
}

// TestCompare_AnyName: a union and an order may have names of their own for each field, but not fewer members.
func TestCompare_AnyName(t *testing.T) {
	got := compared(t, `union QuerylinksUnion = A | B | C
		union QueryoneUnion = A
		enum LinkOrder { id_ASC id_DESC }
		type A { id: ID! }
		type B { id: ID! }
		type C { id: ID! }
		type Query { links(by: LinkOrder! = id_ASC): [QuerylinksUnion!] one: QueryoneUnion }`, `
		directive @anyName on UNION | ENUM
		union Link @anyName = A | B
		enum Order @anyName { id_ASC }
		type A { id: ID! }
		type B { id: ID! }
		type Query { links(by: Order): [Link!]! one: Link }`)
	want := []contract.Difference{
		{Place: "Query.links", Problem: "is [Link!], [Link!]! is required: records with null are left out", IsNote: true},
		{Place: "Query.one", Problem: "is QueryoneUnion, Link is required"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}

// TestCompare_Failures: an endpoint that does not answer an introspection is reported as such.
func TestCompare_Failures(t *testing.T) {
	for name, answer := range map[string]string{
		"no JSON":   "<html>",
		"refused":   `{"errors": [{"message": "introspection is disabled"}]}`,
		"no types":  `{"data": {}}`,
		"null":      `null`,
		"deep null": `{"data": {"__schema": {"types": null}}}`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(answer))
		}))
		const wanted = "type Query { a: Int }"
		if _, err := contract.Compare(t.Context(), server.Client(), server.URL, "", wanted); err == nil {
			t.Errorf("%s: no error", name)
		}
		server.Close()
	}
}
