package cms

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/Khan/genqlient/graphql"
	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/formatter"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"strand/upstream/transport"
)

// DefaultPageSize is the number of entries that a Hygraph project returns of a list at most.
const DefaultPageSize = 100

const (
	// maxParts is the number of parts of lists that a request asks for at most.
	maxParts = 8
	// maxRequestText is the size of a request up to which it asks for several parts, in bytes: Hygraph refuses requests
	// of more than 10 KB in its smallest plan.
	maxRequestText = 8 << 10
	// maxIDs is the number of records that a request names at most: each has about 30 bytes, and the fields of a few
	// more modules must fit, too.
	maxIDs = 75
	// maxListCalls bounds the requests of an operation.
	maxListCalls = 200
	// maxListBytes bounds the answers of an operation together.
	maxListBytes = 32 << 20
	// maxReads is how often an operation is read from its start because a list has changed meanwhile.
	maxReads = 3
)

// pager completes the lists of answers, of which the CMS returns a part (CALL-25). Lists without `first` in an
// operation are asked for with the page size at every level. Of one that is full, the next parts begin with the last
// known entry: if it is another one then, the list has changed, and the operation is read again (decision 48).
type pager struct {
	schema     *ast.Schema
	size       int
	operations sync.Map
}

func newPager(size int) (*pager, error) {
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "contract.graphql", Input: Contract})
	if err != nil {
		return nil, fmt.Errorf("parse the contract: %w", err)
	}
	if size == 0 {
		size = DefaultPageSize
	}
	return &pager{schema: schema, size: size}, nil
}

// Parts returns how a request is sent.
func (p *pager) Parts(req *graphql.Request) (transport.Parts, error) {
	cached, ok := p.operations.Load(req.Query)
	if !ok {
		compiled, err := p.compile(req.Query)
		if err != nil {
			return nil, err
		}
		cached, _ = p.operations.LoadOrStore(req.Query, compiled)
	}
	sent := *req
	operation := cached.(*pagedOperation)
	sent.Query = operation.text
	return &partRead{pagedOperation: operation, request: &sent, size: p.size}, nil
}

// pagedOperation is an operation as it is sent.
type pagedOperation struct {
	text       string
	definition *ast.OperationDefinition
	fragments  ast.FragmentDefinitionList
	root       string
	plan       listPlan
}

// listPlan contains the fields of an object that are lists which may have more entries, or lead to them, by the type
// of the object.
type listPlan map[string][]listField

type listField struct {
	// field has the selections of all fields of its name.
	field  *ast.Field
	isList bool
	below  listPlan
}

func (p *pager) compile(text string) (*pagedOperation, error) {
	document, errs := gqlparser.LoadQueryWithRules(p.schema, text, rules.NewDefaultRules())
	if len(errs) > 0 {
		return nil, fmt.Errorf("parse the operation: %w", errs)
	}
	c := &listCompiler{pager: p, lists: map[*ast.Field]bool{}}
	o := &pagedOperation{definition: document.Operations[0], root: p.schema.Query.Name}
	if o.definition.Operation == ast.Mutation {
		o.root = p.schema.Mutation.Name
	}
	split := map[string]ast.SelectionSet{}
	for _, f := range document.Fragments {
		if f.Definition.Kind == ast.Union {
			split[f.Name] = c.split(f, &o.fragments)
		} else {
			o.fragments = append(o.fragments, f)
		}
	}
	o.definition.SelectionSet = c.prepare(o.definition.SelectionSet, split)
	for _, f := range o.fragments {
		f.SelectionSet = c.prepare(f.SelectionSet, split)
	}
	o.plan = c.plan(p.schema.Types[o.root], o.definition.SelectionSet)
	o.text = documentText(&ast.QueryDocument{Operations: document.Operations, Fragments: o.fragments})
	return o, nil
}

type listCompiler struct {
	*pager
	lists map[*ast.Field]bool
}

// split replaces a fragment of a union by one per type, and returns what replaces its use: Hygraph has a union of its
// own for each field, so that the operations cannot name it.
func (c *listCompiler) split(f *ast.FragmentDefinition, fragments *ast.FragmentDefinitionList) ast.SelectionSet {
	uses := ast.SelectionSet{&ast.Field{Name: typeNameField, Alias: typeNameField}}
	for _, name := range f.Definition.Types {
		of := &ast.FragmentDefinition{Name: f.Name + name, TypeCondition: name, Definition: c.schema.Types[name]}
		for _, selected := range f.SelectionSet {
			if inline, ok := selected.(*ast.InlineFragment); ok && inline.TypeCondition == name {
				of.SelectionSet = append(of.SelectionSet, inline.SelectionSet...)
			}
		}
		if len(of.SelectionSet) > 0 {
			*fragments = append(*fragments, of)
			uses = append(uses, &ast.FragmentSpread{Name: of.Name, Definition: of})
		}
	}
	return uses
}

