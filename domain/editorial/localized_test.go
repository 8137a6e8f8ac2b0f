package editorial

import (
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/optional"
	"strand/domain/site"
)

// testContext returns the site context of a site of the group in a locale.
func testContext(t *testing.T, siteID string, locale site.Locale) *site.Context {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "en"}, {LanguageCode: "de"}, {LanguageCode: "ja"}}
	countries := []*site.Country{
		site.AllCountries(languages),
		{CountryCode: "CH", SupportedLanguages: []string{"de", "en"}, DefaultLanguage: "de"},
	}
	dir, err := site.NewDirectory(languages, countries, []*site.Site{
		{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"strand.example"}},
		{ID: "cirris", TechnicalName: "cirris", Slug: "cirris", Domains: []string{"strand.example/cirris"}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return site.NewContext(site.ContextInput{
		Directory: dir, Site: dir.Site(siteID), Locale: locale, Stage: site.Published,
		Scheme: "https", Host: "strand.example",
	}, nil)
}

var swissGerman = site.Locale{LanguageCode: "de", CountryCode: "CH"}

func versionsOf(versions []site.LocaleVersion) string {
	var all []string
	for _, v := range versions {
		all = append(all, v.URL)
	}
	return strings.Join(all, " ")
}

// TestLocalizedStory: the URLs of a story are those of the visitor's site, its canonical URL and versions those of the
// main site in the languages of its texts.
func TestLocalizedStory(t *testing.T) {
	stories := sample()
	siteCtx := testContext(t, "cirris", swissGerman)
	record := stories.BySlug("new")
	record.Language, record.Languages = "en", []string{"en", "ja"}
	s := stories.Localize(siteCtx, record)
	for name, test := range map[string]struct{ got, want string }{
		"URL":           {s.URL(), "/de-ch/cirris/stories/new"},
		"canonical URL": {s.CanonicalURL(), "https://strand.example/en/stories/new"},
		"versions": {
			versionsOf(s.Versions()), "https://strand.example/en/stories/new https://strand.example/ja/stories/new",
		},
		"archive":  {s.ArchiveURL(), "/de-ch/cirris/stories?year=2026"},
		"category": {s.Category().URL(), "/de-ch/cirris/stories?category=technology"},
		"topic":    {s.Topics()[1].URL(), "/de-ch/cirris/stories?topic=testing"},
		"author":   {s.StoryContacts()[1].URL(), "/de-ch/cirris/stories/contacts/bert"},
		"related":  {s.Related()[0].URL(), "/de-ch/cirris/stories/lone"},
		"language": {s.ContentLanguage().LanguageCode, "en"},
		"locale":   {s.Locale(), "de-CH"},
		"site":     {s.Site(), "cirris"},
		"contact":  {s.Contact().Name, "Anna"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
	if !s.IsLanguageFallback() {
		t.Error("an English story is not a fallback for a German visitor")
	}
	lone := stories.Localize(siteCtx, stories.ByID("4"))
	lone.Language = "fr"
	if lone.Category() != nil || len(lone.Topics()) != 0 || lone.Contact() != nil {
		t.Errorf("a story without labels: %+v", lone)
	}
	// Without a version in its language on the main site, the canonical URL is in the visitor's language.
	if got := lone.CanonicalURL(); got != "https://strand.example/de/stories/lone" {
		t.Errorf("canonical URL %s", got)
	}
	if stories.Localize(siteCtx, stories.BySlug("gone")) != nil || stories.LocalizeContact(siteCtx, nil) != nil {
		t.Error("a missing record does not stay nil")
	}
}

func TestLocalizedStoryContact(t *testing.T) {
	stories := sample()
	anna.ID = "contact-anna"
	c := stories.LocalizeContact(testContext(t, "main", swissGerman), stories.ContactByID("contact-anna"))
	if c.Name != "Anna" || c.StoryCount() != 2 || c.Stories()[0].Slug != "new" || c.Locale() != "de-CH" ||
		c.Site() != "main" {
		t.Errorf("got %+v with %d stories", c.StoryContact, c.StoryCount())
	}
	if got := c.CanonicalURL(); got != "https://strand.example/de/stories/contacts/anna" {
		t.Errorf("canonical URL %s", got)
	}
	if all := stories.LocalizedContacts(c.SiteContext); len(all) != 2 || all[0].Name != "Bert" {
		t.Errorf("contacts %+v", all)
	}
	if stories.Contact("bert") != bert || stories.Contact("carl") != nil || stories.ContactByID("carl") != nil {
		t.Error("a contact is not found by its slug, or an unknown one is found")
	}
}

func TestLocalizedOverviews(t *testing.T) {
	siteCtx := testContext(t, "main", swissGerman)
	stories := sample().LocalizedOverview(siteCtx, ParseStorySelection("category=people"))
	if len(stories.Stories()) != 1 || stories.Stories()[0].URL() != "/de-ch/stories/mid" ||
		stories.FeedURL() != "/de-ch/stories/feed.xml" || stories.ContactsURL() != "/de-ch/stories/contacts" {
		t.Errorf("got %+v", stories.StoryOverview)
	}
	all := NewMediaReleases([]*MediaRelease{
		{
			ID:              "1",
			Slug:            "half-year",
			PublicationDate: day0("2026-08-01"),
			Language:        "de",
			Languages:       []string{"en", "de"},
		},
		{ID: "2", Slug: "warning", PublicationDate: day0("2026-09-01"), Adhoc: true, Language: "en"},
	})
	o := all.LocalizedOverview(siteCtx, ParseMediaReleaseSelection("adhoc=true&to=2026-12-31"))
	if len(o.MediaReleases()) != 1 || o.MediaReleases()[0].Slug != "warning" || !o.AdhocOnly() || !o.IsFiltered() ||
		o.From() != nil || *o.To() != "2026-12-31" || *o.FirstDay() != "2026-08-01" ||
		o.FeedURL() != "/de-ch/media-releases/feed.xml" {
		t.Errorf("got %+v", o.MediaReleaseOverview)
	}
	m := all.ByID("1").Localize(siteCtx)
	if m.URL() != "/de-ch/media-releases/half-year" ||
		m.CanonicalURL() != "https://strand.example/de/media-releases/half-year" ||
		versionsOf(
			m.Versions(),
		) != "https://strand.example/en/media-releases/half-year https://strand.example/de/media-releases/half-year" ||
		m.IsLanguageFallback() || m.ContentLanguage().LanguageCode != "de" || m.Locale() != "de-CH" ||
		m.Site() != "main" {
		t.Errorf("got %s, %s, %s", m.URL(), m.CanonicalURL(), versionsOf(m.Versions()))
	}
	if all.BySlug("warning").ID != "2" || all.BySlug("gone").Localize(siteCtx) != nil {
		t.Error("a release is not found by its slug, or an unknown one is found")
	}
}

// TestLocalizedEvent: an event is over from the day after its last day on, in UTC.
func TestLocalizedEvent(t *testing.T) {
	siteCtx := testContext(t, "main", swissGerman)
	e := LocalizeEvents(siteCtx, []*Event{{
		ID: "e1", Slug: "trade fair", StartDate: "2026-11-18", EndDate: "2026-11-20",
		Link: &site.LinkRef{ExternalURL: "https://fair.example"},
	}}, nil)[0]
	if got := e.CalendarURL(); got != "/api/events/trade%20fair.ics?locale=de-CH" {
		t.Errorf("calendar URL %s", got)
	}
	if e.Link() == nil || e.Link().Ref.ExternalURL != "https://fair.example" || e.Locale() != "de-CH" ||
		e.Site() != "main" {
		t.Errorf("link %+v", e.Link())
	}
	for moment, want := range map[time.Time]bool{
		time.Date(2026, 11, 20, 23, 59, 59, 0, time.UTC):                              false,
		time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC):                                 true,
		time.Date(2026, 11, 21, 0, 30, 0, 0, time.FixedZone("Central Europe", 60*60)): false,
	} {
		if got := e.IsOver(moment); got != want {
			t.Errorf("over at %v: %v", moment, got)
		}
	}
	n := (&NewsItem{ID: "n1", Link: &site.LinkRef{}}).Localize(siteCtx)
	if n.Link() != nil || n.Locale() != "de-CH" || n.Site() != "main" {
		t.Errorf("an empty link is %+v", n.Link())
	}
}

// TestLocalizeEvents_Language: an event whose text, or title without one, is that of another language is in this one.
//
// Rules: LOC-18.
func TestLocalizeEvents_Language(t *testing.T) {
	siteCtx := testContext(t, "main", swissGerman)
	of := func(title, text string) []*Event {
		return []*Event{{ID: "fair", Title: title, Text: optional.Text(text)}}
	}
	english := EventTranslation{"en", of("Wire fair", "For cables.")}
	french := EventTranslation{"fr", of("Salon du fil", "Pour les câbles.")}
	for name, test := range map[string]struct {
		events       []*Event
		translations []EventTranslation
		want         string
	}{
		"translated": {of("Wire fair", "Für Kabel."), []EventTranslation{english, french}, "de"},
		"in English": {of("Drahtmesse", "For cables."), []EventTranslation{english, french}, "en"},
		"in the language chosen before": {
			of("Salon du fil", "Pour les câbles."), []EventTranslation{english, french}, "fr",
		},
		"English there, too":       {english.Events, []EventTranslation{english, {"fr", english.Events}}, "en"},
		"a title alone":            {of("Wire fair", ""), []EventTranslation{{"en", of("Wire fair", "")}}, "en"},
		"a translated title alone": {of("Drahtmesse", ""), []EventTranslation{{"en", of("Wire fair", "")}}, "de"},
		"only in German":           {of("Drahtmesse", "Für Kabel."), []EventTranslation{{"en", nil}}, "de"},
	} {
		e := LocalizeEvents(siteCtx, test.events, test.translations)[0]
		if e.Language != test.want || e.IsLanguageFallback() != (test.want != "de") ||
			e.ContentLanguage().LanguageCode != test.want {
			t.Errorf("%s: %s, fallback %t; want %s", name, e.Language, e.IsLanguageFallback(), test.want)
		}
	}
}

// TestListLanguages: a list is one in a language if at least half of its entries are, and in English.
//
// Rules: LOC-18.
func TestListLanguages(t *testing.T) {
	entries := [][]string{{"en", "de"}, {"en", "de", "fr"}, {"en", "fr"}, {"en", "hu"}, {"de"}}
	for _, test := range []struct {
		languages []string
		entries   [][]string
		want      string
	}{
		{[]string{"de", "en", "fr", "hu"}, entries, "de en"},
		{[]string{"de", "en", "fr", "hu"}, entries[:4], "de en fr"},
		{[]string{"hu"}, entries, ""},
		{[]string{"de", "hu"}, nil, "de hu"},
		{[]string{"en"}, [][]string{{"de"}}, "en"},
	} {
		if got := strings.Join(ListLanguages(test.languages, test.entries), " "); got != test.want {
			t.Errorf("%v of %v: %q, want %q", test.languages, test.entries, got, test.want)
		}
	}
}

// TestPage_Locked: a page behind a gate keeps its title, and nothing of its content.
func TestPage_Locked(t *testing.T) {
	text := "secret"
	p := &Page{
		ID: "p1", Title: "Guests", Description: &text, Image: &site.Image{}, Injection: &Injection{Slug: "alpha"},
		Modules:            []Module{&QuoteModule{Quote: text}},
		Localized:          site.Localized{SiteContext: testContext(t, "main", swissGerman)},
		Language:           site.PageLanguage{LanguageCode: "ja", IsFallback: true, IsUnavailable: true},
		TranslationTargets: []TranslationTarget{{ID: "t1"}},
	}
	locked := p.Locked()
	if !locked.IsLocked || locked.Title != "Guests" || locked.Description != nil || locked.Image != nil ||
		locked.Injection != nil || len(locked.Modules) != 0 || !locked.HideFromSearch {
		t.Errorf("got %+v", locked)
	}
	if p.IsLocked || len(p.Modules) != 1 {
		t.Errorf("the page itself was changed: %+v", p)
	}
	if !p.IsLanguageFallback() || !p.IsLanguageUnavailable() || p.ContentLanguage().LanguageCode != "ja" ||
		p.Locale() != "de-CH" || p.Site() != "main" || len(p.TranslationTargetLanguages()) != 1 {
		t.Errorf("the language is %+v", p.Language)
	}
}

func p(text string) *string { return &text }

// everyModule returns a module of each type; its texts are numbered within the module.
func everyModule(siteCtx *site.Context) []Module {
	link, picture := &site.Link{Index: 1}, &site.Image{}
	rich := RichText{Source: "<p>rich <b>text</b></p>"}
	return []Module{
		&HeroModule{
			ID: "hero", Overline: p("hero 1"), Title: p("hero 2"), Lead: p("hero 3"), Image: picture,
			Links: []*site.Link{nil, link},
		},
		&RichTextModule{ID: "text", Content: rich},
		&MediaTextModule{ID: "media", Overline: p("media 1"), Title: p("media 2"), Content: rich, Image: picture,
			Links: []*site.Link{link}},
		&ImageModule{ID: "image", Caption: p("image 1"), Image: picture},
		&GalleryModule{
			ID:    "gallery",
			Title: p("gallery 1"),
			Items: []GalleryItem{{Index: 2, Image: picture, Caption: p("gallery 2")}},
		},
		&VideoModule{ID: "video", Title: p("video 1"), Caption: p("video 2"), Transcript: &rich, File: &File{}},
		&VideoModule{ID: "silent"},
		&TeaserGridModule{ID: "teasers", Title: p("teasers 1"), Lead: p("teasers 2"), Link: link,
			Items: []Teaser{{Title: "teasers 3", Text: p("teasers 4"), Link: link, Image: picture}}},
		&KeyFiguresModule{Title: p("figures 1"), Items: []KeyFigure{{Label: "figures 2"}}},
		&StepsModule{Title: p("steps 1"), Items: []Step{{Title: "steps 2", Text: p("steps 3")}}},
		&AccordionModule{
			ID:    "accordion",
			Title: p("accordion 1"),
			Items: []AccordionItem{{Title: "accordion 2", Content: rich}},
		},
		&TableModule{Title: p("table 1"), Note: p("table 2"), Rows: [][]string{{"table", "3"}}},
		&DownloadsModule{
			ID:    "downloads",
			Title: p("downloads 1"),
			Items: []Download{{Index: 3, Title: "downloads 2", File: &File{}}},
		},
		&QuoteModule{ID: "quote", Quote: "quote 1", Author: "quote 2", Image: picture},
		&BrandsModule{ID: "brands", Title: p("brands 1"), Items: []BrandTeaser{
			{Brand: &site.Brand{Name: "brands 2"}, Text: p("brands 3")}, {Index: 1, Link: link},
		}},
		&CallToActionModule{ID: "call", Title: p("call 1"), Text: p("call 2"), Links: []*site.Link{link}},
		&ContactModule{ID: "contact", Title: p("contact 1"), Text: p("contact 2"), Name: p("contact 3"),
			Role: p("contact 4"), Link: link, Image: picture},
		&StoriesModule{Title: p("stories 1"), Topic: "crimping", Category: "people"},
		&MediaReleasesModule{Title: p("releases 1")},
		&EventsModule{Title: p("events 1")},
		&FormModule{ID: "form", Title: p("form 1"), Text: p("form 2"), Localized: site.Localized{SiteContext: siteCtx},
			Document: &FormDocument{File: File{FileName: "guide.pdf"}}},
		&InvestorTableModule{Title: p("investors 1"), Text: p("investors 2")},
		&FinancialCalendarModule{Title: p("calendar 1")},
	}
}

// TestModules_Text: the search finds a module by all its texts.
func TestModules_Text(t *testing.T) {
	want := []string{
		"hero 1", "hero 2", "hero 3", "rich text", "media 1", "media 2", "rich text", "image 1", "gallery 1",
		"gallery 2",
		"video 1", "video 2", "rich text", "teasers 1", "teasers 2", "teasers 3", "teasers 4", "figures 1", "figures 2",
		"steps 1", "steps 2", "steps 3", "accordion 1", "accordion 2", "rich text", "table 1", "table 2", "table 3",
		"downloads 1", "downloads 2", "quote 1", "quote 2", "brands 1", "brands 2", "brands 3", "call 1", "call 2",
		"contact 1", "contact 2", "contact 3", "contact 4", "stories 1", "releases 1", "events 1", "form 1", "form 2",
		"investors 1", "investors 2", "calendar 1",
	}
	if got := strings.Split(Text(everyModule(nil)), "\n"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// TestWalkReferences: every link, image, file and text of a module is visited with its path in the module.
func TestWalkReferences(t *testing.T) {
	var got []string
	WalkReferences(everyModule(nil), func(r Reference) {
		kinds := 0
		for _, isSet := range []bool{r.Link != nil, r.Image != nil, r.File != nil, r.Text != nil} {
			if isSet {
				kinds++
			}
		}
		if kinds != 1 {
			t.Errorf("%s of %s has %d targets", r.Field(), r.Record, kinds)
		}
		got = append(got, r.Record+" "+r.Field())
	})
	want := []string{
		"hero links[1]", "hero image", "text content", "media content", "media links[1]", "media image", "image image",
		"gallery items[2].image", "video transcript", "video video", "teasers link", "teasers items[0].link",
		"teasers items[0].image", "accordion items[0].content", "downloads items[3].file", "quote image",
		"brands items[1].link", "call links[1]", "contact link", "contact image", "form document",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestModules_Derived(t *testing.T) {
	siteCtx := testContext(t, "cirris", swissGerman)
	stories := &StoriesModule{Topic: "crimping", Category: "people"}
	if got := stories.Selection().Query(); got != "?category=people&topic=crimping" {
		t.Errorf("selection %s", got)
	}
	if got := (&StoriesModule{}).Selection().Query(); got != "" {
		t.Errorf("selection of everything %s", got)
	}
	size := 5.0
	document := &FormDocument{File: File{FileName: "guide.pdf", Size: &size}}
	if document.FileName() != "guide.pdf" || document.Extension() != "PDF" || *document.Size() != 5 ||
		(&FormModule{Localized: site.Localized{SiteContext: siteCtx}}).Site() != "cirris" {
		t.Errorf("got %+v", document)
	}
	files := Downloads([]Module{&HeroModule{}, &DownloadsModule{Items: []Download{
		{Title: "open", File: &File{}}, {Title: "closed", File: &File{IsProtected: true}}, {Title: "gone"},
	}}})
	if len(files) != 1 || files[0].Title != "open" {
		t.Errorf("public files %+v", files)
	}
}
