package pages

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/vektah/gqlparser/v2/ast"

	"strand/edge/graph"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/internal/telemetry"
	"strand/resolvers"
)

// routeResult is the part of a screen's data that the edge reads.
type routeResult struct {
	Resolve *struct {
		Typename string `json:"__typename"`
		Status   int    `json:"status"`
		Location string `json:"location"`
		Site     struct {
			Name          string `json:"name"`
			HomeURL       string `json:"homeUrl"`
			EnableCutFont bool   `json:"enableCutFont"`
			Theme         string `json:"theme"`
		} `json:"site"`
		Locale struct {
			Code string `json:"code"`
		} `json:"locale"`
		// Theme is the page's theme, or the site's if there is no page.
		Theme string `json:"theme"`
		Page  *struct {
			Title   string       `json:"title"`
			Modules []formModule `json:"modules"`
		} `json:"page"`
	} `json:"resolve"`
}

// screenResult is the answer of a screen's operation.
type screenResult struct {
	screen screen
	url    string
	answer *graph.Answer
	data   routeResult
	// isFailed reports that the main content could not be read, isPartial that another part could not.
	isFailed, isPartial bool
	// isLimited is true if the main content was not read because the caller exceeded a rate limit.
	isLimited bool
}

// homeURL returns the home of the address's site; empty if it is unknown.
func (s *screenResult) homeURL() string {
	if s.data.Resolve == nil {
		return ""
	}
	return s.data.Resolve.Site.HomeURL
}

// operationOf returns the operation of a screen for an address.
func (p *Handler) operationOf(target screen, url string) graph.Operation {
	return p.graph.ClientOperation(target.query(), map[string]any{"url": url})
}

// newScreenResult decodes the answer of a screen's operation. The error is a *pageFailure if the main content could not
// be read, but the site was. The result is never nil.
func newScreenResult(target screen, url string, answer *graph.Answer) (*screenResult, error) {
	s := &screenResult{screen: target, url: url, answer: answer}
	return s, s.read()
}

func (s *screenResult) read() error {
	if err := json.Unmarshal(s.answer.Data, &s.data); err != nil || s.data.Resolve == nil {
		if err := s.answer.Err(); err != nil {
			return err
		}
		return fmt.Errorf("the operation %s answered no resolution", s.screen.query())
	}
	s.isPartial = len(s.answer.Errors) > 0
	for _, e := range s.answer.Errors {
		if len(e.Path) == 1 && s.data.Resolve.Typename == "NotFoundResolution" {
			return &pageFailure{screen: contentScreen, answer: s.answer, data: &s.data}
		}
		if len(e.Path) == 2 && e.Path[1] == ast.PathName(s.screen.main) {
			s.isFailed = true
			s.isLimited = e.Extensions["code"] == string(apperr.RateLimited)
		}
	}
	if s.isFailed && !s.screen.showsFailure {
		return &pageFailure{screen: s.screen, answer: s.answer, data: &s.data}
	}
	return nil
}

// executeScreen executes the operation of a screen within the rest of the request's budget.
func (p *Handler) executeScreen(
	ctx context.Context,
	req *resolvers.Request,
	target screen,
	url string,
) (*screenResult, error) {
	result, err := newScreenResult(target, url, p.graph.Execute(ctx, req, p.operationOf(target, url), false))
	if o := result.data.Resolve; o != nil {
		log := telemetry.RequestLogFrom(ctx)
		log.Set("operation", target.query())
		log.Set("site", o.Site.Name)
		log.Set("locale", o.Locale.Code)
	}
	if err != nil {
		return nil, err
	}
	if result.isPartial {
		telemetry.RequestLogFrom(ctx).Set("error", result.answer.Err().Error())
		cache.MarkDegraded(ctx)
	}
	return result, nil
}
