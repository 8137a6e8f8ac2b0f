package site

import "testing"

// newTestDirectory returns a directory with a few sites.
func newTestDirectory(t testing.TB) *Directory {
	t.Helper()
	languages := []*Language{}
	for _, code := range LanguageCodes {
		languages = append(languages, &Language{LanguageCode: code})
	}
	countries := []*Country{
		{CountryCode: "CH", SupportedLanguages: []string{"de", "fr", "en"}, DefaultLanguage: "de"},
		{
			CountryCode:              "US",
			SupportedLanguages:       []string{"en", "es"},
			DefaultLanguage:          "en",
			DefaultMeasurementSystem: Imperial,
		},
		{CountryCode: "JP", SupportedLanguages: []string{"ja", "en"}, DefaultLanguage: "ja"},
		{CountryCode: "DE", SupportedLanguages: []string{"de", "en"}, DefaultLanguage: "de"},
		{CountryCode: "AQ", Hidden: true, SupportedLanguages: []string{"en"}, DefaultLanguage: "en"},
	}
	sites := []*Site{
		{ID: "main", Name: "Group", TechnicalName: "main", IsMain: true, Domains: []string{"localhost", "127.0.0.1"}},
		{ID: "komax", Name: "Komax", Slug: "komax", TechnicalName: "komax", Languages: LanguageCodes,
			Domains: []string{"komax.localhost"}},
		{ID: "wustec", Name: "Wustec", Slug: "wustec", TechnicalName: "wustec", Languages: []string{"de"},
			Domains: []string{"wustec.localhost"}},
		{
			ID:            "cirris",
			Name:          "Cirris",
			Slug:          "cirris",
			TechnicalName: "cirris",
			Languages:     []string{"en", "es"},
			Domains:       []string{"localhost/cirris", "127.0.0.1/cirris"},
		},
		{
			ID:            "adaptronic",
			Name:          "Adaptronic",
			Slug:          "adaptronic",
			TechnicalName: "adaptronic",
			Languages:     []string{"en", "de", "fr"},
			Domains:       []string{"localhost/adaptronic"},
		},
		{
			ID:                "portal",
			Name:              "Brands",
			Slug:              "brand-portal",
			TechnicalName:     "brand-portal",
			Languages:         []string{"en"},
			InternationalOnly: true,
			Domains:           []string{"localhost/brand-portal"},
		},
	}
	d, err := NewDirectory(languages, countries, sites, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func ref(id, slug string, languages ...string) *PageRef {
	return &PageRef{ID: id, Slug: slug, Title: "Page " + id, Languages: languages, Protection: ProtectionNone}
}

// navigationOf returns a navigation with a page of every kind.
func navigationOf(s *Site) *Navigation {
	id := func(name string) string { return s.ID + "-" + name }
	only := ref(id("only-main"), "only-main", "en")
	only.MainSiteOnly = true
	return &Navigation{
		Site: s,
		Home: []*Item{
			{ID: "h", Title: "Home", Page: ref(id("home"), "home", "en", "de")},
			{
				ID:                 "hch",
				Title:              "Home",
				BreadcrumbOverride: "Schweiz",
				Countries:          []string{"CH"},
				Page:               ref(id("home-ch"), "home", "en", "de"),
			},
		},
		Items: []*Item{
			{
				ID:    "c",
				Title: "Company",
				Page:  ref(id("company"), "company", "en", "de"),
				Sections: []*Section{{
					Title: "Who",
					Items: []*Item{
						{
							ID:                 "a",
							Title:              "About",
							BreadcrumbOverride: "About us",
							Page:               ref(id("about"), "about", "en", "de", "ja"),
							Items: []*Item{
								{ID: "hi", Title: "History", Page: ref(id("history"), "history", "en")},
							},
						},
						{ID: "s", Title: "Secret", Hidden: true, Page: ref(id("secret"), "secret", "en")},
						{
							ID:        "t",
							Title:     "Trade-in",
							Countries: []string{"US"},
							Page:      ref(id("trade-in"), "trade-in", "en"),
						},
					},
				}},
			},
			{ID: "p", Title: "Products", Path: "/products"},
			{ID: "n", Title: "News", Target: "action:openNewsFeed"},
		},
		Unlisted: []*Item{
			{ID: "o", Title: "Only", Page: only},
			{ID: "de", Title: "Deutsch", Page: ref(id("deutsch"), "deutsch", "de")},
		},
	}
}

// contextOf returns a site context of a URL's site in its own locale, or the visitor's.
func contextOf(t testing.TB, d *Directory, a URL, p Preferences, editor bool) *Context {
	t.Helper()
	navigations := map[string]*Navigation{}
	for _, s := range d.Sites {
		navigations[s.ID] = navigationOf(s)
	}
	return NewContext(
		ContextInput{
			Directory:        d,
			Site:             a.Site,
			Locale:           d.LocaleOf(a, p),
			FallbackLanguage: p.FallbackLanguage,
			Stage:            Published,
			Preview:          previewIf(editor),
			Scheme:           a.Scheme,
			Host:             a.Host,
		},
		navigations,
	)
}

// previewIf returns the preview of an editor; nil for all other callers.
func previewIf(isEditor bool) *Preview {
	if !isEditor {
		return nil
	}
	return &Preview{Audience: PreviewAnonymous}
}
