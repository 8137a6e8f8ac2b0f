package pages

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/edge/encoding"
	"strand/edge/visitor"
)

// sharedDocument is the form in which servers share a document.
type sharedDocument struct {
	Status                         int
	Location, ETag, Language, Gate string
	Unlisted                       bool
	ChangesAt                      time.Time
	// Body is packed if IsPacked is true.
	Body     []byte
	IsPacked bool
}

// documentForm is the version of sharedDocument, since servers with other builds of the same client may share
// documents.
const documentForm = " zstd 2"

// encodeDocument returns the form in which servers share a document; nil for one that belongs to a visitor.
func encodeDocument(d *Document) ([]byte, error) {
	if d.private || d.degraded || d.unrendered || !d.isSharable() {
		return nil, nil
	}
	s := sharedDocument{
		Status: d.status, Location: d.location, ETag: d.etag, Language: d.language, Gate: d.gate, Unlisted: d.unlisted,
		ChangesAt: d.changesAt,
	}
	if d.body != nil {
		var err error
		s.Body, err = d.body.Pack()
		if s.IsPacked = s.Body != nil; !s.IsPacked && err == nil {
			s.Body, err = d.body.Plain()
		}
		if err != nil {
			return nil, err
		}
	}
	return json.Marshal(s)
}

// errInvalidDocument is the error of a shared document that no server makes.
var errInvalidDocument = errors.New("no server makes such a document")

func decodeDocument(data []byte) (*Document, error) {
	var s sharedDocument
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	d := &Document{
		status: s.Status, location: s.Location, etag: s.ETag, language: s.Language, gate: s.Gate, unlisted: s.Unlisted,
		changesAt: s.ChangesAt,
	}
	switch {
	case s.IsPacked:
		var err error
		if d.body, err = encoding.NewPackedBody(s.Body); err != nil {
			return nil, err
		}
	case s.Body != nil:
		d.body = encoding.NewLazyBody(s.Body)
	}
	if !d.isSharable() {
		return nil, errInvalidDocument
	}
	return d, nil
}

// isSharable reports whether servers share documents with these properties: pages, redirects, and pages that are not
// found, with headers in one line.
func (d *Document) isSharable() bool {
	if strings.ContainsFunc(d.etag+d.language, isControl) {
		return false
	}
	switch d.status {
	case http.StatusOK, http.StatusNotFound:
		return d.location == "" && d.body != nil
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect,
		http.StatusPermanentRedirect:
		return isLocation(d.location)
	}
	return false
}

func isControl(c rune) bool { return c < ' ' || c > '~' }

// isLocation reports whether the product redirects to a location: a path on this host, or a URL of another one.
func isLocation(location string) bool {
	if visitor.IsOwnPath(location) {
		return true
	}
	u, err := url.Parse(location)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil &&
		!strings.ContainsRune(location, '\\')
}
