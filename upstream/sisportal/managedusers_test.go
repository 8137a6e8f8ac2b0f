package sisportal_test

import (
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/cache"
	"strand/upstream/sisportal"
	"strand/upstream/transport"
)

// TestReader_OrganizationPage: an organization is read from those of the administrator; counts are exact up to
// 1,000.
func TestReader_OrganizationPage(t *testing.T) {
	organization := func(id, name string) string {
		return `{"id":"` + id + `","name":` + name +
			`,"subRegion":"Western Europe","country":"CH","city":"Bern","memberCount":2000,"applications":[]}`
	}
	request := func(userID, organization string) string {
		return `{"userId":"` + userID + `","firstName":"A","lastName":"B","email":"a@example.com","isEmployee":false,
			"company":"C","requestedAt":"2026-11-20T10:00:00Z","organizationId":` + organization + `}`
	}
	for name, test := range map[string]struct {
		organizations []string
		want          string
		err           error
	}{
		"own": {
			organizations: []string{organization("o-2", `"Helia"`),
				organization("o-1", `"Nordkabel"`)},
			want: "Nordkabel",
		},
		"foreign":                   {organizations: []string{organization("o-2", `"Helia"`)}},
		"without a name":            {organizations: []string{organization("o-1", "null")}, err: cache.ErrIncomplete},
		"foreign, without a record": {},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = w.Write([]byte(`{"data":{"managedOrganizations":[` + strings.Join(test.organizations, ",") + `],
					"managedUsers":{"total":1001,"edges":[],"hasNextPage":true,"hasPreviousPage":false},
					"memberStatusCounts":[{"status":"INACTIVE","total":0},{"status":"ACTIVE","total":1001},
						{"status":"PENDING","total":1000}],
					"membershipRequests":[` + request("1", `"o-1"`) + `,` + request("2", "null") + `],
					"auditLog":{"edges":[],"hasNextPage":false}}}`))
			}))
			defer server.Close()
			client, err := sisportal.NewClient(
				transport.Options{URL: server.URL, Timeout: 20 * time.Second, Logger: slog.New(slog.DiscardHandler)},
			)
			if err != nil {
				t.Fatal(err)
			}
			reader := sisportal.NewReader(client, transport.Options{URL: server.URL}, "none", time.Now)
			page, err := reader.OrganizationPage(t.Context(), "token", "o-1")
			if !errors.Is(err, test.err) || (page == nil) != (test.want == "") {
				t.Fatalf("%+v, %v", page, err)
			}
			if page == nil {
				return
			}
			var counts []useradmin.StatusCount
			for _, c := range page.StatusCounts {
				counts = append(counts, *c)
			}
			want := []useradmin.StatusCount{
				{Status: portal.AccessPending, Count: 1000, IsExact: true}, {Status: portal.AccessActive, Count: 1000},
			}
			if len(page.MembershipRequests) != 1 || page.MembershipRequests[0].UserID != "1" {
				t.Errorf("requests: %+v", page.MembershipRequests)
			}
			if page.Organization.Name != test.want || page.Members.IsTotalExact || !reflect.DeepEqual(counts, want) {
				t.Errorf("%+v, %+v", page, counts)
			}
		})
	}
}
