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
	"strconv"
	"strings"
	"time"

	"github.com/vektah/gqlparser/v2/ast"
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
	times  *fileTimes
	now    time.Time

	published, draft *Store
}

// source is the text of a file with its modification time.
type source struct {
	data     []byte
	modified time.Time
}

// load reads the folder. Invalid content is left out and listed in the snapshot's problems; the error is for an
// unreadable folder.
func load(
	dir string, schema *ast.Schema, assets *assetFacts, parsed *parsedVersions, times *fileTimes,
) (*Snapshot, error) {
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("read the content folder %s: not a readable folder", dir)
	}
	l := &loader{
		dir:       dir,
		schema:    schema,
		pages:     map[string]bool{},
		assets:    assets,
		parsed:    parsed,
		times:     times,
		now:       time.Now(),
		published: newStore(),
		draft:     newStore(),
	}
	l.findPages()
	l.parsed.begin(l.pages)
	for _, list := range lists {
		l.loadList(list.file, list.typeName)
	}
	l.loadDocuments("stories", "Story")
	l.loadDocuments("media-releases", "MediaRelease")
	for _, site := range l.folders("sites") {
		l.loadSite(site)
	}
	l.checkReferences()
	times.isRead = true
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

// lists are the files with the entries of a type.
var lists = []struct{ file, typeName string }{
	{"languages.yaml", "Language"},
	{"countries.yaml", "Country"},
	{"assets.yaml", "Asset"},
	{"redirects.yaml", "SystemRedirect"},
	{"brands.yaml", "Brand"},
	{"story-categories.yaml", "StoryCategory"},
	{"story-topics.yaml", "StoryTopic"},
	{"story-contacts.yaml", "StoryContact"},
	{"news.yaml", "NewsFeedItem"},
	{"events.yaml", "Event"},
	{"locations.yaml", "Office"},
	{"facts.yaml", "Fact"},
	{"search-recommendations.yaml", "SearchRecommendation"},
	{"search-synonyms.yaml", "SearchSynonym"},
}

// loadList reads a file with the entries of a type. An entry is named by its id, slug, key, handle or code, or else by
// its number. Pages that are named without a site are those of the main site.
func (l *loader) loadList(file, typeName string) {
	n, modified := l.yaml(file)
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode {
		l.addError(file, n.Line, "a list is expected")
		return
	}
	definition := l.schema.Types[typeName]
	for i, item := range n.Content {
		short := strconv.Itoa(i + 1)
		for _, key := range []string{"countryCode", "languageCode", "handle", "key", "slug", "id"} {
			short = cmp.Or(value(item, key), short)
		}
		removeKey(item, "id")
		e := &Entry{
			Ref:       Ref{typeName, idOf(typeName, short)},
			Fields:    map[string]any{"sortIndex": int64(i)},
			UpdatedAt: modified,
		}
		c := l.converter(file, "main", "", e.ID)
		c.fields(item, definition, e.Fields)
		e.lines = c.commonLines(item.Line)
		if c.isComplete(item.Line, definition, e.Fields) && (typeName != "Asset" || l.addFacts(e, item.Line)) {
			l.putInBothStages(e)
		}
	}
}

func (l *loader) loadSite(name string) {
	file := path.Join("sites", name, "site.yaml")
	n, modified := l.yaml(file)
	if n == nil {
		return
	}
	updated := l.updated(n, file)
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
		l.loadPage(name, page, updated)
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
	isComplete := true
	for _, part := range []struct{ key, typeName, id string }{
		{"headerNavigation", "HeaderNavigation", site + "-header"},
		{"footerNavigation", "FooterNavigation", site + "-footer"},
	} {
		navigation := removeKey(n, part.key)
		if navigation == nil {
			l.addError(file, n.Line, "%s is missing", part.key)
			isComplete = false
			continue
		}
		fields := map[string]any{}
		c.fields(navigation, l.schema.Types[part.typeName], fields)
		store.put(&Entry{
			Ref:       Ref{part.typeName, part.id},
			Fields:    fields,
			UpdatedAt: modified,
			Stages:    []Stage{stage},
			lines:     c.commonLines(navigation.Line),
		})
	}
	if stage == Draft && strings.HasSuffix(file, "navigation.yaml") {
		l.problems = l.problems[:problems] // already reported
	}
	return isComplete
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
