package cms

import (
	"fmt"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/demo/cms/content"
)

// scope contains the stage and locales in which entries are read; arguments of a field change them for the fields
// below.
type scope struct {
	stage   content.Stage
	locales []string
}

// execution executes one operation on one snapshot.
type execution struct {
	schema    *ast.Schema
	snapshot  *content.Snapshot
	operation *graphql.OperationContext
	mayDraft  bool
	// folder executes mutations.
	folder *content.Folder
	// assets is the base URL of assets.
	assets string
	limits Limits
	scope  scope
	errs   gqlerror.List
}

// resolvedEntry is an entry in the selected locale.
type resolvedEntry struct {
	entry  *content.Entry
	locale string
	scope  scope
}

// nullError propagates the null of a required field to the closest nullable parent.
type nullError struct{}

func (nullError) Error() string { return "null" }

func (e *execution) run() (any, gqlerror.List) {
	op := e.operation.Operation
	var data any
	var err error
	switch op.Operation {
	case ast.Query:
		data, err = e.selection(op.SelectionSet, "Query", e.root)
	case ast.Mutation:
		data, err = e.selection(op.SelectionSet, "Mutation", e.mutation)
	default:
		return nil, gqlerror.List{gqlerror.Errorf("only queries and mutations are answered")}
	}
	if err != nil {
		return nil, e.errs
	}
	return data, e.errs
}

// selection resolves the fields of an object.
func (e *execution) selection(
	set ast.SelectionSet,
	typeName string,
	field func(*ast.Field) (any, error),
) (*orderedObject, error) {
	satisfied := []string{typeName}
	for _, abstract := range e.schema.Implements[typeName] {
		satisfied = append(satisfied, abstract.Name)
	}
	result := &orderedObject{}
	for _, collected := range graphql.CollectFields(e.operation, set, satisfied) {
		merged := *collected.Field
		f := &merged
		f.SelectionSet = collected.Selections
		if f.Name == "__typename" {
			result.add(f.Alias, typeName)
			continue
		}
		value, err := field(f)
		if err != nil {
			e.errs = append(e.errs, gqlerror.WrapIfUnwrapped(err))
		}
		if list, ok := value.([]any); ok && typeName != "Query" && f.Definition.Arguments.ForName("first") != nil {
			start, size := e.limits.page(f.ArgumentMap(e.operation.Variables))
			start = min(max(start, 0), len(list))
			value = list[start:min(start+size, len(list))]
		}
		completed, err := e.complete(value, f.Definition.Type, f)
		if err != nil {
			return nil, err
		}
		result.add(f.Alias, completed)
	}
	return result, nil
}

// complete converts a value to its response, by the type of its field.
func (e *execution) complete(value any, t *ast.Type, f *ast.Field) (any, error) {
	if value == nil {
		if t.NonNull {
			return nil, nullError{}
		}
		return nil, nil
	}
	if t.Elem != nil {
		list, ok := value.([]any)
		if !ok {
			return nil, nullError{}
		}
		sent := make([]any, 0, len(list))
		for _, item := range list {
			completed, err := e.complete(item, t.Elem, f)
			if err != nil {
				if t.NonNull {
					return nil, err
				}
				return nil, nil
			}
			sent = append(sent, completed)
		}
		return sent, nil
	}
	completed, err := e.completeOne(value, f)
	if err != nil && !t.NonNull {
		return nil, nil
	}
	return completed, err
}

func (e *execution) completeOne(value any, f *ast.Field) (any, error) {
	switch v := value.(type) {
	case resolvedEntry:
		return e.selection(f.SelectionSet, v.entry.Type, func(f *ast.Field) (any, error) { return e.entryField(v, f) })
	case component:
		return e.selection(f.SelectionSet, v.object.Type, func(f *ast.Field) (any, error) {
			return e.value(v.object.Fields[f.Name], v.parent), nil
		})
	case record:
		return e.selection(f.SelectionSet, v.typeName, func(f *ast.Field) (any, error) { return v.fields[f.Name], nil })
	case content.RichText:
		return e.selection(f.SelectionSet, "RichText", func(f *ast.Field) (any, error) {
			if f.Name == "html" {
				return v.HTML, nil
			}
			return v.Plain, nil // the fields `text` and `markdown`
		})
	case time.Time:
		return v.UTC().Format(time.RFC3339), nil
	}
	return value, nil
}

// component is an object with its entry, whose locale selects the texts.
type component struct {
	object *content.Object
	parent resolvedEntry
}

// record is an object that exists only in the response, such as a connection.
type record struct {
	typeName string
	fields   map[string]any
}

// root resolves a field of Query.
func (e *execution) root(f *ast.Field) (any, error) {
	if strings.HasPrefix(f.Name, "__") {
		return nil, gqlerror.Errorf("%s is not answered together with other fields", f.Name)
	}
	arguments := f.ArgumentMap(e.operation.Variables)
	sc, err := e.narrow(arguments)
	if err != nil {
		return nil, err
	}
	isConnection := strings.HasSuffix(f.Name, "Connection")
	typeName := f.Definition.Type.Name()
	if isConnection {
		typeName = strings.TrimSuffix(typeName, "Connection")
	}
	var found []resolvedEntry
	for _, entry := range e.snapshot.Store(sc.stage).Entries(typeName) {
		r, ok := e.resolve(entry, sc)
		if ok && e.matches(r, arguments["where"]) {
			found = append(found, r)
		}
	}
	order(e, found, arguments["orderBy"])
	page := e.limits.paginate(found, arguments)
	if isConnection {
		return connection(typeName, page, len(found)), nil
	}
	list := make([]any, len(page.entries))
	for i, r := range page.entries {
		list[i] = r
	}
	return list, nil
}

