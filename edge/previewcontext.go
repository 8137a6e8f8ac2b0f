package edge

import (
	"context"
	"strand/domain/editor"
)

// preview is the preview context of an editor's request.
type preview struct {
	context editor.PreviewContext
	// host is the host of the site, with the port that the editor used.
	host string
	// origin is the scheme and host that the editor used.
	origin string
}

type previewKey struct{}

// withPreview makes a context that of a preview.
func withPreview(ctx context.Context, p *preview) context.Context {
	return context.WithValue(ctx, previewKey{}, p)
}

// previewOf returns the preview of a request; nil for none.
func previewOf(ctx context.Context) *preview {
	p, _ := ctx.Value(previewKey{}).(*preview)
	return p
}
