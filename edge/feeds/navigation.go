package feeds

import (
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
	"strand/internal/visit"
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
}

func (n navigation) public(w http.ResponseWriter, r *http.Request) {
	n.send(w, r, n.visitors.Request(r).Anonymous(), map[string]any{"stage": string(site.Published), "homeItems": false})
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
	n.send(w, r, req, map[string]any{
		"stage":     string(stage),
		"homeItems": true,
		"preview":   map[string]any{"audience": string(site.PreviewAnonymous)},
	})
}

// send sends the navigation of the site and language of a request, read with the permissions of req.
func (n navigation) send(w http.ResponseWriter, r *http.Request, req *visit.Request, variables map[string]any) {
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
	variables["id"], variables["locale"] = s.ID, locale.Code()
	answer := n.graph.Execute(ctx, req, graph.ServerOperation(navigationQuery, variables), false)
	// An item without the details of its page still leads to it.
	answer.Errors = slices.DeleteFunc(answer.Errors, isOfPage)
	var data struct{ Site json.RawMessage }
	if err := errors.Join(answer.Err(), json.Unmarshal(answer.Data, &data)); err != nil {
		const message = "the navigation cannot be read now: try again later"
		respond.JSONError(w, r, &apperr.Error{Code: apperr.UpstreamUnavailable, Message: message, Cause: err})
		return
	}
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	encoding.Send(w, r, http.StatusOK, data.Site)
}

// isOfPage reports whether an error of the graph is that of an item's page, which is null then.
func isOfPage(err *gqlerror.Error) bool {
	return len(err.Path) > 0 && err.Path[len(err.Path)-1] == ast.PathName("page")
}
