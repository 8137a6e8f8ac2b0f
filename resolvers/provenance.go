package resolvers

import (
	"context"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/catalog"
	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/investor"
	"strand/domain/location"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/cache"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
)

// Provenances collect where the values of one answer come from (PROV-1). They are safe for concurrent use.
type Provenances struct {
	resolver *Resolver
	schema   *ast.Schema

	mu     sync.Mutex
	found  map[string]*editor.Provenance
	scopes map[*graphql.FieldContext]*scope
	// records are those that were met, so that each is looked up once.
	records map[recordKey]*editor.Provenance
}

// NewProvenances makes an empty collection for one operation on the graph.
func (r *Resolver) NewProvenances(schema *ast.Schema) *Provenances {
	return &Provenances{
		resolver: r, schema: schema, found: map[string]*editor.Provenance{},
		scopes: map[*graphql.FieldContext]*scope{}, records: map[recordKey]*editor.Provenance{},
	}
}

// Found are the values by their paths in the answer: `resolve.page.modules.0.title`. A list of values is one value.
func (p *Provenances) Found() map[string]*editor.Provenance {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.found
}

// Note notes where the field that is being resolved comes from, if it is a value.
func (p *Provenances) Note(ctx context.Context) {
	field := graphql.GetFieldContext(ctx)
	if field == nil || field.Field.Field == nil || field.Field.Definition == nil {
		return
	}
	kind := p.schema.Types[field.Field.Definition.Type.Name()]
	if kind == nil || kind.Kind != ast.Scalar && kind.Kind != ast.Enum {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.found[pathOf(field)] = p.scopeOf(field.Parent).field(p.resolver, field.Object, field.Field.Name).value(p.resolver)
}

// pathOf is the path of a field in the answer.
func pathOf(field *graphql.FieldContext) string {
	var parts [16]string
	at := parts[:0]
	for f := field; f != nil; f = f.Parent {
		switch {
		case f.Index != nil:
			at = append(at, strconv.Itoa(*f.Index))
		case f.Field.Field != nil:
			at = append(at, f.Field.Alias)
		}
	}
	var path strings.Builder
	for i := len(at) - 1; i >= 0; i-- {
		path.WriteString(at[i])
		if i > 0 {
			path.WriteByte('.')
		}
	}
	return path.String()
}

// scope is a part of the answer whose values come from one record.
type scope struct {
	// view is what the part is shown in; nil where that is not known.
	view *site.View
	// record is nil for what the server makes.
	record *editor.Provenance
	// definition is the type of the part in the contract of its system; nil for one that is not described there.
	definition *ast.Definition
	types      *ast.Schema
	components []editor.Component
	// path is the field that holds the part, below the record or the last component; empty for these themselves.
	path string
	// asset is the id of the picture that the part is: its alternative text is edited there. Empty for another part.
	asset string
}

// scopeOf is the scope of an object, or of the list that holds it.
func (p *Provenances) scopeOf(field *graphql.FieldContext) *scope {
	if field == nil {
		return &scope{}
	}
	if known, ok := p.scopes[field]; ok {
		return known
	}
	s := p.scopeOf(field.Parent)
	object := pointee(field.Result)
	switch {
	case field.Index != nil:
		s = s.element(*field.Index, object)
	case field.Field.Field != nil:
		s = s.field(p.resolver, field.Object, field.Field.Name)
	}
	s = p.enter(s, object)
	p.scopes[field] = s
	return s
}

// pointee is what pointers to pointers and to interfaces lead to; nil for nothing.
func pointee(result any) any {
	value := reflect.ValueOf(result)
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		if value.IsNil() {
			return nil
		}
		inner := value.Elem()
		if inner.Kind() != reflect.Pointer && inner.Kind() != reflect.Interface {
			break
		}
		value = inner
	}
	if !value.IsValid() {
		return nil
	}
	return value.Interface()
}

