package app_test

import (
	"maps"
	"testing"
)

// The items of the header that lead to the catalogue have its groups. The rest of the header does not need the PIM.
//
// Rules: NAV-33.
func TestMenu(t *testing.T) {
	type answer struct {
		SiteAt struct {
			HeaderNavigation struct {
				Items []struct {
					Title           string
					OverviewOf      string
					Classifications []struct{ Name, URL string }
				}
			}
		}
	}
	const header = `{ siteAt(url: "http://localhost/en") { headerNavigation { items { title overviewOf } } } }`
	const groups = `{ siteAt(url: "http://localhost/en") {
		headerNavigation { items { title overviewOf classifications { name url } } } } }`
	s := startWith(t, "../demo/content")
	s.pimFault.Store(&outOfOrder)
	_, response := post[answer](t, s, header, nil)
	overviews := map[string]string{}
	for _, item := range response.Data.SiteAt.HeaderNavigation.Items {
		if item.OverviewOf != "" {
			overviews[item.OverviewOf] = item.Title
		}
	}
	if want := map[string]string{"PRODUCT": "Products", "SERVICE": "Services"}; !maps.Equal(overviews, want) ||
		len(response.Errors) > 0 {
		t.Errorf("while the PIM fails: %v %v", overviews, response.Errors)
	}
	_, response = post[answer](t, s, groups, nil)
	if items := response.Data.SiteAt.HeaderNavigation.Items; len(items) == 0 || len(response.Errors) != 2 {
		t.Errorf("while the PIM fails: %d items %v", len(items), response.Errors)
	}
	s.pimFault.Store(nil)
	_, response = post[answer](t, startWith(t, "../demo/content"), groups, nil)
	first := map[string]string{}
	for _, item := range response.Data.SiteAt.HeaderNavigation.Items {
		if len(item.Classifications) > 0 {
			first[item.OverviewOf] = item.Classifications[0].URL
		}
	}
	want := map[string]string{
		"PRODUCT": "/en/products/cutting-and-stripping",
		"SERVICE": "/en/services/maintenance-and-repair",
	}
	if !maps.Equal(first, want) || len(response.Errors) > 0 {
		t.Errorf("%v %v", first, response.Errors)
	}
}
