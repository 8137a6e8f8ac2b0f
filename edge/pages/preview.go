package pages

import (
	"context"
	"strings"

	"strand/edge/visitor"
	"strand/service/website/visit"
)

// baseOf returns the path below which the preview of a request is served; empty for no preview.
func baseOf(req *visit.Request) string {
	if req.Preview == nil {
		return ""
	}
	return req.Preview.Base()
}

// isPrivate reports whether browsers must not cache the data of a screen, so that editors see each change at once.
func isPrivate(req *visit.Request, target screen) bool {
	return req.Preview != nil || target.name == editorScreen.name
}

// isFramed reports whether another site may show the document of a request in a frame.
func isFramed(req *visit.Request) bool { return req.Preview != nil && req.Preview.Token != "" }

// inBase adds the base path of a preview to the path of a redirect. A preview link does not open other sites, so that
// a redirect to one leads to its public page.
func (p *Handler) inBase(ctx context.Context, req *visit.Request, location string) string {
	if req.Preview == nil || !visitor.IsOwnPath(location) {
		return location
	}
	if isFramed(req) {
		dir, err := p.Directory(ctx)
		if err == nil && !visitor.IsOnSite(dir, req.Preview.SiteID, req.Scheme+"://"+req.Host+location) {
			return location
		}
	}
	return req.Preview.Base() + location
}

// visibleURL returns the URL of a document without the base path of a preview.
func visibleURL(req *visit.Request, address string) string {
	if req.Preview == nil {
		return address
	}
	_, rest, _ := strings.Cut(address, "://")
	_, path, _ := strings.Cut(rest, "/")
	return req.PreviewOrigin + "/" + path
}
