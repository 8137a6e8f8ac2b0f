package cms_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/demo/cms"
	reader "strand/upstream/cms"
	"strand/upstream/transport"
)

// readOperations are the operations of the websites with ids of the sample content.
var readOperations = []graphql.Request{
	{OpName: "SystemData", Query: reader.SystemData_Operation},
	{OpName: "Navigations", Query: reader.Navigations_Operation},
	{OpName: "Pages", Query: reader.Pages_Operation, Variables: map[string]any{"ids": []string{
		"main-home", "main-all-modules", "main-all-teasers", "main-brands", "main-about",
	}}},
	{OpName: "Stories", Query: reader.Stories_Operation},
	{OpName: "StoryModules", Query: reader.StoryModules_Operation, Variables: map[string]any{"ids": []string{"a-crimp-is-forever"}}},
	{OpName: "MediaReleases", Query: reader.MediaReleases_Operation},
	{OpName: "Events", Query: reader.Events_Operation},
	{OpName: "Locations", Query: reader.Locations_Operation},
	{OpName: "Redirects", Query: reader.Redirects_Operation},
	{OpName: "PageStates", Query: reader.PageStates_Operation},
	{OpName: "StoryStates", Query: reader.StoryStates_Operation},
	{OpName: "MediaReleaseStates", Query: reader.MediaReleaseStates_Operation},
	{OpName: "TranslationTimes", Query: reader.TranslationTimes_Operation},
}

// limited serves the sample content with limits, and counts its answers by their status.
func limited(t *testing.T, limits cms.Limits) (url string, answers *[600]atomic.Int32) {
	t.Helper()
	s, err := cms.New(cms.Options{
		Dir: "../content/cms", Token: token, Logger: slog.New(slog.DiscardHandler), Limits: limits,
	})
	if err != nil {
		t.Fatal(err)
	}
	answers = new([600]atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		recorded := httptest.NewRecorder()
		s.Handler().ServeHTTP(recorded, r)
		answers[recorded.Code].Add(1)
		for name, values := range recorded.Header() {
			w.Header()[name] = values
		}
		w.WriteHeader(recorded.Code)
		_, _ = w.Write(recorded.Body.Bytes())
	}))
	t.Cleanup(func() { server.Close(); _ = s.Close() })
	return server.URL, answers
}

// readAll returns the data of the operations, by their names.
func readAll(t *testing.T, url string, pageSize int) map[string]string {
	t.Helper()
	client, err := reader.NewClient(transport.Options{
		URL: url, Token: token, Timeout: 20 * time.Second, PageSize: pageSize, Logger: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, operation := range readOperations {
		ctx := transport.WithHeaders(t.Context(), http.Header{
			"Gcms-Stage": {"DRAFT"}, "Gcms-Locales": {"en, de, fr, es, pt, cs, hu, ro, sk, ja, zh"},
		})
		var data json.RawMessage
		if err := client.MakeRequest(ctx, &operation, &graphql.Response{Data: &data}); err != nil {
			t.Fatal(operation.OpName, err)
		}
		all[operation.OpName] = strings.ReplaceAll(string(data), url, "")
	}
	return all
}

// TestLimits: with the limits of Hygraph, and with much smaller ones, the reader reads what a CMS without limits has.
//
// Rules: CALL-25.
func TestLimits(t *testing.T) {
	const unlimited = 1 << 20
	url, answers := limited(t, cms.Limits{DefaultPage: unlimited, MaxPage: unlimited})
	want := readAll(t, url, unlimited)
	if calls := int(answers[http.StatusOK].Load()); calls != len(readOperations) {
		t.Errorf("%d calls for %d operations without limits", calls, len(readOperations))
	}
	if n := strings.Count(want["SystemData"], `"countryCode"`); n < 250 {
		t.Errorf("the sample has %d references to countries, which need several pages", n)
	}
	for name, limits := range map[string]cms.Limits{
		"Hygraph":      {},
		"three of ten": {MaxPage: 3},
		"two":          {DefaultPage: 1, MaxPage: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, answers := limited(t, limits)
			for operation, data := range readAll(t, url, limits.MaxPage) {
				if data != want[operation] {
					t.Errorf("%s: %d bytes, %d without limits", operation, len(data), len(want[operation]))
				}
			}
			t.Logf("%d calls for %d operations", answers[http.StatusOK].Load(), len(readOperations))
			for status := range answers {
				if n := answers[status].Load(); n > 0 && status != http.StatusOK {
					t.Errorf("%d answers with status %d", n, status)
				}
			}
		})
	}
}

// TestExercise: the operations that read the CMS are tried with ids of the sample, and a page size that it does not
// return is reported.
func TestExercise(t *testing.T) {
	exercise := func(url, token string, pageSize int) string {
		found, err := reader.Exercise(t.Context(), transport.Options{
			URL: url, Token: token, Timeout: 20 * time.Second, PageSize: pageSize,
			Logger: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, d := range found.Report(nil, nil).Differences {
			fmt.Fprintf(&text, "%s %s (note %t)\n", d.Place, d.Problem, d.IsNote)
		}
		return text.String()
	}
	url, answers := limited(t, cms.Limits{})
	if found := exercise(url, token, 0); found != "" {
		t.Error(found)
	}
	if n := answers[http.StatusOK].Load(); n < 20 {
		t.Errorf("%d calls", n)
	}
	none := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(none.Close)
	for _, test := range []struct {
		name, url, token string
		pageSize         int
		want             string
	}{
		{"no token", url, "", 0, "query TranslationTimes for drafts, which the editor area and translations need"},
		{
			"page size", url, token, 200,
			"query PageSize returns 100 entries of 200 that are asked for: set STRAND_CMS_PAGE_SIZE=100 (note false)",
		},
		{"no CMS", none.URL, token, 0, "query SystemData call cms SystemData: status"},
	} {
		if found := exercise(test.url, test.token, test.pageSize); !strings.Contains(found, test.want) {
			t.Errorf("%s: %s", test.name, found)
		}
	}
}
