package visitor

import (
	"context"

	"strand/domain/editor"
)

// Preview is the preview context of an editor's request.
type Preview struct {
	Context editor.PreviewContext
	// Host is the host of the site, with the port that the editor used.
	Host string
	// Origin is the scheme and host that the editor used.
	Origin string
}

type previewKey struct{}

// WithPreview makes a context that of a preview.
func WithPreview(ctx context.Context, p *Preview) context.Context {
	return context.WithValue(ctx, previewKey{}, p)
}

// PreviewOf returns the preview of a request; nil for none.
func PreviewOf(ctx context.Context) *Preview {
	p, _ := ctx.Value(previewKey{}).(*Preview)
	return p
}
