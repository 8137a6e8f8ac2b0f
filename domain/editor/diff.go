package editor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/figure"
)

// ChangeKind is the kind of a difference between the draft and the published version of a field or module.
type ChangeKind string

const (
	ChangeAdded   ChangeKind = "ADDED"
	ChangeRemoved ChangeKind = "REMOVED"
	ChangeChanged ChangeKind = "CHANGED"
)

// FieldChange is a difference between the draft and the published version of a document.
type FieldChange struct {
	Kind ChangeKind
	// Path is the path of the field: `title`, `modules.3.items.0.text`. Modules are counted from 1, in the draft, or in
	// the published version for a removed one.
	Path string
	// Module is the type of the changed, added or removed module; empty for fields outside of modules.
	Module string
	// Old and New are the values as text, HTML without its tags. A missing value is empty.
	Old, New string
}

// DocumentDiff contains the differences between the draft and the published version of a document, value by value, and
// as editors read them.
type DocumentDiff struct {
	IsPublished bool
	Changes     []FieldChange
	Differences []Difference
}

// modulesField is the field with the modules of a document.
const modulesField = "modules"

// ignoredFields are fields that editors do not edit, or that are derived from another field.
var ignoredFields = map[string]bool{
	"id": true, "__typename": true, "stage": true, "locale": true, "localizations": true, "documentInStages": true,
	"updatedAt": true, "publishedAt": true, "createdAt": true, "translationTargets": true, "sortIndex": true,
	"published": true,
}

// derivedFields are the fields of files that are derived from the file.
var derivedFields = map[string]bool{"url": true, "size": true, "width": true, "height": true, "mimeType": true}

// Diff returns the differences between two versions of a document in decoded JSON; nil is a version that does not
// exist. Changed fields come first, then modules in the order of the draft.
func Diff(published, draft map[string]any) []FieldChange {
	before, after := leaves(omitField(published, modulesField)), leaves(omitField(draft, modulesField))
	changes := diffLeaves("", "", before, after)
	return append(changes, diffModules(modulesOf(published), modulesOf(draft))...)
}

// ShowFigures replaces the references in the texts of changes, as visitors read them. Texts that differ in their
// references only keep these.
func ShowFigures(changes []FieldChange, value figure.Lookup) {
	for i := range changes {
		c := &changes[i]
		before, _ := figure.Text(c.Old, value)
		after, _ := figure.Text(c.New, value)
		if before != after {
			c.Old, c.New = before, after
		}
	}
}

func omitField(document map[string]any, field string) map[string]any {
	rest := maps.Clone(document)
	delete(rest, field)
	return rest
}

// leaf is a value of a document with its path.
type leaf struct{ path, text string }

// leaves returns the editable values of a part of a document, sorted by field.
func leaves(value any) []leaf { return leavesOf(value, editorial.PlainText) }

// leavesOf returns the leaves with the text of HTML that a function returns.
func leavesOf(value any, textOf func(html string) string) []leaf {
	var found []leaf
	var walk func(path string, value any)
	walk = func(path string, value any) {
		join := func(name string) string {
			if path == "" {
				return name
			}
			return path + "." + name
		}
		switch v := value.(type) {
		case map[string]any:
			if id := referredID(v); id != "" && path != "" {
				found = append(found, leaf{path, id})
			}
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if !ignoredFields[name] && (!derivedFields[name] || !isFile(v)) {
					walk(join(name), v[name])
				}
			}
		case []any:
			for i, entry := range v {
				walk(join(strconv.Itoa(i+1)), entry)
			}
		case nil:
		case string:
			if strings.HasSuffix(path, "html") {
				v = textOf(v)
			}
			if v != "" {
				found = append(found, leaf{strings.TrimSuffix(path, ".html"), v})
			}
		default:
			found = append(found, leaf{path, fmt.Sprint(v)})
		}
	}
	walk("", value)
	return found
}

// referredID returns the id of another document that a value refers to; empty for a value with content of its own.
func referredID(value map[string]any) string {
	for name := range value {
		if name != "id" && name != "__typename" && name != "stage" {
			return ""
		}
	}
	id, _ := value["id"].(string)
	return id
}

func diffLeaves(prefix, module string, before, after []leaf) []FieldChange {
	was := map[string]string{}
	for _, l := range before {
		was[l.path] = l.text
	}
	is := map[string]bool{}
	var changes []FieldChange
	for _, l := range after {
		is[l.path] = true
		old, existed := was[l.path]
		switch {
		case !existed:
			changes = append(changes, FieldChange{ChangeAdded, prefix + l.path, module, "", l.text})
		case old != l.text:
			changes = append(changes, FieldChange{ChangeChanged, prefix + l.path, module, old, l.text})
		}
	}
	for _, l := range before {
		if !is[l.path] {
			changes = append(changes, FieldChange{ChangeRemoved, prefix + l.path, module, l.text, ""})
		}
	}
	return changes
}

