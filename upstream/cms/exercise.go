package cms

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/Khan/genqlient/graphql"
	"github.com/tidwall/gjson"

	"strand/domain/finding"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/contract"
	"strand/upstream/transport"
)

// exercisedIDs is the number of records whose operations are tried.
const exercisedIDs = 20

// pageSizeQuery shows whether the CMS returns as many entries as are asked for.
const pageSizeQuery = `query PageSize($first: Int!) {
  pagesConnection(first: $first) { edges { cursor } pageInfo { hasNextPage } }
}`

// exercise is the trial of the operations.
type exercise struct {
	reader *Reader
	client *transport.Client
	// languages are those of the CMS.
	languages []string
	found     []contract.Difference
}

// Exercise sends the operations that read the CMS, with ids that it finds, and returns what makes them fail or leaves
// out values.
func Exercise(ctx context.Context, o transport.Options) ([]contract.Difference, error) {
	client, err := NewClient(o)
	if err != nil {
		return nil, err
	}
	e := &exercise{client: client, languages: []string{defaultSource}}
	system := e.run(ctx, site.Published, "SystemData", SystemData_Operation, nil)
	for _, code := range system.Get("languages.#.languageCode").Array() {
		if code.Str != defaultSource {
			e.languages = append(e.languages, code.Str)
		}
	}
	size := o.PageSize
	if size == 0 {
		size = DefaultPageSize
	}
	e.checkPageSize(ctx, size)
	for name, operation := range map[string]string{
		"Navigations": Navigations_Operation, "Stories": Stories_Operation, "MediaReleases": MediaReleases_Operation,
		"Events": Events_Operation, "Locations": Locations_Operation, "Redirects": Redirects_Operation,
	} {
		e.run(ctx, site.Published, name, operation, nil)
	}
	e.run(ctx, site.Published, "NewsFeedItems", NewsFeedItems_Operation, map[string]any{"first": size})
	e.documents(ctx, "PageStates", PageStates_Operation, "pages", map[string]string{
		PagesOperation: Pages_Operation, "PageRefs": PageRefs_Operation, "PageTranslations": PageTranslations_Operation,
	}, map[string]string{"PagePassword": PagePassword_Operation, "PageTexts": pageTexts})
	e.documents(ctx, "StoryStates", StoryStates_Operation, "stories",
		map[string]string{"StoryRefs": StoryRefs_Operation},
		map[string]string{"StoryModules": StoryModules_Operation, "StoryDocument": StoryDocument_Operation})
	e.documents(ctx, "MediaReleaseStates", MediaReleaseStates_Operation, "mediaReleases", nil, map[string]string{
		"MediaReleaseModules": MediaReleaseModules_Operation, "MediaReleaseDocument": MediaReleaseDocument_Operation,
	})
	e.run(ctx, site.Draft, "TranslationTimes", TranslationTimes_Operation, nil)
	slices.SortFunc(e.found, func(a, b contract.Difference) int {
		return strings.Compare(a.Place+a.Problem, b.Place+b.Problem)
	})
	return slices.Compact(e.found), nil
}

// documents tries the operations for the documents of a kind: lists finds their ids.
func (e *exercise) documents(
	ctx context.Context, lists, operation, field string, byIDs, byID map[string]string,
) {
	var ids []string
	for _, id := range e.run(ctx, site.Published, lists, operation, nil).Get(field + ".#.id").Array() {
		ids = append(ids, id.Str)
	}
	e.run(ctx, site.Draft, lists, operation, nil)
	if ids = ids[:min(len(ids), exercisedIDs)]; len(ids) == 0 {
		e.add(lists, "finds no published record: operations with ids were not tried", true)
		return
	}
	for name, operation := range byIDs {
		e.run(ctx, site.Published, name, operation, map[string]any{"ids": ids})
	}
	for name, operation := range byID {
		e.run(ctx, site.Published, name, operation, map[string]any{"id": ids[0]})
	}
}

func (e *exercise) add(operation, problem string, isNote bool) {
	e.found = append(e.found, contract.Difference{Place: "query " + operation, Problem: problem, IsNote: isNote})
}

// run sends an operation and returns its data. What fails without a token for drafts is a note: only the editor area
// and translations need it.
func (e *exercise) run(
	ctx context.Context, stage site.Stage, name, operation string, variables map[string]any,
) gjson.Result {
	ctx, reads := cache.WithNotes(e.reader.headers(ctx, stage, e.languages))
	var data json.RawMessage
	request := &graphql.Request{OpName: name, Query: operation, Variables: variables}
	if err := e.client.MakeRequest(ctx, request, &graphql.Response{Data: &data}); err != nil {
		problem := strings.Join(strings.Fields(err.Error()), " ")
		if stage == site.Draft {
			problem = "for drafts, which the editor area and translations need: " + problem
		}
		e.add(name, problem, stage == site.Draft)
		return gjson.Result{}
	}
	for _, f := range finding.Of(reads.Notes()) {
		switch f.Kind {
		case finding.Unavailable:
			e.add(name, fmt.Sprintf("%s of %q: %s", f.Field, f.Document, f.Message), false)
		case finding.BrokenContract:
			e.add(name, fmt.Sprintf("%s of %q is %s and left out", f.Field, f.Record, f.Message), true)
		}
	}
	return gjson.ParseBytes(data)
}

// checkPageSize reports a page size that the CMS does not return.
func (e *exercise) checkPageSize(ctx context.Context, size int) {
	data := e.run(ctx, site.Published, "PageSize", pageSizeQuery, map[string]any{"first": size})
	returned := int(data.Get("pagesConnection.edges.#").Int())
	if data.Get("pagesConnection.pageInfo.hasNextPage").Bool() && returned < size {
		e.add("PageSize", fmt.Sprintf("returns %d entries of %d that are asked for: set STRAND_CMS_PAGE_SIZE=%d",
			returned, size, returned), false)
	}
}
