package content

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"gopkg.in/yaml.v3"

	"strand/domain/site"
)

// languages contains the group's languages, in order of preference.
var languages = site.LanguageCodes

// loader reads a content folder into a snapshot.
type loader struct {
	dir      string
	schema   *ast.Schema
	problems []Problem
	// pages contains the ids of all pages. They are collected before the pages are read, for links.
	pages  map[string]bool
	assets *assetFacts
	// parsed contains the versions of documents parsed by this loader and the previous one.
	parsed *parsedVersions

	published, draft *Store
}

// source is the text of a file with its modification time.
type source struct {
	data     []byte
	modified time.Time
}

// load reads the folder. Invalid content is left out and listed in the snapshot's problems; the error is for an
// unreadable folder.
func load(dir string, schema *ast.Schema, assets *assetFacts, parsed *parsedVersions) (*Snapshot, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("read the content folder %s: not a readable folder", dir)
	}
	l := &loader{
		dir:       dir,
		schema:    schema,
		pages:     map[string]bool{},
		assets:    assets,
		parsed:    parsed,
		published: newStore(),
		draft:     newStore(),
	}
	l.findPages()
	l.parsed.begin(l.pages)
	l.loadList(items{"languages.yaml", "Language", languageEntry, map[string]string{"country": "defaultCountry"}})
	l.loadList(items{"countries.yaml", "Country", countryEntry, map[string]string{
		"languages": "supportedLanguages", "measurementSystem": "defaultMeasurementSystem",
	}})
	l.loadAssets()
	l.loadRedirects()
	for typeName, file := range map[string]string{
		"Brand": "brands.yaml", "StoryCategory": "story-categories.yaml", "StoryTopic": "story-topics.yaml",
		"StoryContact": "story-contacts.yaml", "NewsFeedItem": "news.yaml", "Event": "events.yaml",
		"Location": "locations.yaml", "Fact": "facts.yaml"} {
		l.loadList(items{file, typeName, ownEntry(typeName), nil})
	}
	l.loadDocuments("stories", "Story")
	l.loadDocuments("media-releases", "MediaRelease")
	for _, site := range l.folders("sites") {
		l.loadSite(site)
	}
	l.checkReferences()
	stages := map[Stage]*Store{Published: l.published, Draft: l.draft}
	return &Snapshot{stages: stages, Problems: l.problems}, nil
}

func newStore() *Store { return &Store{byRef: map[Ref]*Entry{}, byType: map[string][]*Entry{}} }

func (s *Store) put(e *Entry) {
	if s.byRef[e.Ref] != nil {
		return
	}
	s.byRef[e.Ref] = e
	s.byType[e.Type] = append(s.byType[e.Type], e)
}

// putInBothStages adds an entry that is the same in both stages.
func (l *loader) putInBothStages(e *Entry) {
	e.Stages = []Stage{Draft, Published}
	l.published.put(e)
	l.draft.put(e)
}

// addError adds a problem because of which a file cannot be used.
func (l *loader) addError(file string, line int, format string, args ...any) {
	l.problems = append(
		l.problems,
		Problem{File: file, Line: line, Message: fmt.Sprintf(format, args...), IsBroken: true},
	)
}

// addWarning adds a problem with which a file can still be served.
func (l *loader) addWarning(file string, line int, format string, args ...any) {
	l.problems = append(l.problems, Problem{File: file, Line: line, Message: fmt.Sprintf(format, args...)})
}

func (l *loader) converter(file, site, locale, prefix string) *converter {
	return &converter{
		schema:   l.schema,
		file:     file,
		site:     site,
		locale:   locale,
		pages:    l.pages,
		problems: &l.problems,
		prefix:   prefix,
	}
}

// yaml parses a file of the folder; nil if it does not exist or is broken.
func (l *loader) yaml(file string) (*yaml.Node, time.Time) {
	data, modified, ok := l.read(file)
	if !ok {
		return nil, modified
	}
	n, err := parseYAML(string(data), 0)
	if err != nil {
		var at *fileError
		errors.As(err, &at)
		l.addError(file, at.line, "%s", at.message)
		return nil, modified
	}
	return n, modified
}

// maxFile is the maximum size of a content file, in bytes.
const maxFile = 4 << 20

func (l *loader) read(file string) ([]byte, time.Time, bool) {
	full := filepath.Join(l.dir, filepath.FromSlash(file))
	info, err := os.Stat(full)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, time.Time{}, false
	}
	if err != nil || info.Size() > maxFile {
		l.addError(file, 0, "cannot be read, or is larger than %d bytes", maxFile)
		return nil, time.Time{}, false
	}
	data, err := os.ReadFile(full)
	if err != nil {
		l.addError(file, 0, "cannot be read: %v", err)
		return nil, time.Time{}, false
	}
	return data, info.ModTime().UTC().Truncate(time.Second), true
}