const typeNameField = "__typename"

// prepare replaces the fragments of unions in a selection, and adds the page size to its lists.
func (c *listCompiler) prepare(set ast.SelectionSet, split map[string]ast.SelectionSet) ast.SelectionSet {
	var prepared ast.SelectionSet
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			selected.SelectionSet = c.prepare(selected.SelectionSet, split)
			d := selected.Definition
			if d != nil && d.Type.Elem != nil && d.Arguments.ForName("first") != nil &&
				selected.Arguments.ForName("first") == nil {
				c.lists[selected] = true
				selected.Arguments = part(selected, c.size, 0)
			}
		case *ast.InlineFragment:
			selected.SelectionSet = c.prepare(selected.SelectionSet, split)
		case *ast.FragmentSpread:
			if uses, ok := split[selected.Name]; ok {
				prepared = append(prepared, uses...)
				continue
			}
		}
		prepared = append(prepared, selected)
	}
	return prepared
}

// plan finds the lists in a selection of a type.
func (c *listCompiler) plan(of *ast.Definition, set ast.SelectionSet) listPlan {
	types := []*ast.Definition{of}
	if of.IsAbstractType() {
		types = c.schema.GetPossibleTypes(of)
	}
	plan := listPlan{}
	for _, t := range types {
		var order []string
		merged := map[string]*listField{}
		c.collect(t.Name, set, func(f *ast.Field) {
			if found := merged[f.Alias]; found != nil {
				found.field.SelectionSet = append(slices.Clone(found.field.SelectionSet), f.SelectionSet...)
				return
			}
			first := *f
			merged[f.Alias] = &listField{field: &first, isList: c.lists[f]}
			order = append(order, f.Alias)
		})
		for _, alias := range order {
			f := merged[alias]
			if f.field.Definition == nil {
				continue // __typename
			}
			if named := c.schema.Types[f.field.Definition.Type.Name()]; named.IsCompositeType() {
				f.below = c.plan(named, f.field.SelectionSet)
			}
			if f.isList || len(f.below) > 0 {
				plan[t.Name] = append(plan[t.Name], *f)
			}
		}
	}
	return plan
}

// collect visits the fields that apply to a type, including those of fragments.
func (c *listCompiler) collect(typeName string, set ast.SelectionSet, visit func(*ast.Field)) {
	applies := func(condition string) bool {
		if condition == "" || condition == typeName {
			return true
		}
		return slices.ContainsFunc(c.schema.PossibleTypes[condition], func(d *ast.Definition) bool {
			return d.Name == typeName
		})
	}
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			visit(selected)
		case *ast.InlineFragment:
			if applies(selected.TypeCondition) {
				c.collect(typeName, selected.SelectionSet, visit)
			}
		case *ast.FragmentSpread:
			if applies(selected.Definition.TypeCondition) {
				c.collect(typeName, selected.Definition.SelectionSet, visit)
			}
		}
	}
}

// part returns the arguments of a list with those of a part of it.
func part(f *ast.Field, first, skip int) ast.ArgumentList {
	arguments := slices.DeleteFunc(slices.Clone(f.Arguments), func(a *ast.Argument) bool {
		return a.Name == "first" || a.Name == "skip"
	})
	add := func(name string, value int) {
		arguments = append(arguments, &ast.Argument{
			Name: name, Value: &ast.Value{Kind: ast.IntValue, Raw: strconv.Itoa(value)},
		})
	}
	add("first", first)
	if skip > 0 {
		add("skip", skip)
	}
	return arguments
}

// documentText returns the text of a document, without what does not matter to the CMS.
func documentText(document *ast.QueryDocument) string {
	var text bytes.Buffer
	formatter.NewFormatter(&text, formatter.WithCompacted()).FormatQueryDocument(document)
	return text.String()
}

// partRead is the execution of a request in parts.
type partRead struct {
	*pagedOperation
	request *graphql.Request
	size    int
	// calls and bytes are those of the answers, reads counts the answers that are the first of the operation.
	calls, reads, bytes int
	// data is what was read; nil before the first answer.
	data map[string]any
	// open are the lists that may have more entries, asked the parts of the last request.
	open       []*openList
	asked      []askedPart
	incomplete []transport.IncompleteList
}

// openList is a list that may have more entries.
type openList struct {
	listField
	// holder is the object with the list, onType its type, path that from the root to it.
	holder map[string]any
	onType string
	path   []pathStep
	// last is the last entry as it was read, before the rest of its own lists.
	last []byte
	// ahead is the number of parts that the next request asks for.
	ahead int
}

// pathStep is a field on the way to a list.
type pathStep struct {
	listField
	onType string
	// index is that of the entry; -1 for an object.
	index int
}

