package site

import "testing"

// TestLink_Resolve: the kinds of links, from a page of the main site.
func TestLink_Resolve(t *testing.T) {
	d := group(t)
	a, err := d.Parse("http://localhost:8080/en-ch/company")
	if err != nil {
		t.Fatal(err)
	}
	view := viewOf(t, d, a, Preferences{}, false)
	catalogue := func() string { return "/products/crimping/alpha" }
	for _, test := range []struct {
		name    string
		ref     LinkRef
		catalog func() string
		want    string
	}{
		{"a page", LinkRef{PageID: "main-about"}, nil, "ROUTE /en-ch/company/about"},
		{"a page with parameters", LinkRef{PageID: "main-about", PageParameters: "?filter=a#contact"}, nil, "ROUTE /en-ch/company/about?filter=a#contact"},
		{"a page of a site with its own domain", LinkRef{PageID: "komax-about"}, nil, "PLAIN http://komax.localhost:8080/en-ch/company/about"},
		{"a page of a site by its slug", LinkRef{PageID: "cirris-about"}, nil, "PLAIN /en-ch/cirris/company/about"},
		{"a page that is not there", LinkRef{PageID: "none"}, nil, "NONE "},
		{"a page of another country", LinkRef{PageID: "main-trade-in"}, nil, "NONE "},
		{"a path", LinkRef{Path: "/products?q=1"}, nil, "ROUTE /en-ch/products?q=1"},
		{"a path that is an action", LinkRef{Path: "action:openNewsFeed"}, nil, "ACTION openNewsFeed"},
		{"a path that is hard", LinkRef{Path: "hard:/de/products"}, nil, "PLAIN /de/products"},
		{"an address elsewhere", LinkRef{ExternalURL: "https://example.com/x"}, nil, "PLAIN https://example.com/x"},
		{"an address that is none", LinkRef{ExternalURL: "example.com"}, nil, "NONE "},
		{"a product", LinkRef{ProductSlug: "alpha"}, catalogue, "ROUTE /en-ch/products/crimping/alpha"},
		{"a product that is filed nowhere", LinkRef{ProductSlug: "alpha"}, func() string { return "" }, "NONE "},
		{"a service", LinkRef{ServiceSlug: "repair"}, catalogue, "ROUTE /en-ch/products/crimping/alpha"},
		{"nothing", LinkRef{Text: "Nowhere"}, nil, "NONE "},
	} {
		t.Run(test.name, func(t *testing.T) {
			kind, url := (&Link{Ref: &test.ref, View: view}).Resolve(test.catalog)
			if got := string(kind) + " " + url; got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
