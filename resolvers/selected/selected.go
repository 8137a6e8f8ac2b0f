// Package selected tells what an operation selects below the field that is being resolved, so that resolvers read it
// in one call in advance, or not at all.
package selected

import (
	"context"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Links reports whether the operation selects the target of a link, which rich text contains too.
func Links(ctx context.Context) bool {
	return below(ctx, func(f *ast.Field) bool {
		return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Link" ||
			f.Definition != nil && f.Definition.Type.Name() == "HTML"
	})
}

// PagesOfNavigation reports whether the operation selects the pages of navigation items.
func PagesOfNavigation(ctx context.Context) bool {
	return below(ctx, func(f *ast.Field) bool {
		return f.Name == "page" && f.ObjectDefinition != nil &&
			(f.ObjectDefinition.Name == "NavigationItem" || f.ObjectDefinition.Name == "TopNavigationItem")
	})
}

// FeaturedProducts reports whether the operation selects the products of stories.
func FeaturedProducts(ctx context.Context) bool {
	return below(ctx, func(f *ast.Field) bool {
		return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Story" && f.Name == "featuredProducts"
	})
}

// listed are the fields of a product that need no details: those of lists and links, and what is derived from them. Any
// other field counts as a detail, so that a new one costs no call of its own.
var listed = []string{
	"slug", "locale", "site", "name", "type", "shortDescription", "route", "url", "requestUrl", "canonicalUrl",
	"isLanguageFallback", "contentLanguage", "nameLanguage", "alternateVersions", "brand", "image", "classification",
	"variantCount", "dataSheetUrl", "stories", "__typename",
}

// ProductDetails reports whether the operation selects the details of products.
func ProductDetails(ctx context.Context) bool {
	return below(ctx, func(f *ast.Field) bool {
		return f.ObjectDefinition != nil && f.ObjectDefinition.Name == "Product" && !slices.Contains(listed, f.Name)
	})
}

// Field reports whether the operation selects a field with this name anywhere below the current field.
func Field(ctx context.Context, name string) bool {
	return below(ctx, func(f *ast.Field) bool { return f.Name == name })
}

// below reports whether the operation selects a matching field anywhere below the current field; true outside of an
// operation.
func below(ctx context.Context, is func(*ast.Field) bool) bool {
	field := graphql.GetFieldContext(ctx)
	return field == nil || inSet(field.Field.Selections, is)
}

func inSet(set ast.SelectionSet, is func(*ast.Field) bool) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if is(s) || inSet(s.SelectionSet, is) {
				return true
			}
		case *ast.InlineFragment:
			if inSet(s.SelectionSet, is) {
				return true
			}
		case *ast.FragmentSpread:
			if inSet(s.Definition.SelectionSet, is) {
				return true
			}
		}
	}
	return false
}
