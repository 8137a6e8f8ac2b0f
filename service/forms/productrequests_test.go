package forms

import (
	"fmt"
	"slices"
	"testing"

	"strand/domain/optional"
	"strand/domain/site"
	"strand/service/servicetest"
)

// TestProductRequests_Page: the page of a request has its product, its variant and the office of the country. It is
// shown without what cannot be read.
//
// Rules: REQ-1, REQ-2, REQ-3, REQ-8.
func TestProductRequests_Page(t *testing.T) {
	const navigation, offices, product = "cms.Navigations [en]", "cms.Locations", "pim.Products en [h60]"
	const details, tree = "pim.Details en [h60]", "pim.Tree PRODUCT en"
	for name, test := range map[string]struct {
		url, fails, want string
		calls            []string
	}{
		"a product": {
			url:   "/en-ch/request?product=h60&units=imperial&what=demonstration",
			want:  "demonstration of h60//IMPERIAL, H 60, CH, Switzerland in 1",
			calls: []string{offices, navigation, product, tree},
		},
		"a variant": {
			url: "/en-us/request?product=h60&model=s", want: "quote of h60/s, H 60 s, US, Group in 1",
			calls: []string{offices, navigation, details, product, tree},
		},
		"an unknown variant, in another country than that of the URL": {
			url: "/en/request?product=h60&model=x&country=CH", want: "quote of h60/x, H 60, CH, Switzerland in 1",
			calls: []string{offices, navigation, details, product, tree},
		},
		"several machines, of which one is unknown": {
			url:   "/en-us/request?product=h60:s&product=h60&product=gone",
			want:  "quote of h60/s,h60,gone, H 60 s, H 60, unknown, US, Group in 1",
			calls: []string{offices, navigation, details, "pim.Products en [gone h60]", tree},
		},
		"several machines with variants, read by one call": {
			url:   "/en-us/request?product=h60:s&product=h70:m",
			want:  "quote of h60/s,h70/m, H 60 s, H 70 m, US, Group in 1",
			calls: []string{offices, navigation, "pim.Details en [h60 h70]", "pim.Products en [h60 h70]", tree},
		},
		"an unknown product": {
			url: "/en-ch/request?product=gone", want: "quote of gone, unknown, CH, Group in 1",
			calls: []string{offices, navigation, "pim.Products en [gone]"},
		},
		"an unknown country": {
			url: "/en/request?country=XX", want: "quote of , , Group in 1", calls: []string{offices, navigation},
		},
		"without the PIM": {
			url: "/en-ch/request?product=h60", fails: "pim.", want: "quote of h60, CH, Switzerland in 1, degraded",
			calls: []string{offices, navigation, product},
		},
		"without the details of the product": {
			url: "/en-ch/request?product=h60&model=s", fails: "pim.Details",
			want:  "quote of h60/s, H 60, CH, Switzerland in 1, degraded",
			calls: []string{offices, navigation, details, product, tree},
		},
		"without the offices": {
			url: "/en-ch/request", fails: offices, want: "quote of , CH,  in 1, degraded",
			calls: []string{offices, navigation},
		},
		"another page": {url: "/en/about", want: "none", calls: []string{navigation, "cms.Pages [about]"}},
	} {
		t.Run(name, func(t *testing.T) {
			from := content(t)
			if test.fails != "" {
				from.Fail(test.fails)
			}
			r := newSubmissions(t, from, false)
			ctx, v := servicetest.NewVisit(t.Context(), nil)
			found, err := r.Website.Resolve(ctx, "http://localhost"+test.url, site.Published)
			if err != nil {
				t.Fatal(err)
			}
			page, err := r.Requests.Page(ctx, found.(*site.PageResolution))
			if err != nil {
				t.Fatal(err)
			}
			got := "none"
			if page != nil {
				got = page.Requested + " of " + page.About
				for _, m := range page.Machines {
					got += ", " + m.Product.Name
					if m.Variant != nil {
						got += " " + m.Variant.ID
					}
				}
				if page.IsUnknownProduct {
					got += ", unknown"
				}
				office := page.Office
				got += fmt.Sprintf(", %s, %s in %d", optional.OrEmpty(page.Country), optional.OrEmpty(office.Name),
					office.WorkingDays)
			}
			if v.IsDegraded() {
				got += ", degraded"
			}
			if got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if calls := from.Calls(); !slices.Equal(calls, test.calls) {
				t.Errorf("calls %q, want %q", calls, test.calls)
			}
		})
	}
}
