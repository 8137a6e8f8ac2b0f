package resolvers

import (
	"testing"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/site"
	"strand/service/servicetest"
)

// menu is a site whose navigation has items that lead to something, and others.
func menu(t *testing.T) *servicetest.Systems {
	page := func(id, below string) servicetest.Page {
		return servicetest.Page{Page: editorial.Page{ID: id}, Below: below}
	}
	gone := &site.LinkRef{Text: "See {{name}}", ProductSlug: "gone"}
	return servicetest.New(t).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "presses", Name: "Presses"}, nil).
		Product(servicetest.Product{Product: catalog.Product{Slug: "h60", ClassificationSlug: "presses"}}).
		Page(page("company", "")).
		Page(page("about", "company")).
		Page(page("lost", "company")).
		Page(servicetest.Page{Page: editorial.Page{ID: "german", Languages: []string{"de"}}}).
		Navigation(func(n *site.Navigation) {
			company := n.Items[0]
			company.Items = append(company.Items,
				&site.Item{ID: "1", Title: "Empty"},
				&site.Item{ID: "2", Title: "Gone", Path: "/no/such/path"},
				&site.Item{ID: "3", Title: "Heading", Path: "/gone", Items: []*site.Item{{ID: "4", Title: "H 60",
					Path: "/products"}}},
				&site.Item{ID: "5", Title: "Heading of nothing", Items: []*site.Item{{ID: "6", Title: "Empty"}}},
			)
			company.Sections = []*site.Section{
				{Title: "Machines", Items: []*site.Item{{ID: "7", Title: "Presses", Path: "/products/presses"}}},
				{Title: "Nothing", Items: []*site.Item{{ID: "8", Title: "Gone", Path: "/products/gone"}}},
			}
			company.Marketing = &site.Marketing{Title: "Look", Link: gone}
			n.Items = append(n.Items, &site.Item{ID: "9", Title: "Products", Path: "/products"}, &site.Item{ID: "10",
				Title: "Nothing"})
			n.TopItems = []*site.Item{
				{ID: "11", Title: "Gone", Path: "/no/such/path"},
				{ID: "12", Title: "News", Target: "action:openNewsFeed"},
			}
			about := &site.LinkRef{Text: "About", PageID: "about"}
			n.Footer = &site.Footer{
				ID:          "footer",
				ContactLink: &site.LinkRef{Text: "Gone", Path: "/gone"},
				LegalLinks:  []*site.LinkRef{about, {Text: "Gone", PageID: "gone"}},
				Sections: []site.FooterSection{
					{Title: "Some", Links: []*site.LinkRef{about, {Text: "Gone", Path: "/gone"}}},
					{Title: "None", Links: []*site.LinkRef{gone}},
				},
			}
		})
}

