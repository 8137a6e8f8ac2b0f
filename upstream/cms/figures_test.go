package cms

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/catalog"
	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/optional"
	"strand/domain/site"
	"strand/internal/cache"
)

// answers answers operations with JSON by their names.
type answers map[string]string

func (a answers) MakeRequest(_ context.Context, req *graphql.Request, resp *graphql.Response) error {
	return json.Unmarshal([]byte(a[req.OpName]), resp.Data)
}

const systemData = `{
	"languages": [{"languageCode": "en"}, {"languageCode": "de"}],
	"countries": [{"countryCode": "US", "supportedLanguages": [{"languageCode": "en"}],
		"defaultLanguage": {"languageCode": "en"}, "defaultMeasurementSystem": "Imperial"}],
	"sites": [{"id": "main", "isMain": true, "domains": ["localhost"],
		"headerNavigation": {"id": "h"}, "footerNavigation": {"id": "f"}}],
	"facts": [{"key": "countries", "value": "15"}, {"key": "employees", "value": "3336"}]
}`

// fakeProducts are products with a weight, which fail on request. Like the PIM's reader they are cached with tags.
type fakeProducts struct {
	cache  *cache.Cache
	weight string
	fails  bool
	calls  int
}

func (p *fakeProducts) Details(
	ctx context.Context, _ string, slugs []string,
) (map[string]*catalog.DetailedProduct, error) {
	load := func(context.Context, []string) (map[string]cache.Loaded[*catalog.DetailedProduct], error) {
		if p.calls++; p.fails {
			return nil, errors.New("the PIM does not answer")
		}
		loaded := map[string]cache.Loaded[*catalog.DetailedProduct]{}
		for _, slug := range slugs {
			if slug == "alpha" {
				rows := []catalog.Specification{{Name: "Weight", Value: p.weight, Unit: optional.Text("kg")}}
				loaded[slug] = cache.Loaded[*catalog.DetailedProduct]{
					Value: &catalog.DetailedProduct{Detail: &catalog.Detail{Specifications: rows}},
					Tags:  []string{"product:" + slug},
				}
			}
		}
		return loaded, nil
	}
	return cache.LoadMany(ctx, p.cache, slugs, load)
}

