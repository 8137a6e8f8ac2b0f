// Package upstreamtest provides a GraphQL server that responds to any operation of a contract with generated data,
// and can break its responses in many ways.
package upstreamtest

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

// Server responds to the operations of a contract.
type Server struct {
	*httptest.Server
	schema *ast.Schema
	fault  atomic.Pointer[Fault]
	calls  atomic.Int32
}

// Fault is a way to break a response.
type Fault struct {
	Name string
	// Body writes the body of the response; nil if Data changes the data instead.
	Body func(w http.ResponseWriter)
	Data func(data map[string]any) any
	// IsAnswer is true if the contract allows the changed response, so that it is not a failure.
	IsAnswer bool
	// hasError adds an error beside the data; half ends the response after half of its body, by calling abort.
	hasError bool
	half     func(ctx context.Context, abort func())
}

// Start starts a server for a contract.
func Start(t testing.TB, sdl string) *Server {
	t.Helper()
	s := &Server{schema: gqlparser.MustLoadSchema(&ast.Source{Name: "contract.graphql", Input: sdl})}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Break sets the fault of the following responses; nil means none.
func (s *Server) Break(f *Fault) { s.fault.Store(f) }

// Calls returns the number of requests.
func (s *Server) Calls() int { return int(s.calls.Load()) }

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.calls.Add(1)
	fault := s.fault.Load()
	if fault != nil && fault.Body != nil {
		fault.Body(w)
		return
	}
	var request struct {
		Query     string         `json:"query"`
		Variables map[string]any `json:"variables"`
	}
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	document, errs := gqlparser.LoadQueryWithRules(s.schema, request.Query, rules.NewDefaultRules())
	if len(errs) > 0 {
		http.Error(w, errs.Error(), http.StatusBadRequest)
		return
	}
	operation := document.Operations[0]
	root := s.schema.Query
	if operation.Operation == ast.Mutation {
		root = s.schema.Mutation
	}
	data := map[string]any{}
	s.fill(data, root, operation.SelectionSet, request.Variables)
	var content any = data
	if fault != nil {
		content = fault.Data(data)
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"data": content})
}

// fill generates the selected fields of an object.
func (s *Server) fill(into map[string]any, definition *ast.Definition, set ast.SelectionSet, variables map[string]any) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			if include := selected.Directives.ForName("include"); include != nil &&
				include.ArgumentMap(variables)["if"] != true {
				continue
			}
			if selected.Name == "__typename" {
				into[selected.Alias] = definition.Name
				continue
			}
			s.merge(into, selected, variables)
		case *ast.InlineFragment:
			if selected.TypeCondition == definition.Name {
				s.fill(into, definition, selected.SelectionSet, variables)
			}
		case *ast.FragmentSpread:
			condition := s.schema.Types[selected.Definition.TypeCondition]
			if condition.Name == definition.Name || condition.IsAbstractType() {
				s.fill(into, definition, selected.Definition.SelectionSet, variables)
			}
		}
	}
}

// merge generates a field, or adds to the value that another selection of the field has generated.
func (s *Server) merge(into map[string]any, f *ast.Field, variables map[string]any) {
	if f.Definition.Type.Elem == nil {
		into[f.Alias] = s.one(into[f.Alias], f.Definition.Type.NamedType, f, variables)
		return
	}
	var first any
	if before, ok := into[f.Alias].([]any); ok {
		first = before[0]
	}
	into[f.Alias] = []any{s.one(first, f.Definition.Type.Name(), f, variables)}
}

func (s *Server) one(before any, typeName string, f *ast.Field, variables map[string]any) any {
	definition := s.schema.Types[typeName]
	switch definition.Kind {
	case ast.Scalar:
		return scalar(typeName, f.Name)
	case ast.Enum:
		return definition.EnumValues[0].Name
	}
	if definition.IsAbstractType() {
		definition = s.schema.GetPossibleTypes(definition)[0]
	}
	object, ok := before.(map[string]any)
	if !ok {
		object = map[string]any{}
	}
	s.fill(object, definition, f.SelectionSet, variables)
	return object
}

