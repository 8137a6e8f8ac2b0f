package contract

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/internal/telemetry"
)

// Difference is a part of a contract that a system does not offer as required.
type Difference struct {
	// Place is the type, the field or the argument: `Query.pages(where)`.
	Place string
	// Problem is what differs.
	Problem string
	// IsNote means that the system can be used: at most values are left out of pages.
	IsNote bool
}

// ErrNoIntrospection means that a system does not tell its schema.
var ErrNoIntrospection = errors.New("the endpoint refuses the introspection")

// maxIntrospection limits the answer of an introspection, in bytes.
const maxIntrospection = 32 << 20

// typeReference is written out for seven levels, which `[[T!]!]!` has not.
const typeReference = `kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
	ofType { kind name ofType { kind name } } } } } }`

const introspection = `query Introspection { __schema { types { kind name
	fields(includeDeprecated: true) { name type { ` + typeReference + ` }
		args { name defaultValue type { ` + typeReference + ` } } }
	inputFields { name defaultValue type { ` + typeReference + ` } }
	enumValues(includeDeprecated: true) { name } possibleTypes { name } } } }`

type remoteType struct {
	Kind          ast.DefinitionKind
	Name          string
	Fields        []remoteField
	InputFields   []remoteField
	EnumValues    []named
	PossibleTypes []named
}

type named struct{ Name string }

type remoteField struct {
	Name         string
	Type         *remoteReference
	Args         []remoteField
	DefaultValue *string
}

type remoteReference struct {
	Kind, Name string
	OfType     *remoteReference
}

// String returns the reference as SDL has it: `[Page!]!`.
func (r *remoteReference) String() string {
	switch {
	case r == nil:
		return "?"
	case r.Kind == "NON_NULL":
		return r.OfType.String() + "!"
	case r.Kind == "LIST":
		return "[" + r.OfType.String() + "]"
	}
	return r.Name
}

// Compare returns how the schema of an endpoint differs from a contract, in the order of the contract. Types and fields
// that the contract lacks are no differences.
func Compare(ctx context.Context, client *http.Client, url, token, sdl string) ([]Difference, error) {
	contract, err := gqlparser.LoadSchema(&ast.Source{Name: "contract.graphql", Input: sdl})
	if err != nil {
		return nil, fmt.Errorf("parse the contract: %w", err)
	}
	types, err := introspect(ctx, client, url, token)
	if err != nil {
		return nil, err
	}
	remote := make(map[string]*remoteType, len(types))
	for i := range types {
		remote[types[i].Name] = &types[i]
	}
	c := comparison{contract: contract.Types, remote: remote}
	definitions := make([]*ast.Definition, 0, len(contract.Types))
	for _, d := range contract.Types {
		if !d.BuiltIn {
			definitions = append(definitions, d)
		}
	}
	slices.SortFunc(definitions, func(a, b *ast.Definition) int {
		return cmp.Or(cmp.Compare(a.Position.Start, b.Position.Start), cmp.Compare(a.Name, b.Name))
	})
	for _, d := range definitions {
		c.compareType(d, remote[d.Name])
	}
	return c.found, nil
}

// introspect reads the types of an endpoint.
func introspect(ctx context.Context, client *http.Client, url, token string) ([]remoteType, error) {
	body, err := json.Marshal(map[string]string{"query": introspection, "operationName": "Introspection"})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(string(body)))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/graphql-response+json, application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, telemetry.CleanError(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxIntrospection))
	if err != nil {
		return nil, fmt.Errorf("read the introspection: %w", err)
	}
	var answer struct {
		Data struct {
			Schema struct{ Types []remoteType } `json:"__schema"`
		}
		Errors []struct{ Message string }
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return nil, fmt.Errorf("the endpoint does not answer GraphQL: status %d", response.StatusCode)
	}
	if len(answer.Errors) > 0 {
		return nil, fmt.Errorf("%w: %s", ErrNoIntrospection, answer.Errors[0].Message)
	}
	if len(answer.Data.Schema.Types) == 0 {
		return nil, fmt.Errorf("%w: no types (status %d)", ErrNoIntrospection, response.StatusCode)
	}
	return answer.Data.Schema.Types, nil
}

// comparison collects differences.
type comparison struct {
	contract map[string]*ast.Definition
	remote   map[string]*remoteType
	found    []Difference
}

func (c *comparison) add(place, format string, arguments ...any) {
	c.found = append(c.found, Difference{Place: place, Problem: fmt.Sprintf(format, arguments...)})
}

func (c *comparison) note(place, format string, arguments ...any) {
	c.found = append(c.found, Difference{place, fmt.Sprintf(format, arguments...), true})
}

// anyNameDirective marks unions and enumerations of a contract that a system may call otherwise.
const anyNameDirective = "anyName"

