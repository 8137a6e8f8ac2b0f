package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/edge/graph"
	"strand/edge/render"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/internal/telemetry"
	"strand/service/website/visit"
)

// resolution is the part of a screen's data that the edge reads.
type resolution struct {
	Typename string
	Status   int
	Location string
	// DependsOnHash reports that the URL leads elsewhere with some hashes.
	DependsOnHash bool
	Site          struct {
		Name, HomeURL, Theme string
		EnableCutFont        bool
	}
	Locale struct{ Code string }
	// Theme is the page's theme, or the site's if there is no page.
	Theme string
	// Title is that of the page; HasPage is false if there is none.
	Title   string
	HasPage bool
	// Modules is the JSON of the page's modules, Request that of a product request; empty for none.
	Modules, Request string
}

// readResolution reads the resolution of an answer in one pass, without decoding the content of the page; nil for an
// answer without one.
func readResolution(data json.RawMessage) *resolution {
	resolve := gjson.GetBytes(data, "resolve")
	if !resolve.IsObject() {
		return nil
	}
	r := &resolution{}
	resolve.ForEach(func(name, value gjson.Result) bool {
		switch name.Str {
		case "__typename":
			r.Typename = value.Str
		case "status":
			r.Status = int(value.Int())
		case "location":
			r.Location = value.Str
		case "hashLocations":
			r.DependsOnHash = len(value.Array()) > 0
		case "site":
			r.Site.Name, r.Site.HomeURL = value.Get("name").Str, value.Get("homeUrl").Str
			r.Site.Theme, r.Site.EnableCutFont = value.Get("theme").Str, value.Get("enableCutFont").Bool()
		case "locale":
			r.Locale.Code = value.Get("code").Str
		case "theme":
			r.Theme = value.Str
		case "page":
			r.HasPage, r.Title, r.Modules = value.IsObject(), value.Get("title").Str, value.Get("modules").Raw
		case "productRequest":
			if value.IsObject() {
				r.Request = value.Raw
			}
		}
		return true
	})
	return r
}

// screenResult contains the answers of the operations of a screen and of its site.
type screenResult struct {
	screen screen
	url    string
	answer *graph.Answer
	// resolution is nil if it could not be read.
	resolution *resolution
	// site is nil if the URL redirects.
	site *graph.Answer
	// isFailed reports that the main content could not be read, isPartial that another part could not.
	isFailed, isPartial bool
	// isLimited is true if the main content was not read because the caller exceeded a rate limit.
	isLimited bool
}

// isPage reports whether the URL is that of a page: it neither redirects nor is "not found".
func (s *screenResult) isPage() bool {
	return s.resolution != nil && s.resolution.Typename == "PageResolution"
}

// err returns the errors of a part that could not be read.
func (s *screenResult) err() error {
	if err := s.answer.Err(); err != nil || s.site == nil {
		return err
	}
	return s.site.Err()
}

// homeURL returns the home of the address's site; empty if it is unknown.
func (s *screenResult) homeURL() string {
	if s.resolution == nil {
		return ""
	}
	return s.resolution.Site.HomeURL
}

// operationOf returns the operation of a screen for an address.
func (p *Handler) operationOf(target screen, url string) graph.Operation {
	return p.graph.ClientOperation(target.query(), map[string]any{"url": url})
}

// readScreen executes the operations of a screen and of its site. execute executes that of the screen. The error is a
// *pageFailure if the main content could not be read, but the site was. The result is never nil.
func (p *Handler) readScreen(
	ctx context.Context,
	req *visit.Request,
	target screen,
	url string,
	execute func(context.Context, *visit.Request, graph.Operation, bool) *graph.Answer,
) (*screenResult, error) {
	siteAt := p.startSite(ctx, req, url)
	s := &screenResult{screen: target, url: url, answer: execute(ctx, req, p.operationOf(target, url), false)}
	if s.resolution = readResolution(s.answer.Data); s.resolution == nil {
		return s, cmp.Or(s.answer.Err(), fmt.Errorf("the operation %s answered no resolution", target.query()))
	}
	if home := s.homeURL(); home != "" {
		s.site = siteAt(home)
		if err := checkSite(s.site); err != nil {
			return s, err
		}
		req.Tag(s.site.Tags...)
	}
	return s, s.check()
}

// check returns a *pageFailure if the main content could not be read.
func (s *screenResult) check() error {
	s.isPartial = len(s.answer.Errors) > 0 || s.site != nil && len(s.site.Errors) > 0
	for _, e := range s.answer.Errors {
		if len(e.Path) == 1 && s.resolution.Typename == "NotFoundResolution" {
			return &pageFailure{screen: contentScreen, result: s}
		}
		if len(e.Path) == 2 && e.Path[1] == ast.PathName(s.screen.main) {
			s.isFailed = true
			s.isLimited = e.Extensions["code"] == string(apperr.RateLimited)
		}
	}
	if s.isFailed && !s.screen.showsFailure {
		return &pageFailure{screen: s.screen, result: s}
	}
	return nil
}

// executeScreen executes the operation of a screen within the rest of the request's budget.
func (p *Handler) executeScreen(
	ctx context.Context,
	req *visit.Request,
	target screen,
	url string,
) (*screenResult, error) {
	result, err := p.readScreen(ctx, req, target, url, p.graph.Execute)
	if o := result.resolution; o != nil {
		log := telemetry.RequestLogFrom(ctx)
		log.Set("operation", target.query())
		log.Set("site", o.Site.Name)
		log.Set("locale", o.Locale.Code)
	}
	if err != nil {
		return nil, err
	}
	if result.isPartial {
		telemetry.RequestLogFrom(ctx).Set("error", result.err().Error())
		cache.MarkDegraded(ctx)
	}
	return result, nil
}

// screenData returns the data of the screen, with that of its site.
func (s *screenResult) screenData(ctx context.Context, req *visit.Request) render.ScreenData {
	data := render.ScreenData{
		Screen:  s.screen.name,
		URL:     visibleURL(ctx, s.url),
		Data:    s.answer.Data,
		Partial: s.isPartial || cache.IsIncomplete(ctx),
		Private: isPrivate(req, s.screen),
	}
	if s.site != nil {
		data.Site = s.site.Data
	}
	return data
}
