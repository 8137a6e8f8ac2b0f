package site

import (
	"testing"

	"strand/domain/optional"
)

// TestLink_Resolve checks the kinds of links on a page of the main site.
//
// Rules: LOC-17, NAV-4, NAV-26, NAV-27, NAV-32, URL-7, URL-43.
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
		{"a path with a locale", LinkRef{Path: "/en/products"}, nil, "ROUTE /en/products"},
		{"a path with a locale in capitals", LinkRef{Path: "/DE-CH/products/"}, nil, "ROUTE /de-ch/products"},
		{"a path with a locale, query and hash", LinkRef{Path: "en/products?q=a b#c d"}, nil,
			"ROUTE /en/products?q=a%20b#c%20d"},
		{"a path with a country that lacks the language", LinkRef{Path: "/fr-us/products"}, nil, "ROUTE /fr/products"},
		{"a path with a locale that the site lacks", LinkRef{Path: "/it/products"}, nil, "ROUTE /en-ch/products"},
		{"a locale alone", LinkRef{Path: "/de"}, nil, "ROUTE /de"},
		{"a path with the slug of a site", LinkRef{Path: "/cirris/company"}, nil, "PLAIN /en-ch/cirris/company"},
		{"a path with locale and slug", LinkRef{Path: "/es/Cirris/company?a=b"}, nil, "PLAIN /es/cirris/company?a=b"},
		{"a path with a locale after the mark hard:", LinkRef{Path: "hard:/de/a b"}, nil, "PLAIN /de/a%20b"},
		{"a path of the server", LinkRef{Path: "/sitemap.xml"}, nil, "PLAIN /sitemap.xml"},
		{
			"spaces and umlauts", LinkRef{Path: "/über uns/%C3%A9/100%"}, nil,
			"ROUTE /en-ch/%C3%BCber%20uns/%C3%A9/100%25",
		},
		{"dots and empty segments", LinkRef{Path: "//company/./x/../about//"}, nil, "NONE "},
		{"dots", LinkRef{Path: "/company/./x/../about//"}, nil, "ROUTE /en-ch/company/about"},
		{"a path that leads out", LinkRef{Path: "/../../etc"}, nil, "ROUTE /en-ch/etc"},
		{"a URL of the own host", LinkRef{ExternalURL: "http://localhost/products#x"}, nil,
			"PLAIN http://localhost:8080/en-ch/products#x"},
		{"a URL of the own host with a locale", LinkRef{ExternalURL: "https://LOCALHOST/fr/products/"}, nil,
			"PLAIN http://localhost:8080/fr/products"},
		{"a URL of another site", LinkRef{Path: "http://wustec.localhost/a?b=c"}, nil,
			"PLAIN http://wustec.localhost:8080/de/a?b=c"},
		{"a URL of the own host with another port", LinkRef{ExternalURL: "http://localhost:3000/x"}, nil,
			"PLAIN http://localhost:3000/x"},
		{"a URL of a host below a configured one", LinkRef{ExternalURL: "http://shop.komax.localhost/x"}, nil,
			"PLAIN http://shop.komax.localhost/x"},
		{"a URL of a file of the own host", LinkRef{ExternalURL: "http://localhost:8080/assets/a b.pdf"}, nil,
			"PLAIN http://localhost:8080/assets/a%20b.pdf"},
		{"a URL with spaces", LinkRef{ExternalURL: "https://müller.example/ü?q=a b"}, nil,
			"PLAIN https://xn--mller-kva.example/%C3%BC?q=a%20b"},
		{"a URL without a valid host", LinkRef{ExternalURL: "https://a b.example/"}, nil, "NONE "},
		{"a page with typed parameters", LinkRef{PageID: "main-about", PageParameters: "filter=a|b"}, nil,
			"ROUTE /en-ch/company/about?filter=a%7Cb"},
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