func (l *loader) folders(dir string) []string {
	entries, err := os.ReadDir(filepath.Join(l.dir, filepath.FromSlash(dir)))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

func (l *loader) findPages() {
	for _, site := range l.folders("sites") {
		for _, page := range l.folders("sites/" + site + "/pages") {
			l.pages[site+"-"+page] = true
		}
	}
}

// localized returns the name in all languages from CLDR, for files without names.
func localized(name func(display language.Tag) string) Text {
	text := Text{}
	for _, code := range languages {
		text[code] = name(language.Make(code))
	}
	return text
}

// items describes the items of a file with a list of entries of a type.
type items struct {
	file, typeName string
	// entry returns the id of an item, and the fields that the item does not have. It removes keys that are no fields.
	entry func(item *yaml.Node) (id string, fields map[string]any, err error)
	// names are the names of fields by their keys in the file, where they differ.
	names map[string]string
}

func languageEntry(item *yaml.Node) (id string, fields map[string]any, err error) {
	code := removeKey(item, "code")
	if code == nil {
		return "", nil, errors.New("a language needs a code")
	}
	tag := language.Make(code.Value)
	return "language-" + code.Value, map[string]any{
		"languageCode": code.Value,
		"displayName":  localized(func(in language.Tag) string { return display.Languages(in).Name(tag) }),
	}, nil
}

func countryEntry(item *yaml.Node) (id string, fields map[string]any, err error) {
	code := removeKey(item, "code")
	if code == nil {
		return "", nil, errors.New("a country needs a code")
	}
	region, err := language.ParseRegion(code.Value)
	if err != nil {
		return "", nil, fmt.Errorf("%q is no country", code.Value)
	}
	return "country-" + code.Value, map[string]any{
		"countryCode": code.Value,
		"displayName": localized(func(in language.Tag) string { return display.Regions(in).Name(region) }),
	}, nil
}

// ownEntry returns the entry function of a type whose items have an id, a slug or a key.
func ownEntry(typeName string) func(*yaml.Node) (string, map[string]any, error) {
	return func(item *yaml.Node) (id string, fields map[string]any, err error) {
		short := cmp.Or(value(item, "slug"), value(item, "key"))
		if own := removeKey(item, "id"); own != nil {
			short = own.Value
		}
		if short == "" {
			return "", nil, errors.New("an id is missing")
		}
		return idOf(typeName, short), map[string]any{}, nil
	}
}

func (l *loader) loadList(list items) {
	n, modified := l.yaml(list.file)
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.addError(list.file, n.Line, "a list is expected")
		return
	}
	definition := l.schema.Types[list.typeName]
	for i, item := range n.Content {
		id, fields, err := list.entry(item)
		if err != nil {
			l.addError(list.file, item.Line, "%v", err)
			continue
		}
		fields["sortIndex"] = int64(i)
		c := l.converter(list.file, "", "", id)
		c.fields(renamed(item, list.names), definition, fields)
		if c.checkDates(item.Line, definition, fields) {
			l.putInBothStages(&Entry{
				Ref: Ref{list.typeName, id}, Fields: fields, UpdatedAt: modified, lines: c.commonLines(item.Line),
			})
		}
	}
}

func (l *loader) loadRedirects() {
	const file = "redirects.yaml"
	n, modified := l.yaml(file)
	if n == nil {
		return
	}
	for i, item := range n.Content {
		id := fmt.Sprintf("redirect-%d", i+1)
		c := l.converter(file, "", "", id)
		fields := map[string]any{}
		c.fields(
			renamed(item, map[string]string{"from": "previousUrl", "to": "target"}),
			l.schema.Types["SystemRedirect"],
			fields,
		)
		if fields["previousUrl"] == "" || fields["target"] == nil {
			l.addError(file, item.Line, "a redirect needs from and to")
			continue
		}
		// Redirects refer to pages of the main site by their short ids.
		if link := fields["target"].(*Object); link.Type == "PageLink" {
			if ref := link.Fields["page"].(Ref); !l.pages[ref.ID] {
				link.Fields["page"] = Ref{"Page", "main-" + ref.ID}
			}
		}
		l.putInBothStages(
			&Entry{
				Ref:       Ref{"SystemRedirect", id},
				Fields:    fields,
				UpdatedAt: modified,
				lines:     c.commonLines(item.Line),
			},
		)
	}
}

