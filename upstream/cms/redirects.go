package cms

import (
	"context"
	"fmt"
	"strings"

	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/cache"
)

// Redirects reads all editorial redirects. The CMS compares texts exactly, and editors write former URLs in many
// spellings, so that a lookup by the requested path would miss them (URL-27).
func (r *Reader) Redirects(
	ctx context.Context,
	dir *site.Directory,
	stage site.Stage,
	languages []string,
) (*site.RedirectTable, error) {
	key := cache.Key("cms:redirects", string(stage), strings.Join(languages, ","))
	load := func(ctx context.Context) (*site.RedirectTable, int, error) {
		data, err := Redirects(r.headers(ctx, stage, languages), r.client)
		if err != nil {
			return nil, 0, err
		}
		var all []*site.SystemRedirect
		for _, f := range data.SystemRedirects {
			all = appendRedirect(ctx, all, f.Id, f.PreviousUrl, f.Target)
		}
		return site.NewRedirectTable(dir, all), len(all), nil
	}
	return loadList(ctx, r, "redirects", key, []string{TagRedirects, TagSystem}, nil, load)
}

// appendRedirect maps a redirect; one without a target is left out.
func appendRedirect(
	ctx context.Context, to []*site.SystemRedirect, id, previousURL string, target LinkFields,
) []*site.SystemRedirect {
	ref := linkRef(target)
	if ref.IsEmpty() {
		cache.AddNote(ctx, finding.Finding{
			Kind:     finding.EmptyLink,
			Document: id,
			Field:    "target",
			Message:  fmt.Sprintf("%.200s", previousURL),
		})
		return to
	}
	return append(to, &site.SystemRedirect{ID: id, PreviousURL: previousURL, Target: ref})
}
