package website

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// group is the content of a group with three sites.
func group(t *testing.T) *servicetest.Systems {
	page := func(id, below string, languages ...string) servicetest.Page {
		return servicetest.Page{Page: editorial.Page{ID: id, Languages: languages}, Below: below}
	}
	onSite := func(name, id string) servicetest.Page {
		return servicetest.Page{Page: editorial.Page{ID: name + "-" + id, Slug: id}, Site: name}
	}
	trade := page("trade", "", "en")
	trade.Countries = []string{"US"}
	return servicetest.New(t).
		Site(&site.Site{
			ID: "wire", TechnicalName: "wire", Name: "Wire", Slug: "wire", Languages: []string{"en"},
			Domains: []string{"wire.localhost"},
		}).
		Site(&site.Site{
			ID: "cabinet", TechnicalName: "cabinet", Name: "Cabinet", Slug: "cabinet", Languages: []string{"en"},
			Domains: []string{"localhost/cabinet"},
		}).
		Page(page("company", "", "en", "de")).
		Page(page("about", "company", "en", "de")).
		Page(page("careers", "", "en")).
		Page(page("stellen", "", "de")).
		Page(servicetest.Page{Page: editorial.Page{ID: "vanished"}, IsGone: true}).
		Page(trade).
		Page(onSite("wire", "home")).
		Page(onSite("wire", "history")).
		Page(onSite("cabinet", "home")).
		Story(&editorial.Story{ID: "story-1", Slug: "cables"}).
		MediaRelease(&editorial.MediaRelease{ID: "release-1", Slug: "results"}).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "presses", Name: "Presses"}, nil).
		Product(servicetest.Product{Product: catalog.Product{
			Slug: "h60", Name: "H 60", ClassificationSlug: "presses",
		}})
}

// outcome describes a resolution, or the code of an error, in one line.
func outcome(resolution site.Resolution, err error) string {
	if err != nil {
		return string(apperr.CodeOf(err))
	}
	switch r := resolution.(type) {
	case *site.PageResolution:
		text := fmt.Sprintf("%s %s", r.Found.Screen, r.SiteContext.Locale.Code())
		if r.Found.Item != nil {
			text += " " + r.Found.Item.ID
		}
		if r.Found.Language.IsFallback {
			text += " in " + r.Found.Language.LanguageCode
		}
		return text
	case *site.Redirect:
		return fmt.Sprintf("%d %s%s", r.Status, r.Location, hashTexts(r.HashLocations))
	case *site.NotFoundResolution:
		return "not found " + r.SiteContext.Locale.Code() + hashTexts(r.HashLocations)
	}
	return fmt.Sprintf("%T", resolution)
}

// hashTexts describes where an address leads with hashes.
func hashTexts(all []site.HashLocation) string {
	var text strings.Builder
	for _, h := range all {
		fmt.Fprintf(&text, ", #%s %s", h.Hash, h.Location)
	}
	return text.String()
}

// checkCalls compares the calls that were made with the expected ones.
func checkCalls(t *testing.T, from *servicetest.Systems, want []string) {
	t.Helper()
	if got := from.Calls(); !slices.Equal(got, want) {
		t.Errorf("calls %q, want %q", got, want)
	}
}

// visitTest is a request of a test.
type visitTest struct {
	// url is a path of the main host or a full URL.
	url                                       string
	acceptLanguage, country, fallbackLanguage string
	// cookie is the locale that the visitor last used on the main site.
	cookie string
	user   *portal.User
	fails  []string
}

// resolve resolves the URL of a request in a bubble, in which a batch is sent when all fields wait.
func (v visitTest) resolve(
	t *testing.T, from *servicetest.Systems,
	check func(t *testing.T, r site.Resolution, answer *servicetest.Visit, err error),
) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, answer := servicetest.NewVisit(t.Context(), v.user)
		answer.AcceptLanguage, answer.Country, answer.FallbackLanguage = v.acceptLanguage, v.country, v.fallbackLanguage
		answer.LocaleCookie = func(technicalName string) string {
			if technicalName == servicetest.Main {
				return v.cookie
			}
			return ""
		}
		url := v.url
		if strings.HasPrefix(url, "/") {
			url = "http://localhost" + url
		}
		resolution, err := newSites(from.Fail(v.fails...)).Resolve(ctx, url, site.Published)
		check(t, resolution, answer, err)
	})
}