func (l *loader) loadSite(name string) {
	file := path.Join("sites", name, "site.yaml")
	n, modified := l.yaml(file)
	if n == nil {
		return
	}
	fields := map[string]any{}
	c := l.converter(file, name, "", name)
	c.fields(n, l.schema.Types["Site"], fields)
	for _, stage := range []Stage{Published, Draft} {
		if l.loadNavigation(name, stage) {
			fields["headerNavigation"] = Ref{"HeaderNavigation", name + "-header"}
			fields["footerNavigation"] = Ref{"FooterNavigation", name + "-footer"}
		}
	}
	l.putInBothStages(&Entry{Ref: Ref{"Site", name}, Fields: fields, UpdatedAt: modified, lines: c.commonLines(1)})
	for _, page := range l.folders(path.Join("sites", name, "pages")) {
		l.loadPage(name, page)
	}
}

// loadNavigation reads header and footer for a stage; for drafts a draft file has priority.
func (l *loader) loadNavigation(site string, stage Stage) bool {
	file := path.Join("sites", site, "navigation.yaml")
	if stage == Draft {
		draft := path.Join("sites", site, "navigation.draft.yaml")
		if _, err := os.Stat(filepath.Join(l.dir, filepath.FromSlash(draft))); err == nil {
			file = draft
		}
	}
	n, modified := l.yaml(file)
	if n == nil {
		return false
	}
	store := l.published
	if stage == Draft {
		store = l.draft
	}
	problems := len(l.problems)
	c := l.converter(file, site, "", site+"-navigation")
	done := false
	if header := removeKey(n, "header"); header != nil {
		fields := map[string]any{}
		header = renamed(header, map[string]string{"home": "homeItems", "top": "topItems", "unlisted": "unlistedItems"})
		for i := 0; i+1 < len(header.Content); i += 2 {
			if header.Content[i].Value == "items" {
				header.Content[i+1] = topItems(header.Content[i+1])
			}
		}
		c.fields(header, l.schema.Types["HeaderNavigation"], fields)
		store.put(
			&Entry{
				Ref:       Ref{"HeaderNavigation", site + "-header"},
				Fields:    fields,
				UpdatedAt: modified,
				Stages:    []Stage{stage},
				lines:     c.commonLines(header.Line),
			},
		)
		if footer := removeKey(n, "footer"); footer != nil {
			fields := map[string]any{}
			c.fields(
				renamed(footer, map[string]string{"contact": "contactLink", "legal": "legalLinks"}),
				l.schema.Types["FooterNavigation"],
				fields,
			)
			store.put(
				&Entry{
					Ref:       Ref{"FooterNavigation", site + "-footer"},
					Fields:    fields,
					UpdatedAt: modified,
					Stages:    []Stage{stage},
					lines:     c.commonLines(footer.Line),
				},
			)
			done = true
		}
	}
	if !done {
		l.addError(file, n.Line, "header or footer is missing")
	}
	if stage == Draft && strings.HasSuffix(file, "navigation.yaml") {
		l.problems = l.problems[:problems] // already reported
	}
	return done
}

// topItems converts the marketing panel of each top item to the fields of the contract.
func topItems(items *yaml.Node) *yaml.Node {
	c := *items
	c.Content = slices.Clone(items.Content)
	for i, item := range c.Content {
		copied := *item
		copied.Content = slices.Clone(item.Content)
		marketing := removeKey(&copied, "marketing")
		if marketing != nil && marketing.Kind == yaml.MappingNode {
			panel := *marketing
			for _, key := range []string{"title", "description"} {
				if text := removeKey(&panel, key); text != nil {
					name := &yaml.Node{
						Kind:  yaml.ScalarNode,
						Value: "marketing" + strings.ToUpper(key[:1]) + key[1:],
						Line:  text.Line,
					}
					copied.Content = append(copied.Content, name, text)
				}
			}
			name := &yaml.Node{Kind: yaml.ScalarNode, Value: "marketingSection", Line: marketing.Line}
			copied.Content = append(
				copied.Content,
				name,
				renamed(&panel, map[string]string{"background": "backgroundColor"}),
			)
		}
		c.Content[i] = &copied
	}
	return &c
}

// checkReferences reports references to entries that do not exist; they are read as null.
func (l *loader) checkReferences() {
	for _, entries := range l.draft.byType {
		for _, e := range entries {
			l.checkValue(e, e.Fields)
			for _, fields := range e.Localized {
				l.checkValue(e, fields)
			}
		}
	}
	slices.SortStableFunc(l.problems, compareProblems)
}

func (l *loader) checkValue(e *Entry, value any) {
	switch v := value.(type) {
	case Ref:
		if l.draft.byRef[v] == nil {
			l.addWarning(e.Type+" "+e.ID, 0, "refers to the %s %q, which does not exist", v.Type, v.ID)
		}
	case *Object:
		l.checkValue(e, v.Fields)
	case []any:
		for _, item := range v {
			l.checkValue(e, item)
		}
	case map[string]any:
		for _, item := range v {
			l.checkValue(e, item)
		}
	}
}
