package cms

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/demo/sis/generated"
)

// isIntrospection reports whether an operation asks for the schema only.
func isIntrospection(op *ast.OperationDefinition) bool {
	for _, selection := range op.SelectionSet {
		if f, ok := selection.(*ast.Field); !ok || f.Name != "__schema" && f.Name != "__type" {
			return false
		}
	}
	return true
}

// introspect executes an operation of introspection. The code that gqlgen generates for it is the same in each package
// and reads the schema of its configuration; nothing is generated for the CMS.
func introspect(ctx context.Context, schema *ast.Schema, r request) *graphql.Response {
	e := executor.New(generated.NewExecutableSchema(generated.Config{Schema: schema}))
	e.Use(extension.Introspection{})
	ctx = graphql.StartOperationTrace(ctx)
	operation, errs := e.CreateOperationContext(ctx, &graphql.RawParams{
		Query: r.Query, OperationName: r.OperationName, Variables: r.Variables,
	})
	if len(errs) > 0 {
		return e.DispatchError(graphql.WithOperationContext(ctx, operation), errs)
	}
	responses, ctx := e.DispatchOperation(ctx, operation)
	return responses(ctx)
}
