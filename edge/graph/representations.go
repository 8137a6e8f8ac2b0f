package graph

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/plugin/federation/fedruntime"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/internal/apperr"
)

// entitiesField is the root field by which a router reads entities.
const entitiesField = "_entities"

// maxRepresentations is the highest number of entities in one field.
const maxRepresentations = 1000

// checkRepresentations makes an operation that reads entities validate their representations. Other operations do not
// change.
func checkRepresentations(opCtx *graphql.OperationContext, schema *ast.Schema) {
	if !selectsEntities(opCtx.Operation.SelectionSet) {
		return
	}
	next := opCtx.ResolverMiddleware
	opCtx.ResolverMiddleware = func(ctx context.Context, resolve graphql.Resolver) (any, error) {
		field := graphql.GetFieldContext(ctx)
		if field.Object != schema.Query.Name || field.Field.Name != entitiesField {
			return next(ctx, resolve)
		}
		return entities(ctx, schema, field, func(ctx context.Context) (any, error) { return next(ctx, resolve) })
	}
}

func selectsEntities(set ast.SelectionSet) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.Name == entitiesField {
				return true
			}
		case *ast.InlineFragment:
			if selectsEntities(s.SelectionSet) {
				return true
			}
		case *ast.FragmentSpread:
			if selectsEntities(s.Definition.SelectionSet) {
				return true
			}
		}
	}
	return false
}

// entities resolves the valid representations. Each invalid one is an error of the caller, with its index in the
// path, and null in the answer; the others are not affected.
func entities(
	ctx context.Context, schema *ast.Schema, field *graphql.FieldContext, resolve graphql.Resolver,
) (any, error) {
	all, ok := field.Args["representations"].([]map[string]any)
	if !ok {
		return resolve(ctx)
	}
	if len(all) > maxRepresentations {
		return nil, apperr.New(
			apperr.Invalid,
			"representations: at most %d are allowed, not %d",
			maxRepresentations,
			len(all),
		)
	}
	var good []map[string]any
	var positions []int
	for i, representation := range all {
		if err := checkRepresentation(schema, representation); err != nil {
			graphql.AddError(graphql.WithPathContext(ctx, graphql.NewPathWithIndex(i)), err)
			continue
		}
		good, positions = append(good, representation), append(positions, i)
	}
	answer := make([]fedruntime.Entity, len(all))
	if len(good) == 0 {
		return answer, nil
	}
	field.Args["representations"] = good
	resolved, err := resolve(ctx)
	found, ok := resolved.([]fedruntime.Entity)
	if err != nil || !ok {
		return resolved, err
	}
	for k, i := range positions {
		answer[i] = found[k]
	}
	return answer, nil
}

// checkRepresentation validates the representation of an entity; nil if it is valid.
func checkRepresentation(schema *ast.Schema, representation map[string]any) error {
	if representation == nil {
		return apperr.New(
			apperr.Invalid,
			"representations: send objects with __typename and the fields of a key, not null",
		)
	}
	name, ok := representation["__typename"].(string)
	if !ok {
		return apperr.New(apperr.Invalid, "__typename: send the name of an entity")
	}
	entity := schema.Types[name]
	if entity == nil || entity.Directives.ForName("key") == nil {
		return apperr.New(apperr.Invalid, "__typename: unknown entity %.100q", name)
	}
	var err error
	for _, key := range entity.Directives.ForNames("key") {
		if err = checkKey(schema, entity, key, representation); err == nil {
			return nil
		}
	}
	return err
}

func checkKey(schema *ast.Schema, entity *ast.Definition, key *ast.Directive, representation map[string]any) error {
	for _, name := range strings.Fields(key.Arguments.ForName("fields").Value.Raw) {
		kind := entity.Fields.ForName(name).Type
		if !isKeyValue(schema.Types[kind.Name()], representation[name]) {
			return apperr.New(apperr.Invalid, "%s: the key field %s is needed, of type %s", entity.Name, name, kind)
		}
	}
	return nil
}

// isKeyValue reports whether a value has one of the types that keys consist of: a string, an id or an enumeration
// value.
func isKeyValue(kind *ast.Definition, value any) bool {
	text, isText := value.(string)
	switch {
	case kind.Kind == ast.Enum:
		return isText && kind.EnumValues.ForName(text) != nil
	case kind.Name == "ID":
		switch value.(type) {
		case json.Number, int, int64:
			return true
		}
	}
	return isText
}
