package cms

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"testing"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/location"
	"strand/domain/site"
	"strand/internal/cache"
	"strand/upstream/transport"
)

// officeServer has three offices, and answers Coordinates with a text or an error.
type officeServer struct {
	coordinates string
	err         error
}

func (s officeServer) MakeRequest(_ context.Context, req *graphql.Request, resp *graphql.Response) error {
	if req.OpName != "Coordinates" {
		return json.Unmarshal([]byte(`{"locations": [{"id": "a", "slug": "a", "name": "A"},
			{"id": "b", "slug": "b", "name": "B"}, {"id": "c", "slug": "c", "name": "C"}]}`), resp.Data)
	}
	if s.err != nil {
		return s.err
	}
	return json.Unmarshal([]byte(s.coordinates), resp.Data)
}

// TestLocations_Coordinates: all locations are in the list, with coordinates as far as there are possible ones. A CMS
// without the field is complete; one that does not answer is not.
//
// Rules: LCN-7.
func TestLocations_Coordinates(t *testing.T) {
	dir := &site.Directory{Sites: []*site.Site{{ID: "main", IsMain: true}}}
	for name, test := range map[string]struct {
		server   officeServer
		want     []*location.Coordinates
		degraded bool
	}{
		"some": {officeServer{coordinates: `{"locations": [
			{"id": "a", "coordinates": {"latitude": 47.1, "longitude": 8.4}},
			{"id": "b", "coordinates": null}, {"id": "c", "coordinates": {"latitude": 91, "longitude": 8.4}},
			{"id": "none", "coordinates": {"latitude": 1, "longitude": 1}}]}`},
			[]*location.Coordinates{{Latitude: 47.1, Longitude: 8.4}, nil, nil}, false},
		"a CMS without the field": {
			officeServer{err: &transport.Error{Kind: transport.KindInvalidRequest}},
			make([]*location.Coordinates, 3), false,
		},
		"a failure": {officeServer{err: errors.New("down")}, make([]*location.Coordinates, 3), true},
	} {
		c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		r := NewReader(test.server, c, NewSnapshots(""), nil, slog.New(slog.DiscardHandler))
		siteCtx := site.NewContext(site.ContextInput{Directory: dir, Site: dir.Sites[0], Stage: site.Published}, nil)
		ctx, reads := cache.WithReads(t.Context())
		all, err := r.Locations(ctx, siteCtx)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []*location.Coordinates
		for _, l := range all {
			got = append(got, l.Coordinates)
		}
		if !reflect.DeepEqual(got, test.want) || reads.IsDegraded() != test.degraded {
			t.Errorf("%s: %v, degraded %t", name, got, reads.IsDegraded())
		}
	}
}
