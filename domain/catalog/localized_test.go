package catalog

import (
	"slices"
	"testing"

	"strand/domain/site"
)

// testContext returns a site context of a site with a slug, in Swiss German.
func testContext(t *testing.T) *site.Context {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "en"}, {LanguageCode: "de"}}
	dir, err := site.NewDirectory(languages, []*site.Country{
		site.AllCountries(languages),
		{CountryCode: "CH", SupportedLanguages: []string{"de"}, DefaultLanguage: "de"},
	}, []*site.Site{
		{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"strand.example"}},
		{ID: "diit", TechnicalName: "diit", Slug: "diit", Domains: []string{"strand.example/diit"}},
	}, []*site.Brand{{ID: "b1", PimID: "p1", Name: "One"}})
	if err != nil {
		t.Fatal(err)
	}
	return site.NewContext(site.ContextInput{
		Directory: dir, Site: dir.Site("diit"), Locale: site.Locale{LanguageCode: "de", CountryCode: "CH"},
		Scheme: "https", Host: "strand.example",
	}, nil)
}

func textOf(p *string) string {
	if p == nil {
		return "none"
	}
	return *p
}

// TestLocalize_URLs: URLs are those of the visitor's site, canonical ones those of the main site.
func TestLocalize_URLs(t *testing.T) {
	siteCtx := testContext(t)
	tree := NewTree(TypeService, []ClassificationRecord{
		{ID: "1", Name: "Care", Slug: "care", SupportedCountries: []string{"CH", "DE", "JP"}},
		{ID: "2", ParentID: "1", Name: "Visits", Slug: "visits"},
		{ID: "3", ParentID: "2", Name: "Audits", Slug: "audits", SupportedCountries: []string{"JP", "CH", "US"}},
	}, site.CountryAll)
	audits := tree.Find("audits")
	c := audits.Localize(siteCtx)
	p := (&Product{Slug: "yearly", BrandID: "p1"}).Localize(siteCtx, audits)
	lost := (&Product{Slug: "lost", BrandID: "unknown"}).Localize(siteCtx, nil)
	capability := NewCapability("7", "Crimp Höhe", "").Localize(siteCtx)
	for name, test := range map[string]struct{ got, want string }{
		"classification":           {c.URL(), "/de-ch/diit/services/care/visits/audits"},
		"canonical classification": {c.CanonicalURL("de"), "https://strand.example/de/services/care/visits/audits"},
		"parent":                   {c.Lineage()[1].URL(), "/de-ch/diit/services/care/visits"},
		"child": {
			tree.Find("care").Localize(siteCtx).Children()[0].URL(), "/de-ch/diit/services/care/visits",
		},
		"product": {textOf(p.URL()), "/de-ch/diit/services/care/visits/audits/yearly"},
		"canonical product": {
			textOf(p.CanonicalURL("de")), "https://strand.example/de/services/care/visits/audits/yearly",
		},
		"type":             {string(p.Type()), string(TypeService)},
		"brand":            {p.Brand().Name, "One"},
		"unlisted product": {textOf(lost.URL()), "none"},
		"described in English": {
			textOf(p.CanonicalURL("en")), "https://strand.example/en/services/care/visits/audits/yearly",
		},
		"described in a language that the main site does not have": {
			textOf(p.CanonicalURL("xx")), "https://strand.example/de/services/care/visits/audits/yearly",
		},
		"its canonical URL": {textOf(lost.CanonicalURL("de")), "none"},
		"its type":          {string(lost.Type()), string(TypeProduct)},
		"capability":        {capability.URL(), "/de-ch/diit/products?capability=crimp-hohe"},
		"locale":            {c.Locale() + p.Locale() + capability.Locale(), "de-CHde-CHde-CH"},
		"site":              {c.Site() + p.Site() + capability.Site(), "diitdiitdiit"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
	if lost.Brand() != nil || (&Product{}).Localize(siteCtx, nil).Brand() != nil ||
		(*Classification)(nil).Localize(siteCtx) != nil {
		t.Error("a brand or classification that is not there is found")
	}
	if c.MaxCompared() != maxCompared {
		t.Error("the limits of a comparison differ")
	}
}

// TestClassification_Countries: a classification is offered where all classifications above it are.
func TestClassification_Countries(t *testing.T) {
	tree := NewTree(TypeProduct, []ClassificationRecord{
		{ID: "1", Slug: "all"},
		{ID: "2", ParentID: "1", Slug: "three", SupportedCountries: []string{"CH", "DE", "JP"}},
		{ID: "3", ParentID: "2", Slug: "two", SupportedCountries: []string{"JP", "CH", "US"}},
		{ID: "4", ParentID: "3", Slug: "none", SupportedCountries: []string{"US"}},
	}, site.CountryAll)
	for slug, want := range map[string][]string{
		"all": nil, "three": {site.CountryAll, "CH", "DE", "JP"}, "two": {site.CountryAll, "CH", "JP"},
		"none": {site.CountryAll},
	} {
		if got := tree.Find(slug).Countries(); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", slug, got, want)
		}
	}
	if got := tree.Find("two").SupportedCountries; !slices.Equal(got, []string{"JP", "CH", "US"}) {
		t.Errorf("the record was changed: %v", got)
	}
}
