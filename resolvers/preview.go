package resolvers

import (
	"context"
	"time"

	"strand/domain/site"
	"strand/gql/model"
)

type previewKeyType struct{}

// withPreview sets the preview of a field's site contexts; nil changes nothing.
func withPreview(ctx context.Context, p *site.Preview) context.Context {
	if p == nil {
		return ctx
	}
	return context.WithValue(ctx, previewKeyType{}, p)
}

// previewOf returns the preview of a field; nil for none.
func previewOf(ctx context.Context) *site.Preview {
	p, _ := ctx.Value(previewKeyType{}).(*site.Preview)
	return p
}

// previewFrom converts the argument `preview` of a field; nil for none.
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

// previewKey returns a key that is unique among the previews of a request.
func previewKey(p *site.Preview) string {
	if p == nil {
		return ""
	}
	return string(p.Audience) + "@" + p.Moment.Format(time.RFC3339Nano)
}
