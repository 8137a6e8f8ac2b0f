package cms

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/internal/changes"
	"strand/upstream/transport"
)

// synonymServer answers SearchSynonyms with a text or an error, and counts the calls.
type synonymServer struct {
	text  string
	err   error
	calls int
}

func (s *synonymServer) MakeRequest(_ context.Context, _ *graphql.Request, resp *graphql.Response) error {
	if s.calls++; s.err != nil {
		return s.err
	}
	return json.Unmarshal([]byte(s.text), resp.Data)
}

// TestSearchSynonyms: a CMS without the type has no synonyms, which is no failure; those of one that fails are the
// earlier ones. They are read once until one of them is published.
//
// Rules: SRCH-25.
func TestSearchSynonyms(t *testing.T) {
	const some = `{"searchSynonyms": [
		{"id": "1", "language": {"languageCode": "en"}, "sites": [{"id": "main"}],
			"typed": ["gigs"], "searched": ["jobs"]},
		{"id": "2", "language": null, "sites": [], "typed": ["gigs"], "searched": ["lost"]}]}`
	refused := synonymServer{err: &transport.Error{Kind: transport.KindInvalidRequest}}
	failing, empty, filled := synonymServer{err: errors.New("down")}, synonymServer{text: `{"searchSynonyms": []}`},
		synonymServer{text: some}
	dir, err := site.NewDirectory(
		[]*site.Language{{LanguageCode: "en"}}, nil, []*site.Site{{ID: "main", IsMain: true}}, nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	published := (&Reader{}).ChangedTags(t.Context(), []changes.Record{{Type: "SearchSynonym", ID: "1"}})
	for name, test := range map[string]struct {
		first, then synonymServer
		want        string
		fails       bool
	}{
		"a record":            {empty, filled, "jobs", false},
		"a failure":           {filled, failing, "jobs", false},
		"failures":            {failing, failing, "", true},
		"without the type":    {refused, refused, "", false},
		"the type is new":     {refused, filled, "jobs", false},
		"the type is removed": {filled, refused, "", false},
	} {
		c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		server := test.first
		r := NewReader(&server, c, NewSnapshots(""), nil, slog.New(slog.DiscardHandler))
		for range 2 {
			if _, err := r.SearchSynonyms(t.Context(), dir, site.Published); err == nil && server.calls != 1 {
				t.Errorf("%s: %d calls", name, server.calls)
			}
		}
		server = test.then
		c.Purge(published...)
		table, err := r.SearchSynonyms(t.Context(), dir, site.Published)
		if (err != nil) != test.fails || server.calls != 1 {
			t.Errorf("%s: %v after %d calls", name, err, server.calls)
		}
		of := table.Of(search.Scope{Site: "main", Language: "en"})
		if got := strings.Join(of.Rephrase("en", "gigs"), "; "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
