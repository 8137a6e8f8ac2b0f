package editor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"strand/domain/convert"
	"strand/domain/editorial"
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

// DocumentDiff contains the differences between the draft and the published version of a document.
type DocumentDiff struct {
	IsPublished bool
	Changes     []FieldChange
}

// modulesField is the field with the modules of a document.
const modulesField = "modules"

// ignoredFields are fields that editors do not edit, or that are derived from another field.
var ignoredFields = map[string]bool{
	"id": true, "__typename": true, "stage": true, "locale": true, "localizations": true, "documentInStages": true,
	"updatedAt": true, "publishedAt": true, "createdAt": true, "translationTargets": true, "sortIndex": true,
	"url": true, "size": true, "width": true, "height": true, "mimeType": true, "published": true,
}

// Diff returns the differences between two versions of a document in decoded JSON; nil is a version that does not
// exist. Changed fields come first, then modules in the order of the draft.
func Diff(published, draft map[string]any) []FieldChange {
	before, after := leaves(omitField(published, modulesField)), leaves(omitField(draft, modulesField))
	changes := diffLeaves("", "", before, after)
	return append(changes, diffModules(modulesOf(published), modulesOf(draft))...)
}

func omitField(document map[string]any, field string) map[string]any {
	rest := maps.Clone(document)
	delete(rest, field)
	return rest
}

// leaf is a value of a document with its path.
type leaf struct{ path, text string }

// leaves returns the editable values of a part of a document, sorted by field.
func leaves(value any) []leaf {
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
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if !ignoredFields[name] {
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
				v = editorial.PlainText(v)
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

// module is a module of a document.
type module struct {
	typeName string
	leaves   []leaf
	// position counts from 1.
	position int
}

func modulesOf(document map[string]any) []module {
	list, _ := document[modulesField].([]any)
	var modules []module
	for i, entry := range list {
		fields, _ := entry.(map[string]any)
		name, _ := fields["__typename"].(string)
		modules = append(modules, module{name, leaves(fields), i + 1})
	}
	return modules
}

func (m module) isSame(other module) bool {
	return m.typeName == other.typeName && slices.Equal(m.leaves, other.leaves)
}

func (m module) path() string { return modulesField + "." + strconv.Itoa(m.position) }

// text returns all texts of a module that was added or removed.
func (m module) text() string {
	return strings.Join(convert.All(m.leaves, func(l leaf) string { return l.text }), "\n")
}

// diffModules compares modules. Unchanged modules are matched first. Of the modules between two matches, those of the
// same type are compared as changed, all others were added or removed.
func diffModules(before, after []module) []FieldChange {
	var changes []FieldChange
	between := func(before, after []module) {
		paired := map[int]bool{}
		for _, now := range after {
			i := slices.IndexFunc(before, func(was module) bool {
				return !paired[was.position] && was.typeName == now.typeName
			})
			if i < 0 {
				changes = append(changes, FieldChange{ChangeAdded, now.path(), now.typeName, "", now.text()})
				continue
			}
			paired[before[i].position] = true
			changes = append(changes, diffLeaves(now.path()+".", now.typeName, before[i].leaves, now.leaves)...)
		}
		for _, was := range before {
			if !paired[was.position] {
				changes = append(changes, FieldChange{ChangeRemoved, was.path(), was.typeName, was.text(), ""})
			}
		}
	}
	if len(before) > maxCompared || len(after) > maxCompared {
		between(before, after)
		return changes
	}
	i, k := 0, 0
	for _, same := range commonSubsequence(before, after) {
		between(before[i:same[0]], after[k:same[1]])
		i, k = same[0]+1, same[1]+1
	}
	between(before[i:], after[k:])
	return changes
}

// maxCompared is the maximum number of modules that are compared with each other, because the time grows quadratically.
const maxCompared = 500

// commonSubsequence returns the longest common subsequence of two lists of modules, as pairs of indices.
func commonSubsequence(before, after []module) [][2]int {
	lengths := make([][]int, len(before)+1)
	for i := range lengths {
		lengths[i] = make([]int, len(after)+1)
	}
	for i := len(before) - 1; i >= 0; i-- {
		for k := len(after) - 1; k >= 0; k-- {
			if before[i].isSame(after[k]) {
				lengths[i][k] = lengths[i+1][k+1] + 1
			} else {
				lengths[i][k] = max(lengths[i+1][k], lengths[i][k+1])
			}
		}
	}
	var pairs [][2]int
	for i, k := 0, 0; i < len(before) && k < len(after); {
		switch {
		case before[i].isSame(after[k]):
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
