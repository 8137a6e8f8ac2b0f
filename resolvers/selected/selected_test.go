package selected

import (
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/gql"
)

// TestProductDetails: the details are read for every field of a product that is not one of lists and links.
func TestProductDetails(t *testing.T) {
	schema := gql.NewExecutableSchema(gql.Config{}).Schema()
	for query, want := range map[string]bool{
		`{ product(slug: "a") { __typename slug name url image { url } brand { name } stories { title } } }`: false,
		`{ product(slug: "a") { name specifications { value } } }`:                                           true,
		`{ product(slug: "a") { ... on Product { benefits } } }`:                                             true,
		`{ product(slug: "a") { ...P } } fragment P on Product { video { url } }`:                            true,
		`{ product(slug: "a") { stories { featuredProducts { longDescription } } } }`:                        true,
	} {
		document, errs := gqlparser.LoadQueryWithRules(schema, query, rules.NewDefaultRules())
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		product := document.Operations[0].SelectionSet[0].(*ast.Field)
		ctx := graphql.WithFieldContext(t.Context(), &graphql.FieldContext{
			Field: graphql.CollectedField{Field: product, Selections: product.SelectionSet},
		})
		if got := ProductDetails(ctx); got != want {
			t.Errorf("%s: %t", query, got)
		}
	}
	for _, name := range listed {
		if name != "__typename" && schema.Types["Product"].Fields.ForName(name) == nil {
			t.Errorf("a product has no field %q", name)
		}
	}
}
