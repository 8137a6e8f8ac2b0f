package feeds

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/service/website/visit"
)

// navigationQuery selects every field of a navigation item.
const navigationQuery = `query SiteNavigation($id: ID!, $locale: LocaleCode!, $stage: Stage!, $preview: PreviewInput,
	$homeItems: Boolean!) {
	site(id: $id) {
		id
		headerNavigation(locale: $locale, stage: $stage, preview: $preview) {
			home { ...Tree }
			homeItems @include(if: $homeItems) { ...Tree }
			items {
				id title breadcrumbOverride url unlocalizedUrl link { ...Link } hidden countries path target
				page { ...LinkedPage }
				marketingTitle marketingDescription
				marketingSection { logo { url alternativeText } backgroundColor link { ...Link } }
				items { ...Tree }
				sections { title items { ...Tree } }
			}
			topItems { ...Tree }
		}
		footerNavigation(locale: $locale, stage: $stage, preview: $preview) {
			theme contactLink { ...Link } sections { title links { ...Link } } legalLinks { ...Link } note
		}
	}
}
fragment Tree on NavigationItem { ...Item items { ...Item items { ...Item items { ...Item } } } }
fragment Item on NavigationItem { id title breadcrumbOverride url unlocalizedUrl
link { ...Link } hidden countries path target page { ...LinkedPage } }
fragment LinkedPage on Page { id title slug type pageType }
fragment Link on Link { text kind url openInNewTab }`

// navigation serves GET /api/site-navigation/public/{siteId}?lang={language}: header and footer of a site for anonymous
// users, from the graph. Other systems of the group request them at this URL.
type navigation struct {
	visitor.Sites
	graph    *graph.Executor
	visitors visitor.Reader
	cache    *cache.Cache
}

func (n navigation) public(w http.ResponseWriter, r *http.Request) {
	req := n.visitors.Request(r).Anonymous()
	n.send(w, r, func(ctx context.Context, siteID, locale string) (*encoding.Body, error) {
		key := req.CacheKey("site-navigation", req.Scheme, req.Host, siteID, locale)
		load := func(ctx context.Context) (cache.Loaded[*encoding.Body], error) {
			variables := map[string]any{"stage": string(site.Published), "homeItems": false}
			answer, body, err := n.read(ctx, req, siteID, locale, variables)
			if err != nil {
				return cache.Loaded[*encoding.Body]{}, err
			}
			if len(answer.Errors) > 0 {
				cache.MarkDegraded(ctx)
			}
			return cache.Loaded[*encoding.Body]{
				Value: body, Tags: answer.Tags, Size: 3 * body.Size(), NoStore: req.Unshared,
			}, nil
		}
		return cache.Load(ctx, n.cache, key, cache.Unshared(load))
	})
}

// editor serves GET /api/site-navigation/editor/{siteId}?lang={language}&stage={stage} to authenticated editors. It
// includes hidden items and every home item, and drafts in the stage DRAFT.
func (n navigation) editor(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	req := n.visitors.Request(r)
	if !req.Editor {
		respond.JSONError(
			w,
			r,
			apperr.New(apperr.Unauthenticated, "only editors may call this: log in to the editor area"),
		)
		return
	}
	stage := site.Published
	switch wanted := r.URL.Query().Get("stage"); site.Stage(wanted) {
	case "", site.Published:
	case site.Draft:
		stage = site.Draft
	default:
		respond.JSONError(w, r, apperr.New(apperr.Invalid, "stage: send DRAFT or PUBLISHED"))
		return
	}
	n.send(w, r, func(ctx context.Context, siteID, locale string) (*encoding.Body, error) {
		_, body, err := n.read(ctx, req, siteID, locale, map[string]any{
			"stage":     string(stage),
			"homeItems": true,
			"preview":   map[string]any{"audience": string(site.PreviewAnonymous)},
		})
		return body, err
	})
}

// send sends the navigation of the site and language of a request.
func (n navigation) send(
	w http.ResponseWriter,
	r *http.Request,
	read func(ctx context.Context, siteID, locale string) (*encoding.Body, error),
) {
	ctx := r.Context()
	dir, err := n.Directory(ctx)
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	s := dir.Site(r.PathValue("siteId"))
	if s == nil {
		respond.JSONError(w, r, apperr.New(apperr.NotFound, "siteId: the site does not exist, check the id"))
		return
	}
	locale := dir.DefaultLocale(s)
	if wanted := r.URL.Query().Get("lang"); wanted != "" {
		l, ok := site.ParseLocale(wanted)
		if !ok || !dir.Supports(s, l) {
			respond.JSONError(w, r, apperr.New(apperr.Invalid, "lang: the site is not available in this language"))
			return
		}
		locale = l
	}
	body, err := read(ctx, s.ID, locale.Code())
	if err != nil {
		const message = "the navigation cannot be read now: try again later"
		respond.JSONError(w, r, &apperr.Error{Code: apperr.UpstreamUnavailable, Message: message, Cause: err})
		return
	}
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	body.Serve(w, r)
}

// read reads the navigation of a site in a locale with the permissions of req.
func (n navigation) read(
	ctx context.Context, req *visit.Request, siteID, locale string, variables map[string]any,
) (*graph.Answer, *encoding.Body, error) {
	variables["id"], variables["locale"] = siteID, locale
	answer := n.graph.Execute(ctx, req, graph.ServerOperation(navigationQuery, variables), false)
	// An item without the details of its page still leads to it.
	failures := graph.Answer{Errors: slices.DeleteFunc(slices.Clone(answer.Errors), isOfPage)}
	var data struct{ Site json.RawMessage }
	if err := errors.Join(failures.Err(), json.Unmarshal(answer.Data, &data)); err != nil {
		return nil, nil, err
	}
	return answer, encoding.NewBody(data.Site), nil
}

// isOfPage reports whether an error of the graph is that of an item's page, which is null then.
func isOfPage(err *gqlerror.Error) bool {
	return len(err.Path) > 0 && err.Path[len(err.Path)-1] == ast.PathName("page")
}
