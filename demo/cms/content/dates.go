package content

import (
	"time"

	"gopkg.in/yaml.v3"
)

// updatedKey is the key of the time of the last change in the front matter of a document, and in `site.yaml` for the
// pages of the site.
const updatedKey = "updated"

// fileTimes contains the modification times that files had when the folder was read for the first time. Those times are
// arbitrary, such as the one of a clone; a file with another time was changed while the CMS runs. It is not safe for
// concurrent use.
type fileTimes struct {
	first  map[string]time.Time
	isRead bool
}

// isChanged reports whether a file was changed since the folder was read for the first time.
func (f *fileTimes) isChanged(file string, modified time.Time) bool {
	if f.isRead {
		return !f.first[file].Equal(modified)
	}
	if f.first == nil {
		f.first = map[string]time.Time{}
	}
	f.first[file] = modified
	return false
}

// updated removes the time of the last change from a mapping, and returns it; the zero time if it is missing, invalid
// or in the future.
func (l *loader) updated(n *yaml.Node, file string) time.Time {
	written := removeKey(n, updatedKey)
	if written == nil {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, written.Value)
	if err != nil {
		l.addError(file, written.Line, "%s: %q is no DateTime", updatedKey, written.Value)
		return time.Time{}
	}
	return l.past(at)
}

// past returns a time in UTC; the zero time for one in the future.
func (l *loader) past(at time.Time) time.Time {
	if at.After(l.now) {
		return time.Time{}
	}
	return at.UTC()
}

// changeTime returns the time of the last change of a version of a document: that of its file if it was changed while
// the CMS runs. Otherwise, it is the first of these that is there: the time in its front matter, that of the source
// language, the publication date, the time in the file of its site, and that of the file.
func (l *loader) changeTime(d document, v, source *version) time.Time {
	if v.isChanged {
		return v.modified
	}
	published, _ := source.common["publicationDate"].(time.Time)
	for _, at := range []time.Time{v.updated, source.updated, l.past(published), d.siteUpdated} {
		if !at.IsZero() {
			return at
		}
	}
	return v.modified
}