// askedPart is a part of a list that was asked for, by its name in the answer.
type askedPart struct {
	list *openList
	name string
}

func (l *openList) entries() []any { return l.holder[l.field.Alias].([]any) }

// First returns the request that begins the operation.
func (r *partRead) First() *graphql.Request { return r.request }

// Next adds an answer and returns the next request; nil if the lists are whole.
func (r *partRead) Next(answer json.RawMessage) *graphql.Request {
	if len(r.plan) == 0 {
		return nil
	}
	r.calls++
	r.bytes += len(answer)
	if r.calls == 1 && !r.isCut(gjson.ParseBytes(answer), r.root, r.plan) {
		return nil // most answers, which are not decoded here
	}
	var data map[string]any
	decoder := json.NewDecoder(bytes.NewReader(answer))
	decoder.UseNumber()
	_ = decoder.Decode(&data) // the transport has decoded it; what is no object violates the contract
	switch {
	case r.data == nil:
		r.data = data
		r.reads++
		r.find(data, r.root, r.plan, nil)
	case !r.add(data):
		r.data, r.open, r.asked = nil, nil, nil
		return r.request
	}
	return r.next()
}

// isCut reports whether an object has a list that may have more entries.
func (r *partRead) isCut(object gjson.Result, typeName string, plan listPlan) (isCut bool) {
	fields, ok := plan[typeName]
	if !ok && len(plan) > 0 { // a union
		fields = plan[object.Get(typeNameField).Str]
	}
	if len(fields) == 0 {
		return false
	}
	object.ForEach(func(key, value gjson.Result) bool {
		i := slices.IndexFunc(fields, func(f listField) bool { return f.field.Alias == key.Str })
		if i < 0 {
			return true
		}
		f := fields[i]
		below := f.field.Definition.Type.Name()
		if value.IsObject() {
			isCut = r.isCut(value, below, f.below)
			return !isCut
		}
		entries := 0
		value.ForEach(func(_, entry gjson.Result) bool {
			entries++
			isCut = entry.IsObject() && r.isCut(entry, below, f.below)
			return !isCut
		})
		isCut = isCut || f.isList && value.IsArray() && entries == r.size
		return !isCut
	})
	return isCut
}

// Whole returns the data with its whole lists, and the lists of which only a part could be read.
func (r *partRead) Whole() (json.RawMessage, []transport.IncompleteList, error) {
	data, err := json.Marshal(r.data)
	return data, r.incomplete, err
}

// find notes the lists of an object that may have more entries.
func (r *partRead) find(object map[string]any, typeName string, plan listPlan, path []pathStep) {
	if name, ok := object[typeNameField].(string); ok {
		typeName = name
	}
	for _, f := range plan[typeName] {
		switch value := object[f.field.Alias].(type) {
		case map[string]any:
			r.find(value, f.field.Definition.Type.Name(), f.below, extend(path, pathStep{f, typeName, -1}))
		case []any:
			l := &openList{listField: f, holder: object, onType: typeName, path: path, ahead: 2}
			if f.isList && len(value) == r.size {
				l.last = entryText(value[len(value)-1])
				r.open = append(r.open, l)
			}
			r.findIn(l, 0)
		}
	}
}

// findIn notes the lists in the entries of a list from an index on.
func (r *partRead) findIn(l *openList, from int) {
	if len(l.below) == 0 {
		return
	}
	for i, entry := range l.entries()[from:] {
		if object, ok := entry.(map[string]any); ok {
			step := pathStep{l.listField, l.onType, from + i}
			r.find(object, l.field.Definition.Type.Name(), l.below, extend(l.path, step))
		}
	}
}

func extend(path []pathStep, step pathStep) []pathStep {
	return append(path[:len(path):len(path)], step)
}

// add adds an answer with the parts that were asked for; false if a list has changed and the operation must be read
// again. After the last time, what is known of such a list is kept.
func (r *partRead) add(data map[string]any) bool {
	asked := r.asked
	r.asked = nil
	ended := map[*openList]bool{}
	for _, a := range asked {
		if ended[a.list] {
			continue
		}
		before := a.list.entries()
		found, ok := a.list.in(data[a.name])
		if !ok || len(found) == 0 || !bytes.Equal(entryText(found[0]), a.list.last) {
			if r.reads < maxReads {
				return false
			}
			r.addIncomplete(a.list)
			ended[a.list] = true
			continue
		}
		ended[a.list] = len(found) < r.size
		a.list.last = entryText(found[len(found)-1])
		a.list.holder[a.list.field.Alias] = append(before, found[1:]...)
		r.findIn(a.list, len(before))
	}
	r.open = slices.DeleteFunc(r.open, func(l *openList) bool { return ended[l] })
	return true
}

