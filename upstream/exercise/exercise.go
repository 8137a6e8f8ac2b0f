// Package exercise tries the operations that the server sends to an upstream system, and says which features of the
// websites work with it.
package exercise

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/Khan/genqlient/graphql"
	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/domain/finding"
	"strand/internal/cache"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// Feature is a part of the websites with the operations that it needs.
type Feature struct {
	Name       string
	Operations []string
}

// Verdict says what a feature lacks.
type Verdict struct {
	Feature string
	// Lacks are the places that make it fail, Untried the reads that were not tried. Sends is true if it needs
	// mutations, which are never executed.
	Lacks, Untried []string
	Sends          bool
}

// Report is the result of comparing and exercising a system.
type Report struct {
	Differences []contract.Difference
	Verdicts    []Verdict
}

// operation is an operation with the fragments that it needs.
type operation struct {
	text string
	kind ast.Operation
	// uses are the types, fields and arguments that it needs of the system.
	uses map[string]bool
}

// Trial tries the operations of a system.
type Trial struct {
	schema     *ast.Schema
	operations map[string]operation
	// connect returns a client for one call, so that no circuit breaker hides the cause of a failure.
	connect func() (*transport.Client, error)
	// WithoutCaller is true for a system whose operations need the token of a user: without one, they are not tried. A
	// system that refuses the credentials of the server fails.
	WithoutCaller bool

	found  []contract.Difference
	tried  map[string]bool
	failed map[string]bool
}

// New returns a trial of the operations of a contract. Nothing was tried yet.
func New(sdl, operations string, connect func() (*transport.Client, error)) (*Trial, error) {
	t := &Trial{
		operations: map[string]operation{}, connect: connect, tried: map[string]bool{}, failed: map[string]bool{},
	}
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "contract.graphql", Input: sdl})
	if err != nil {
		return nil, fmt.Errorf("parse the contract: %w", err)
	}
	t.schema = schema
	document, errs := gqlparser.LoadQueryWithRules(schema, operations, rules.NewDefaultRules())
	if len(errs) > 0 {
		return nil, fmt.Errorf("parse the operations: %w", errs)
	}
	for _, o := range document.Operations {
		uses, fragments := map[string]bool{}, map[string]*ast.FragmentDefinition{}
		for _, v := range o.VariableDefinitions {
			t.addInput(uses, v.Type.Name())
		}
		addFields(uses, fragments, o.SelectionSet)
		alone := &ast.QueryDocument{Operations: ast.OperationList{o}}
		for _, name := range slices.Sorted(maps.Keys(fragments)) {
			alone.Fragments = append(alone.Fragments, fragments[name])
		}
		var text strings.Builder
		formatter.NewFormatter(&text).FormatQueryDocument(alone)
		t.operations[o.Name] = operation{text.String(), o.Operation, uses}
	}
	return t, nil
}

// addInput adds the type of an input and its fields.
func (t *Trial) addInput(uses map[string]bool, name string) {
	d := t.schema.Types[name]
	if d == nil || uses[name] {
		return
	}
	uses[name] = true
	for _, f := range d.Fields {
		uses[name+"."+f.Name] = true
		t.addInput(uses, f.Type.Name())
	}
}

// addFields adds the fields of a selection with their types and arguments, and collects its fragments.
func addFields(uses map[string]bool, fragments map[string]*ast.FragmentDefinition, set ast.SelectionSet) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			if selected.Definition == nil || strings.HasPrefix(selected.Name, "__") {
				continue
			}
			place := selected.ObjectDefinition.Name + "." + selected.Name
			uses[selected.ObjectDefinition.Name], uses[place], uses[selected.Definition.Type.Name()] = true, true, true
			for _, a := range selected.Arguments {
				uses[place+"("+a.Name+")"] = true
			}
			addFields(uses, fragments, selected.SelectionSet)
		case *ast.InlineFragment:
			uses[selected.TypeCondition] = true
			addFields(uses, fragments, selected.SelectionSet)
		case *ast.FragmentSpread:
			fragments[selected.Name] = selected.Definition
			addFields(uses, fragments, selected.Definition.SelectionSet)
		}
	}
}

// needs reports whether an operation needs the place of a difference.
func (o operation) needs(schema *ast.Schema, place string) bool {
	if o.uses[place] {
		return true
	}
	field, argument, isArgument := strings.Cut(place, "(")
	typeName, name, _ := strings.Cut(field, ".")
	d := schema.Types[typeName]
	if isArgument { // one that the contract lacks is demanded by the system
		f := d.Fields.ForName(name)
		return o.uses[field] && (f == nil || f.Arguments.ForName(strings.TrimSuffix(argument, ")")) == nil)
	}
	return o.uses[typeName] && d != nil && (d.Kind == ast.Enum || d.Kind == ast.InputObject)
}

// Fail reports that an operation does not work, Note that it works with a restriction.
func (t *Trial) Fail(operation, problem string) {
	t.failed[operation] = true
	t.add(operation, problem, false)
}

// Note is described with Fail.
func (t *Trial) Note(operation, problem string) { t.add(operation, problem, true) }

func (t *Trial) add(operation, problem string, isNote bool) {
	t.found = append(t.found, contract.Difference{
		Place:   string(cmp.Or(t.operations[operation].kind, ast.Query)) + " " + operation,
		Problem: problem, IsNote: isNote,
	})
}

// Text returns the text of an operation.
func (t *Trial) Text(operation string) string { return t.operations[operation].text }

