package visit

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/internal/cache"
)

// Degrade adds an error to the answer for a part that could not be read. The answer is not cached as complete.
func Degrade(ctx context.Context, err error) {
	graphql.AddError(ctx, err)
	cache.MarkDegraded(ctx)
}

// Selects reports whether the operation selects a matching field anywhere below the current field.
func Selects(ctx context.Context, is func(*ast.Field) bool) bool {
	field := graphql.GetFieldContext(ctx)
	return field == nil || selects(field.Field.Selections, is)
}

func selects(set ast.SelectionSet, is func(*ast.Field) bool) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if is(s) || selects(s.SelectionSet, is) {
				return true
			}
		case *ast.InlineFragment:
			if selects(s.SelectionSet, is) {
				return true
			}
		case *ast.FragmentSpread:
			if selects(s.Definition.SelectionSet, is) {
				return true
			}
		}
	}
	return false
}
