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

// Redirect finds the system redirect that best matches some candidate paths; nil for none.
func (r *Reader) Redirect(ctx context.Context, stage site.Stage, languages, candidates []string) (*site.SystemRedirect, error) {
	// Paths come from visitors: their hash keeps the key short whatever they send.
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
		// An address with any query may lead to one redirect.
		return cache.Loaded[*site.SystemRedirect]{
			Value: found, Tags: []string{TagRedirects}, Negative: found == nil, Unconfirmed: true,
		}, nil
	})
}
