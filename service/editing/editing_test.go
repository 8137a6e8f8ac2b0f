package editing

import (
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/editor"
	"strand/domain/editorial"
	"strand/domain/exportfile"
	"strand/domain/finding"
	"strand/domain/media"
	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/internal/changes"
	"strand/internal/probe"
	"strand/service/catalogue"
	"strand/service/servicetest"
	"strand/service/website"
)

// newArea returns the editor area of systems in memory, whose reports end with the test.
func newArea(t *testing.T, from *servicetest.Systems) *Area {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	products := &catalogue.Catalogue{PIM: from.PIM, Catalogue: from.PIM, Log: log}
	sites := &website.Sites{CMS: from.CMS, Assortment: products, Now: time.Now, Log: log}
	reports := NewReports(ReportOptions{
		Website: sites, CMS: from.CMS, Images: media.URLs{Origin: "https://cms.example"},
		Probe: probe.New(probe.Options{}), Now: time.Now, Log: log,
	})
	t.Cleanup(reports.Close)
	return &Area{CMS: from.CMS, Website: sites, Reports: reports, Log: changes.NewFeed(log, nil)}
}

// flawed is a site with pages that lack something.
func flawed(t *testing.T) *servicetest.Systems {
	page := func(id, below string, modules ...editorial.Module) servicetest.Page {
		return servicetest.Page{Page: editorial.Page{ID: id, Modules: modules}, Below: below}
	}
	link := func(index int, ref site.LinkRef) *site.Link { return &site.Link{Index: index, Ref: &ref} }
	gone := servicetest.Page{Page: editorial.Page{ID: "gone"}, IsGone: true}
	german := servicetest.Page{Page: editorial.Page{ID: "german", Languages: []string{"de"}}}
	injected := page("injected", "")
	injected.Injection = &editorial.Injection{Slug: "none"}
	return servicetest.New(t).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "presses"}, nil).
		Product(servicetest.Product{
			Product: catalog.Product{Slug: "h60", Name: "H 60", ClassificationSlug: "presses"},
			Detail: catalog.Detail{
				Images:         []*site.Image{{URL: "https://cms.example/h60.png"}},
				Specifications: []catalog.Specification{{Name: "Weight", Value: "heavy", Unit: new("kg")}},
			},
		}).
		Page(page("about", "")).
		Page(page("history", "about", &editorial.HeroModule{ID: "hero", Links: []*site.Link{
			link(0, site.LinkRef{Text: "Fine", PageID: "about"}),
			link(1, site.LinkRef{Text: "Hidden", PageID: "secret"}),
			link(2, site.LinkRef{Text: "Missing", Path: "/not/there"}),
			link(3, site.LinkRef{Text: "Script", ExternalURL: "javascript:alert(1)"}),
			link(4, site.LinkRef{Text: "Machine", ProductSlug: "none"}),
			link(5, site.LinkRef{Text: "Away", ExternalURL: "https://elsewhere.example/page"}),
		}})).
		Page(page("texts", "about", &editorial.RichTextModule{ID: "text", Content: editorial.RichText{
			Source: `<p>See <a href="">here</a>, <a href="/not/there">there</a>.</p><script>x</script>`,
		}})).
		Page(page("images", "about", &editorial.MediaTextModule{ID: "media", Image: &site.Image{
			URL: "https://cms.example/odd.bmp", MimeType: "image/bmp",
		}})).
		Page(page("foreign", "about", &editorial.MediaTextModule{ID: "media", Image: &site.Image{
			URL: "https://elsewhere.example/a.png", MimeType: "image/png", AlternativeText: "A",
		}})).
		Page(injected).Page(gone).Page(german).
		Page(servicetest.Page{Page: editorial.Page{ID: "lost"}, IsUnlisted: true}).
		Page(page("secret", "")).
		Navigation(func(n *site.Navigation) { n.Items[len(n.Items)-1].Hidden = true }).
		Redirect("/first", site.LinkRef{Path: "/second"}).
		Redirect("/second", site.LinkRef{PageID: "about"}).
		Redirect("/dead", site.LinkRef{Path: "/not/there"}).
		Redirect("/round", site.LinkRef{Path: "/trip"}).
		Redirect("/trip", site.LinkRef{Path: "/round"}).
		Recommend(&site.SearchRecommendation{
			ID: "careers", LanguageCode: "en", Queries: []string{"jobs"}, Paths: []string{"/about", "gone", "/secret"},
		}).
		Recommend(&site.SearchRecommendation{ID: "german", LanguageCode: "de", Paths: []string{"/gone"}}).
		Recommend(&site.SearchRecommendation{
			ID: "other", LanguageCode: "en", SiteIDs: []string{"other"}, Paths: []string{"/gone"},
		}).
		Synonym(&search.EditorSynonym{
			ID: "words", LanguageCode: "en", Typed: []string{"gigs", ""}, Searched: []string{"jobs"},
		}).
		Synonym(&search.EditorSynonym{ID: "german words", LanguageCode: "de", Typed: []string{"gigs"}})
}

