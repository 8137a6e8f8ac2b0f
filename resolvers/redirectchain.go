package resolvers

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/site"
	"strand/internal/apperr"
)

// redirectChain is the result of following the redirects of a URL.
type redirectChain struct {
	// permanent is the number of editorial redirects on the way.
	permanent int
	isLoop    bool
	isDead    bool
	// location is the target of the last redirect; empty without redirects.
	location string
	pageID   string
}

// maxHops is a limit well below the one of browsers.
const maxHops = 10

// hops follows redirects until a page, another host or a loop.
func (r *Resolver) hops(ctx context.Context, address string, stage site.Stage) redirectChain {
	var h redirectChain
	ctx = context.WithValue(ctx, previewKeyType{}, (*site.Preview)(nil))
	seen := map[string]bool{}
	for range maxHops {
		if seen[address] {
			h.isLoop = true
			return h
		}
		seen[address] = true
		resolution, err := r.resolve(ctx, address, stage)
		if err != nil {
			// A site without a home page for the country has no pages.
			h.isDead = errors.Is(err, site.ErrNoHomePage)
			return h
		}
		switch found := resolution.(type) {
		case *site.NotFoundResolution:
			h.isDead = true
			return h
		case *site.PageResolution:
			if found.Found.Item != nil && found.Found.Item.Page != nil {
				h.pageID = found.Found.Item.Page.ID
			}
			return h
		case *site.Redirect:
			if found.Status == http.StatusMovedPermanently {
				h.permanent++
			}
			h.location = found.Location
			if !strings.HasPrefix(found.Location, "/") {
				return h
			}
			scheme, rest, _ := strings.Cut(address, "://")
			host, _, _ := strings.Cut(rest, "/")
			address = scheme + "://" + host + found.Location
		}
	}
	h.isLoop = true
	return h
}

// IsFound reports whether a visitor finds a page at a URL of the group's sites, also by redirects; true if that cannot
// be read.
func (r *Resolver) IsFound(ctx context.Context, req *Request, address string) bool {
	ctx = graphql.WithResponseContext(
		WithRequest(ctx, req),
		graphql.DefaultErrorPresenter,
		func(_ context.Context, problem any) error { return apperr.New(apperr.Internal, "%v", problem) },
	)
	return !r.hops(ctx, address, site.Published).isDead || len(graphql.GetErrors(ctx)) > 0
}
