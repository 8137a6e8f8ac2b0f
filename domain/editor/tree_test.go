package editor

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/site"
)

func day(n int) time.Time { return time.Date(2026, 11, n, 0, 0, 0, 0, time.UTC) }

// sampleTree returns a tree with an entry of every kind, and with every mark.
func sampleTree(t *testing.T) *Tree {
	t.Helper()
	page := func(id string, languages ...string) *site.PageRef {
		return &site.PageRef{ID: id, Slug: id, Title: "Page " + id, Languages: languages}
	}
	guests := page("guests", "en")
	guests.Protection = "PASSWORD"
	swiss := page("swiss", "en")
	swiss.Countries = []string{"CH"}
	navigation := &site.Navigation{
		Site: testDirectory(t).Site("cirris"),
		Home: []*site.Item{{ID: "home", Title: "Home", Page: page("home", "en")}},
		Items: []*site.Item{
			{
				ID:    "company",
				Title: "Company",
				Page:  page("company", "en"),
				Sections: []*site.Section{{Items: []*site.Item{
					{ID: "about", Page: page("about", "en"), Hidden: true},
					{ID: "guests", Title: "Guests", Page: guests, Items: []*site.Item{
						{ID: "room", Title: "Room", Page: page("room", "de")},
					}},
				}}},
			},
			{ID: "products", Title: "Products", Path: "/products", Countries: []string{"CH"}},
			{ID: "shop", Title: "Shop", Target: "https://shop.example"},
		},
		TopItems: []*site.Item{{ID: "swiss", Title: "Swiss", Page: swiss}},
		Unlisted: []*site.Item{
			{ID: "thanks", Title: "Thanks", Page: page("thanks", "en")},
			{ID: "error", Title: "Error", Page: page(site.ErrorSlug, "en")},
		},
		Footer: &site.Footer{
			Sections: []site.FooterSection{{Links: []*site.LinkRef{
				nil, {ExternalURL: "https://elsewhere.example"}, {PageID: "gone"},
				{PageID: "company", Text: "Who we are"},
			}}},
			LegalLinks: []*site.LinkRef{{PageID: "company"}},
		},
	}
	return NewTree(TreeInput{
		Site:     site.NewFullTree(navigation),
		Language: "en",
		Stories:  []*editorial.Story{{ID: "s1", Slug: "wire", Title: "Wire", Languages: []string{"en"}}},
		MediaReleases: []*editorial.MediaRelease{
			{ID: "m1", Slug: "results", Title: "Results", Languages: []string{"en"}},
		},
		Pages: DocumentStates{
			"about":   {UpdatedAt: day(2), Languages: []string{"en"}},
			"company": {UpdatedAt: day(3), PublishedAt: day(1), Languages: []string{"en"}},
			"home":    {UpdatedAt: day(1), PublishedAt: day(1), Languages: []string{"de"}},
		},
		StoryStates:   DocumentStates{"s1": {UpdatedAt: day(4), PublishedAt: day(2), Languages: []string{"en"}}},
		ReleaseStates: DocumentStates{},
		Report: &Report{Findings: []PageFinding{
			{Finding: finding.Finding{Kind: finding.InvalidValue, Document: "m1"}},
			{Finding: finding.Finding{Kind: finding.InvalidValue}, Path: "/company"},
			{Finding: finding.Finding{Kind: finding.InvalidValue}, Path: "/thanks"},
			{Finding: finding.Finding{Kind: finding.OrphanPage}, Path: "/company/guests"},
		}},
		PageReports: PageReports{"/thanks": false, "/company/guests": false, "/company/about": true},
		Areas:       []string{"/products", "/search"},
	})
}

