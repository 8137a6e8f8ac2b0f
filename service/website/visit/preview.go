package visit

import (
	"context"
	"time"

	"strand/domain/site"
)

// WithPreview sets the preview of a field's site contexts; nil changes nothing.
func WithPreview(ctx context.Context, p *site.Preview) context.Context {
	if p == nil {
		return ctx
	}
	return withPreview(ctx, p)
}

// WithoutPreview removes the preview of a field's site contexts.
func WithoutPreview(ctx context.Context) context.Context { return withPreview(ctx, nil) }

func withPreview(ctx context.Context, p *site.Preview) context.Context {
	return context.WithValue(ctx, fieldKey{}, field{operationOf(ctx), p})
}

// PreviewOf returns the preview of a field; nil for none.
func PreviewOf(ctx context.Context) *site.Preview {
	f, _ := ctx.Value(fieldKey{}).(field)
	return f.preview
}

// previewKey returns a key that is unique among the previews of a request.
func previewKey(p *site.Preview) string {
	if p == nil {
		return ""
	}
	return string(p.Audience) + "@" + p.Moment.Format(time.RFC3339Nano)
}