// TestQueries_Site: the sites with their navigation, and the calls for it.
//
// Rules: CALL-3, CALL-6, CALL-17, LOC-7, LOC-15, NAV-31, NAV-33.
func TestQueries_Site(t *testing.T) {
	const products = "pim.Tree PRODUCT en"
	const header = `headerNavigation(locale: "en") { items { title `
	for name, test := range map[string]queryTest{
		"languages and countries": {
			query: `{ languages { nativeName } countries(language: "de") { countryCode displayName(language: "de")
				supportedLanguages { languageCode } } all: countries(includeHidden: true) { displayName }
				resolve(url: "http://localhost/en") { ... on PageResolution { locale { languageTag country {
				displayName(language: "de") defaultMeasurementSystem } } } } }`,
			data: `{"all":[{"displayName":"All"},{"displayName":"CH"},{"displayName":"US"}],
				"resolve":{"locale":{"country":{"defaultMeasurementSystem":"METRIC","displayName":"Alle"},
				"languageTag":"en"}},
				"countries":[{"countryCode":"CH","displayName":"CH","supportedLanguages":[{"languageCode":"de"},
				{"languageCode":"fr"},{"languageCode":"en"}]},{"countryCode":"US","displayName":"US",
				"supportedLanguages":[{"languageCode":"en"}]}],"languages":[{"nativeName":"English"},
				{"nativeName":"Deutsch"},{"nativeName":"français"}]}`,
			calls: []string{inEnglish, "cms.Pages [home]"},
		},
		"items without a target are left out, or headings of those below them": {
			query: `{ site(technicalName: "main") { ` + header + `link { kind url } marketingSection { link { text } }
				items { title link { kind } items { title } } sections { title items { title } } }
				topItems { title link { kind } } }
				footerNavigation(locale: "en") { sections { title links { text } } legalLinks { text }
				contactLink { text } } } }`,
			data: `{"site":{"footerNavigation":{"contactLink":null,"legalLinks":[{"text":"About"}],
				"sections":[{"links":[{"text":"About"}],"title":"Some"}]},
				"headerNavigation":{"items":[{"items":[{"items":[],"link":{"kind":"ROUTE"},"title":"about"},
				{"items":[],"link":{"kind":"ROUTE"},"title":"lost"},{"items":[{"title":"H 60"}],
				"link":{"kind":"NONE"},"title":"Heading"}],"link":{"kind":"ROUTE","url":"/en/company"},
				"marketingSection":{"link":null},"sections":[{"items":[{"title":"Presses"}],"title":"Machines"}],
				"title":"company"},{"items":[],"link":{"kind":"ROUTE","url":"/en/german"},"marketingSection":null,
				"sections":[],"title":"german"},{"items":[],"link":{"kind":"ROUTE","url":"/en/products"},
				"marketingSection":null,"sections":[],"title":"Products"}],"topItems":[{"link":{"kind":"ACTION"},
				"title":"News"}]}}}`,
			calls: []string{
				inEnglish,
				"cms.Redirects",
				"pim.Details en [gone]",
				"pim.Products en [gone]",
				products,
			},
		},
		"the pages of all items are read by one call": {
			query: `{ site(technicalName: "main") { headerNavigation(locale: "en") { home { page { id } }
				items { page { id title } items { page { title } } } } } }`,
			data: `{"site":{"headerNavigation":{"home":{"page":{"id":"home"}},
				"items":[{"items":[{"page":{"title":"about"}},{"page":{"title":"lost"}},{"page":null}],
				"page":{"id":"company","title":"company"}},{"items":[],"page":{"id":"german","title":"german"}},
				{"items":[],"page":null}]}}}`,
			calls: []string{
				inEnglish,
				"cms.Pages [about company german home lost]",
				"cms.Redirects",
				"pim.Details en [gone]",
				products,
			},
		},
		"the navigations of all sites are read by one call": {
			query: `{ sites { name ` + header + `url } } } }`,
			data: `{"sites":[{"headerNavigation":{"items":[{"title":"company","url":"/en/company"},{"title":"german",
				"url":"/en/german"},{"title":"Products","url":"/en/products"}]},"name":"Group"}]}`,
			calls: []string{inEnglish, "cms.Redirects", "pim.Details en [gone]", products},
		},
		"an overview has its classifications": {
			query: `{ site(technicalName: "main") { ` + header + `overviewOf classifications { name url } } } } }`,
			data: `{"site":{"headerNavigation":{"items":[{"classifications":null,"overviewOf":null,"title":"company"},
				{"classifications":null,"overviewOf":null,"title":"german"},{"classifications":[{"name":"Presses",
				"url":"/en/products/presses"}],"overviewOf":"PRODUCT","title":"Products"}]}}}`,
			calls: []string{inEnglish, "cms.Redirects", "pim.Details en [gone]", products},
		},
		"without the PIM the overview is known": {
			query: `{ site(technicalName: "main") { ` + header + `overviewOf } } } }`,
			fails: "pim.",
			data: `{"site":{"headerNavigation":{"items":[{"overviewOf":null,"title":"company"},{"overviewOf":null,
				"title":"german"},{"overviewOf":"PRODUCT","title":"Products"}]}}}`,
			calls: []string{inEnglish, "cms.Redirects", products},
		},
		"without the PIM an overview has no classifications": {
			query: `{ site(technicalName: "main") { ` + header + `classifications { name } } } } }`,
			fails: "pim.",
			data: `{"site":{"headerNavigation":{"items":[{"classifications":null,"title":"company"},
				{"classifications":null,"title":"german"},{"classifications":null,"title":"Products"}]}}}`,
			codes: []string{"UPSTREAM_UNAVAILABLE"},
			calls: []string{inEnglish, "cms.Redirects", products},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, menu) })
	}
}

// TestQueries_Site_PrivacyURL: the page about privacy is found by its slug, and left out where it has no URL.
//
// Rules: FORM-40.
func TestQueries_Site_PrivacyURL(t *testing.T) {
	for name, test := range map[string]struct{ slug, url string }{
		"a page about privacy": {slug: "privacy", url: `"/en-us/legal/privacy"`},
		"none":                 {slug: "privacy-of-others", url: "null"},
	} {
		t.Run(name, func(t *testing.T) {
			queryTest{
				query: `{ site(technicalName: "main") { privacyUrl(locale: "en-US") } }`,
				data:  `{"site":{"privacyUrl":` + test.url + `}}`,
				calls: []string{inEnglish},
			}.check(t, func(t *testing.T) *servicetest.Systems {
				return servicetest.New(t).Page(servicetest.Page{Page: editorial.Page{ID: "legal"}}).
					Page(servicetest.Page{Page: editorial.Page{ID: "1", Slug: test.slug}, Below: "legal"})
			})
		})
	}
}
