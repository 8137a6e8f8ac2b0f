package content

// SourceLocation is a location in a file of the content folder.
type SourceLocation struct {
	// File is a path below the folder.
	File string
	// Line is the line number, starting at 1.
	Line int
}

// fieldLines contains the location of one language of an entry and the lines of its fields.
type fieldLines struct {
	location SourceLocation
	// lines contains the lines of the values by component (empty for the entry itself) and field.
	lines map[fieldKey]int
}

type fieldKey struct{ component, field string }

// SourceLocation returns the location of a field of an entry in a language: the line of the field, else of the
// component, else of the entry. The component is empty for a field of the entry itself. It returns false if the entry
// is not in a file.
func (e *Entry) SourceLocation(locale, component, field string) (_ SourceLocation, ok bool) {
	w := e.lines[locale]
	if w == nil {
		w = e.lines[""]
	}
	if w == nil {
		return SourceLocation{}, false
	}
	if line := w.lines[fieldKey{component, field}]; line > 0 {
		return SourceLocation{w.location.File, line}, true
	}
	// Entries of one file share the lines of fields; the line of the entry itself is in w.location.
	if line := w.lines[fieldKey{component, ""}]; line > 0 && component != "" {
		return SourceLocation{w.location.File, line}, true
	}
	return w.location, true
}
