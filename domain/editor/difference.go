package editor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"strand/domain/convert"
	"strand/domain/editorial"
	"strand/domain/figure"
	"strand/domain/site"
)

// Difference is a difference between the draft and the published version of a document as editors read it: of a field,
// a picture, a link, or a module or list entry that was added or removed (EDIT-22).
type Difference struct {
	Kind ChangeKind
	// Place are the labels of the CMS from the module to the field: `Teaser grid`, `Item 2`, `Text`.
	Place []string
	// Text are the marked words; of a picture, those of its alternative text.
	Text []TextRun
	// OldImage and NewImage are the pictures of both versions; nil for other fields.
	OldImage, NewImage *site.Image
	// VisibleTexts are the texts and names of files by which the element is found in a preview of the draft, best
	// first.
	VisibleTexts []string
}

// DocumentReader returns what the values of documents stand for.
type DocumentReader struct {
	// Figure returns the value of a reference to a figure.
	Figure figure.Lookup
	// PagePath returns the path of a page by its id; empty if unknown.
	PagePath func(id string) string
}

// References returns the references to figures in versions of a document.
func References(versions ...map[string]any) []figure.Reference {
	var found []figure.Reference
	for _, version := range versions {
		for _, l := range leaves(version) {
			found = append(found, figure.References(l.text)...)
		}
	}
	return found
}

// Differences returns the differences between two versions of a document in decoded JSON; nil is a version that does
// not exist. Changed fields come first, then modules in the order of the draft.
func Differences(published, draft map[string]any, read DocumentReader) []Difference {
	d := differ{DocumentReader: read}
	d.fields(nil, omitField(published, modulesField), omitField(draft, modulesField))
	d.entries(nil, moduleNames, modulesOf(published), modulesOf(draft))
	return d.found
}

// settingFields are fields of modules that visitors do not read.
var settingFields = map[string]bool{
	"anchorTitle": true, "backgroundColor": true, "kind": true, "layout": true, "mediaPosition": true, "style": true,
	"table": true, "width": true,
}

// differ collects differences.
type differ struct {
	DocumentReader
	found []Difference
}

// firstFields are the fields that editors see first in the CMS; the others follow by name.
var firstFields = []string{
	"overline", "heading", "title", "value", "unit", "label", "lead", "text", "content", "image",
}

