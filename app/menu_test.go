package app_test

import "testing"

// The items of the header that lead to the catalogue have its groups; while the PIM does not answer, they are links.
//
// Rules: NAV-33.
func TestMenu(t *testing.T) {
	type answer struct {
		SiteAt struct {
			HeaderNavigation struct {
				Items []struct {
					Title           string
					Classifications []struct{ Name, URL string }
				}
			}
		}
	}
	const query = `{ siteAt(url: "http://localhost/en") {
		headerNavigation { items { title classifications { name url } } } } }`
	groups := func(s *strand) map[string]string {
		t.Helper()
		_, response := post[answer](t, s, query, nil)
		if len(response.Errors) > 0 {
			t.Fatal(response.Errors)
		}
		first := map[string]string{}
		for _, item := range response.Data.SiteAt.HeaderNavigation.Items {
			if len(item.Classifications) > 0 {
				first[item.Title] = item.Classifications[0].URL
			}
		}
		return first
	}
	s := startWith(t, "../demo/content")
	s.pimFault.Store(&outOfOrder)
	if got := groups(s); len(got) != 0 {
		t.Errorf("while the PIM fails: %v", got)
	}
	s.pimFault.Store(nil)
	other := startWith(t, "../demo/content")
	got := groups(other)
	if len(got) != 2 || got["Products"] != "/en/products/cutting-and-stripping" || got["Services"] == "" {
		t.Errorf("%v", got)
	}
}