// accepts returns an offered type with the name that the contract gives it, if its name does not matter and it has the
// required members.
func (c *comparison) accepts(want *ast.Type, offered *remoteReference) string {
	text := offered.String()
	d := c.contract[want.Name()]
	name := strings.Trim(text, "[]!")
	has := c.remote[name]
	if d == nil || d.Directives.ForName(anyNameDirective) == nil || has == nil || has.Kind != d.Kind {
		return text
	}
	for _, member := range d.Types {
		if !slices.Contains(has.PossibleTypes, named{member}) {
			return text
		}
	}
	for _, value := range d.EnumValues {
		if !slices.Contains(has.EnumValues, named{value.Name}) {
			return text
		}
	}
	return strings.Replace(text, name, d.Name, 1)
}

func (c *comparison) compareType(want *ast.Definition, has *remoteType) {
	switch {
	case has == nil && want.Directives.ForName(anyNameDirective) != nil:
		return // compared where it is used
	case has == nil && want.Kind == ast.Scalar:
		c.note(want.Name, "is missing: a scalar of another name is accepted if its values have the same form")
		return
	case has == nil:
		c.add(want.Name, "is missing")
		return
	case has.Kind != want.Kind:
		c.add(want.Name, "is %s, %s is required", kindName(has.Kind), kindName(want.Kind))
		return
	}
	switch want.Kind {
	case ast.Object, ast.Interface:
		for _, field := range want.Fields {
			if !strings.HasPrefix(field.Name, "__") {
				c.compareField(want.Name+"."+field.Name, field, find(has.Fields, field.Name))
			}
		}
	case ast.InputObject:
		c.compareInputs(want.Name+".", "", fieldInputs(want.Fields), has.InputFields)
	case ast.Enum:
		for _, value := range want.EnumValues {
			if !slices.Contains(has.EnumValues, named{value.Name}) {
				c.note(want.Name+"."+value.Name, "is missing: a query with it fails")
			}
		}
	case ast.Union:
		for _, name := range want.Types {
			if !slices.Contains(has.PossibleTypes, named{name}) {
				c.add(want.Name, "lacks %s", name)
			}
		}
	}
}

func (c *comparison) compareField(place string, want *ast.FieldDefinition, has *remoteField) {
	if has == nil {
		c.add(place, "is missing")
		return
	}
	wanted, offered := want.Type.String(), c.accepts(want.Type, has.Type)
	switch {
	case wanted == offered, isStricter(offered, wanted):
	case withoutNulls(wanted) == withoutNulls(offered):
		c.note(place, "is %s, %s is required: records with null are left out", offered, wanted)
	default:
		c.add(place, "is %s, %s is required", offered, wanted)
	}
	inputs := make([]input, len(want.Arguments))
	for i, a := range want.Arguments {
		inputs[i] = input{a.Name, a.Type}
	}
	c.compareInputs(place+"(", ")", inputs, has.Args)
}

// input is an argument, or a field of an input object.
type input struct {
	name string
	kind *ast.Type
}

func fieldInputs(fields ast.FieldList) []input {
	inputs := make([]input, len(fields))
	for i, f := range fields {
		inputs[i] = input{f.Name, f.Type}
	}
	return inputs
}

func (c *comparison) compareInputs(before, after string, wanted []input, offered []remoteField) {
	for _, want := range wanted {
		has := find(offered, want.name)
		place := before + want.name + after
		if has == nil {
			c.add(place, "is missing")
			continue
		}
		required, accepted := want.kind.String(), c.accepts(want.kind, has.Type)
		if has.DefaultValue != nil {
			accepted = strings.TrimSuffix(accepted, "!") // it can be left out
		}
		if required != accepted && !isStricter(required, accepted) {
			c.add(place, "is %s, %s is required", accepted, required)
		}
	}
	for _, has := range offered {
		isRequired := strings.HasSuffix(has.Type.String(), "!") && has.DefaultValue == nil
		if isRequired && !slices.ContainsFunc(wanted, func(w input) bool { return w.name == has.Name }) {
			c.add(before+has.Name+after, "is required by the system, and Strand does not send it")
		}
	}
}

// isStricter reports whether a type differs from another one only in nulls that it does not allow.
func isStricter(a, b string) bool {
	for a != "" || b != "" {
		switch {
		case a != "" && b != "" && a[0] == b[0]:
			a, b = a[1:], b[1:]
		case strings.HasPrefix(a, "!"):
			a = a[1:]
		default:
			return false
		}
	}
	return true
}

func withoutNulls(kind string) string { return strings.ReplaceAll(kind, "!", "") }

func find(fields []remoteField, name string) *remoteField {
	i := slices.IndexFunc(fields, func(f remoteField) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &fields[i]
}

func kindName(kind ast.DefinitionKind) string {
	return strings.ToLower(strings.ReplaceAll(string(kind), "_", " "))
}
