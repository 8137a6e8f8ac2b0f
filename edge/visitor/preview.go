package visitor

import (
	"strand/domain/editor"
	"strand/domain/site"
)

// Preview is the preview context of an editor's request.
type Preview struct {
	Context editor.PreviewContext
	// Host is the host of the site, with the port that the editor used.
	Host string
	// Origin is the scheme and host that the editor used.
	Origin string
}

// In returns a reader of the requests in a preview.
func (v Reader) In(p *Preview) Reader {
	v.preview = p
	return v
}

// IsOnSite reports whether an address is one of a site. Pages respond to addresses that cannot be parsed.
func IsOnSite(dir *site.Directory, siteID, address string) bool {
	parsed, err := dir.Parse(address)
	return err != nil || parsed.Site.ID == siteID
}