// Run sends an operation that reads, and returns its data; nothing if it fails.
func (t *Trial) Run(ctx context.Context, name string, variables map[string]any) gjson.Result {
	if t.operations[name].kind == ast.Mutation {
		panic("a mutation must not be tried: " + name)
	}
	data, err := t.Send(ctx, name, t.operations[name].text, variables)
	if err == nil {
		return data
	}
	problem := OneLine(err)
	if t.WithoutCaller && isRefused(err) {
		delete(t.tried, name)
		t.Note(name, "was not tried, because the system wants to know the caller: "+problem)
		return gjson.Result{}
	}
	t.Fail(name, problem)
	return gjson.Result{}
}

// OneLine returns the text of an error in one line.
func OneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// isRefused reports whether a system did not accept the credentials of a call.
func isRefused(err error) bool {
	var failure *transport.Error
	return errors.As(err, &failure) && (failure.Code == "UNAUTHENTICATED" || failure.Code == "FORBIDDEN" ||
		failure.Status == http.StatusUnauthorized || failure.Status == http.StatusForbidden)
}

// Send sends a text as an operation, returns its data, and reports values that break the contract.
func (t *Trial) Send(
	ctx context.Context, name, text string, variables map[string]any,
) (data gjson.Result, err error) {
	t.tried[name] = true
	client, err := t.connect()
	if err != nil {
		return gjson.Result{}, err
	}
	ctx, reads := cache.WithNotes(ctx)
	var raw json.RawMessage
	request := &graphql.Request{OpName: name, Query: text, Variables: variables}
	if err := client.MakeRequest(ctx, request, &graphql.Response{Data: &raw}); err != nil {
		return gjson.Result{}, err
	}
	for _, f := range finding.Of(reads.Notes()) {
		switch f.Kind {
		case finding.Unavailable:
			t.Fail(name, fmt.Sprintf("%s of %q: %s", f.Field, f.Document, f.Message))
		case finding.BrokenContract:
			t.Note(name, fmt.Sprintf("%s of %q is %s and left out", f.Field, f.Record, f.Message))
		}
	}
	return gjson.ParseBytes(raw), nil
}

// validateName is the operation that is executed while mutations are validated.
const validateName = "Validate"

// ValidateMutations lets a system without introspection validate the mutations. They are in a document whose other
// operation is executed.
func (t *Trial) ValidateMutations(ctx context.Context) {
	for _, name := range slices.Sorted(maps.Keys(t.operations)) {
		if t.operations[name].kind != ast.Mutation {
			continue
		}
		client, err := t.connect()
		if err != nil {
			t.Fail(name, OneLine(err))
			return
		}
		request := &graphql.Request{
			OpName: validateName, Query: "query " + validateName + " { __typename }\n" + t.operations[name].text,
		}
		var raw json.RawMessage
		err = client.MakeRequest(ctx, request, &graphql.Response{Data: &raw})
		if err != nil && (!t.WithoutCaller || !isRefused(err)) {
			t.Fail(name, OneLine(err))
		}
	}
}

// Report returns the differences of the schema and of the trial, each with the operations that need it, and a verdict
// for each feature. What no operation needs is a note.
func (t *Trial) Report(differences []contract.Difference, features []Feature) *Report {
	lacks := map[string][]string{}
	for name := range t.failed {
		lacks[name] = append(lacks[name], name)
	}
	report := &Report{}
	for _, d := range differences {
		var needing []string
		for _, name := range slices.Sorted(maps.Keys(t.operations)) {
			if t.operations[name].needs(t.schema, d.Place) {
				needing = append(needing, name)
				if !d.IsNote {
					lacks[name] = append(lacks[name], d.Place)
				}
			}
		}
		switch {
		case len(needing) == 0:
			d.Problem, d.IsNote = d.Problem+" (nothing needs it)", true
		default:
			d.Problem += " (needed by " + strings.Join(needing, ", ") + featuresOf(needing, features) + ")"
		}
		report.Differences = append(report.Differences, d)
	}
	slices.SortFunc(t.found, func(a, b contract.Difference) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Problem, b.Problem))
	})
	report.Differences = append(report.Differences, slices.Compact(t.found)...)
	for _, f := range features {
		v := Verdict{Feature: f.Name}
		for _, name := range f.Operations {
			v.Lacks = append(v.Lacks, lacks[name]...)
			switch isMutation := t.operations[name].kind == ast.Mutation; {
			case isMutation:
				v.Sends = true
			case !t.tried[name]:
				v.Untried = append(v.Untried, name)
			}
		}
		slices.Sort(v.Lacks)
		v.Lacks = slices.Compact(v.Lacks)
		report.Verdicts = append(report.Verdicts, v)
	}
	return report
}

// featuresOf returns the features that need one of the operations.
func featuresOf(operations []string, features []Feature) string {
	var names []string
	for _, f := range features {
		if slices.ContainsFunc(f.Operations, func(o string) bool { return slices.Contains(operations, o) }) {
			names = append(names, f.Name)
		}
	}
	if names == nil {
		return ""
	}
	return ": " + strings.Join(names, ", ")
}

// maxNamed is the number of things that String names.
const maxNamed = 8

// String returns the verdict as a text: `works`.
func (v Verdict) String() string {
	named := func(all []string) string {
		if more := len(all) - maxNamed; more > 0 {
			return strings.Join(all[:maxNamed], ", ") + fmt.Sprintf(" and %d more", more)
		}
		return strings.Join(all, ", ")
	}
	text := "works"
	switch {
	case len(v.Lacks) > 0:
		return "lacks " + named(v.Lacks)
	case len(v.Untried) > 0:
		text = "not tried: " + named(v.Untried)
	}
	if v.Sends {
		text += "; mutations are not executed"
	}
	return text
}
