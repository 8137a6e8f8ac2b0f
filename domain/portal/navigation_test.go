package portal

import (
	"slices"
	"strings"
	"testing"

	"strand/domain/site"
)

// Rules: PORT-21.
func TestNavigation(t *testing.T) {
	for _, test := range []struct {
		name    string
		missing []site.Part
		want    []PageKind
	}{
		{"with a service portal", nil,
			[]PageKind{PageHome, PageTickets, PageInventory, PageSoftware, PageUserAdmin, PageAccount}},
		{"without a service portal", []site.Part{site.PartServicePortal}, []PageKind{PageHome}},
	} {
		var got []PageKind
		for _, item := range Navigation(&site.Directory{Missing: test.missing}) {
			got = append(got, item.Page)
			if place := RouteOf(strings.Split(item.Path[1:], "/")); place.Page != item.Page {
				t.Errorf("%s: the path of %s leads to %s", test.name, item.Page, place.Page)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
