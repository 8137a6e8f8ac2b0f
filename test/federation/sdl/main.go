// Command sdl prints the SDL of the public graph as the server publishes it to routers: the answer of `_service { sdl
// }`.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/extension"

	"strand/gql"
	"strand/resolvers"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "sdl:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	exec := executor.New(gql.NewExecutableSchema(gql.Config{Resolvers: &resolvers.Resolver{}}))
	exec.Use(extension.Introspection{})
	ctx = graphql.StartOperationTrace(ctx)
	operation, errs := exec.CreateOperationContext(ctx, &graphql.RawParams{Query: `{ _service { sdl } }`})
	if len(errs) > 0 {
		return fmt.Errorf("ask for the SDL: %w", errs)
	}
	respond, ctx := exec.DispatchOperation(ctx, operation)
	response := respond(ctx)
	if len(response.Errors) > 0 {
		return fmt.Errorf("read the SDL: %w", response.Errors)
	}
	var data struct {
		Service struct{ SDL string } `json:"_service"`
	}
	if err := json.Unmarshal(response.Data, &data); err != nil {
		return fmt.Errorf("decode the SDL: %w", err)
	}
	if _, err := os.Stdout.WriteString(data.Service.SDL); err != nil {
		return fmt.Errorf("write the SDL: %w", err)
	}
	return nil
}