// lines returns findings as texts, sorted.
func lines(found []*editor.PageFinding) []string {
	var all []string
	for _, f := range found {
		all = append(all, strings.Join(strings.Fields(fmt.Sprint(
			f.Kind, " ", f.Document, " ", f.Record, " ", f.Field, " ", f.Message,
		)), " "))
	}
	return slices.Sorted(slices.Values(all))
}

// TestFindings: what is missing, dropped or replaced on a page.
//
// Rules: REPO-1, REPO-3, REPO-12.
func TestFindings(t *testing.T) {
	const links, product, index = "/about/history", "/products/presses/h60", "pim.Index PRODUCT en"
	const redirects, tree = "cms.Redirects", "pim.Tree PRODUCT en"
	dead := []string{
		"DEAD_LINK history hero links[1] Hidden", "DEAD_LINK history hero links[2] Missing",
		"FORBIDDEN_LINK history hero links[3] Script",
	}
	const (
		image  = "MISSING_ALTERNATIVE_TEXT h60 images[0]"
		weight = "UNFILTERABLE_VALUE h60 specifications[0] Weight: heavy kg (no number)"
	)
	for name, test := range map[string]struct {
		page, fails string
		want, calls []string
		code        apperr.Code
	}{
		"a page without flaws": {page: "/about", calls: []string{"cms.Pages [about]"}},
		"a hidden page":        {page: "/secret", calls: []string{"cms.Pages [secret]"}},
		"links": {
			page: links, want: append(dead, "REPLACED_LINK history hero links[4] none"),
			calls: []string{"cms.Pages [history]", redirects, "pim.Products en [none]", tree},
		},
		"links, without the PIM": {
			page: links, fails: "pim.", calls: []string{"cms.Pages [history]", redirects, tree},
			want: append(dead, "UNAVAILABLE history hero links[4] the catalogue could not be read"),
		},
		"texts": {
			page: "/about/texts", calls: []string{"cms.Pages [texts]", redirects},
			want: []string{
				"CLEANED_TEXT texts text content script", "DEAD_LINK texts text content.links[1]",
				"EMPTY_LINK texts text content.links[0]",
			},
		},
		"an image": {
			page: "/about/images", calls: []string{"cms.Pages [images]"},
			want: []string{
				"MISSING_ALTERNATIVE_TEXT images media image", "UNTRANSFORMABLE_IMAGE images media image image/bmp",
			},
		},
		"an image of another host": {
			page: "/about/foreign", calls: []string{"cms.Pages [foreign]"},
			want: []string{"HIDDEN_IMAGE foreign media image elsewhere.example"},
		},
		"an unknown product in the page": {
			page: "/injected", calls: []string{"cms.Pages [injected]", "pim.Details en [none]"},
			want: []string{"MISSING_REFERENCE injected injection none"},
		},
		"a page without a record": {
			page: "/gone", calls: []string{"cms.Pages [gone]", redirects},
			want: []string{"NOT_FOUND gone Page not found: /en/gone"},
		},
		"an unknown page": {
			page: "/none", calls: []string{redirects}, want: []string{"NOT_FOUND Page not found: /en/none"},
		},
		"a product": {
			page: product, want: []string{image, weight}, calls: []string{"pim.Details en [h60]", index, tree},
		},
		"a product, without the list of products": {
			page: product, fails: index, calls: []string{"pim.Details en [h60]", index, tree},
			want: []string{image, "UNAVAILABLE h60 the list of products could not be read", weight},
		},
		"without the CMS": {
			page: "/about", fails: "cms.Pages", code: apperr.UpstreamUnavailable,
			calls: []string{"cms.Pages [about]", "cms.Pages [about]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				from := flawed(t)
				if test.fails != "" {
					from.Fail(test.fails)
				}
				ctx, v := servicetest.NewVisit(t.Context(), nil)
				v.Editor = true
				reports := newArea(t, from).Reports
				found, err := reports.Findings(ctx, servicetest.Main, "en", test.page, site.Published, nil)
				if code := apperr.CodeOf(err); (err != nil || test.code != "") && code != test.code {
					t.Fatal(err)
				}
				if got := lines(found); !slices.Equal(got, test.want) {
					t.Errorf("%q, want %q", got, test.want)
				}
				calls := append([]string{"cms.Navigations [en]"}, test.calls...)
				if got := from.Calls(); !slices.Equal(got, calls) {
					t.Errorf("calls %q, want %q", got, calls)
				}
			})
		})
	}
	area := newArea(t, flawed(t))
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
	for _, test := range []struct {
		site, locale, page string
		code               apperr.Code
	}{
		{"none", "en", "/", apperr.NotFound},
		{servicetest.Main, "xx", "/", apperr.Invalid},
		{servicetest.Main, "en", "//elsewhere.example/", apperr.Invalid},
	} {
		_, err := area.Reports.Findings(ctx, test.site, test.locale, test.page, site.Published, nil)
		if code := apperr.CodeOf(err); code != test.code {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// TestReport: the report of a site has the findings of its pages, of redirects and of the tree. It marks pages in the
// tree until they are examined again.
//
// Rules: EDIT-16, REPO-5, REPO-6, REPO-8, REPO-20.
func TestReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		older := editor.LanguageChange{Language: "en", At: time.Unix(0, 0)}
		from := flawed(t).Translations("about", &editor.Translations{
			Source: "de", Changes: []editor.LanguageChange{older, {Language: "de", At: time.Unix(100_000, 0)}},
		})
		area := newArea(t, from)
		ctx, v := servicetest.NewVisit(t.Context(), nil)
		v.Editor = true
		isMarked := func(page string) bool {
			nodes, err := area.Nodes(ctx, servicetest.Main, "en", nil, &page, false)
			if err != nil || len(nodes) == 0 {
				t.Fatal(page, err)
			}
			return slices.Contains(nodes[0].Marks, editor.MarkContentError)
		}
		examine := func(page string, stage site.Stage, preview *site.Preview) {
			if _, err := area.Reports.Findings(ctx, servicetest.Main, "en", page, stage, preview); err != nil {
				t.Fatal(err)
			}
		}
		examine("/about/images", site.Published, &site.Preview{Moment: time.Now().Add(time.Hour)})
		if isMarked("images") {
			t.Error("a page with findings of the future is marked")
		}
		examine("/about/images", site.Published, nil)
		if !isMarked("images") {
			t.Error("an examined page is not marked")
		}
		if _, isNew, err := area.Reports.Start(ctx, servicetest.Main, "en", site.Published); err != nil || !isNew {
			t.Fatal(isNew, err)
		}
		<-time.After(time.Minute)
		report := area.Reports.Of(servicetest.Main, site.Locale{LanguageCode: "en"})
		if report.State != editor.ReportDone || report.CheckedCount != report.TotalCount || report.FinishedAt.IsZero() {
			t.Errorf("%s, %d of %d", report.State, report.CheckedCount, report.TotalCount)
		}
		var rest []*editor.PageFinding
		for _, f := range convert.Pointers(report.Findings) {
			switch {
			case f.Kind == finding.DeadLink && f.Field == "paths", f.Kind == finding.InvalidValue:
				rest = append(rest, f)
			}
			switch f.Kind {
			case finding.DeadRedirect, finding.RedirectChain, finding.RedirectLoop, finding.OrphanPage,
				finding.OutdatedTranslation:
				rest = append(rest, f)
			}
		}
		if got, want := lines(rest), []string{
			"DEAD_LINK careers paths jobs", "DEAD_LINK careers paths jobs", "DEAD_REDIRECT /dead target /en/not/there",
			"INVALID_VALUE words typed[1] an empty term", "ORPHAN_PAGE lost", "OUTDATED_TRANSLATION about de",
			"REDIRECT_CHAIN /first target /en/second", "REDIRECT_LOOP /round target /en/trip",
			"REDIRECT_LOOP /trip target /en/round",
		}; !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		links := convert.All(report.ExternalLinks, func(l editor.ExternalLink) string { return l.URL })
		if want := []string{
			"https://elsewhere.example/page", "https://cms.example/odd.bmp", "https://elsewhere.example/a.png",
			"https://cms.example/h60.png",
		}; !slices.Equal(links, want) {
			t.Errorf("links to other hosts: %q", links)
		}
		if !isMarked("injected") || isMarked("secret") {
			t.Error("a page without findings is marked, or one with findings is not")
		}
		examine("/injected", site.Draft, nil)
		if !isMarked("injected") {
			t.Error("examined in another stage than the site")
		}
	})
}

