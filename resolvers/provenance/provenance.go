// Package provenance records where the values of an answer come from: system, record, field and language (rules PROV).
package provenance

import (
	"context"
	"reflect"
	"strconv"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/account"
	"strand/domain/catalog"
	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/inventory"
	"strand/domain/investor"
	"strand/domain/location"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/gql/model"
	"strand/internal/cache"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
)

// Recorder collects the sources of the values of one answer (PROV-1). It is safe for concurrent use.
type Recorder struct {
	sources Sources
	schema  *ast.Schema

	mu    sync.Mutex
	found *editor.Provenances
	parts map[*graphql.FieldContext]*answerPart
	// records caches the sources by record.
	records map[recordKey]*editor.Provenance
	indexes map[sourceKey]int
}

// The methods of upstream readers that tell since when a record is in the cache.
type (
	// CMSReader finds the cache entry of a record of the CMS.
	CMSReader interface {
		Entry(siteCtx *site.Context, model, id string) (_ cache.Inspection, ok bool)
	}
	// PIMReader finds the cache entry of a record of the PIM.
	PIMReader interface {
		Entry(language, model, id string, kind catalog.Type) (_ cache.Inspection, ok bool)
	}
	// SISReader finds the cache entry of a table for investors.
	SISReader interface {
		Entry(kind investor.Kind, locale string) (_ cache.Inspection, ok bool)
	}
)

// Sources are the systems that values come from.
type Sources struct {
	CMS CMSReader
	PIM PIMReader
	SIS SISReader
	// EditLocators contains, by system, the function that returns where a value is edited; a system without one is
	// missing.
	EditLocators map[string]editor.EditLocator
}

// NewRecorder returns an empty collection for one operation.
func NewRecorder(from Sources, schema *ast.Schema) *Recorder {
	return &Recorder{
		sources: from,
		schema:  schema,
		found:   &editor.Provenances{},
		parts:   map[*graphql.FieldContext]*answerPart{},
		records: map[recordKey]*editor.Provenance{},
		indexes: map[sourceKey]int{},
	}
}

// Result returns the sources of the answer's values. Call it when the answer is complete. A list of values counts as
// one value.
func (p *Recorder) Result() *editor.Provenances {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.found
}

// Record records the source of the field that is being resolved, if the field is a value.
func (p *Recorder) Record(ctx context.Context) {
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
	in := p.partOf(field.Parent)
	if in.object < 0 {
		in.object = len(p.found.Objects)
		p.found.Objects = append(p.found.Objects, editor.ObjectProvenance{Path: in.path})
	}
	source := p.field(in.scope, field.Object, field.Field.Name)
	object := &p.found.Objects[in.object]
	object.Values = append(object.Values, p.value(&source, field.Field.Alias))
}

// answerPart is an object or a list of the answer.
type answerPart struct {
	scope *scope
	// path is the path in the answer: `resolve.page.modules.0`; empty for the root.
	path string
	// object is the index of the part's values in found; negative for a part without values.
	object int
}

// partOf returns the part of the answer at a field; the root for nil.
func (p *Recorder) partOf(field *graphql.FieldContext) *answerPart {
	if part, ok := p.parts[field]; ok {
		return part
	}
	found := &answerPart{scope: &scope{}, object: -1}
	if field != nil {
		parent := p.partOf(field.Parent)
		found.scope, found.path = parent.scope, parent.path
		object := pointee(field.Result)
		switch {
		case field.Index != nil:
			found.path = join(parent.path, strconv.Itoa(*field.Index))
			element := parent.scope.element(*field.Index, object)
			found.scope = &element
		case field.Field.Field != nil:
			found.path = join(parent.path, field.Field.Alias)
			found.scope = new(p.field(parent.scope, field.Object, field.Field.Name))
		}
		found.scope = p.enter(found.scope, object)
	}
	p.parts[field] = found
	return found
}

// scope is a part of the answer whose values come from one record.
type scope struct {
	// siteContext is the site context of the part; nil if unknown.
	siteContext *site.Context
	// record is nil for values that the server computes.
	record *editor.Provenance
	// definition is the type of the part in its system's contract; nil if the contract lacks it.
	definition *ast.Definition
	types      *ast.Schema
	components []editor.Component
	// path is the field of the part below the record or the innermost component; empty for these themselves.
	path string
	// asset is the id of the image that the part shows, whose alternative text is edited at the asset; else empty.
	asset string
}

// pointee dereferences pointers to pointers and interfaces; nil for a nil pointer.
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

