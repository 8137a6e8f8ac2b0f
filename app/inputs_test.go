package app_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/gql"
)

// inputCallers are the kinds of callers that send inputs.
var inputCallers = []string{"anonymous", "customer", "new", "admin", "internal", "editor"}

// inputOf contains values of inputs by name, with which an operation gets as far as its upstream system.
var inputOf = map[string]any{
	"user": userOfAdmin, "organization": "org-nordkabel", "location": "loc-nordkabel-winterthur",
	"machine": "mach-1001", "ticket": "t", "version": "v", "url": "http://localhost/en", "site": "main",
	"locale": "en", "email": "input@example.com", "language": "en", "country": "CH", "file": "", "first": 1,
	"query": "a",
}

// inputAttempt is an operation with variables, of which one has a boundary value.
type inputAttempt struct {
	name, operation string
	variables       map[string]any
}

// TestInputs: no value that the schema allows, for any argument of any field as any kind of caller, is a failure of an
// upstream system or of this server, and none opens a circuit breaker (ERR-8).
//
// Rules: ERR-8.
func TestInputs(t *testing.T) {
	t.Parallel()
	s := startWith(t, testContent, "STRAND_CONTENT_DIR=../demo/content", "STRAND_EDITOR_PASSWORD=editor")
	headers := map[string][]string{"anonymous": nil, "editor": {"Cookie", s.editorCookie(t)}}
	for _, name := range inputCallers {
		if _, isKnown := headers[name]; !isKnown {
			headers[name] = []string{"Authorization", "Bearer " + s.signedIn(t, name)}
		}
	}
	attempts := inputAttempts(gql.NewExecutableSchema(gql.Config{}).Schema())
	if len(attempts) < 500 {
		t.Fatalf("only %d attempts", len(attempts))
	}
	var wait sync.WaitGroup
	for _, caller := range inputCallers {
		wait.Go(func() {
			for i, try := range attempts {
				variables := maps.Clone(try.variables)
				if input, ok := variables["input"].(map[string]any); ok && input["idempotencyKey"] == "KEY" {
					input = maps.Clone(input)
					input["idempotencyKey"] = fmt.Sprintf("input-%s-%012d", caller, i)
					variables["input"] = input
				}
				text := s.sendWith(t, "/graphql", try.operation, variables, headers[caller]...)
				for _, code := range errorCodes(t, text) {
					// The schema allows all these values.
					if code == "INTERNAL" || code == "UPSTREAM_UNAVAILABLE" || code == "GRAPHQL_VALIDATION_FAILED" {
						t.Errorf("%s as %s: %s", try.name, caller, text)
					}
				}
			}
		})
	}
	wait.Wait()
	if status, ready := s.readiness(t); status != http.StatusOK || ready.Status != "ready" {
		t.Errorf("%d %+v", status, ready)
	}
}

