package site

import "testing"

// TestLink_Resolve checks the kinds of links on a page of the main site.
func TestLink_Resolve(t *testing.T) {
	d := newTestDirectory(t)
	a, err := d.Parse("http://localhost:8080/en-ch/company")
	if err != nil {
		t.Fatal(err)
	}
	siteCtx := contextOf(t, d, a, Preferences{}, false)
	catalogue := func() string { return "/products/crimping/alpha" }
	for _, test := range []struct {
		name    string
		ref     LinkRef
		catalog func() string
		want    string
	}{
		{"a page", LinkRef{PageID: "main-about"}, nil, "ROUTE /en-ch/company/about"},
		{"a page with parameters", LinkRef{
			PageID:         "main-about",
			PageParameters: "?filter=a#contact",
		}, nil, "ROUTE /en-ch/company/about?filter=a#contact"},
		{
			"a page of a site with its own domain", LinkRef{PageID: "komax-about"}, nil,
			"PLAIN http://komax.localhost:8080/en-ch/company/about",
		},
		{"a page of a site with a slug", LinkRef{PageID: "cirris-about"}, nil, "PLAIN /en-ch/cirris/company/about"},
		{"an unknown page", LinkRef{PageID: "none"}, nil, "NONE "},
		{"the home page of the country", LinkRef{PageID: "main-home-ch"}, nil, "ROUTE /en-ch"},
		{"the home page that it replaces", LinkRef{PageID: "main-home"}, nil, "ROUTE /en-ch"},
		{
			"the replaced home page of another site", LinkRef{PageID: "komax-home"}, nil,
			"PLAIN http://komax.localhost:8080/en-ch",
		},
		{"a page of another country", LinkRef{PageID: "main-trade-in"}, nil, "NONE "},
		{"a path", LinkRef{Path: "/products?q=1"}, nil, "ROUTE /en-ch/products?q=1"},
		{"a path that is an action", LinkRef{Path: "action:openNewsFeed"}, nil, "ACTION openNewsFeed"},
		{"a path with the mark hard:", LinkRef{Path: "hard:/de/products"}, nil, "PLAIN /de/products"},
		{"an external URL", LinkRef{ExternalURL: "https://example.com/x"}, nil, "PLAIN https://example.com/x"},
		{"a path as an external URL", LinkRef{ExternalURL: "/company"}, nil, "ROUTE /en-ch/company"},
		{"an external URL without a scheme", LinkRef{ExternalURL: "example.com"}, nil, "NONE "},
		{"a product", LinkRef{ProductSlug: "alpha"}, catalogue, "ROUTE /en-ch/products/crimping/alpha"},
		{"a product without a classification", LinkRef{ProductSlug: "alpha"}, func() string { return "" }, "NONE "},
		{"a service", LinkRef{ServiceSlug: "repair"}, catalogue, "ROUTE /en-ch/products/crimping/alpha"},
		{"nothing", LinkRef{Text: "Nowhere"}, nil, "NONE "},
	} {
		t.Run(test.name, func(t *testing.T) {
			kind, url := (&Link{Ref: &test.ref, SiteContext: siteCtx}).Resolve(test.catalog)
			if got := string(kind) + " " + url; got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