// field returns the scope of a field of a part.
func (p *Recorder) field(s *scope, object, name string) scope {
	if s.asset != "" && object == "Image" && name == "alternativeText" {
		record := p.record(source{recordKey: recordKey{cms.System, "Asset", s.asset, s.siteContext}})
		return scope{siteContext: s.siteContext, record: record, path: name}
	}
	if s.record == nil {
		inner := *s
		inner.path = object + "." + name
		return inner
	}
	if editor.IsOneField(object, name) {
		return *s
	}
	inner := *s
	source := editor.SourceField(s.record.System, object, name)
	if s.definition != nil {
		definition := s.definition.Fields.ForName(source)
		if definition == nil {
			// The record has no such field: the server computes the value.
			return scope{siteContext: s.siteContext, path: object + "." + name}
		}
		inner.definition = s.types.Types[definition.Type.Name()]
		if inner.definition != nil && len(inner.definition.Fields) == 0 {
			inner.definition = nil
		}
	}
	inner.path = join(s.path, source)
	return inner
}

// element returns the scope of an element of a list: a component's scope if the element has an id.
func (s *scope) element(index int, object any) scope {
	inner := *s
	if s.record == nil {
		return inner
	}
	id, kind := componentOf(object)
	if id == "" {
		inner.path = s.path + "[" + strconv.Itoa(index) + "]"
		return inner
	}
	inner.components = append(
		s.components[:len(s.components):len(s.components)],
		editor.Component{Field: s.path, ID: id},
	)
	inner.path = ""
	if kind != "" && s.types != nil {
		inner.definition = s.types.Types[kind]
	}
	return inner
}

func join(path, field string) string {
	if path == "" {
		return field
	}
	return path + "." + field
}

// componentOf returns the id of a component and its type in the contract if the field has several types; empty for
// others.
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

// sourceKey identifies what the values of a source have in common: a part of a record, or the site context of
// computed values.
type sourceKey struct {
	record      *editor.Provenance
	component   string
	siteContext *site.Context
}

// value returns the source of a scope's value. name is the field's name in the answer.
func (p *Recorder) value(s *scope, name string) editor.ValueProvenance {
	key := sourceKey{record: s.record, siteContext: s.siteContext}
	if len(s.components) > 0 {
		key.component = s.components[len(s.components)-1].ID
	}
	i, ok := p.indexes[key]
	if !ok {
		i = len(p.found.Sources)
		p.indexes[key] = i
		p.found.Sources = append(p.found.Sources, s.source())
	}
	value := editor.ValueProvenance{Name: name, Field: s.path, Source: i}
	shared := p.found.Sources[i]
	if locate := p.sources.EditLocators[shared.System]; locate != nil {
		var changed time.Time
		shared.Field = s.path
		value.EditURL, changed = locate(shared)
		shared.Field = ""
		if shared.ChangedAt == nil {
			shared.ChangedAt = optionalTime(changed)
		}
	}
	return value
}

// source returns the source that the values of a scope have in common.
func (s *scope) source() *editor.Provenance {
	shared := &editor.Provenance{System: editor.ComputedSystem}
	if s.record != nil {
		record := *s.record
		shared = &record
		shared.Components, shared.Stage = s.components, site.Published
	}
	if s.siteContext != nil {
		shared.Locale, shared.Stage = s.siteContext.Locale.Code(), s.siteContext.Stage
	}
	return shared
}

func optionalTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// recordKey identifies a record in a site context.
type recordKey struct {
	system, model, id string
	siteContext       *site.Context
}

// source is the record of an object of the graph.
type source struct {
	recordKey
	// language is the language in which the record is read; empty means that of the site context.
	language string
	changed  time.Time
	// kind is the type of a classification.
	kind catalog.Type
}

// enter returns the scope of an object: the scope of its record if the object is one, else the current scope.
func (p *Recorder) enter(s *scope, object any) *scope {
	if object == nil {
		return s
	}
	if picture, ok := object.(*site.Image); ok {
		inner := *s
		inner.asset = picture.ID
		return &inner
	}
	found, ok := sourceOf(object, s.siteContext)
	if !ok {
		if siteCtx := siteContextOf(object); siteCtx != nil {
			inner := *s
			inner.siteContext = siteCtx
			return &inner
		}
		return s
	}
	if found.siteContext == nil {
		found.siteContext = s.siteContext
	}
	record := p.record(found)
	inner := &scope{siteContext: found.siteContext, record: record}
	if types := contracts()[found.system]; types != nil {
		inner.types, inner.definition = types, types.Types[found.model]
	}
	return inner
}

// siteContextOf returns the site context of an object that is not a record.
func siteContextOf(object any) *site.Context {
	switch o := object.(type) {
	case *site.PageResolution:
		return o.SiteContext
	case *site.NotFoundResolution:
		return o.SiteContext
	}
	return nil
}

