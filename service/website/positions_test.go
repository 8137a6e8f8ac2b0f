package website

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/site"
	"strand/service/servicetest"
)

// TestPositionOverview_Places: positions are filtered by place, and listed without this filter while the places cannot
// be read.
//
// Rules: JOB-5.
func TestPositionOverview_Places(t *testing.T) {
	for name, test := range map[string]struct {
		query, fails, want string
		isDegraded         bool
	}{
		"by place":          {query: "?place=b", want: "job-b"},
		"without locations": {query: "?place=b", fails: "cms.Locations", want: "job-a job-b", isDegraded: true},
		"by department, without locations": {
			query: "?place=b&department=SALES", fails: "cms.Locations", want: "job-a", isDegraded: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			job := func(at string, department editorial.Department) servicetest.Page {
				return servicetest.Page{Page: editorial.Page{
					ID: "job-" + at, Position: &editorial.Position{LocationID: at, Department: department},
				}}
			}
			from := servicetest.New(t).
				Page(servicetest.Page{Page: editorial.Page{
					ID: "careers", Modules: []editorial.Module{&editorial.PositionsModule{}},
				}}).
				Page(job("a", "SALES")).Page(job("b", "SERVICE")).
				Location(&location.Location{ID: "a", Slug: "a", Name: "A"}).
				Location(&location.Location{ID: "b", Slug: "b", Name: "B"})
			if test.fails != "" {
				from.Fail(test.fails)
			}
			r := newSites(from)
			ctx, v := servicetest.NewVisit(t.Context(), nil)
			found, err := r.Resolve(ctx, "http://localhost/en/careers"+test.query, site.Published)
			if err != nil {
				t.Fatal(err)
			}
			overview, err := r.PositionOverview(ctx, found.(*site.PageResolution))
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, p := range overview.Positions {
				ids = append(ids, p.ID)
			}
			slices.Sort(ids)
			if got := strings.Join(ids, " "); got != test.want || v.IsDegraded() != test.isDegraded {
				t.Errorf("%s, degraded %t", got, v.IsDegraded())
			}
		})
	}
}