// field is the scope of a field of a part.
func (s *scope) field(r *Resolver, object, name string) *scope {
	inner := *s
	if s.asset != "" && object == "Image" && name == "alternativeText" {
		return &scope{
			view:   s.view,
			record: r.record(source{recordKey: recordKey{cms.System, "Asset", s.asset, s.view}}),
			path:   name,
		}
	}
	if s.record == nil {
		inner.path = object + "." + name
		return &inner
	}
	if editor.IsOneField(object, name) {
		return s
	}
	source := editor.SourceField(s.record.System, object, name)
	if s.definition != nil {
		known := s.definition.Fields.ForName(source)
		if known == nil {
			// No field of the record: the server makes the value.
			return &scope{view: s.view, path: object + "." + name}
		}
		inner.definition = s.types.Types[known.Type.Name()]
		if inner.definition != nil && len(inner.definition.Fields) == 0 {
			inner.definition = nil
		}
	}
	inner.path = join(s.path, source)
	return &inner
}

// element is the scope of an element of a list: of a component where it has an id.
func (s *scope) element(index int, object any) *scope {
	inner := *s
	if s.record == nil {
		return &inner
	}
	id, kind := componentOf(object)
	if id == "" {
		inner.path = s.path + "[" + strconv.Itoa(index) + "]"
		return &inner
	}
	inner.components = append(
		s.components[:len(s.components):len(s.components)],
		editor.Component{Field: s.path, ID: id},
	)
	inner.path = ""
	if kind != "" && s.types != nil {
		inner.definition = s.types.Types[kind]
	}
	return &inner
}

func join(path, field string) string {
	if path == "" {
		return field
	}
	return path + "." + field
}

// componentOf is the id of a part of a record that has one, and its type in the contract where that is one of many.
func componentOf(object any) (id, kind string) {
	switch o := object.(type) {
	case *editorial.AccordionItem:
		return o.ID, ""
	case editorial.AccordionItem:
		return o.ID, ""
	case *model.NavigationItem:
		return o.ID, ""
	case *model.TopNavigationItem:
		return o.ID, ""
	case *catalog.Variant:
		return o.ID, ""
	case editorial.Module:
		value := reflect.ValueOf(o).Elem()
		return value.FieldByName("ID").String(), value.Type().Name()
	}
	return "", ""
}

// value is where a value of the scope comes from.
func (s *scope) value(r *Resolver) *editor.Provenance {
	p := &editor.Provenance{System: editor.ComputedSystem, Field: s.path}
	if s.record != nil {
		record := *s.record
		p = &record
		p.Field, p.Components, p.Stage = s.path, s.components, s.stage()
		if place := r.EditPlaces[p.System]; place != nil {
			var changed time.Time
			if p.EditURL, changed = place(p); p.ChangedAt == nil {
				p.ChangedAt = moment(changed)
			}
		}
	}
	if s.view != nil {
		p.Locale, p.Stage = s.view.Locale.Code(), s.view.Stage
	}
	return p
}