// sourceOf returns the record of an object; false for an object without one.
func sourceOf(object any, siteCtx *site.Context) (_ source, ok bool) {
	newSource := func(system, model, id string, v *site.Context) source {
		if v == nil {
			v = siteCtx
		}
		return source{recordKey: recordKey{system, model, id, v}}
	}
	var s source
	switch o := object.(type) {
	case *editorial.Page:
		s = newSource(cms.System, "Page", o.ID, o.SiteContext)
		s.language, s.changed = o.Language.LanguageCode, o.UpdatedAt
	case *editorial.LocalizedStory:
		s = newSource(cms.System, "Story", o.ID, o.SiteContext)
		s.language, s.changed = o.Language, o.UpdatedAt
	case *editorial.LocalizedStoryContact:
		s = newSource(cms.System, "StoryContact", o.ID, nil)
	case *editorial.LocalizedMediaRelease:
		s = newSource(cms.System, "MediaRelease", o.ID, o.SiteContext)
		s.language, s.changed = o.Language, o.UpdatedAt
	case *editorial.LocalizedEvent:
		s = newSource(cms.System, "Event", o.ID, o.SiteContext)
		s.changed = o.UpdatedAt
	case *editorial.LocalizedNewsItem:
		s = newSource(cms.System, "NewsFeedItem", o.ID, nil)
	case *location.Location:
		s = newSource(cms.System, "Office", o.ID, nil)
	case *site.Site:
		s = newSource(cms.System, "Site", o.ID, o.SiteContext)
	case *site.Brand:
		s = newSource(cms.System, "Brand", o.ID, nil)
	case *model.HeaderNavigation:
		s = newSource(cms.System, "HeaderNavigation", o.ID, nil)
	case *model.FooterNavigation:
		s = newSource(cms.System, "FooterNavigation", o.ID, nil)
	case *catalog.LocalizedProduct:
		s = newSource(pim.System, "Product", o.Slug, o.SiteContext)
	case *catalog.LocalizedClassification:
		s = newSource(pim.System, "Classification", o.ID, nil)
		s.kind = o.Type
	case *catalog.LocalizedCapability:
		s = newSource(pim.System, "Capability", o.ID, o.SiteContext)
	case *investor.InLocale:
		s = newSource(sis.System, "InvestorTable", string(o.Kind), nil)
	case *investor.Date:
		s = newSource(sis.System, "FinancialCalendar", "", nil)
	case *model.TicketConnection:
		s = newSource(sis.System, "TicketConnection", "", nil)
	case *model.MachineConnection:
		s = newSource(sis.System, "MachineConnection", "", nil)
	case *model.ManagedUserConnection:
		s = newSource(sis.System, "ManagedUserConnection", "", nil)
	case *inventory.Location:
		s = newSource(sis.System, "Location", o.ID, nil)
	case *inventory.SoftwarePackage:
		s = newSource(sis.System, "SoftwarePackage", o.ID, nil)
	case *useradmin.ManagedOrganization:
		s = newSource(sis.System, "Organization", o.ID, nil)
	case *useradmin.AuditEntry:
		s = newSource(sis.System, "AuditLogEntry", o.ID, nil)
	case *ticketing.Ticket:
		s = newSource(sis.System, "Ticket", o.ID, nil)
	case *inventory.Machine:
		s = newSource(sis.System, "Machine", o.ID, nil)
	case *account.Profile:
		s = newSource(sis.System, "Profile", "", nil)
	case *useradmin.ManagedUser:
		s = newSource(sis.System, "ManagedUser", o.ID, nil)
	default:
		return s, false
	}
	return s, true
}

// record returns the source of a record without a field.
func (p *Recorder) record(s source) *editor.Provenance {
	record, ok := p.records[s.recordKey]
	if !ok {
		record = p.sources.record(s)
		p.records[s.recordKey] = record
	}
	return record
}

func (r Sources) record(s source) *editor.Provenance {
	p := &editor.Provenance{
		System:      s.system,
		Type:        s.model,
		Record:      s.id,
		FoundLocale: s.language,
		ChangedAt:   optionalTime(s.changed),
	}
	if s.siteContext == nil {
		return p
	}
	language := s.siteContext.Locale.LanguageCode
	if p.FoundLocale == "" {
		p.FoundLocale = language
	}
	var entry cache.Inspection
	var ok bool
	switch s.system {
	case cms.System:
		entry, ok = r.CMS.Entry(s.siteContext, s.model, s.id)
	case pim.System:
		entry, ok = r.PIM.Entry(language, s.model, s.id, s.kind)
	case sis.System:
		entry, ok = r.SIS.Entry(investor.Kind(s.id), s.siteContext.Locale.SISCode())
	}
	if ok {
		p.CachedSince, p.FreshUntil = &entry.LoadedAt, &entry.FreshUntil
	}
	return p
}

// contracts contains the contracts of the systems whose fields have sources. Fields of the graph that a contract
// lacks are computed by the server.
var contracts = sync.OnceValue(func() map[string]*ast.Schema {
	return map[string]*ast.Schema{
		cms.System: gqlparser.MustLoadSchema(&ast.Source{Name: "cms.graphql", Input: cms.Contract}),
		pim.System: gqlparser.MustLoadSchema(&ast.Source{Name: "pim.graphql", Input: pim.Contract}),
	}
})
