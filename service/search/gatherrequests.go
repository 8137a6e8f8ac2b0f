package search

import (
	"context"

	"strand/client/src/i18n/messages"
	"strand/domain/search"
	"strand/domain/site"
)

// requests gathers the form for requests of quotes and demonstrations, which is no page of the navigation. Its texts
// are those of the buttons that lead to it.
func (r Readers) requests(ctx context.Context, scope search.Scope) ([]*search.Document, error) {
	siteCtx, _, err := r.siteContext(ctx, scope)
	if err != nil || siteCtx.Directory.Lacks(site.ScreenRequest) {
		return nil, err
	}
	texts := messages.In(scope.Language)
	return []*search.Document{{
		ID:          "request",
		Kind:        search.Page,
		Title:       texts.Text("request.quote"),
		Description: texts.Text("request.contactLead"),
		Keywords:    []string{texts.Text("request.demonstration"), texts.Text("request.callBack")},
		Route:       site.RequestPath,
	}}, nil
}