// TestResolve: what a URL shows to a visitor, whether its answer may be shared, and the calls for it.
//
// Rules: CALL-2, LOC-3, LOC-9, LOC-10, PAGE-1, URL-3, URL-4, URL-22, URL-24, URL-29, URL-39, URL-41.
func TestResolve(t *testing.T) {
	const (
		en, de  = "cms.Navigations [en]", "cms.Navigations [de en]"
		details = "pim.Details en [h60]"
		tree    = "pim.Tree PRODUCT en"
	)
	for name, test := range map[string]struct {
		visitTest
		want string
		// isPrivate marks an answer that depends on the visitor, isUnconfirmed one of a URL that anyone can invent.
		isPrivate, isUnconfirmed, isDegraded bool
		calls                                []string
	}{
		"the home page": {
			visitTest: visitTest{url: "/en"}, want: "CONTENT en home",
			calls: []string{en, "cms.Pages [home]"},
		},
		"a page below another": {
			visitTest: visitTest{url: "/en/company/about"}, want: "CONTENT en about",
			calls: []string{en, "cms.Pages [about]"},
		},
		"no locale: the language of the browser": {
			visitTest: visitTest{url: "/company", acceptLanguage: "de"}, want: "302 /de/company", isPrivate: true,
			isUnconfirmed: true,
			calls:         []string{de},
		},
		"no locale: the country of the visitor": {
			visitTest: visitTest{url: "/company", acceptLanguage: "de", country: "CH"}, want: "302 /de-ch/company",
			isPrivate: true, isUnconfirmed: true,
			calls: []string{de},
		},
		"no locale: that of the last visit": {
			visitTest: visitTest{url: "/company", acceptLanguage: "en", cookie: "de-CH"}, want: "302 /de-ch/company",
			isPrivate: true, isUnconfirmed: true,
			calls: []string{de},
		},
		"no locale: the last visit of another site": {
			visitTest: visitTest{url: "/cabinet", acceptLanguage: "en", cookie: "de-CH"}, want: "302 /en/cabinet",
			isPrivate: true, isUnconfirmed: true,
			calls: []string{en},
		},
		"a page in English only": {
			visitTest: visitTest{url: "/de/careers"}, want: "CONTENT de careers in en",
			calls: []string{de, "cms.Pages [careers]"},
		},
		"a page in German only": {
			visitTest: visitTest{url: "/en/stellen"}, want: "CONTENT en stellen in de",
			calls: []string{en, "cms.Pages [stellen]"},
		},
		"the visitor's fallback language": {
			visitTest: visitTest{url: "/de/careers", fallbackLanguage: "fr"}, want: "CONTENT de careers in en",
			calls: []string{"cms.Navigations [de fr en]", "cms.Pages [careers]"},
		},
		"an unknown fallback language": {
			visitTest: visitTest{url: "/de/careers", fallbackLanguage: "tlh"}, want: "CONTENT de careers in en",
			calls: []string{de, "cms.Pages [careers]"},
		},
		"a page of the visitor's country": {
			visitTest: visitTest{url: "/en-us/trade"}, want: "CONTENT en-US trade",
			calls: []string{en, "cms.Pages [trade]"},
		},
		"a page of another country": {
			visitTest: visitTest{url: "/en-ch/trade"}, want: "not found en-CH", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects"},
		},
		"a page of a country, in no country": {
			visitTest: visitTest{url: "/en/trade"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects"},
		},
		"a language that the country does not have": {
			visitTest: visitTest{url: "/de-us/company"}, want: "302 /de/company", isPrivate: true, isUnconfirmed: true,
			calls: []string{de},
		},
		"a slash at the end": {
			visitTest: visitTest{url: "/en/company/"}, want: "301 /en/company", isUnconfirmed: true,
			calls: []string{en},
		},
		"a slash at the end, without a locale": {
			visitTest: visitTest{url: "/company/", acceptLanguage: "de"}, want: "301 /company", isUnconfirmed: true,
			calls: []string{de},
		},
		"a page in capitals": {
			visitTest: visitTest{url: "/en/Company"}, want: "301 /en/company", isUnconfirmed: true,
			calls: []string{en},
		},
		"a page in capitals without a locale": {
			visitTest: visitTest{url: "/Company", acceptLanguage: "de"}, want: "302 /de/company", isPrivate: true,
			isUnconfirmed: true,
			calls:         []string{de},
		},
		"a locale in capitals": {
			visitTest: visitTest{url: "/EN"}, want: "301 /en", isUnconfirmed: true,
			calls: []string{en},
		},
		"nothing": {
			visitTest: visitTest{url: "/en/nothing"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects"},
		},
		"nothing, without a locale": {
			visitTest: visitTest{url: "/nothing", acceptLanguage: "de"}, want: "not found de", isPrivate: true,
			isUnconfirmed: true,
			calls:         []string{de, "cms.Redirects"},
		},
		"the id of a page": {
			visitTest: visitTest{url: "/en/company?pageId=about"}, want: "302 /en/company/about", isUnconfirmed: true,
			calls: []string{en},
		},
		"the id of a page, without a locale": {
			visitTest: visitTest{url: "/?pageId=about", acceptLanguage: "de"}, want: "302 /de/company/about",
			isPrivate: true, isUnconfirmed: true,
			calls: []string{de},
		},
		"the id of a page of another site": {
			visitTest: visitTest{url: "/en?pageId=wire-history"}, want: "302 http://wire.localhost/en/history",
			isUnconfirmed: true,
			calls:         []string{en},
		},
		"the id of a story": {
			visitTest: visitTest{url: "/en?pageId=story-1"}, want: "302 /en/stories/cables", isUnconfirmed: true,
			calls: []string{en, "cms.Stories en"},
		},
		"the id of a media release": {
			visitTest: visitTest{url: "/en?pageId=release-1"}, want: "302 /en/media-releases/results",
			isUnconfirmed: true,
			calls:         []string{"cms.MediaReleases en", en, "cms.Stories en"},
		},
		"an unknown id": {
			visitTest: visitTest{url: "/en?pageId=none"}, want: "CONTENT en home",
			calls: []string{"cms.MediaReleases en", en, "cms.Pages [home]", "cms.Stories en"},
		},
		"a story": {
			visitTest: visitTest{url: "/en/stories/cables"}, want: "STORIES en",
			calls: []string{en, "cms.Stories en"},
		},
		"an unknown story": {
			visitTest: visitTest{url: "/en/stories/none"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects", "cms.Stories en"},
		},
		"a story in capitals": {
			visitTest: visitTest{url: "/en/Stories/Cables"}, want: "301 /en/stories/cables", isUnconfirmed: true,
			calls: []string{en, "cms.Stories en"},
		},
		"a media release": {
			visitTest: visitTest{url: "/en/media-releases/results"}, want: "MEDIA_RELEASES en",
			calls: []string{"cms.MediaReleases en", en},
		},
		"an unknown media release": {
			visitTest: visitTest{url: "/en/media-releases/none"}, want: "not found en", isUnconfirmed: true,
			calls: []string{"cms.MediaReleases en", en, "cms.Redirects"},
		},
		"the products": {
			visitTest: visitTest{url: "/en/products"}, want: "PRODUCTS en",
			calls: []string{en},
		},
		"a product": {
			visitTest: visitTest{url: "/en/products/presses/h60"}, want: "PRODUCTS en",
			calls: []string{en, details, tree},
		},
		"another path of a product, with a query": {
			visitTest: visitTest{url: "/en/products/h60?a=1"}, want: "301 /en/products/presses/h60?a=1",
			isUnconfirmed: true,
			calls:         []string{en, details, tree},
		},
		"an unknown product": {
			visitTest: visitTest{url: "/en/products/none"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects", "pim.Details en [none]", tree},
		},
		"the catalogue in capitals": {
			visitTest: visitTest{url: "/en/Products/Presses?a=b"}, want: "301 /en/products/presses?a=b",
			isUnconfirmed: true,
			calls:         []string{en, tree},
		},
		"a comparison elsewhere": {
			visitTest: visitTest{url: "/en?compare=h60"}, want: "302 /en/products?compare=h60", isUnconfirmed: true,
			calls: []string{en, "cms.Pages [home]"},
		},
		"a comparison on the services": {
			visitTest: visitTest{url: "/de-ch/services?compare=h60,h40"}, want: "302 /de-ch/products?compare=h60,h40",
			isUnconfirmed: true,
			calls:         []string{de},
		},
		"a comparison on a site with a slug": {
			visitTest: visitTest{url: "/en/cabinet?compare=h60"}, want: "302 /en/cabinet/products?compare=h60",
			isUnconfirmed: true,
			calls:         []string{en, "cms.Pages [cabinet-home]"},
		},
		"a comparison of nothing": {
			visitTest: visitTest{url: "/en?compare="}, want: "CONTENT en home",
			calls: []string{en, "cms.Pages [home]"},
		},
		"a page whose record is missing": {
			visitTest: visitTest{url: "/en/vanished"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Pages [vanished]", "cms.Redirects"},
		},
		"a query with characters that need an escape": {
			visitTest: visitTest{url: "/en/company/?q=|%22"}, want: "301 /en/company?q=%7C%22", isUnconfirmed: true,
			calls: []string{en},
		},
		"locale and slug in capitals with a slash": {
			visitTest: visitTest{url: "/En/Cabinet/"}, want: "301 /en/cabinet", isUnconfirmed: true,
			calls: []string{en},
		},
		"an unknown part of the catalogue in capitals": {
			visitTest: visitTest{url: "/en/Products/Nothing"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects", "pim.Details en [nothing]", tree},
		},
		"the search": {
			visitTest: visitTest{url: "/en/search"}, want: "SEARCH en",
			calls: []string{en},
		},
		"below the search": {
			visitTest: visitTest{url: "/en/search/more"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects"},
		},
		"below a request": {
			visitTest: visitTest{url: "/en/request/more"}, want: "not found en", isUnconfirmed: true,
			calls: []string{en, "cms.Redirects"},
		},
		"a site with a host": {
			visitTest: visitTest{url: "http://wire.localhost/en/history"}, want: "CONTENT en wire-history",
			calls: []string{en, "cms.Pages [wire-history]"},
		},
		"a site with a slug": {
			visitTest: visitTest{url: "/en/cabinet"}, want: "CONTENT en cabinet-home",
			calls: []string{en, "cms.Pages [cabinet-home]"},
		},
		"an unknown host is the main site": {
			visitTest: visitTest{url: "http://unknown.example/en/company"}, want: "CONTENT en company",
			calls: []string{en, "cms.Pages [company]"},
		},
		"the portal": {
			visitTest: visitTest{url: "/en/mykomax"}, want: "PORTAL en",
			calls: []string{en},
		},
		"an unknown page of the portal: anonymous users sign in": {
			visitTest: visitTest{url: "/en/mykomax/none"}, want: "PORTAL en", isPrivate: true,
			calls: []string{en, "cms.Redirects"},
		},
		"an unknown page of the portal, for a user": {
			visitTest: visitTest{url: "/en/mykomax/none", user: &portal.User{ID: "u"}}, want: "not found en",
			isPrivate: true,
			calls:     []string{en, "cms.Redirects"},
		},
		"an outage of a page is reported by its field": {
			visitTest: visitTest{url: "/en/company", fails: []string{"cms.Pages"}}, want: "CONTENT en company",
			calls: []string{en, "cms.Pages [company]"},
		},
		"an outage of the catalogue": {
			visitTest: visitTest{url: "/en/products/h60", fails: []string{"pim."}}, want: "PRODUCTS en",
			calls: []string{en, tree},
		},
		"an outage of the stories": {
			visitTest: visitTest{url: "/en/stories/none", fails: []string{"cms.Stories"}}, want: "STORIES en",
			calls: []string{en, "cms.Stories en"},
		},
		"an outage of the redirects": {
			visitTest: visitTest{url: "/en/nothing", fails: []string{"cms.Redirects"}}, want: "not found en",
			isUnconfirmed: true, isDegraded: true,
			calls: []string{en, "cms.Redirects"},
		},
		"an outage of the navigation": {
			visitTest: visitTest{url: "/en/company", fails: []string{"cms.Navigations"}}, want: "UPSTREAM_UNAVAILABLE",
			calls: []string{en},
		},
		"an outage of the sites": {
			visitTest: visitTest{url: "/en/company", fails: []string{"cms.Directory"}}, want: "UPSTREAM_UNAVAILABLE",
		},
		"no URL": {
			visitTest: visitTest{url: "http://[::1"}, want: "BAD_USER_INPUT",
		},
	} {
		t.Run(name, func(t *testing.T) {
			from := group(t)
			test.resolve(t, from, func(t *testing.T, r site.Resolution, answer *servicetest.Visit, err error) {
				if got := outcome(r, err); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
				if answer.IsPrivate() != test.isPrivate || answer.IsUnconfirmed() != test.isUnconfirmed {
					t.Errorf("private: %t, unconfirmed: %t", answer.IsPrivate(), answer.IsUnconfirmed())
				}
				if answer.IsDegraded() != test.isDegraded {
					t.Errorf("degraded: %t", answer.IsDegraded())
				}
				checkCalls(t, from, test.calls)
			})
		})
	}
}

// TestResolve_Redirects: where the redirects of editors lead, with one redirect for the visitor, and the calls for it.
//
// Rules: URL-26, URL-27, URL-28, URL-42, URL-43, URL-45.
func TestResolve_Redirects(t *testing.T) {
	const en, de, redirects = "cms.Navigations [en]", "cms.Navigations [de en]", "cms.Redirects"
	inEnglish := []string{en, redirects}
	to := func(path string) site.LinkRef { return site.LinkRef{Path: path} }
	toPage := func(id string) site.LinkRef { return site.LinkRef{PageID: id} }
	for name, test := range map[string]struct {
		url   string
		fails string
		want  string
		calls []string
	}{
		"to a page":                {url: "/en/old", want: "301 /en/company/about", calls: inEnglish},
		"in the locale of the URL": {url: "/de/old", want: "301 /de/company/about", calls: []string{de, redirects}},
		"in capitals":              {url: "/en/OLD", want: "301 /en/company/about", calls: inEnglish},
		"the rest of the query": {
			url: "/en/index.php?utm=x&id=12", want: "301 /en/company?utm=x", calls: inEnglish,
		},
		"without a parameter of it": {url: "/en/index.php?id=13", want: "not found en", calls: inEnglish},
		"of another site":           {url: "/en/archive", want: "not found en", calls: inEnglish},
		"of a site with a host": {
			url: "http://wire.localhost/en/archive", want: "301 /en/history", calls: inEnglish,
		},
		"to another site": {
			url: "/en/wire", want: "301 http://wire.localhost/en/history", calls: inEnglish,
		},
		"to another host":              {url: "/en/away", want: "301 https://example.com/away", calls: inEnglish},
		"to a page of another country": {url: "/de/trade-in", want: "301 /en-us/trade", calls: []string{de, redirects}},
		"to a path with a locale":      {url: "/de/jobs", want: "301 /en/careers", calls: []string{de, redirects}},
		"a chain, to capitals":         {url: "/de/first", want: "301 /en/company?x=1", calls: []string{de, redirects}},
		"a loop":                       {url: "/en/round", want: "not found en", calls: inEnglish},
		"a loop, entered elsewhere":    {url: "/en/and-round?x=1", want: "not found en", calls: inEnglish},
		"a chain that is too long":     {url: "/en/hop-0", want: "not found en", calls: inEnglish},
		"a chain of ten":               {url: "/en/hop-2", want: "301 /en/company", calls: inEnglish},
		"to nothing":                   {url: "/en/gone", want: "301 /en/not/there", calls: inEnglish},
		"to a product": {
			url: "/en/machine", want: "301 /en/products/presses/h60",
			calls: []string{en, redirects, "pim.Details en [h60]", "pim.Products en [h60]", "pim.Tree PRODUCT en"},
		},
		"to another path of a product": {
			url: "/en/short", want: "301 /en/products/presses/h60",
			calls: []string{en, redirects, "pim.Details en [h60]", "pim.Tree PRODUCT en"},
		},
		"to a product during an outage": {
			url: "/en/machine", fails: "pim.", want: "UPSTREAM_UNAVAILABLE",
			calls: []string{en, redirects, "pim.Tree PRODUCT en"},
		},
		"to a URL of the own host": {
			url: "/de/our-jobs?a=2&d=3", want: "301 http://localhost/de/careers?a=b&d=3#c",
			calls: []string{de, redirects},
		},
		"to a typed URL": {
			url:  "/en/umlaut?utm=\u00fc",
			want: "301 https://xn--mller-kva.example/%C3%BC?q=a%20b%7Cc&utm=%C3%BC", calls: inEnglish,
		},
		"of a site with a slug": {
			url: "/en/cabinet/former", want: "301 /en/cabinet", calls: inEnglish,
		},
		"of the main site, on an unknown host": {
			url: "http://unknown.example/en/old", want: "301 /en/company/about", calls: inEnglish,
		},
		"in the country of the URL": {url: "/en-ch/old", want: "301 /en-ch/company/about", calls: inEnglish},
		"with hashes and a query": {
			url: "/en/a?utm=x", calls: inEnglish,
			want: "301 /en/company/about?utm=x, #team /en/company?utm=x, #top /en/careers?utm=x#x",
		},
		"a loop with a hash":      {url: "/en/loop", want: "not found en", calls: inEnglish},
		"below the portal":        {url: "/en/mykomax/former", want: "301 /en/mykomax/tickets/list", calls: inEnglish},
		"a loop below the portal": {url: "/en/mykomax/itself", want: "PORTAL en", calls: inEnglish},
		"with hashes that the server does not see": {
			url: "/en/a", want: "301 /en/company/about, #team /en/company, #top /en/careers#x", calls: inEnglish,
		},
		"with a hash only": {url: "/en/none", want: "not found en, #team /en/company", calls: inEnglish},
		"a chain to hashes": {
			url: "/en/to-a", want: "301 /en/company/about, #team /en/company, #top /en/careers#x", calls: inEnglish,
		},
	} {
		t.Run(name, func(t *testing.T) {
			from := group(t).
				Redirect("/old", toPage("about")).
				Redirect("/index.php?id=12", toPage("company")).
				Redirect("https://wire.localhost/archive", toPage("wire-history")).
				Redirect("/wire", toPage("wire-history")).
				Redirect("/away", site.LinkRef{ExternalURL: "https://example.com/away"}).
				Redirect("/trade-in", toPage("trade")).
				Redirect("/jobs", to("/en/careers")).
				Redirect("/first", to("/second")).
				Redirect("/second", to("/en/third")).
				Redirect("/third", to("/Company?x=1")).
				Redirect("/round", to("/and-round")).
				Redirect("/and-round", to("/round")).
				Redirect("/gone", to("/not/there")).
				Redirect("/machine", site.LinkRef{ProductSlug: "h60"}).
				Redirect("/short", to("/products/h60")).
				Redirect("/mykomax/former", to("/mykomax/tickets/list")).
				Redirect("/mykomax/itself", to("/mykomax/itself")).
				Redirect("/a", toPage("about")).
				Redirect("/a#team", toPage("company")).
				Redirect("/a#top", to("/careers#x")).
				Redirect("/to-a", to("/a")).
				Redirect("/none#team", toPage("company")).
				Redirect("/loop#x", to("/loop#x")).
				Redirect("/our-jobs", site.LinkRef{ExternalURL: "http://localhost/careers?a=b#c"}).
				Redirect("/umlaut", site.LinkRef{ExternalURL: "https://m\u00fcller.example/\u00fc?q=a b|c"}).
				Redirect("/cabinet/former", toPage("cabinet-home"))
			const hops = 12
			for i := range hops - 1 {
				from.Redirect(fmt.Sprintf("/hop-%d", i), to(fmt.Sprintf("/hop-%d", i+1)))
			}
			from.Redirect(fmt.Sprintf("/hop-%d", hops-1), toPage("company"))
			v := visitTest{url: test.url}
			if test.fails != "" {
				v.fails = []string{test.fails}
			}
			v.resolve(t, from, func(t *testing.T, r site.Resolution, _ *servicetest.Visit, err error) {
				if got := outcome(r, err); got != test.want {
					t.Errorf("%s, want %s", got, test.want)
				}
				checkCalls(t, from, test.calls)
			})
		})
	}
}
