package cms

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"strand/domain/site"
	"strand/internal/cache"
)

// Redirect returns the editorial redirect that best matches the candidate paths; nil for none.
func (r *Reader) Redirect(
	ctx context.Context,
	stage site.Stage,
	languages, candidates []string,
) (*site.SystemRedirect, error) {
	// Paths come from visitors: a hash keeps the key short.
	sum := sha256.Sum256([]byte(cache.Key("", candidates...)))
	key := cache.Key("cms:redirect", string(stage), strings.Join(languages, ","), hex.EncodeToString(sum[:]))
	return cache.Load(ctx, r.cache, key, func(ctx context.Context) (cache.Loaded[*site.SystemRedirect], error) {
		data, err := Redirects(r.headers(ctx, stage, languages), r.client, candidates)
		if err != nil {
			return cache.Loaded[*site.SystemRedirect]{}, fmt.Errorf("read redirects: %w", err)
		}
		var redirects []*site.SystemRedirect
		for _, f := range data.SystemRedirects {
			redirects = appendRedirect(ctx, redirects, f.Id, f.PreviousUrl, f.Target)
		}
		found := site.ChooseRedirect(redirects, candidates)
		if found == nil && cache.IsDegraded(ctx) {
			return cache.Loaded[*site.SystemRedirect]{}, fmt.Errorf("read redirects: %w", cache.ErrIncomplete)
		}
		// URLs with any query can match the same redirect.
		return cache.Loaded[*site.SystemRedirect]{
			Value:       found,
			Tags:        []string{TagRedirects},
			Negative:    found == nil,
			Unconfirmed: true,
		}, nil
	})
}