// figureReader returns a reader of the answers, its products and site contexts for a locale.
func figureReader(t *testing.T, a answers) (*Reader, *fakeProducts, func(site.Locale) *site.Context) {
	t.Helper()
	c, err := cache.New(cache.Options{MaxBytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	a["SystemData"] = systemData
	products := &fakeProducts{cache: c, weight: "1610"}
	r := NewReader(a, c, NewSnapshots(""), products, slog.New(slog.DiscardHandler))
	dir, err := r.Directory(t.Context(), site.Published)
	if err != nil {
		t.Fatal(err)
	}
	return r, products, func(l site.Locale) *site.Context {
		input := site.ContextInput{Directory: dir, Site: dir.Main(), Locale: l, Stage: site.Published}
		return site.NewContext(input, nil)
	}
}

var english, american, german = site.Locale{LanguageCode: "en"}, site.Locale{LanguageCode: "en", CountryCode: "US"},
	site.Locale{LanguageCode: "de"}

// pageWith answers with a page with a hero and a rich text.
func pageWith(language, lead, html string) string {
	data, _ := json.Marshal(map[string]any{"pages": []any{map[string]any{ // texts can be encoded
		"id": "a", "locale": language, "localizations": []any{map[string]any{"locale": language}},
		"title": "In {{fact:countries}} countries",
		"modules": []any{
			map[string]any{"__typename": "HeroModule", "id": "hero", "heading": "Hero", "lead": lead},
			map[string]any{
				"__typename": "RichTextModule", "id": "text", "content": map[string]any{"html": html},
			},
		},
	}}})
	return string(data)
}

// shownTexts returns the title, the lead and the rich text of the page.
func shownTexts(t *testing.T, r *Reader, siteCtx *site.Context) (title, lead, html string) {
	t.Helper()
	pages, err := r.Pages(t.Context(), siteCtx, []string{"a"})
	if err != nil || pages[0] == nil {
		t.Fatal(pages, err)
	}
	hero, text := pages[0].Modules[0].(*editorial.HeroModule), pages[0].Modules[1].(*editorial.RichTextModule)
	return pages[0].Title, *hero.Lead, text.Content.Source
}

// A page has its figures in the measurement system of the locale and the number format of its language; a change of the
// product or of the facts purges it.
//
// Rules: PAGE-33.
func TestFigures_OfPages(t *testing.T) {
	a := answers{"Pages": pageWith("en", "It weighs {{product:alpha.weight}}.", "<p>{{fact:employees}} people</p>")}
	r, products, contextOf := figureReader(t, a)
	for _, test := range []struct {
		locale site.Locale
		lead   string
	}{
		{english, "It weighs 1,610\u00a0kg."}, {american, "It weighs 3,550\u00a0lb."},
	} {
		title, lead, html := shownTexts(t, r, contextOf(test.locale))
		if title != "In 15 countries" || lead != test.lead || html != "<p>3,336 people</p>" {
			t.Errorf("%s: %q, %q, %q", test.locale.Code(), title, lead, html)
		}
	}
	if products.calls != 1 {
		t.Errorf("%d calls of the PIM", products.calls)
	}
	products.weight = "1700"
	a["SystemData"] = strings.Replace(systemData, "3336", "4000", 1)
	r.cache.Purge("product:alpha", TagSystem)
	if _, lead, html := shownTexts(t, r, contextOf(english)); lead != "It weighs 1,700\u00a0kg." ||
		html != "<p>4,000 people</p>" {
		t.Errorf("after changes: %q, %q", lead, html)
	}
	a["Pages"] = pageWith("de", "Sie wiegt {{product:alpha.weight}}.", "<p>{{fact:employees}}</p>")
	if _, lead, html := shownTexts(t, r, contextOf(german)); lead != "Sie wiegt 1’700\u00a0kg." ||
		html != "<p>4’000</p>" {
		t.Errorf("in German: %q, %q", lead, html)
	}
}

// While the PIM cannot be read, the last known value is shown, else the fallback, and the page is read again soon.
//
// Rules: PAGE-34.
func TestFigures_WithoutPIM(t *testing.T) {
	a := answers{"Pages": pageWith("en", "We weigh. It weighs {{product:alpha.weight}}.",
		"<p>{{product:alpha.weight|a ton}}</p>")}
	r, products, contextOf := figureReader(t, a)
	products.fails = true
	ctx, reads := cache.WithNotes(t.Context())
	if _, err := r.Pages(ctx, contextOf(english), []string{"a"}); err != nil || !reads.IsDegraded() {
		t.Errorf("degraded: %v, %v", reads.IsDegraded(), err)
	}
	if found := finding.Of(reads.Notes()); len(found) > 0 {
		t.Errorf("the report names references that may exist: %+v", found)
	}
	if _, lead, html := shownTexts(t, r, contextOf(english)); lead != "We weigh." || html != "<p>a ton</p>" {
		t.Errorf("never read: %q, %q", lead, html)
	}
	products.fails = false
	r.cache.Purge(PageTag("a"))
	if _, lead, html := shownTexts(t, r, contextOf(english)); lead != "We weigh. It weighs 1,610\u00a0kg." ||
		html != "<p>1,610\u00a0kg</p>" {
		t.Errorf("after the outage: %q, %q", lead, html)
	}
	products.fails = true
	r.cache.Purge("product:alpha")
	if _, lead, _ := shownTexts(t, r, contextOf(english)); lead != "We weigh. It weighs 1,610\u00a0kg." {
		t.Errorf("the last known value: %q", lead)
	}
}

// Rules: PAGE-34, REPO-13.
func TestFigures_Dangling(t *testing.T) {
	r, _, contextOf := figureReader(t, answers{"Pages": pageWith("en", "One. In {{fact:none}} lands.",
		"<p>A</p><p>{{product:alpha.height}} and {{product:other.weight|5 kg}}</p>")})
	ctx, reads := cache.WithNotes(t.Context())
	if _, err := r.Pages(ctx, contextOf(english), []string{"a"}); err != nil || reads.IsDegraded() {
		t.Errorf("degraded: %v, %v", reads.IsDegraded(), err)
	}
	const kind = finding.DanglingFigure
	want := []finding.Finding{
		{Kind: kind, Document: "a", Record: "hero", Field: "lead", Message: "fact:none"},
		{Kind: kind, Document: "a", Record: "text", Field: "content", Message: "product:alpha.height"},
		{Kind: kind, Document: "a", Record: "text", Field: "content", Message: "product:other.weight|5 kg"},
	}
	if found := finding.Of(reads.Notes()); !slices.Equal(found, want) {
		t.Errorf("%+v", found)
	}
	if _, lead, html := shownTexts(t, r, contextOf(english)); lead != "One." || html != "<p>A</p>" {
		t.Errorf("%q, %q", lead, html)
	}
}

// Lists, which search, feeds and teasers read, have their figures, too.
//
// Rules: PAGE-33.
func TestFigures_OfLists(t *testing.T) {
	r, _, contextOf := figureReader(t, answers{
		"Stories": `{"stories": [{"id": "s", "slug": "s", "locale": "en", "title": "{{fact:countries}}",
			"leadText": "{{product:alpha.weight}}"}]}`,
		"StoryModules": `{"stories": [{"id": "s", "modules": [
			{"__typename": "QuoteModule", "id": "q", "quote": "{{fact:countries}}", "author": "A"}]}]}`,
		"MediaReleases": `{"mediaReleases": [{"id": "m", "slug": "m", "locale": "en", "title": "{{fact:countries}}"}]}`,
		"NewsFeedItems": `{"newsFeedItemsConnection": {"pageInfo": {}, "edges": [{"cursor": "c", "node":
			{"id": "n", "title": "{{fact:countries}}", "publicationDate": "2026-11-26T00:00:00Z"}}]}}`,
		"Events":    `{"events": [{"id": "e", "slug": "e", "title": "{{fact:countries}}"}]}`,
		"Locations": `{"locations": [{"id": "l", "slug": "l", "name": "A", "hours": "{{fact:countries}}"}]}`,
		"Navigations": `{"sites": [{"id": "main", "headerNavigation": {"id": "h", "homeItems": [], "items": [
			{"id": "i", "title": "A",
				"marketingDescription": "{{fact:countries}} {{product:alpha.weight|heavy}}"}]}}]}`,
	})
	ctx, siteCtx := t.Context(), contextOf(american)
	stories, err := r.Stories(ctx, siteCtx)
	if err != nil || stories.All[0].Title != "15" || *stories.All[0].LeadText != "3,550\u00a0lb" {
		t.Errorf("stories: %+v, %v", stories.All[0], err)
	}
	bodies, err := r.Bodies(ctx, siteCtx, editorial.StoryBody, []string{"s"})
	if err != nil || bodies[0].Modules[0].(*editorial.QuoteModule).Quote != "15" {
		t.Errorf("modules: %+v, %v", bodies, err)
	}
	releases, err := r.MediaReleases(ctx, siteCtx)
	if err != nil || releases[0].Title != "15" {
		t.Errorf("media releases: %+v, %v", releases, err)
	}
	news, err := r.NewsFeed(ctx, siteCtx, 5, "", time.Now())
	if err != nil || news.Items[0].Title != "15" {
		t.Errorf("news: %+v, %v", news, err)
	}
	events, err := r.Events(ctx, siteCtx)
	if err != nil || events[0].Title != "15" {
		t.Errorf("events: %+v, %v", events, err)
	}
	locations, err := r.Locations(ctx, siteCtx)
	if err != nil || *locations[0].Hours != "15" {
		t.Errorf("locations: %+v, %v", locations, err)
	}
	navigations, err := r.Navigations(ctx, siteCtx.Directory, site.Published, []string{"en"})
	if err != nil || navigations["main"].Items[0].Marketing.Description != "15 heavy" {
		t.Errorf("navigation: %+v, %v", navigations["main"].Items[0].Marketing, err)
	}
}

// Translators get references as they are written.
//
// Rules: PAGE-35.
func TestFigures_OfTranslations(t *testing.T) {
	const lead = "In {{fact:countries}} countries, {{product:alpha.weight|heavy}}"
	r, _, _ := figureReader(t, answers{"PageTexts": `{"pages": [{"id": "a", "modules": [{"__typename": "HeroModule",
		"lead": "` + lead + `"}]}]}`})
	texts, err := r.Texts(t.Context(), []string{"a"}, "en")
	if err != nil || len(texts["a"]) != 1 || texts["a"][0].Source != lead {
		t.Errorf("%+v, %v", texts, err)
	}
}

// The changes of a document show the figures that visitors read; a change of a reference itself stays visible.
//
// Rules: PAGE-35.
func TestReader_Figures(t *testing.T) {
	r, _, _ := figureReader(t, answers{})
	changes := []editor.FieldChange{
		{Path: "title", Old: "In {{fact:countries}} countries", New: "In more than {{fact:countries}} countries"},
		{Path: "lead", Old: "15 of them", New: "{{fact:countries}} of them"},
	}
	refs := editor.References(map[string]any{"title": changes[0].Old, "lead": changes[1].New})
	editor.ShowFigures(changes, r.Figures(t.Context(), "en", refs))
	want := []editor.FieldChange{
		{Path: "title", Old: "In 15 countries", New: "In more than 15 countries"},
		{Path: "lead", Old: "15 of them", New: "{{fact:countries}} of them"},
	}
	if !slices.Equal(changes, want) {
		t.Errorf("%+v", changes)
	}
}