// TestCursors: a cursor that is not one of the list is refused in every connection, also one that leads nowhere now
// (FEED-18).
//
// Rules: FEED-18.
func TestCursors(t *testing.T) {
	s := sampleSite(t)
	headers := [][]string{nil, {"Cookie", s.editorCookie(t)}}
	for _, name := range []string{"customer", "internal"} {
		headers = append(headers, []string{"Authorization", "Bearer " + s.signedIn(t, name)})
	}
	fields := map[string]bool{}
	for _, try := range inputAttempts(gql.NewExecutableSchema(gql.Config{}).Schema()) {
		field, value, _ := strings.Cut(try.name, " after=")
		if value == "" || value == "null" || value == `""` || field == "UserAdmin.auditLog" && value == `"x"` {
			continue // not sent, the first page, and the number of an entry
		}
		fields[field] = fields[field] || false
		for _, header := range headers {
			codes := errorCodes(t, s.sendWith(t, "/graphql", try.operation, try.variables, header...))
			if slices.Contains(codes, "FORBIDDEN") || slices.Contains(codes, "UNAUTHENTICATED") {
				continue
			}
			fields[field] = true
			if !slices.Equal(codes, []string{"BAD_USER_INPUT"}) {
				t.Errorf("%s: %v", try.name, codes)
			}
		}
	}
	for field, isReached := range fields {
		if !isReached {
			t.Errorf("no caller reaches %s", field)
		}
	}
	if len(fields) < 12 {
		t.Errorf("only %d connections", len(fields))
	}

	type newsFeed struct {
		NewsFeed struct {
			Edges []struct {
				Cursor string
				Node   struct{ ID string }
			}
		}
	}
	news := func(after string) (newsFeed, []string) {
		text := s.sendWith(t, "/graphql", `query($after: String) { newsFeed(first: 2, after: $after) {
			edges { cursor node { id } } } }`, map[string]any{"after": after})
		return answer[newsFeed](t, text)
	}
	first, codes := news("")
	if len(first.NewsFeed.Edges) != 2 || len(codes) > 0 {
		t.Fatalf("%+v %v", first, codes)
	}
	second, codes := news(first.NewsFeed.Edges[1].Cursor)
	if len(second.NewsFeed.Edges) == 0 || len(codes) > 0 || second.NewsFeed.Edges[0] == first.NewsFeed.Edges[0] {
		t.Fatalf("%+v %v", second, codes)
	}
	// The CMS does not know the item any more.
	var gone map[string]any
	data, err := base64.RawURLEncoding.DecodeString(second.NewsFeed.Edges[0].Cursor)
	if err == nil {
		err = json.Unmarshal(data, &gone)
	}
	if err != nil {
		t.Fatal(err)
	}
	gone["c"] = "Z29uZQ"
	if data, err = json.Marshal(gone); err != nil {
		t.Fatal(err)
	}
	again, codes := news(base64.RawURLEncoding.EncodeToString(data))
	if !slices.Equal(codes, []string{"BAD_USER_INPUT"}) {
		t.Errorf("after a removed item: %+v %v", again, codes)
	}
}

// inputAttempts returns operations for all fields with arguments, each with one boundary value.
func inputAttempts(schema *ast.Schema) []inputAttempt {
	var attempts []inputAttempt
	seen := map[string]bool{}
	// visit adds the fields of a type; selection and variables select an object of the type.
	var visit func(kind string, of *ast.Definition, open, closing string, declared []string, variables map[string]any)
	visit = func(kind string, of *ast.Definition, open, closing string, declared []string, variables map[string]any) {
		if seen[of.Name] || len(declared) > 8 {
			return
		}
		seen[of.Name] = true
		for _, field := range of.Fields {
			if strings.HasPrefix(field.Name, "_") {
				continue
			}
			prefix := ""
			if of.Name != "Query" && of.Name != "Mutation" {
				prefix = of.Name + "_"
			}
			// call returns the call of the field with its required arguments and another one, and its variables.
			call := func(other string) (text string, declares []string, base map[string]any) {
				base, declares = maps.Clone(variables), slices.Clone(declared)
				var arguments []string
				for _, argument := range field.Arguments {
					name := prefix + argument.Name
					value, isNeeded := baseValue(schema, argument.Name, argument.Type, argument.DefaultValue)
					if isNeeded {
						base[name] = value
					}
					if isNeeded || argument.Name == other {
						declares = append(declares, "$"+name+": "+argument.Type.String())
						arguments = append(arguments, argument.Name+": $"+name)
					}
				}
				if len(arguments) == 0 {
					return field.Name, declares, base
				}
				return field.Name + "(" + strings.Join(arguments, ", ") + ")", declares, base
			}
			if field.Name == "startContentReport" || field.Name == "contentReport" {
				continue // a report runs for longer than the test
			}
			target := schema.Types[field.Type.Name()]
			selection := ""
			if target.IsCompositeType() {
				selection = " { __typename }"
			}
			for _, argument := range field.Arguments {
				text, declares, base := call(argument.Name)
				header := kind + "(" + strings.Join(declares, ", ") + ")"
				for _, value := range boundaryValues(schema, argument.Name, argument.Type) {
					variables := maps.Clone(base)
					variables[prefix+argument.Name] = value
					shown, _ := json.Marshal(value)
					attempts = append(attempts, inputAttempt{
						name:      fmt.Sprintf("%s.%s %s=%.200s", of.Name, field.Name, argument.Name, shown),
						operation: header + " { " + open + text + selection + closing + " }",
						variables: variables,
					})
				}
			}
			if target.Kind == ast.Object && kind == "query" {
				text, declares, base := call("")
				visit(kind, target, open+text+" { ", " }"+closing, declares, base)
			}
		}
	}
	visit("query", schema.Query, "", "", nil, map[string]any{})
	visit("mutation", schema.Mutation, "", "", nil, map[string]any{})
	return attempts
}

