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

// PagesOperation is the operation that reads whole pages, by the variable `ids`.
const PagesOperation = "Pages"

// proxied are the operations that the draft proxy passes on: those that the server itself reads content with. PagePassword
// is none of them.
var proxied = map[string]string{
	"Events":              Events_Operation,
	"Locations":           Locations_Operation,
	"MediaReleaseModules": MediaReleaseModules_Operation,
	"MediaReleases":       MediaReleases_Operation,
	"Navigations":         Navigations_Operation,
	"NewsFeedItems":       NewsFeedItems_Operation,
	"PageRefs":            PageRefs_Operation,
	PagesOperation:        Pages_Operation,
	"Redirects":           Redirects_Operation,
	"Stories":             Stories_Operation,
	"StoryModules":        StoryModules_Operation,
	"SystemData":          SystemData_Operation,
}

// proxiedIDs has the names of the operations by the ids of their documents.
var proxiedIDs = func() map[string]string {
	ids := make(map[string]string, len(proxied))
	for name, document := range proxied {
		sum := sha256.Sum256([]byte(document))
		ids["sha256:"+hex.EncodeToString(sum[:])] = name
	}
	return ids
}()

// ProxiedOperation returns the name of an operation that the draft proxy passes on, by its name or the id of its document,
// `sha256:<hexadecimal>`.
func ProxiedOperation(nameOrID string) (name string, ok bool) {
	if _, ok := proxied[nameOrID]; ok {
		return nameOrID, true
	}
	name, ok = proxiedIDs[nameOrID]
	return name, ok
}

// Proxy executes an operation of ProxiedOperation in a stage and, by preference, in languages. It returns the CMS's data,
// which no cache keeps.
func (r *Reader) Proxy(
	ctx context.Context, operation string, variables map[string]any, stage site.Stage, languages []string,
) (json.RawMessage, error) {
	document, ok := proxied[operation]
	if !ok {
		return nil, fmt.Errorf("pass on the operation %q: it is not allowed", operation)
	}
	var data json.RawMessage
	request := &graphql.Request{OpName: operation, Query: document, Variables: variables}
	ctx = r.headers(ctx, stage, languages)
	if err := r.client.MakeRequest(ctx, request, &graphql.Response{Data: &data}); err != nil {
		return nil, fmt.Errorf("pass on the operation %s: %w", operation, err)
	}
	return data, nil
}
