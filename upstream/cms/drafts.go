package cms

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/site"
)

// PagesOperation is the name of the operation that reads complete pages, by the variable `ids`.
const PagesOperation = "Pages"

// proxiedOperations contains the operations that the draft proxy forwards: those with which the server itself reads
// content, except PagePassword.
var proxiedOperations = map[string]string{
	"Coordinates":         Coordinates_Operation,
	"Events":              Events_Operation,
	"Locations":           Locations_Operation,
	"MediaReleaseModules": MediaReleaseModules_Operation,
	"MediaReleases":       MediaReleases_Operation,
	"Navigations":         Navigations_Operation,
	"NewsFeedItems":       NewsFeedItems_Operation,
	"PageRefs":            PageRefs_Operation,
	PagesOperation:        Pages_Operation,
	"Redirects":           Redirects_Operation,
	"SearchSynonyms":      SearchSynonyms_Operation,
	"Stories":             Stories_Operation,
	"StoryModules":        StoryModules_Operation,
	"SystemData":          SystemData_Operation,
}

// proxiedIDs maps the ids of the operations' documents to their names.
var proxiedIDs = func() map[string]string {
	ids := make(map[string]string, len(proxiedOperations))
	for name, document := range proxiedOperations {
		sum := sha256.Sum256([]byte(document))
		ids["sha256:"+hex.EncodeToString(sum[:])] = name
	}
	return ids
}()

// ProxiedOperation returns the name of an operation that the draft proxy forwards, by its name or the id of its
// document, `sha256:<hexadecimal>`.
func ProxiedOperation(nameOrID string) (name string, ok bool) {
	if _, ok := proxiedOperations[nameOrID]; ok {
		return nameOrID, true
	}
	name, ok = proxiedIDs[nameOrID]
	return name, ok
}

// Proxy executes an operation of ProxiedOperation in a stage, with languages in order of preference. It returns the
// uncached data of the CMS.
func (r *Reader) Proxy(
	ctx context.Context, operation string, variables map[string]any, stage site.Stage, languages []string,
) (json.RawMessage, error) {
	document, ok := proxiedOperations[operation]
	if !ok {
		return nil, fmt.Errorf("forward the operation %q: it is not allowed", operation)
	}
	var data json.RawMessage
	request := &graphql.Request{OpName: operation, Query: document, Variables: variables}
	ctx = r.headers(ctx, stage, languages)
	if err := r.client.MakeRequest(ctx, request, &graphql.Response{Data: &data}); err != nil {
		return nil, fmt.Errorf("forward the operation %s: %w", operation, err)
	}
	return data, nil
}
