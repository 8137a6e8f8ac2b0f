package content

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// document is an entry with a folder of its own: a page, a story, a media release. Each language is a file in the
// folder.
type document struct {
	Ref
	// dir is the folder, name its last segment: the slug if the file has none.
	dir, name string
	// site is the page's site; empty for documents without a site.
	site string
	// siteUpdated is the time of the last change in the file of the site; the zero time if it has none.
	siteUpdated time.Time
}

// version is one language of a document in one stage.
type version struct {
	locale string
	// fields differ by language, common fields do not.
	fields, common map[string]any
	// modified is the time of the file, updated that in its front matter; the zero time if it has none.
	modified, updated time.Time
	// isChanged is true if the file was changed while the CMS runs.
	isChanged bool
	lines     *fieldLines
}

func (l *loader) loadPage(site, name string, siteUpdated time.Time) {
	l.loadDocument(
		document{
			Ref:  Ref{"Page", site + "-" + name},
			dir:  path.Join("sites", site, "pages", name),
			name: name,
			site: site,

			siteUpdated: siteUpdated,
		},
	)
}

// loadDocuments reads the documents of a type, one folder each.
func (l *loader) loadDocuments(dir, typeName string) {
	for _, name := range l.folders(dir) {
		l.loadDocument(document{Ref: Ref{typeName, idOf(typeName, name)}, dir: path.Join(dir, name), name: name})
	}
}

func (l *loader) loadDocument(d document) {
	published, draft := map[string]*version{}, map[string]*version{}
	for _, code := range languages {
		if v := l.loadVersion(d, code+".md", code); v != nil {
			published[code], draft[code] = v, v
		}
		if v := l.loadVersion(d, code+".draft.md", code); v != nil {
			draft[code] = v
		}
	}
	stages := []Stage{Draft}
	if len(published) > 0 {
		stages = append(stages, Published)
		l.putDocument(l.published, d, l.joinVersions(d, published, stages))
	}
	if len(draft) > 0 {
		e := l.joinVersions(d, draft, stages)
		if was := l.published.Entry(d.Ref); was != nil && !maps.Equal(draft, published) &&
			!e.UpdatedAt.After(was.UpdatedAt) {
			// A draft must be newer than the published version.
			e.UpdatedAt = was.UpdatedAt.Add(time.Second)
		}
		l.loadTranslations(d, e)
		l.putDocument(l.draft, d, e)
	}
}

func (l *loader) putDocument(store *Store, d document, e *Entry) {
	if l.converter(d.dir, d.site, "", d.ID).isComplete(0, l.schema.Types[d.Type], e.Fields) {
		store.put(e)
	}
}

func (l *loader) loadVersion(d document, name, locale string) *version {
	file := path.Join(d.dir, name)
	data, modified, ok := l.read(file)
	if !ok {
		return nil
	}
	text := source{data, modified}
	if cached := l.parsed.find(file, text); cached != nil {
		l.problems = append(l.problems, cached.problems...)
		return cached.version
	}
	before := len(l.problems)
	v := l.parse(d, file, locale, text)
	l.parsed.add(file, &parsedVersion{text, v, slices.Clone(l.problems[before:])})
	return v
}

// parse parses a version of a document; nil if it is broken.
func (l *loader) parse(d document, file, locale string, text source) *version {
	parsed, err := parsePage(text.data)
	if err != nil {
		var at *fileError
		errors.As(err, &at)
		l.addError(file, at.line, "%s", at.message)
		return nil
	}
	updated := l.updated(parsed.front, file)
	c := l.converter(file, d.site, locale, d.ID+"-"+locale)
	definition := l.schema.Types[d.Type]
	common := map[string]any{"slug": d.name}
	c.fields(parsed.front, definition, common)
	if common["slug"] == "" {
		common["slug"] = d.name
	}
	v := &version{
		locale: locale, common: common, fields: map[string]any{},
		modified: text.modified, updated: updated, isChanged: l.times.isChanged(file, text.modified),
	}
	var modules []any
	for _, raw := range parsed.modules {
		if m := c.module(raw); m != nil {
			modules = append(modules, m)
		}
	}
	common["modules"] = modules
	v.lines = c.linesOf(1)
	for _, field := range definition.Fields {
		if field.Directives.ForName("localized") != nil {
			v.fields[field.Name] = common[field.Name]
			delete(common, field.Name)
		}
	}
	return v
}

// module converts one module of a page file.
func (c *converter) module(raw rawModule) *Object {
	typeName := strings.ToUpper(raw.kind[:1]) + raw.kind[1:] + "Module"
	definition := c.schema.Types[typeName]
	if definition == nil || !slices.Contains(c.schema.Types["PageModule"].Types, typeName) {
		c.problem(raw.line, "unknown module %q", raw.kind)
		return nil
	}
	if raw.node != nil {
		return c.object(raw.node, definition)
	}
	rich, err := c.richText(raw.markdown)
	if err != nil {
		c.problem(raw.line, "%v", err)
		return nil
	}
	c.counter++
	id := fmt.Sprintf("%s-%d", c.prefix, c.counter)
	c.recordLine(id, "", raw.line)
	o := &Object{Type: typeName, Fields: map[string]any{"id": id, "content": rich}}
	if raw.anchor != "" {
		o.Fields["anchorTitle"] = raw.anchor
	}
	return o
}

// joinVersions combines the languages of a document into an entry; fields without a language come from the source
// language.
func (l *loader) joinVersions(d document, versions map[string]*version, stages []Stage) *Entry {
	e := &Entry{
		Ref:       d.Ref,
		Localized: map[string]map[string]any{},
		Modified:  map[string]time.Time{},
		Stages:    stages,
		versions:  versions,
		lines:     map[string]*fieldLines{},
	}
	source := versions["en"]
	for _, code := range languages {
		if source == nil {
			source = versions[code]
		}
	}
	for _, code := range languages {
		v := versions[code]
		if v == nil {
			continue
		}
		modified := l.changeTime(d, v, source)
		e.Locales = append(e.Locales, code)
		e.Localized[code], e.Modified[code] = v.fields, modified
		e.lines[code] = v.lines
		if modified.After(e.UpdatedAt) {
			e.UpdatedAt = modified
		}
	}
	e.Fields = source.common
	return e
}