func scalar(typeName, field string) any {
	switch typeName {
	case "Int", "Float":
		return 1
	case "Boolean":
		return true
	case "DateTime":
		return "2026-11-20T08:00:00Z"
	case "Date":
		return "2026-11-20"
	}
	switch field {
	case "languageCode", "language", "locale":
		return "en"
	case "countryCode":
		return "CH"
	case "domains":
		return "localhost"
	}
	return "a"
}

func body(contentType, text string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, text)
	}
}

// replaced replaces all parts of a value for which change returns true.
func replaced(value any, change func(any) (any, bool)) any {
	if other, ok := change(value); ok {
		return other
	}
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			v[key] = replaced(field, change)
		}
	case []any:
		for i, item := range v {
			v[i] = replaced(item, change)
		}
	}
	return value
}

// withNullItems inserts a null before the items of every list.
func withNullItems(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key, field := range v {
			v[key] = withNullItems(field)
		}
	case []any:
		list := []any{nil}
		for _, item := range v {
			list = append(list, withNullItems(item))
		}
		return list
	}
	return value
}

// top returns a function that replaces the root fields of the data.
func top(with any) func(map[string]any) any {
	return func(data map[string]any) any {
		for key := range data {
			data[key] = with
		}
		return data
	}
}

// InternalText is in the faults that send a text of the system, which must never reach a visitor.
const InternalText = "UPSTREAM-INTERNAL-TEXT"

// Faults contains all faults.
var Faults = []Fault{
	{Name: "HTML", Body: body("text/html", "<html>"+InternalText+"</html>")},
	{Name: "not JSON", Body: body("application/json", "<html>Maintenance</html>")},
	{Name: "cut JSON", Body: body("application/json", `{"data":{"pages":[{"id":"`+InternalText)},
	{Name: "nothing", Body: body("application/json", ``)},
	{Name: "null", Body: body("application/json", `null`)},
	{Name: "a list", Body: body("application/json", `[]`)},
	{Name: "no data", Body: body("application/json", `{}`)},
	{Name: "null data", Body: body("application/json", `{"data":null}`)},
	{Name: "text for data", Body: body("application/json", `{"data":"none"}`)},
	{Name: "errors", Body: body("application/json", `{"data":null,"errors":[{"message":"`+InternalText+`"}]}`)},
	{Name: "a null error", Body: body("application/json", `{"data":null,"errors":[null]}`)},
	{
		Name: "200 MB",
		Body: func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			piece := strings.Repeat(" ", 1<<20)
			for range 200 {
				if _, err := io.WriteString(w, piece); err != nil {
					return
				}
			}
		},
	},
	{
		Name: "null fields",
		Data: func(data map[string]any) any {
			return replaced(data, func(v any) (any, bool) {
				_, isObject := v.(map[string]any)
				_, isList := v.([]any)
				return nil, !isObject && !isList
			})
		},
	},
	{Name: "null objects", Data: top(nil)},
	{Name: "null items", Data: func(data map[string]any) any { return withNullItems(data) }},
	{
		Name: "only null items",
		Data: func(data map[string]any) any {
			return replaced(data, func(v any) (any, bool) { _, ok := v.([]any); return []any{nil, nil}, ok })
		},
	},
	{Name: "empty objects", Data: top(map[string]any{})},
	{
		Name:     "empty lists",
		IsAnswer: true,
		Data: func(data map[string]any) any {
			return replaced(data, func(v any) (any, bool) { _, ok := v.([]any); return []any{}, ok })
		},
	},
	{
		Name: "numbers for texts",
		Data: func(data map[string]any) any {
			return replaced(data, func(v any) (any, bool) { _, ok := v.(string); return 1, ok })
		},
	},
	{Name: "texts for objects", Data: top("none")},
	{
		Name: "objects for lists",
		Data: func(data map[string]any) any {
			return replaced(data, func(v any) (any, bool) { _, ok := v.([]any); return map[string]any{"id": "a"}, ok })
		},
	},
	{
		Name:     "unknown types",
		IsAnswer: true,
		Data: func(data map[string]any) any {
			return replaced(data, func(v any) (any, bool) {
				if o, ok := v.(map[string]any); ok && o["__typename"] != nil {
					o["__typename"] = "Hologram"
				}
				return nil, false
			})
		},
	},
}