// TestNewTree: the groups, entries and marks of a tree (EDIT-16).
func TestNewTree(t *testing.T) {
	tree := sampleTree(t)
	var lines []string
	tree.walk(func(n *Node) {
		if n.Kind == NodeGroup {
			lines = append(lines, n.ID)
			return
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s %q %s %v %v", n.ID, n.Kind, n.Title, n.Path,
			n.Marks, n.Trail())))
	})
	want := []string{
		`HOME`,
		`HOME:home PAGE "Home" / [UNTRANSLATED] []`,
		`NAVIGATION`,
		`NAVIGATION:company PAGE "Company" /company [CHANGED CONTENT_ERROR] []`,
		`NAVIGATION:about PAGE "Page about" /company/about [DRAFT_ONLY HIDDEN CONTENT_ERROR] [Company]`,
		`NAVIGATION:guests PAGE "Guests" /company/guests [GATED CONTENT_ERROR] [Company]`,
		`NAVIGATION:room PAGE "Room" /company/guests/room [UNTRANSLATED GATED] [Company Guests]`,
		`NAVIGATION:products AREA "Products" /products [RESTRICTED] []`,
		`NAVIGATION:shop LINK "Shop"  [] []`,
		`HEADER`,
		`HEADER:swiss PAGE "Swiss" /swiss [RESTRICTED] []`,
		`FOOTER`,
		`FOOTER:company-0 PAGE "Who we are" /company [CHANGED CONTENT_ERROR] []`,
		`FOOTER:company-1 PAGE "Company" /company [CHANGED CONTENT_ERROR] []`,
		`UNLISTED`,
		`UNLISTED:thanks PAGE "Thanks" /thanks [] []`,
		`STORIES`,
		`STORIES:s1 STORY "Wire" /stories/wire [CHANGED] []`,
		`MEDIA_RELEASES`,
		`MEDIA_RELEASES:m1 MEDIA_RELEASE "Results" /media-releases/results [CONTENT_ERROR] []`,
		`SYSTEM`,
		`SYSTEM:error PAGE "Error" /error [] []`,
		`SYSTEM:/search AREA "/search" /search [] []`,
	}
	if !slices.Equal(lines, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

func TestTree_Search(t *testing.T) {
	tree := sampleTree(t)
	for text, want := range map[string]string{
		" ROOM ":    "NAVIGATION:room",
		"guests":    "NAVIGATION:guests NAVIGATION:room",
		"/products": "NAVIGATION:products",
		"nothing":   "",
	} {
		var ids []string
		for _, n := range tree.Search(text) {
			ids = append(ids, n.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if n := tree.Node("NAVIGATION:room"); n == nil || n != tree.At("/company/guests/room") || n.ChildCount() != 0 {
		t.Errorf("the room is %+v", n)
	}
	if n := tree.Node("room"); n != nil {
		t.Errorf("an id without its group finds %+v", n)
	}
}

// TestTree_Unpublished: a document is listed once, with the newest change first.
func TestTree_Unpublished(t *testing.T) {
	var ids []string
	for _, n := range sampleTree(t).Unpublished() {
		ids = append(ids, n.DocumentID)
	}
	if got := strings.Join(ids, " "); got != "s1 company about" {
		t.Errorf("got %s", got)
	}
}

// TestOverview: only the navigation and the entries around the page are shown first.
func TestOverview(t *testing.T) {
	dir := testDirectory(t)
	siteCtx := site.NewContext(
		site.ContextInput{Directory: dir, Site: dir.Main(), Locale: site.Locale{LanguageCode: "en"}},
		nil,
	)
	area := ParseSelection(dir, "", "en")
	overview := &Overview{Selection: area, SiteTree: sampleTree(t), SiteContext: siteCtx}
	visible := func(page string) string {
		area.Page = page
		var ids []string
		for _, n := range overview.VisibleTree() {
			ids = append(ids, n.ID)
		}
		return strings.Join(ids, " ")
	}
	const closed = "HOME HOME:home NAVIGATION NAVIGATION:company %sNAVIGATION:products NAVIGATION:shop HEADER FOOTER " +
		"UNLISTED STORIES %sMEDIA_RELEASES SYSTEM"
	for page, want := range map[string]string{
		"/nowhere":      fmt.Sprintf(closed, "", ""),
		"/company":      fmt.Sprintf(closed, "NAVIGATION:about NAVIGATION:guests ", ""),
		"/stories/wire": fmt.Sprintf(closed, "", "STORIES:s1 "),
	} {
		if got := visible(page); got != want {
			t.Errorf("%s: got\n%s, want\n%s", page, got, want)
		}
	}
	if n := overview.Node(); overview.UnpublishedCount() != 3 || overview.PreviewedSite().ID != area.Site.ID ||
		n != overview.SiteTree.At(area.Page) {
		t.Errorf("%d unpublished documents, node %v", overview.UnpublishedCount(), n)
	}
	if overview.Moment() != nil {
		t.Errorf("a preview of the present has the moment %v", overview.Moment())
	}
	area.Context.Preview.Moment, area.Context.NextRelease = day(5), true
	if m := overview.Moment(); m == nil || !m.Equal(day(5)) || !overview.NextRelease() ||
		overview.Stage() != area.Context.Stage || overview.Audience() != area.Context.Preview.Audience ||
		!slices.Contains(overview.Audiences(), overview.Audience()) {
		t.Errorf("moment %v, stage %v, audience %v", m, overview.Stage(), overview.Audience())
	}
}

// TestOverview_ManyEntries: of many entries below one, the first ones and the one of the page are shown.
func TestOverview_ManyEntries(t *testing.T) {
	var stories []*editorial.Story
	for i := range shownChildren + 50 {
		stories = append(stories, &editorial.Story{ID: fmt.Sprint(i), Slug: fmt.Sprintf("story-%d", i)})
	}
	tree := NewTree(TreeInput{Site: &site.Tree{Site: testDirectory(t).Main()}, Stories: stories})
	overview := &Overview{Selection: &Selection{Page: "/stories/story-120"}, SiteTree: tree}
	visible := overview.VisibleTree()
	if len(visible) != 1+shownChildren+1 || visible[len(visible)-1].DocumentID != "120" {
		t.Errorf("%d entries, the last one is %s", len(visible), visible[len(visible)-1].ID)
	}
}

func TestReport(t *testing.T) {
	report := &Report{Findings: []PageFinding{
		{Finding: finding.Finding{Kind: finding.NotFound, Document: "a"}},
		{Finding: finding.Finding{Kind: finding.DeadFile, Document: "b"}},
		{Finding: finding.Finding{Kind: finding.DeadFile, Document: "c"}},
	}}
	if got := report.Counts(); !slices.Equal(got, []FindingCount{{finding.DeadFile, 2}, {finding.NotFound, 1}}) {
		t.Errorf("counts %v", got)
	}
	for kind, want := range map[finding.Kind]int{"": 3, finding.DeadFile: 2, finding.RedirectLoop: 0} {
		if got := report.Select(FindingSelection{Kind: kind}); len(got) != want {
			t.Errorf("%d findings of %q, want %d", len(got), kind, want)
		}
	}
}

// TestOrphans: pages that are in no menu and that no page links to, except error pages.
func TestOrphans(t *testing.T) {
	page := func(id string) *site.PageRef { return &site.PageRef{ID: id, Slug: id} }
	tree := site.NewFullTree(&site.Navigation{
		Site:  testDirectory(t).Main(),
		Home:  []*site.Item{{ID: "home", Page: page("home")}},
		Items: []*site.Item{{ID: "listed", Page: page("listed")}},
		Unlisted: []*site.Item{
			{ID: "linked", Page: page("linked"), Items: []*site.Item{{ID: "child", Page: page("child")}}},
			{ID: "lost", Page: page("lost")},
			{ID: "listed-again", Page: page("listed")},
			{ID: "error", Page: page(site.ErrorSlug)},
			{ID: "link", Target: "https://elsewhere.example"},
		},
	})
	var ids []string
	for _, i := range Orphans(tree, map[string]bool{"linked": true}) {
		ids = append(ids, i.ID)
	}
	if got := strings.Join(ids, " "); got != "child lost" {
		t.Errorf("got %s", got)
	}
}

func TestPathBelowHome(t *testing.T) {
	dir := testDirectory(t)
	for _, test := range []struct{ site, path, want string }{
		{"main", "/", "/"}, {"main", "/company/about", "/company/about"},
		{"cirris", "/cirris", "/"}, {"cirris", "/cirris/about", "/about"},
	} {
		if got := PathBelowHome(dir.Site(test.site), test.path); got != test.want {
			t.Errorf("%s on %s is %s, want %s", test.path, test.site, got, test.want)
		}
	}
}