// module is a module of a document, or an entry of a list of a module.
type module struct {
	typeName string
	fields   map[string]any
	leaves   []leaf
	// linked are the leaves with the targets of links in rich text.
	linked []leaf
	// position counts from 1.
	position int
}

func modulesOf(document map[string]any) []module {
	list, _ := document[modulesField].([]any)
	return entriesOf(list)
}

// withTargets returns the text of HTML with the targets of its links as they are written.
func withTargets(html string) string { return readableText(html, func(string) string { return "" }) }

func entriesOf(list []any) []module {
	var entries []module
	for i, entry := range list {
		fields, _ := entry.(map[string]any)
		name, _ := fields["__typename"].(string)
		if isLink(fields) {
			name = linkType // a link may lead to a page, and then to another host
		}
		entries = append(entries, module{name, fields, leaves(fields), leavesOf(fields, withTargets), i + 1})
	}
	return entries
}

func (m module) isSame(other module) bool {
	return m.typeName == other.typeName && slices.Equal(m.linked, other.linked)
}

func (m module) path() string { return modulesField + "." + strconv.Itoa(m.position) }

// text returns all texts of a module that was added or removed.
func (m module) text() string {
	return strings.Join(convert.All(m.leaves, func(l leaf) string { return l.text }), "\n")
}

// diffModules compares modules.
func diffModules(before, after []module) []FieldChange {
	var changes []FieldChange
	for _, m := range matchModules(before, after) {
		switch {
		case m.before == nil:
			changes = append(changes, FieldChange{ChangeAdded, m.after.path(), m.after.typeName, "", m.after.text()})
		case m.after == nil:
			was := m.before
			changes = append(changes, FieldChange{ChangeRemoved, was.path(), was.typeName, was.text(), ""})
		default:
			leaves := diffLeaves(m.after.path()+".", m.after.typeName, m.before.leaves, m.after.leaves)
			changes = append(changes, leaves...)
		}
	}
	return changes
}

// match is a module that was changed, or only in one of the versions: the other one is nil.
type match struct{ before, after *module }

// matchModules returns the modules that differ, in the order of the draft. Unchanged modules are matched first. Of the
// modules between two matches, those of the same type were changed, all others were added or removed.
func matchModules(before, after []module) []match {
	var matches []match
	between := func(before, after []module) {
		paired := map[int]bool{}
		for k := range after {
			now := &after[k]
			i := slices.IndexFunc(before, func(was module) bool {
				return !paired[was.position] && was.typeName == now.typeName
			})
			if i < 0 {
				matches = append(matches, match{nil, now})
				continue
			}
			paired[before[i].position] = true
			matches = append(matches, match{&before[i], now})
		}
		for i := range before {
			if !paired[before[i].position] {
				matches = append(matches, match{&before[i], nil})
			}
		}
	}
	if len(before) > maxCompared || len(after) > maxCompared {
		between(before, after)
		return matches
	}
	i, k := 0, 0
	for _, same := range commonSubsequence(before, after, module.isSame) {
		between(before[i:same[0]], after[k:same[1]])
		i, k = same[0]+1, same[1]+1
	}
	between(before[i:], after[k:])
	return matches
}

// maxCompared is the maximum number of modules that are compared with each other, because the time grows quadratically.
const maxCompared = 500

// commonSubsequence returns the longest common subsequence of two lists, as pairs of indices.
func commonSubsequence[T any](before, after []T, isSame func(was, is T) bool) [][2]int {
	lengths := make([][]int, len(before)+1)
	for i := range lengths {
		lengths[i] = make([]int, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for k := len(after) - 1; k >= 0; k-- {
			if isSame(before[i], after[k]) {
				lengths[i][k] = lengths[i+1][k+1] + 1
			} else {
				lengths[i][k] = max(lengths[i+1][k], lengths[i][k+1])
			}
		}
	}
	var pairs [][2]int
	for i, k := 0, 0; i < len(before) && k < len(after); {
		switch {
		case isSame(before[i], after[k]):
			pairs = append(pairs, [2]int{i, k})
			i, k = i+1, k+1
		case lengths[i+1][k] >= lengths[i][k+1]:
			i++
		default:
			k++
		}
	}
	return pairs
}