func (s *scope) stage() site.Stage {
	if s.view == nil {
		return site.Published
	}
	return s.view.Stage
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// recordKey names a record in a view.
type recordKey struct {
	system, model, id string
	view              *site.View
}

// source is a record that an object of the graph shows.
type source struct {
	recordKey
	// language is that in which the record is read; empty for that of the view.
	language string
	changed  time.Time
	// kind is that of a classification.
	kind catalog.Type
}

// enter is the scope of an object: that of its record where it is one, else the scope that it stands in.
func (p *Provenances) enter(s *scope, object any) *scope {
	if object == nil {
		return s
	}
	if picture, ok := object.(*site.Image); ok {
		inner := *s
		inner.asset = picture.ID
		return &inner
	}
	found, ok := sourceOf(object, s.view)
	if !ok {
		if view := viewOf(object); view != nil {
			inner := *s
			inner.view = view
			return &inner
		}
		return s
	}
	if found.view == nil {
		found.view = s.view
	}
	record, ok := p.records[found.recordKey]
	if !ok {
		record = p.resolver.record(found)
		p.records[found.recordKey] = record
	}
	inner := &scope{view: found.view, record: record}
	if types := contracts()[found.system]; types != nil {
		inner.types, inner.definition = types, types.Types[found.model]
	}
	return inner
}

// viewOf is the view of an object that is no record.
func viewOf(object any) *site.View {
	switch o := object.(type) {
	case *site.PageResolution:
		return o.View
	case *site.NotFoundResolution:
		return o.View
	}
	return nil
}

// sourceOf is the record that an object shows; not ok for an object that shows none.
func sourceOf(object any, view *site.View) (_ source, ok bool) {
	of := func(system, model, id string, v *site.View) source {
		if v == nil {
			v = view
		}
		return source{recordKey: recordKey{system, model, id, v}}
	}
	var s source
	switch o := object.(type) {
	case *editorial.Page:
		s = of(cms.System, "Page", o.ID, o.View)
		s.language, s.changed = o.Language.LanguageCode, o.UpdatedAt
	case *editorial.StoryInView:
		s = of(cms.System, "Story", o.ID, o.View)
		s.language, s.changed = o.Language, o.UpdatedAt
	case *editorial.StoryContactInView:
		s = of(cms.System, "StoryContact", o.ID, nil)
	case *editorial.MediaReleaseInView:
		s = of(cms.System, "MediaRelease", o.ID, o.View)
		s.language, s.changed = o.Language, o.UpdatedAt
	case *editorial.EventInView:
		s = of(cms.System, "Event", o.ID, o.View)
		s.changed = o.UpdatedAt
	case *editorial.NewsItemInView:
		s = of(cms.System, "NewsFeedItem", o.ID, nil)
	case *location.Location:
		s = of(cms.System, "Location", o.ID, nil)
	case *site.Site:
		s = of(cms.System, "Site", o.ID, o.View)
	case *site.Brand:
		s = of(cms.System, "Brand", o.ID, nil)
	case *model.HeaderNavigation:
		s = of(cms.System, "HeaderNavigation", o.ID, nil)
	case *model.FooterNavigation:
		s = of(cms.System, "FooterNavigation", o.ID, nil)
	case *catalog.Product:
		s = of(pim.System, "Product", o.Slug, o.View)
	case *catalog.Classification:
		s = of(pim.System, "Classification", o.ID, nil)
		s.kind = o.Type
	case *catalog.Capability:
		s = of(pim.System, "Capability", o.ID, o.View)
	case *investor.InLocale:
		s = of(sis.System, "InvestorTable", string(o.Kind), nil)
	case *investor.Date:
		s = of(sis.System, "FinancialCalendar", "", nil)
	default:
		return s, false
	}
	return s, true
}

// record is what is known of a record, without a field of it.
func (r *Resolver) record(s source) *editor.Provenance {
	p := &editor.Provenance{
		System:      s.system,
		Type:        s.model,
		Record:      s.id,
		FoundLocale: s.language,
		ChangedAt:   moment(s.changed),
	}
	if s.view == nil {
		return p
	}
	language := s.view.Locale.LanguageCode
	if p.FoundLocale == "" {
		p.FoundLocale = language
	}
	var entry cache.Inspection
	var ok bool
	switch s.system {
	case cms.System:
		entry, ok = r.CMS.Entry(s.view, s.model, s.id)
	case pim.System:
		entry, ok = r.PIM.Entry(language, s.model, s.id, s.kind)
	case sis.System:
		entry, ok = r.SIS.Entry(investor.Kind(s.id), s.view.Locale.SISCode())
	}
	if ok {
		p.CachedSince, p.FreshUntil = &entry.LoadedAt, &entry.FreshUntil
	}
	return p
}

// contracts are the contracts of the systems whose fields are known: a field of the graph that they do not have is made by
// the server.
var contracts = sync.OnceValue(func() map[string]*ast.Schema {
	return map[string]*ast.Schema{
		cms.System: gqlparser.MustLoadSchema(&ast.Source{Name: "cms.graphql", Input: cms.Contract}),
		pim.System: gqlparser.MustLoadSchema(&ast.Source{Name: "pim.graphql", Input: pim.Contract}),
	}
})