// TestReport_Fixed: a complete report names the findings of the earlier one in its stage that are gone, and is exported
// with the selection of the URL, in the language of the reader.
//
// Rules: REPO-16, REPO-17, REPO-18.
func TestReport_Fixed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		older := editor.LanguageChange{Language: "en", At: time.Unix(0, 0)}
		from := flawed(t).Translations("about", &editor.Translations{
			Source: "de", Changes: []editor.LanguageChange{older, {Language: "de", At: time.Unix(100_000, 0)}},
		})
		reports := newArea(t, from).Reports
		ctx, _ := servicetest.NewVisit(t.Context(), nil)
		run := func(stage site.Stage) *editor.Report {
			if _, isNew, err := reports.Start(ctx, servicetest.Main, "en", stage); err != nil || !isNew {
				t.Fatal(isNew, err)
			}
			<-time.After(time.Minute)
			return reports.Of(servicetest.Main, site.Locale{LanguageCode: "en"})
		}
		first := run(site.Published)
		if len(first.Fixed) > 0 || !first.ComparedWith.IsZero() {
			t.Errorf("the first report: %+v", first.Fixed)
		}
		from.Translations("about", &editor.Translations{Source: "en"})
		second := run(site.Published)
		if fixed := convert.All(second.Fixed, func(f editor.FixedFinding) string {
			return string(f.Finding.Kind) + " " + f.Finding.Document
		}); !slices.Equal(fixed, []string{"OUTDATED_TRANSLATION about"}) || second.ComparedWith != first.FinishedAt {
			t.Errorf("fixed: %q since %v", fixed, second.ComparedWith)
		}
		if draft := run(site.Draft); !draft.ComparedWith.IsZero() {
			t.Errorf("a report of drafts is compared with one of another stage: %v", draft.ComparedWith)
		}
		last := run(site.Published)
		if !last.ComparedWith.Equal(second.FinishedAt) || len(last.Fixed) != 1 {
			t.Errorf("after a report of drafts: %+v since %v", last.Fixed, last.ComparedWith)
		}

		address, err := url.Parse(ReportExportURL(
			last, editor.FindingSelection{Kind: finding.DeadRedirect, Search: "/dead"}, exportfile.CSV, "de-ch",
		))
		if err != nil || address.Path != ReportExportPath {
			t.Fatal(address, err)
		}
		export, err := reports.Export(ctx, address.Query())
		want := []any{"Fehler", "Weiterleitung auf eine fehlende Seite", "", "", "Target", "/en/not/there", "/dead"}
		if err != nil || export.Language != "de" || len(export.Rows) != 1 || !slices.Equal(export.Rows[0], want) {
			t.Errorf("%+v %v", export, err)
		}
		for name, query := range map[string]url.Values{
			"of no site":       {"site": {"none"}, "reportLocale": {"en"}},
			"without a report": {"site": {servicetest.Main}, "reportLocale": {"de"}},
			"of a long text": {
				"site": {servicetest.Main}, "reportLocale": {"en"}, "search": {strings.Repeat("x", MaxSearch+1)},
			},
		} {
			if export, err := reports.Export(ctx, query); err == nil {
				t.Errorf("%s: %+v", name, export)
			}
		}
	})
}