// fieldsInOrder returns the names of fields as editors see them.
func fieldsInOrder(fields map[string]any) []string {
	rank := func(name string) int {
		if at := slices.Index(firstFields, name); at >= 0 {
			return at
		}
		return len(firstFields)
	}
	return slices.SortedFunc(maps.Keys(fields), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
}

func (d *differ) fields(place []string, before, after map[string]any) {
	names := maps.Clone(before)
	if names == nil {
		names = map[string]any{}
	}
	maps.Copy(names, after)
	for _, name := range fieldsInOrder(names) {
		if !ignoredFields[name] {
			d.value(place, name, before[name], after[name])
		}
	}
}

// value compares the value of a field.
func (d *differ) value(place []string, name string, before, after any) {
	at := append(slices.Clone(place), FieldLabel(name))
	oldList, wasList := before.([]any)
	newList, isList := after.([]any)
	oldFields, _ := before.(map[string]any)
	newFields, _ := after.(map[string]any)
	fields := newFields
	if fields == nil {
		fields = oldFields
	}
	switch {
	case wasList || isList:
		d.list(place, name, oldList, newList)
	case fields == nil:
		d.text(at, scalarText(before), scalarText(after))
	case isPicture(oldFields) || isPicture(newFields):
		d.picture(at, oldFields, newFields)
	case isSingleText(fields):
		d.text(at, d.singleText(oldFields), d.singleText(newFields))
	default:
		d.fields(at, oldFields, newFields)
	}
	if isLink(fields) && oldFields != nil && newFields != nil {
		const newTab = "openInNewTab"
		d.text(append(at, FieldLabel(newTab)), scalarText(oldFields[newTab]), scalarText(newFields[newTab]))
	}
}

// list compares lists: those of objects entry by entry, others as one text.
func (d *differ) list(place []string, name string, before, after []any) {
	isObject := func(entry any) bool {
		fields, ok := entry.(map[string]any)
		return ok && referredID(fields) == "" && len(leaves(fields)) != 1
	}
	if slices.ContainsFunc(before, isObject) || slices.ContainsFunc(after, isObject) {
		d.entries(place, entryNames(name), entriesOf(before), entriesOf(after))
		return
	}
	join := func(list []any) string {
		var texts []string
		for _, l := range leaves(list) {
			texts = append(texts, l.text)
		}
		return strings.Join(texts, " · ")
	}
	d.text(append(slices.Clone(place), FieldLabel(name)), join(before), join(after))
}

// namer names an entry among those of its version.
type namer func(m *module, all []module) string

// moduleNames names modules by their type, and by a number if there are several of it.
func moduleNames(m *module, all []module) string {
	number, count := 0, 0
	for _, other := range all {
		if other.typeName == m.typeName {
			count++
			if other.position <= m.position {
				number++
			}
		}
	}
	if count > 1 {
		return fmt.Sprintf("%s %d", ModuleLabel(m.typeName), number)
	}
	return ModuleLabel(m.typeName)
}

// entryNames names the entries of a list by their position.
func entryNames(list string) namer {
	return func(m *module, _ []module) string { return EntryLabel(list, m.position) }
}

func (d *differ) entries(place []string, name namer, before, after []module) {
	var removed []module
	endRemoved := func() {
		if len(removed) > 0 {
			d.removed(place, name, removed, before)
		}
		removed = nil
	}
	defer func() { endRemoved() }()
	for _, m := range matchModules(before, after) {
		last := len(removed) - 1
		if m.after != nil || last >= 0 && removed[last].position+1 != m.before.position {
			endRemoved()
		}
		switch {
		case m.before == nil:
			d.added(append(slices.Clone(place), name(m.after, after)), m.after)
		case m.after == nil:
			removed = append(removed, *m.before)
		default:
			d.entry(append(slices.Clone(place), name(m.after, after)), m.before.fields, m.after.fields)
		}
	}
}

// entry compares two entries: links as one text, others field by field.
func (d *differ) entry(place []string, before, after map[string]any) {
	if isLink(before) || isLink(after) {
		d.text(place, d.singleText(before), d.singleText(after))
		return
	}
	d.fields(place, before, after)
}

// added adds a module or list entry that only the draft has, with all its texts and its first picture.
func (d *differ) added(place []string, m *module) {
	text, image := d.read(m)
	runs := CompareWords("", text, d.Figure)
	d.found = append(d.found, Difference{
		Kind: ChangeAdded, Place: place, Text: runs, NewImage: image, VisibleTexts: visibleTexts(runs, image),
	})
}

// removed adds neighbouring modules or list entries that only the published version has: one with all its texts and its
// first picture, several with the title of each.
func (d *differ) removed(place []string, name namer, removed, all []module) {
	names := convert.All(removed, func(m module) string { return name(&m, all) })
	found := Difference{Kind: ChangeRemoved, Place: append(slices.Clone(place), names[0])}
	var text string
	if len(removed) == 1 {
		text, found.OldImage = d.read(&removed[0])
	} else {
		found.Place[len(place)] = names[0] + " – " + names[len(names)-1]
		text = strings.Join(convert.All(removed, func(m module) string {
			return strings.TrimSuffix(name(&m, all)+": "+d.title(&m), ": ")
		}), "\n")
	}
	found.Text = CompareWords(text, "", d.Figure)
	d.found = append(d.found, found)
}

// title returns the title of a module or list entry, else its first text.
func (d *differ) title(m *module) string {
	for _, name := range []string{"heading", "title"} {
		if title, _ := m.fields[name].(string); title != "" {
			return title
		}
	}
	text, _ := d.read(m)
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// read returns the texts that visitors read of a module or list entry, and its first picture; nil for none.
func (d *differ) read(m *module) (text string, image *site.Image) {
	var images []*site.Image
	var lines []string
	d.readable(m.fields, &images, &lines)
	if len(images) > 0 {
		image = images[0]
	}
	return strings.Join(lines, "\n"), image
}

// readable collects the pictures and the texts that visitors read of a value.
func (d *differ) readable(value any, images *[]*site.Image, lines *[]string) {
	switch v := value.(type) {
	case []any:
		for _, entry := range v {
			d.readable(entry, images, lines)
		}
	case map[string]any:
		switch {
		case isPicture(v):
			*images = append(*images, pictureOf(v))
		case isSingleText(v):
			d.readable(d.singleText(v), images, lines)
		default:
			for _, name := range fieldsInOrder(v) {
				if !ignoredFields[name] && !settingFields[name] {
					d.readable(v[name], images, lines)
				}
			}
		}
	case string:
		if v != "" {
			*lines = append(*lines, v)
		}
	}
}

// text adds a difference between two texts.
func (d *differ) text(place []string, before, after string) {
	if before == after {
		return
	}
	runs := CompareWords(before, after, d.Figure)
	d.found = append(d.found, Difference{
		Kind: kindOfChange(before != "", after != ""), Place: place, Text: runs, VisibleTexts: visibleTexts(runs, nil),
	})
}

// picture compares pictures: the file and its alternative text are one difference.
func (d *differ) picture(place []string, before, after map[string]any) {
	was, is := pictureOf(before), pictureOf(after)
	alternative := func(i *site.Image) string {
		if i == nil {
			return ""
		}
		return i.AlternativeText
	}
	const protected = "isProtected"
	switch {
	case was == nil && is == nil:
	case was == nil || is == nil || was.ID != is.ID || alternative(was) != alternative(is):
		runs := CompareWords(alternative(was), alternative(is), d.Figure)
		found := Difference{
			Kind: kindOfChange(was != nil, is != nil), Place: place, Text: runs, OldImage: was, NewImage: is,
		}
		if is != nil {
			found.VisibleTexts = visibleTexts(runs, is)
		}
		d.found = append(d.found, found)
	default:
		d.text(append(place, FieldLabel(protected)), scalarText(before[protected]), scalarText(after[protected]))
	}
}

func kindOfChange(was, is bool) ChangeKind {
	switch {
	case !was:
		return ChangeAdded
	case !is:
		return ChangeRemoved
	}
	return ChangeChanged
}

// visibleTexts returns the texts by which runs, or a picture, are found in a preview.
func visibleTexts(runs []TextRun, image *site.Image) []string {
	var texts []string
	if image != nil && image.ID != "" {
		texts = append(texts, image.ID)
	}
	changed, same := linesOfDraft(runs)
	for _, line := range append(changed, same...) {
		// The targets of links are not visible.
		line, _, _ = strings.Cut(linkTargets.ReplaceAllString(line, ""), linkArrow)
		if line = strings.TrimSpace(line); line != "" {
			texts = append(texts, line)
		}
	}
	return texts
}

// linkArrow separates the title of a link from its target.
const linkArrow = " → "

// targetFields are the fields with the targets of links, by the type of the link.
var targetFields = map[string]string{
	"ExternalLink": "url", "PageLink": "page", "PathLink": "path", "ProductLink": "productSlug",
	"ServiceLink": "serviceSlug",
}

// linkType is the type of links of all types.
const linkType = "Link"

func isLink(fields map[string]any) bool {
	name, _ := fields["__typename"].(string)
	return targetFields[name] != ""
}

// isPicture reports whether fields are those of a file that browsers show as a picture.
func isPicture(fields map[string]any) bool {
	mimeType, _ := fields["mimeType"].(string)
	return isFile(fields) && strings.HasPrefix(mimeType, "image/")
}

func isFile(fields map[string]any) bool {
	_, ok := fields["handle"].(string)
	return ok
}

// pictureOf returns a picture; nil without fields.
func pictureOf(fields map[string]any) *site.Image {
	if fields == nil {
		return nil
	}
	text := func(name string) string {
		value, _ := fields[name].(string)
		return value
	}
	size := func(name string) int {
		value, _ := fields[name].(float64)
		return int(value)
	}
	isProtected, _ := fields["isProtected"].(bool)
	return &site.Image{
		ID: text("handle"), URL: text("url"), MimeType: text("mimeType"), AlternativeText: text("alternativeText"),
		Width: size("width"), Height: size("height"), IsProtected: isProtected,
	}
}

// isSingleText reports whether fields are read as one text: a link, a file, a rich text or a reference.
func isSingleText(fields map[string]any) bool {
	_, isRichText := fields["html"].(string)
	return isRichText || isLink(fields) || isFile(fields) || referredID(fields) != ""
}

// singleText returns the text of a link with its target, of a rich text, or the name of a file or of another document.
func (d *differ) singleText(fields map[string]any) string {
	text := func(name string) string {
		value, _ := fields[name].(string)
		return value
	}
	switch {
	case fields == nil:
		return ""
	case isLink(fields):
		name, _ := fields["__typename"].(string)
		target := text(targetFields[name])
		if page, ok := fields["page"].(map[string]any); ok {
			id, _ := page["id"].(string)
			target = cmp.Or(d.PagePath(id), id)
			if parameters := text("pageParameters"); parameters != "" {
				target += "?" + strings.TrimPrefix(parameters, "?")
			}
		}
		return strings.TrimSpace(text("text") + linkArrow + target)
	case isFile(fields):
		return cmp.Or(text("fileName"), text("handle"))
	case fields["html"] != nil:
		return readableText(text("html"), d.PagePath)
	}
	id := referredID(fields)
	return cmp.Or(d.PagePath(id), id)
}

// scalarText returns a text, number or choice as editors read it.
func scalarText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case bool:
		if v {
			return "Yes"
		}
		return "No"
	case string:
		if strings.Contains(v, "</") {
			return editorial.PlainText(v)
		}
		return v
	}
	return fmt.Sprint(value)
}
