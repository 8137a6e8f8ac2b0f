package cms

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/site"
	"strand/internal/cache"
)

// newsServer answers NewsFeedItems with news, the newest first, whose cursors are their numbers.
type newsServer struct {
	dates []time.Time
	calls int
}

func (s *newsServer) MakeRequest(_ context.Context, req *graphql.Request, resp *graphql.Response) error {
	s.calls++
	variables, err := json.Marshal(req.Variables)
	if err != nil {
		return err
	}
	var page struct {
		First int
		After string
	}
	if err := json.Unmarshal(variables, &page); err != nil {
		return err
	}
	from := 0
	if page.After != "" {
		if from, err = strconv.Atoi(page.After); err != nil {
			return err
		}
		from++
	}
	edges := []map[string]any{}
	for i := from; i < min(from+page.First, len(s.dates)); i++ {
		edges = append(edges, map[string]any{
			"cursor": strconv.Itoa(i),
			"node":   map[string]any{"id": strconv.Itoa(i), "title": "News", "publicationDate": s.dates[i]},
		})
	}
	data, err := json.Marshal(map[string]any{"newsFeedItemsConnection": map[string]any{
		"edges": edges, "pageInfo": map[string]any{"hasNextPage": from+page.First < len(s.dates)},
	}})
	if err != nil {
		return err
	}
	return json.Unmarshal(data, resp.Data)
}

// TestNewsFeed_Unpublished: pages of the news begin with the latest one that is published, and change when the next one
// is.
//
// Rules: FEED-19, CALL-5.
func TestNewsFeed_Unpublished(t *testing.T) {
	start := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	// News 0 to 149 have a date in the future, news 150 to 159 one that has passed.
	const step = 10 * time.Minute
	server := &newsServer{}
	for i := range 160 {
		server.dates = append(server.dates, start.Add(time.Duration(150-i)*step))
	}
	now := start
	kept, err := cache.New(cache.Options{MaxBytes: 1 << 20, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(kept.Close)
	r := NewReader(server, kept, NewSnapshots(""), nil, slog.New(slog.DiscardHandler))
	siteCtx := site.NewContext(site.ContextInput{
		Directory: &site.Directory{}, Site: &site.Site{ID: "main"}, Locale: site.Locale{LanguageCode: "en"},
		Stage: site.Published,
	}, nil)
	read := func(in *site.Context, first int, after string, hasNext bool, want ...string) *NewsFeed {
		t.Helper()
		feed, err := r.NewsFeed(t.Context(), in, first, after, in.Now(now))
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, item := range feed.Items {
			ids = append(ids, item.ID)
		}
		if len(ids) != len(want) || feed.HasNext != hasNext || len(feed.Cursors) != len(ids) {
			t.Fatalf("got %v, next %t; want %v, next %t", ids, feed.HasNext, want, hasNext)
		}
		for i := range want {
			if ids[i] != want[i] {
				t.Fatalf("got %v, want %v", ids, want)
			}
		}
		return feed
	}
	first := read(siteCtx, 2, "", true, "150", "151")
	read(siteCtx, 2, first.Cursors[1], true, "152", "153")
	read(siteCtx, 100, "", false, "150", "151", "152", "153", "154", "155", "156", "157", "158", "159")
	calls := server.calls
	read(siteCtx, 2, "", true, "150", "151")
	now = now.Add(step - time.Nanosecond)
	read(siteCtx, 2, "", true, "150", "151")
	if server.calls > calls {
		t.Errorf("%d calls for entries of the cache", server.calls-calls)
	}
	now = now.Add(time.Nanosecond)
	read(siteCtx, 2, "", true, "149", "150")

	preview := site.NewContext(siteCtx.ContextInput, nil)
	preview.Preview = &site.Preview{Moment: start.Add(3 * step)}
	read(preview, 2, "", true, "147", "148")
	read(siteCtx, 2, "", true, "149", "150")
	preview.Preview = &site.Preview{Moment: start.AddDate(1, 0, 0)}
	read(preview, 2, "", true, "0", "1")
	preview.Preview = &site.Preview{Moment: start.AddDate(-1, 0, 0)}
	read(preview, 2, "", false)

	// A cursor that a caller has made leads to nothing that is not published.
	made := newsCursor{PublicationDate: start.Add(51 * step), Cursor: "99"}.String()
	read(siteCtx, 2, made, true, "149", "150")
	made = newsCursor{PublicationDate: start, Cursor: "3"}.String()
	if _, err := r.NewsFeed(t.Context(), siteCtx, 2, made, now); !errors.Is(err, ErrCursor) {
		t.Errorf("a cursor with another date: %v", err)
	}
}
