package resolvers

import (
	"context"
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"

	"strand/domain/editorial"
	"strand/gql"
	"strand/service/servicetest"
	"strand/service/website/visit"
)

// A page executes two operations at once for one request. The one that ends first, and with it its context, does not
// cancel the reads of the other.
func TestLoaders_Operations(t *testing.T) {
	from := servicetest.New(t)
	for _, id := range []string{"about", "contact"} {
		from.Page(servicetest.Page{Page: editorial.Page{ID: id, Title: "Page " + id}})
	}
	exec := executor.New(gql.NewExecutableSchema(gql.Config{
		Resolvers:  newTestResolver(from),
		Directives: gql.DirectiveRoot{Auth: Auth},
	}))
	req := &visit.Request{Scheme: "http", Host: "localhost"}
	for _, id := range []string{"about", "contact"} {
		ctx, cancel := context.WithCancel(visit.WithRequest(graphql.StartOperationTrace(t.Context()), req))
		operation, errs := exec.CreateOperationContext(
			ctx, &graphql.RawParams{Query: `{ page(id: "` + id + `", locale: "en") { title } }`},
		)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		respond, ctx := exec.DispatchOperation(ctx, operation)
		response := respond(ctx)
		cancel()
		if want := `{"page":{"title":"Page ` + id + `"}}`; string(response.Data) != want || len(response.Errors) > 0 {
			t.Errorf("%s: %s, %v", id, response.Data, response.Errors)
		}
	}
}
