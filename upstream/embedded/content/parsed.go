package content

import (
	"bytes"
	"maps"
)

// parsedVersion is a version of a document with the text that it was read from, and what is wrong in it.
type parsedVersion struct {
	text     source
	version  *version
	problems []Problem
}

// parsedVersions are the versions that were parsed, by file: a change of one file leaves the others as they are. They
// are not safe for concurrent use.
type parsedVersions struct {
	byFile map[string]*parsedVersion
	// pages are those that links could lead to when the versions were parsed.
	pages map[string]bool
}

// begin forgets everything where there are other pages than before: what a link leads to depends on them.
func (p *parsedVersions) begin(pages map[string]bool) {
	if p.byFile == nil || !maps.Equal(p.pages, pages) {
		p.byFile, p.pages = map[string]*parsedVersion{}, pages
	}
}

// find returns what was parsed of a text; nil for nothing.
func (p *parsedVersions) find(file string, text source) *parsedVersion {
	known := p.byFile[file]
	if known == nil || !known.text.modified.Equal(text.modified) || !bytes.Equal(known.text.data, text.data) {
		return nil
	}
	return known
}

func (p *parsedVersions) add(file string, v *parsedVersion) { p.byFile[file] = v }
