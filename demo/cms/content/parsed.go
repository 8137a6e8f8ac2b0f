package content

import (
	"bytes"
	"maps"
)

// parsedVersion is a version of a document with its source text and problems.
type parsedVersion struct {
	text     source
	version  *version
	problems []Problem
}

// parsedVersions caches parsed versions by file, so that a changed file does not cause the others to be parsed. It
// is not safe for concurrent use.
type parsedVersions struct {
	byFile map[string]*parsedVersion
	// pages contains the ids of the pages at the time of parsing.
	pages map[string]bool
}

// begin clears the cache if the set of pages has changed, because links depend on it.
func (p *parsedVersions) begin(pages map[string]bool) {
	if p.byFile == nil || !maps.Equal(p.pages, pages) {
		p.byFile, p.pages = map[string]*parsedVersion{}, pages
	}
}

// find returns the parsed version of a text; nil if it is not cached.
func (p *parsedVersions) find(file string, text source) *parsedVersion {
	cached := p.byFile[file]
	if cached == nil || !cached.text.modified.Equal(text.modified) || !bytes.Equal(cached.text.data, text.data) {
		return nil
	}
	return cached
}

func (p *parsedVersions) add(file string, v *parsedVersion) { p.byFile[file] = v }