// narrow reads the stage and locales of a field's arguments. Drafts require the token.
func (e *execution) narrow(arguments map[string]any) (scope, error) {
	sc := e.scope
	if stage, ok := arguments["stage"].(string); ok {
		sc.stage = content.Stage(stage)
	}
	if locales, ok := arguments["locales"].([]any); ok && len(locales) > 0 {
		sc.locales = nil
		for _, l := range locales {
			sc.locales = append(sc.locales, fmt.Sprint(l))
		}
	}
	if sc.stage == content.Draft && !e.mayDraft {
		return sc, &gqlerror.Error{Message: "not allowed", Extensions: map[string]any{"code": "FORBIDDEN"}}
	}
	return sc, nil
}

// resolve selects the locale of an entry: the first requested one that it has; false if it has none.
func (e *execution) resolve(entry *content.Entry, sc scope) (resolvedEntry, bool) {
	if entry.Locales == nil {
		return resolvedEntry{entry: entry, locale: sc.locales[0], scope: sc}, true
	}
	for _, wanted := range sc.locales {
		if _, ok := entry.Localized[wanted]; ok {
			return resolvedEntry{entry: entry, locale: wanted, scope: sc}, true
		}
	}
	return resolvedEntry{}, false
}

// entryField resolves a field of an entry.
func (e *execution) entryField(r resolvedEntry, f *ast.Field) (any, error) {
	switch f.Name {
	case "id":
		return r.entry.ID, nil
	case "stage":
		return string(r.scope.stage), nil
	case "locale":
		return r.locale, nil
	case "createdAt", "updatedAt":
		variation := f.ArgumentMap(e.operation.Variables)["variation"]
		if modified, ok := r.entry.Modified[r.locale]; ok && variation == "LOCALIZATION" {
			return modified, nil
		}
		return r.entry.UpdatedAt, nil
	case "publishedAt":
		for _, s := range r.entry.Stages {
			if s == content.Published {
				return r.entry.UpdatedAt, nil
			}
		}
		return nil, nil
	case "password":
		if !e.mayDraft {
			return nil, nil
		}
	case "url":
		if r.entry.Type == "Asset" {
			return e.assets + r.entry.ID, nil
		}
	case "localizations":
		return e.localizations(r, f), nil
	case "documentInStages":
		return e.documentInStages(r, f)
	}
	value, ok := r.entry.Fields[f.Name]
	if !ok && r.entry.Localized != nil {
		value = r.entry.Localized[r.locale][f.Name]
	}
	return e.value(value, r), nil
}

// value resolves the value of a field: texts in the locale of their entry, references to entries.
func (e *execution) value(value any, r resolvedEntry) any {
	switch v := value.(type) {
	case content.Text:
		return textIn(v, r)
	case content.Ref:
		entry := e.snapshot.Store(r.scope.stage).Entry(v)
		if entry == nil {
			return nil
		}
		referred, ok := e.resolve(entry, r.scope)
		if !ok {
			return nil
		}
		return referred
	case *content.Object:
		return component{object: v, parent: r}
	case []any:
		list := make([]any, 0, len(v))
		for _, item := range v {
			if resolvedItem := e.value(item, r); resolvedItem != nil {
				list = append(list, resolvedItem)
			}
		}
		return list
	case string:
		if v == "" {
			return nil
		}
	}
	return value
}

// textIn returns a text in the entry's locale, else in the first available of the requested ones, else in English,
// else in any.
func textIn(text content.Text, r resolvedEntry) any {
	for _, wanted := range append(append([]string{r.locale}, r.scope.locales...), "en", "de") {
		if t, ok := text[wanted]; ok {
			return t
		}
	}
	for _, t := range text {
		return t
	}
	return nil
}

// localizations returns the entry in its other locales. For an entry whose texts are maps, these are the languages
// of its display name.
func (e *execution) localizations(r resolvedEntry, f *ast.Field) any {
	arguments := f.ArgumentMap(e.operation.Variables)
	wanted := map[string]bool{}
	if list, ok := arguments["locales"].([]any); ok {
		for _, l := range list {
			wanted[fmt.Sprint(l)] = true
		}
	}
	locales := r.entry.Locales
	if locales == nil {
		for _, v := range e.schema.Types["Locale"].EnumValues {
			locales = append(locales, v.Name)
		}
	}
	versions := []any{}
	for _, l := range locales {
		if len(wanted) > 0 && !wanted[l] || l == r.locale && arguments["includeCurrent"] != true {
			continue
		}
		versions = append(
			versions,
			resolvedEntry{entry: r.entry, locale: l, scope: scope{stage: r.scope.stage, locales: []string{l}}},
		)
	}
	return versions
}

// documentInStages returns the entry in all of its stages. Drafts require the token.
func (e *execution) documentInStages(r resolvedEntry, f *ast.Field) (any, error) {
	arguments := f.ArgumentMap(e.operation.Variables)
	versions := []any{}
	wanted, _ := arguments["stages"].([]any)
	for _, s := range wanted {
		stage := content.Stage(fmt.Sprint(s))
		if stage == r.scope.stage && arguments["includeCurrent"] != true || stage == content.Draft && !e.mayDraft {
			continue
		}
		entry := e.snapshot.Store(stage).Entry(r.entry.Ref)
		if entry == nil {
			continue
		}
		if version, ok := e.resolve(entry, scope{stage: stage, locales: r.scope.locales}); ok {
			versions = append(versions, version)
		}
	}
	return versions, nil
}
