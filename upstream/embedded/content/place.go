package content

// Place is where something is written in the content folder.
type Place struct {
	// File is a path below the folder.
	File string
	// Line counts from 1.
	Line int
}

// written says where one language of an entry is written.
type written struct {
	place Place
	// lines are those of the values, by the component that has the field (empty for the entry itself) and the field.
	lines map[writtenKey]int
}

type writtenKey struct{ component, field string }

// Place finds where a field of an entry is written in a language: the line of the field, else that of the component, else
// that of the entry. The component is empty for a field of the entry itself. Not ok where the entry is in no file.
func (e *Entry) Place(locale, component, field string) (_ Place, ok bool) {
	w := e.written[locale]
	if w == nil {
		w = e.written[""]
	}
	if w == nil {
		return Place{}, false
	}
	if line := w.lines[writtenKey{component, field}]; line > 0 {
		return Place{w.place.File, line}, true
	}
	// Entries of one file share the lines: those of fields tell them apart, that of the entry is the place itself.
	if line := w.lines[writtenKey{component, ""}]; line > 0 && component != "" {
		return Place{w.place.File, line}, true
	}
	return w.place, true
}