func entryText(entry any) []byte {
	text, _ := json.Marshal(entry) // it was decoded
	return text
}

// in returns the entries of a list in the answer to a request for a part of it.
func (l *openList) in(value any) (entries []any, ok bool) {
	for i, step := range l.path {
		if step.index >= 0 {
			list, _ := value.([]any)
			index := step.index
			if step.isList {
				index = 0
			}
			if index >= len(list) {
				return nil, false
			}
			value = list[index]
		}
		object, ok := value.(map[string]any)
		if !ok {
			return nil, false
		}
		next := l.field.Alias
		if i+1 < len(l.path) {
			next = l.path[i+1].field.Alias
		}
		value = object[next]
	}
	entries, ok = value.([]any)
	return entries, ok
}

func (r *partRead) addIncomplete(l *openList) {
	found := transport.IncompleteList{Field: l.onType + "." + l.field.Name, Entries: len(l.entries())}
	if len(l.path) > 0 { // the document
		value := r.data[l.path[0].field.Alias]
		if list, ok := value.([]any); ok && l.path[0].index >= 0 {
			value = list[l.path[0].index]
		}
		if object, ok := value.(map[string]any); ok {
			found.Document, _ = object["id"].(string)
		}
	}
	r.incomplete = append(r.incomplete, found)
}

// next returns the request for further parts; nil if there are none.
func (r *partRead) next() *graphql.Request {
	if r.calls >= maxListCalls || r.bytes >= maxListBytes {
		for _, l := range r.open {
			r.addIncomplete(l)
		}
		r.open = nil
	}
	if len(r.open) == 0 {
		return nil
	}
	for parts := maxParts; ; parts /= 2 {
		if request := r.ask(parts); len(request.Query) <= maxRequestText || parts == 1 {
			for _, a := range r.asked {
				a.list.ahead = maxParts
			}
			return request
		}
	}
}

// ask returns the request for at most a number of parts. A list with few entries more needs one request; for a long one
// the next requests ask for more at once.
func (r *partRead) ask(parts int) *graphql.Request {
	r.asked = nil
	o := *r.definition
	o.SelectionSet = nil
	for _, l := range r.open {
		known := len(l.entries())
		for i := range min(l.ahead, parts-len(r.asked)) {
			name := fmt.Sprintf("part%d", len(r.asked))
			o.SelectionSet = append(o.SelectionSet, l.query(name, r.size, known-1+i*(r.size-1)))
			r.asked = append(r.asked, askedPart{l, name})
		}
	}
	used := &usedNames{names: map[string]bool{}}
	used.add(o.SelectionSet)
	isUnused := func(v *ast.VariableDefinition) bool { return !used.names["$"+v.Variable] }
	o.VariableDefinitions = slices.DeleteFunc(slices.Clone(o.VariableDefinitions), isUnused)
	fragments := slices.DeleteFunc(slices.Clone(r.fragments), func(f *ast.FragmentDefinition) bool {
		return !used.names[f.Name]
	})
	request := *r.request
	request.Query = documentText(&ast.QueryDocument{Operations: ast.OperationList{&o}, Fragments: fragments})
	return &request
}

// query returns the root field of a request for a part of the list: each list on the way has its one entry.
func (l *openList) query(name string, first, skip int) *ast.Field {
	f := *l.field
	f.Arguments = part(&f, first, skip)
	onType := l.onType
	for _, step := range slices.Backward(l.path) {
		outer := *step.field
		if step.isList {
			outer.Arguments = part(&outer, 1, step.index)
		}
		inner := f
		outer.SelectionSet = ast.SelectionSet{&inner}
		if outer.Definition.Type.Name() != onType {
			outer.SelectionSet = ast.SelectionSet{
				&ast.InlineFragment{TypeCondition: onType, SelectionSet: outer.SelectionSet},
			}
		}
		f, onType = outer, step.onType
	}
	f.Alias = name
	return &f
}

// usedNames are the names of the fragments, and of the variables after `$`, that selections use.
type usedNames struct{ names map[string]bool }

func (u *usedNames) add(set ast.SelectionSet) {
	for _, selected := range set {
		switch selected := selected.(type) {
		case *ast.Field:
			for _, a := range selected.Arguments {
				u.addVariables(a.Value)
			}
			u.add(selected.SelectionSet)
		case *ast.InlineFragment:
			u.add(selected.SelectionSet)
		case *ast.FragmentSpread:
			if !u.names[selected.Name] {
				u.names[selected.Name] = true
				u.add(selected.Definition.SelectionSet)
			}
		}
	}
}

func (u *usedNames) addVariables(v *ast.Value) {
	if v.Kind == ast.Variable {
		u.names["$"+strings.TrimPrefix(v.Raw, "$")] = true
	}
	for _, child := range v.Children {
		u.addVariables(child.Value)
	}
}
