package editor

import (
	"strconv"
	"strings"
	"unicode"

	"strand/domain/editorial"
)

// fieldNames maps the names of fields in the answers of the CMS to those in the CMS, where these differ.
var fieldNames = map[string]string{
	"columnCount": "columns", "heading": "title", "quote": "text", "table": "kind",
}

// FieldLabel is the label that a field has in the CMS (EDIT-22): that of `openInNewTab` is `Open in new tab`. The CMS
// has labels in English only.
func FieldLabel(name string) string {
	if inCMS, ok := fieldNames[name]; ok {
		name = inCMS
	}
	return label(name)
}

// ModuleLabel is the label that a type of modules has in the CMS, without the word `module`: `Teaser grid`.
func ModuleLabel(typeName string) string { return label(strings.TrimSuffix(typeName, "Module")) }

// EntryLabel is the label of an entry of a list, which counts from 1: `Item 2`.
func EntryLabel(list string, position int) string {
	name := FieldLabel(list)
	if stem, ok := strings.CutSuffix(name, "ies"); ok {
		name = stem + "y"
	} else {
		name = strings.TrimSuffix(name, "s")
	}
	return name + " " + strconv.Itoa(position)
}

// FieldPlace is the place of a field path of a finding in words: `Item 3`, `Link 1` for `items[2].links[0]`.
func FieldPlace(path string) []string {
	var place []string
	for name := range strings.SplitSeq(path, ".") {
		list, rest, isEntry := strings.Cut(name, "[")
		index, err := strconv.Atoi(strings.TrimSuffix(rest, "]"))
		switch {
		case list == "":
		case isEntry && err == nil:
			place = append(place, EntryLabel(list, index+1))
		default:
			place = append(place, FieldLabel(list))
		}
	}
	return place
}

// label makes words of a name in camel case, as the set-up of a CMS does (`adoption/hygraph/schema.ts`).
func label(name string) string {
	var words strings.Builder
	wasLower := false
	for i, r := range name {
		if unicode.IsUpper(r) && wasLower {
			words.WriteByte(' ')
		}
		wasLower = unicode.IsLower(r) || unicode.IsDigit(r)
		if i > 0 {
			r = unicode.ToLower(r)
		} else {
			r = unicode.ToUpper(r)
		}
		words.WriteRune(r)
	}
	return words.String()
}

// ModuleLabels returns the labels of modules by their id, with a number if there are several of a type.
func ModuleLabels(modules []editorial.Module) map[string]string {
	labels := map[string]string{}
	entries := make([]module, len(modules))
	for i, m := range modules {
		typeName, _ := editorial.Identify(m)
		entries[i] = module{typeName: typeName, position: i + 1}
	}
	for i, m := range modules {
		if _, id := editorial.Identify(m); id != "" {
			labels[id] = moduleNames(&entries[i], entries)
		}
	}
	return labels
}