// baseValue returns an accepted value; isNeeded is false for a value that can be left out.
func baseValue(
	schema *ast.Schema, name string, kind *ast.Type, standard *ast.Value,
) (value any, isNeeded bool) {
	if !kind.NonNull || standard != nil {
		return nil, false
	}
	if name == "idempotencyKey" {
		return "KEY", true
	}
	if value, isKnown := inputOf[name]; isKnown {
		return value, true
	}
	if kind.Elem != nil {
		return []any{}, true
	}
	definition := schema.Types[kind.NamedType]
	switch {
	case definition.Kind == ast.Enum:
		return definition.EnumValues[0].Name, true
	case definition.Kind == ast.InputObject:
		object := map[string]any{}
		for _, field := range definition.Fields {
			if value, isNeeded := baseValue(schema, field.Name, field.Type, field.DefaultValue); isNeeded {
				object[field.Name] = value
			}
		}
		return object, true
	case kind.NamedType == "Int" || kind.NamedType == "Float":
		return 1, true
	case kind.NamedType == "Boolean":
		return false, true
	}
	return "a", true
}

// boundaryValues returns the values of a type at its boundaries: all values of an enum, very long and empty texts.
func boundaryValues(schema *ast.Schema, name string, kind *ast.Type) (values []any) {
	if !kind.NonNull {
		values = append(values, nil)
	}
	if kind.Elem != nil {
		values = append(values, []any{})
		inner := boundaryValues(schema, name, kind.Elem)
		for _, value := range inner {
			values = append(values, []any{value})
		}
		return append(values, slices.Repeat(inner[len(inner)-1:], 200))
	}
	definition := schema.Types[kind.NamedType]
	switch {
	case definition.Kind == ast.Enum:
		for _, value := range definition.EnumValues {
			values = append(values, value.Name)
		}
	case definition.Kind == ast.InputObject:
		base, _ := baseValue(schema, name, ast.NonNullNamedType(kind.NamedType, nil), nil)
		for _, field := range definition.Fields {
			for _, value := range boundaryValues(schema, field.Name, field.Type) {
				object := maps.Clone(base.(map[string]any))
				object[field.Name] = value
				values = append(values, object)
				if field.Name == "application" || field.Name == "edition" {
					values = append(values, withActions(schema, definition, object)...)
				}
			}
		}
	case kind.NamedType == "Int":
		values = append(values, 0, -1, 100, math.MaxInt32, math.MinInt32)
	case kind.NamedType == "Float":
		values = append(values, 0, -1, math.MaxFloat64)
	case kind.NamedType == "Boolean":
		values = append(values, true, false)
	default:
		values = append(values, "", "x", strings.Repeat("x", 5000), "\u0000\u202e", "😀 %_'\"\\", "-1")
	}
	return values
}

// withActions returns an input once for each action.
func withActions(schema *ast.Schema, input *ast.Definition, object map[string]any) (all []any) {
	field := input.Fields.ForName("action")
	if field == nil {
		return nil
	}
	for _, action := range schema.Types[field.Type.Name()].EnumValues {
		changed := maps.Clone(object)
		changed["action"] = action.Name
		all = append(all, changed)
	}
	return all
}
