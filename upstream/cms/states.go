package cms

import (
	"context"
	"fmt"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/editor"
	"strand/domain/site"
)

// documentState is a document in the responses of PageStates, StoryStates and MediaReleaseStates.
type documentState struct {
	ID            string
	UpdatedAt     time.Time
	Localizations []struct{ Locale string }
	Published     []struct{ UpdatedAt time.Time }
}

// PageStates reads the states of all pages.
func (r *Reader) PageStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error) {
	return r.states(ctx, dir, "PageStates", PageStates_Operation, TagDraftNavigation)
}

// StoryStates reads the states of all stories.
func (r *Reader) StoryStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error) {
	return r.states(ctx, dir, "StoryStates", StoryStates_Operation, TagStoryTexts)
}

// MediaReleaseStates reads the states of all media releases.
func (r *Reader) MediaReleaseStates(ctx context.Context, dir *site.Directory) (editor.DocumentStates, error) {
	return r.states(ctx, dir, "MediaReleaseStates", MediaReleaseStates_Operation, TagMediaReleases)
}

// states reads the states of all documents of a type. The operations differ by the type only.
func (r *Reader) states(
	ctx context.Context, dir *site.Directory, name, operation, tag string,
) (editor.DocumentStates, error) {
	load := func(ctx context.Context) (editor.DocumentStates, int, error) {
		ctx = r.headers(ctx, site.Draft, everyLanguage(dir, nil))
		// The only field of the operation has the name of the type.
		var data map[string][]documentState
		request := &graphql.Request{OpName: name, Query: operation}
		if err := r.client.MakeRequest(ctx, request, &graphql.Response{Data: &data}); err != nil {
			return nil, 0, err
		}
		states := editor.DocumentStates{}
		for _, documents := range data {
			for _, d := range documents {
				states[d.ID] = d.state()
			}
		}
		return states, len(states), nil
	}
	return loadList(ctx, r, name, "cms:states:"+name, []string{tag}, nil, load)
}

// documentOperations contains the operations that read a complete document, by its kind.
var documentOperations = map[editor.NodeKind]struct{ name, operation string }{
	editor.NodePage:         {PagesOperation, Pages_Operation},
	editor.NodeStory:        {"StoryDocument", StoryDocument_Operation},
	editor.NodeMediaRelease: {"MediaReleaseDocument", MediaReleaseDocument_Operation},
}

// Document reads the uncached document in a stage and, if it exists, a language; nil if the document does not exist
// in the stage.
func (r *Reader) Document(
	ctx context.Context, dir *site.Directory, kind editor.NodeKind, id string, stage site.Stage, language string,
) (map[string]any, error) {
	operation, ok := documentOperations[kind]
	if !ok {
		return nil, nil
	}
	variables := map[string]any{"id": id}
	if kind == editor.NodePage {
		variables = map[string]any{"ids": []string{id}}
	}
	var data map[string][]map[string]any
	request := &graphql.Request{OpName: operation.name, Query: operation.operation, Variables: variables}
	ctx = r.headers(ctx, stage, everyLanguage(dir, []string{language}))
	if err := r.client.MakeRequest(ctx, request, &graphql.Response{Data: &data}); err != nil {
		return nil, fmt.Errorf("read the document %s: %w", id, err)
	}
	for _, documents := range data {
		if len(documents) > 0 {
			return documents[0], nil
		}
	}
	return nil, nil
}

func (d documentState) state() *editor.DocumentState {
	s := &editor.DocumentState{ID: d.ID, UpdatedAt: d.UpdatedAt}
	for _, l := range d.Localizations {
		s.Languages = append(s.Languages, l.Locale)
	}
	if len(d.Published) > 0 {
		s.PublishedAt = d.Published[0].UpdatedAt
	}
	return s
}
