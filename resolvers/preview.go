package resolvers

import (
	"context"
	"time"

	"strand/domain/site"
	"strand/gql/model"
)

type previewKeyType struct{}

// withPreview makes the views of a field those of a preview; nil changes nothing.
func withPreview(ctx context.Context, p *site.Preview) context.Context {
	if p == nil {
		return ctx
	}
	return context.WithValue(ctx, previewKeyType{}, p)
}

// previewOf is the preview of a field; nil for none.
func previewOf(ctx context.Context) *site.Preview {
	p, _ := ctx.Value(previewKeyType{}).(*site.Preview)
	return p
}

// previewFrom reads the argument `preview` of a field; nil for none.
func previewFrom(input *model.PreviewInput) *site.Preview {
	if input == nil {
		return nil
	}
	p := &site.Preview{Audience: input.Audience}
	if moment := input.Moment.Value(); moment != nil {
		p.Moment = *moment
	}
	return p
}

// previewKey tells previews of one request apart.
func previewKey(p *site.Preview) string {
	if p == nil {
		return ""
	}
	return string(p.Audience) + "@" + p.Moment.Format(time.RFC3339Nano)
}
