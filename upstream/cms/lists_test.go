package cms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/transport"
)

// pagedTranslations answers TranslationTimes with a function from the number of skipped pages to the number of pages.
type pagedTranslations struct {
	calls int
	page  func(ctx context.Context, skip int) (n int)
}

func (p *pagedTranslations) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	p.calls++
	variables, err := json.Marshal(req.Variables)
	if err != nil {
		return err
	}
	var from struct{ Skip int }
	if err := json.Unmarshal(variables, &from); err != nil {
		return err
	}
	data := TranslationTimesResponse{}
	for i := range p.page(ctx, from.Skip) {
		page := &TranslationTimesPagesPage{}
		page.Id = fmt.Sprint(from.Skip, "-", i)
		data.Pages = append(data.Pages, page)
	}
	encoded, err := json.Marshal(data)
	if err != nil {
		return err
	}
	return json.Unmarshal(encoded, resp.Data)
}

func TestReadPages(t *testing.T) {
	tests := map[string]struct {
		page           func(ctx context.Context, skip int) int
		records, calls int
		isRefused      bool
	}{
		"a last page that is not full": {
			page: func(_ context.Context, skip int) int {
				if skip < 2*listPageSize {
					return listPageSize
				}
				return 7
			},
			records: 2*listPageSize + 7, calls: 3,
		},
		"a page with a record that violates the contract": {
			page: func(ctx context.Context, skip int) int {
				switch skip {
				case 0:
					cache.MarkDegraded(ctx)
					return listPageSize - 1
				case listPageSize:
					return 3
				}
				return 0
			},
			records: listPageSize + 2, calls: 3,
		},
		"a page that is returned again and again": {
			page:  func(context.Context, int) int { return listPageSize },
			calls: maxListPages, isRefused: true,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			c, err := cache.New(cache.Options{MaxBytes: 64 << 20})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(c.Close)
			client := &pagedTranslations{page: test.page}
			r := NewReader(client, c, NewSnapshots(""), nil, slog.New(slog.DiscardHandler))
			times, err := r.TranslationTimes(t.Context(), &site.Directory{})
			var failure *transport.Error
			if errors.As(err, &failure) != test.isRefused || !test.isRefused && err != nil {
				t.Errorf("error %v", err)
			}
			if len(times) != test.records || client.calls != test.calls {
				t.Errorf("%d records by %d calls, not %d by %d", len(times), client.calls, test.records, test.calls)
			}
		})
	}
}
