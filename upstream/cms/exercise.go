package cms

import (
	"context"
	"fmt"

	"github.com/tidwall/gjson"

	"strand/domain/site"
	"strand/upstream/exercise"
	"strand/upstream/transport"
)

// exercisedIDs is the number of records whose operations are tried.
const exercisedIDs = 20

// pageSizeQuery shows whether the CMS returns as many entries as are asked for.
const pageSizeQuery = `query PageSize($first: Int!) {
  pagesConnection(first: $first) { edges { cursor } pageInfo { hasNextPage } }
}`

// Features are the parts of the websites with the operations that they need.
var Features = []exercise.Feature{
	{Name: "pages", Operations: []string{
		"SystemData", "Navigations", "Pages", "PageRefs", "PagePassword", "Redirects", "Events", "Locations",
	}},
	{Name: "map of locations", Operations: []string{"Coordinates"}},
	{Name: "synonyms of editors", Operations: []string{"SearchSynonyms"}},
	{Name: "stories", Operations: []string{"Stories", "StoryRefs", "StoryModules", "NewsFeedItems"}},
	{Name: "media releases", Operations: []string{"MediaReleases", "MediaReleaseModules"}},
	{Name: "editor area", Operations: []string{
		"PageStates", "StoryStates", "MediaReleaseStates", "StoryDocument", "MediaReleaseDocument", "TranslationTimes",
	}},
	{Name: "translations", Operations: []string{
		"PageTranslations", "UpdateTranslationTarget", "ImportTranslation",
	}},
}

// trial is the trial of the operations.
type trial struct {
	*exercise.Trial
	reader *Reader
	// languages are those of the CMS.
	languages []string
}

// Exercise sends the operations that read the CMS, with ids that it finds.
func Exercise(ctx context.Context, o transport.Options) (*exercise.Trial, error) {
	operations, err := exercise.New(Contract, Operations, func() (*transport.Client, error) {
		return NewClient(o)
	})
	if err != nil {
		return nil, err
	}
	e := &trial{Trial: operations, languages: []string{defaultSource}}
	system := e.run(ctx, site.Published, "SystemData", nil)
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
	for _, name := range []string{
		"Navigations", "Stories", "MediaReleases", "Events", "Locations", "Coordinates", "Redirects",
		"SearchSynonyms",
	} {
		e.run(ctx, site.Published, name, nil)
	}
	e.run(ctx, site.Published, "NewsFeedItems", map[string]any{"first": size})
	if id := e.documents(ctx, "PageStates", "pages",
		[]string{"Pages", "PageRefs", "PageTranslations"}, []string{"PagePassword"}); id != "" {
		e.send(ctx, "PageTexts", pageTexts, map[string]any{"ids": []string{id}})
	}
	e.documents(ctx, "StoryStates", "stories", []string{"StoryRefs", "StoryModules"}, []string{"StoryDocument"})
	e.documents(ctx, "MediaReleaseStates", "mediaReleases", []string{"MediaReleaseModules"},
		[]string{"MediaReleaseDocument"})
	e.run(ctx, site.Draft, "TranslationTimes", nil)
	return e.Trial, nil
}

// documents tries the operations for the documents of a kind, whose ids lists finds. It returns one of them; empty
// for none.
func (e *trial) documents(ctx context.Context, lists, field string, byIDs, byID []string) string {
	var ids []string
	for _, id := range e.run(ctx, site.Published, lists, nil).Get(field + ".#.id").Array() {
		ids = append(ids, id.Str)
	}
	e.run(ctx, site.Draft, lists, nil)
	if ids = ids[:min(len(ids), exercisedIDs)]; len(ids) == 0 {
		e.Note(lists, "finds no published record: operations with ids were not tried")
		return ""
	}
	for _, name := range byIDs {
		e.run(ctx, site.Published, name, map[string]any{"ids": ids})
	}
	for _, name := range byID {
		e.run(ctx, site.Published, name, map[string]any{"id": ids[0]})
	}
	return ids[0]
}

// run sends an operation and returns its data. What fails without a token for drafts is a note: only the editor area
// and translations need it.
func (e *trial) run(ctx context.Context, stage site.Stage, name string, variables map[string]any) gjson.Result {
	ctx = e.reader.headers(ctx, stage, e.languages)
	if stage != site.Draft {
		return e.Run(ctx, name, variables)
	}
	data, err := e.Send(ctx, name, e.Text(name), variables)
	if err != nil {
		e.Note(name, "for drafts, which the editor area and translations need: "+exercise.OneLine(err))
	}
	return data
}

// send sends a text that is not among the operations.
func (e *trial) send(ctx context.Context, name, text string, variables map[string]any) gjson.Result {
	data, err := e.Send(e.reader.headers(ctx, site.Published, e.languages), name, text, variables)
	if err != nil {
		e.Fail(name, exercise.OneLine(err))
	}
	return data
}

// checkPageSize reports a page size that the CMS does not return.
func (e *trial) checkPageSize(ctx context.Context, size int) {
	data := e.send(ctx, "PageSize", pageSizeQuery, map[string]any{"first": size})
	returned := int(data.Get("pagesConnection.edges.#").Int())
	if data.Get("pagesConnection.pageInfo.hasNextPage").Bool() && returned < size {
		e.Fail("PageSize", fmt.Sprintf("returns %d entries of %d that are asked for: set STRAND_CMS_PAGE_SIZE=%d",
			returned, size, returned))
	}
}