// TestReport_Cancel: one report of a site runs at a time, until it is cancelled.
//
// Rules: REPO-5.
func TestReport_Cancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reports := newArea(t, flawed(t)).Reports
		ctx, _ := servicetest.NewVisit(t.Context(), nil)
		start := func() bool {
			report, isNew, err := reports.Start(ctx, servicetest.Main, "en", site.Published)
			if err != nil || report.State != editor.ReportRunning {
				t.Fatal(report, err)
			}
			return isNew
		}
		if !start() || start() {
			t.Error("a second report runs")
		}
		if reports.Cancel(servicetest.Main) == nil {
			t.Error("no report is cancelled")
		}
		synctest.Wait()
		report := reports.Of(servicetest.Main, site.Locale{LanguageCode: "en"})
		if report.State != editor.ReportCancelled || report.FinishedAt.IsZero() {
			t.Errorf("%+v", report)
		}
		if reports.Cancel(servicetest.Main) != nil {
			t.Error("an ended report is cancelled")
		}
		if !start() {
			t.Error("the next report does not run")
		}
	})
}

// TestNodes: nodes of the tree by parent, search and state, and the differences of a draft.
//
// Rules: EDIT-15, EDIT-16.
func TestNodes(t *testing.T) {
	area := newArea(t, flawed(t).
		State(editor.DocumentState{
			ID: "about", UpdatedAt: time.Unix(2, 0), PublishedAt: time.Unix(1, 0), Languages: []string{"en"},
		}).
		Document("about", site.Published, map[string]any{"title": "About"}).
		Document("about", site.Draft, map[string]any{"title": "About us"}))
	ctx, v := servicetest.NewVisit(t.Context(), nil)
	v.Editor = true
	for _, test := range []struct {
		locale         string
		parent, search *string
		unpublished    bool
		want           string
		code           apperr.Code
	}{
		{locale: "en", parent: new("NAVIGATION:about"), want: "history, texts, images, foreign"},
		{locale: "en", search: new("ABOUT"), want: "about CHANGED, history, texts, images, foreign"},
		{locale: "de", search: new("german"), want: "german"},
		{locale: "en", search: new("german"), want: "german UNTRANSLATED"},
		{locale: "en", search: new("secret"), want: "secret HIDDEN"},
		{locale: "en", unpublished: true, want: "about CHANGED"},
		{locale: "en", code: apperr.Invalid},
		{locale: "en", search: new("a"), unpublished: true, code: apperr.Invalid},
		{locale: "en", search: new(" "), code: apperr.Invalid},
		{locale: "xx", search: new("a"), code: apperr.Invalid},
		{locale: "en", parent: new("none"), code: apperr.NotFound},
	} {
		nodes, err := area.Nodes(ctx, servicetest.Main, test.locale, test.parent, test.search, test.unpublished)
		if code := apperr.CodeOf(err); (err != nil || test.code != "") && code != test.code {
			t.Errorf("%+v: %v", test, err)
		}
		got := strings.Join(convert.All(nodes, func(n *editor.Node) string {
			return strings.TrimSpace(n.Title + " " + strings.Trim(fmt.Sprint(n.Marks), "[]"))
		}), ", ")
		if got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	diff, err := area.Diff(ctx, servicetest.Main, "en", "NAVIGATION:about")
	if err != nil || !diff.IsPublished || len(diff.Changes) != 1 || diff.Changes[0].New != "About us" {
		t.Errorf("%+v %v", diff, err)
	}
	if diff, err := area.Diff(ctx, servicetest.Main, "en", "SYSTEM"); diff != nil || err != nil {
		t.Errorf("of a group: %+v %v", diff, err)
	}
	if _, err := area.Diff(ctx, servicetest.Main, "en", "none"); apperr.CodeOf(err) != apperr.NotFound {
		t.Errorf("of an unknown node: %v", err)
	}
}

// TestOverview: the editor area of an editor has the tree without what cannot be read, except for the navigation.
//
// Rules: EDIT-15.
func TestOverview(t *testing.T) {
	for fails, want := range map[string]string{
		"nothing": "history", "cms.PageStates": "degraded", "cms.StoryStates": "degraded",
		"cms.MediaReleaseStates": "degraded", "cms.Stories": "degraded", "cms.MediaReleases": "degraded",
		"cms.Navigations": "UPSTREAM_UNAVAILABLE",
	} {
		from := flawed(t)
		area := newArea(t, from)
		ctx, v := servicetest.NewVisit(t.Context(), nil)
		found, err := area.Website.Resolve(ctx, "http://localhost/en/editor?page=/about/history", site.Published)
		if err != nil {
			t.Fatal(err)
		}
		page := found.(*site.PageResolution)
		if overview, err := area.Overview(ctx, page); overview != nil || err != nil {
			t.Errorf("for an anonymous user: %+v %v", overview, err)
		}
		v.Editor = true
		from.Fail(fails)
		overview, err := area.Overview(ctx, page)
		var got string
		switch {
		case err != nil:
			got = string(apperr.CodeOf(err))
		case v.IsDegraded():
			got = "degraded"
		default:
			got = overview.Node().Title
		}
		if got != want {
			t.Errorf("%s: %q, want %q", fails, got, want)
		}
	}
}