// TestLink_Resolve_SiteWithSlug checks the paths of links on a site whose home page is below its slug (NAV-32).
//
// Rules: NAV-32.
func TestLink_Resolve_SiteWithSlug(t *testing.T) {
	d := newTestDirectory(t)
	a, err := d.Parse("http://localhost/en/cirris/company")
	if err != nil {
		t.Fatal(err)
	}
	siteCtx := contextOf(t, d, a, Preferences{}, false)
	for path, want := range map[string]string{
		"/about":              "ROUTE /en/cirris/about",
		"/en/about":           "ROUTE /en/cirris/about",
		"/es/about":           "ROUTE /es/cirris/about",
		"/cirris/about":       "ROUTE /en/cirris/about",
		"/en/Cirris/about?a":  "ROUTE /en/cirris/about?a",
		"/de/cirris/about":    "ROUTE /en/cirris/about",
		"/cirris":             "ROUTE /en/cirris",
		"/adaptronic/about":   "PLAIN /en/adaptronic/about",
		"/fr/adaptronic":      "PLAIN /fr/adaptronic",
		"http://localhost/en": "PLAIN http://localhost/en",
	} {
		kind, url := (&Link{Ref: &LinkRef{Path: path}, SiteContext: siteCtx}).Resolve(nil)
		if got := string(kind) + " " + url; got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

// TestContext_ItemURL checks the URLs of navigation items whose path editors copied from the address bar (NAV-32).
//
// Rules: NAV-32.
func TestContext_ItemURL(t *testing.T) {
	d := newTestDirectory(t)
	for _, test := range []struct{ site, url, path, want, unlocalized string }{
		{"main", "http://localhost/de", "/products", "/de/products", "/products"},
		{"main", "http://localhost/de", "/en/products", "/en/products", "/products"},
		{"main", "http://localhost/de", "/en/products?a=b#c", "/en/products?a=b#c", "/products?a=b#c"},
		{"cirris", "http://localhost/en/cirris", "/es/cirris/products", "/es/cirris/products", "/cirris/products"},
		{"cirris", "http://localhost/en/cirris", "products/", "/en/cirris/products", "/cirris/products"},
	} {
		a, err := d.Parse(test.url)
		if err != nil {
			t.Fatal(err)
		}
		n := navigationOf(a.Site)
		n.Items = []*Item{{ID: "typed", Path: test.path}}
		siteCtx := NewContext(
			ContextInput{Directory: d, Site: a.Site, Locale: a.Locale, Scheme: a.Scheme, Host: a.Host},
			map[string]*Navigation{test.site: n},
		)
		tree, err := siteCtx.Tree(a.Site)
		if err != nil {
			t.Fatal(err)
		}
		item := tree.Items[0]
		if got := siteCtx.ItemURL(item); got != test.want || item.UnlocalizedURL() != test.unlocalized {
			t.Errorf("%s: got %s and %s, want %s", test.path, got, tree.Items[0].UnlocalizedURL(), test.want)
		}
	}
}

// TestLink_Record: a link names what it leads to, but nothing that visitors have no way to and no invalid target.
func TestLink_Record(t *testing.T) {
	d := newTestDirectory(t)
	a, err := d.Parse("http://localhost:8080/en-ch/company")
	if err != nil {
		t.Fatal(err)
	}
	siteCtx := contextOf(t, d, a, Preferences{}, false)
	for name, test := range map[string]struct {
		ref  LinkRef
		want [6]string
	}{
		"a page": {
			LinkRef{PageID: "main-about", PageParameters: "?a=b#c"}, [6]string{"main-about", "?a=b#c", "", "", "", ""},
		},
		"a page of another country": {LinkRef{PageID: "main-trade-in"}, [6]string{}},
		"an unknown page":           {LinkRef{PageID: "none"}, [6]string{}},
		"a path":                    {LinkRef{Path: "products?q=1"}, [6]string{"", "", "products?q=1", "", "", ""}},
		"an action": {
			LinkRef{Path: "action:openNewsFeed"}, [6]string{"", "", "action:openNewsFeed", "", "", ""},
		},
		"a script": {LinkRef{Path: "javascript:alert(1)"}, [6]string{}},
		"a URL": {
			LinkRef{ExternalURL: "https://Example.com/a b"},
			[6]string{"", "", "", "https://Example.com/a b"},
		},
		"a script as URL":  {LinkRef{ExternalURL: "javascript:alert(1)"}, [6]string{}},
		"a product":        {LinkRef{ProductSlug: "alpha-530"}, [6]string{"", "", "", "", "alpha-530", ""}},
		"a service":        {LinkRef{ServiceSlug: "training"}, [6]string{"", "", "", "", "", "training"}},
		"without a target": {LinkRef{Text: "Text"}, [6]string{}},
	} {
		l := &Link{Ref: &test.ref, SiteContext: siteCtx}
		var got [6]string
		for i, field := range []*string{
			l.PageID(), l.PageParameters(), l.Path(), l.ExternalURL(), l.ProductSlug(), l.ServiceSlug(),
		} {
			got[i] = optional.OrEmpty(field)
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
