package pages

import (
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/portal"
	"strand/domain/productrequest"
	"strand/domain/search"
	"strand/domain/site"
	"strand/edge/assets"
	"strand/edge/graph"
	"strand/gql"
)

// Each screen of the server has a module in the built client, and an operation in its manifest.
func TestScreens_HaveModuleAndOperation(t *testing.T) {
	assets, err := assets.Load("../../client/dist/browser", "/assets/")
	if err != nil {
		t.Fatal(err)
	}
	persisted, err := graph.LoadPersisted("../../client/dist/persisted-documents.json")
	if err != nil {
		t.Fatal(err)
	}
	all := []screen{styleGuideScreen, callbackScreen}
	all = slices.AppendSeq(all, maps.Values(screens))
	for _, page := range gql.NewExecutableSchema(gql.Config{}).Schema().Types["PortalPage"].EnumValues {
		all = append(all, portalScreen(portal.PageKind(page.Name)))
	}
	for _, s := range all {
		if assets.ScreenSource(s.name) == "" {
			t.Errorf("the client has no module for the screen %q", s.name)
		}
		if s.name == styleGuideScreen.name || s.name == callbackScreen.name {
			continue // they have no data
		}
		if _, ok := persisted.ID(s.query()); !ok {
			t.Errorf("the client has no operation %q for the screen %q", s.query(), s.name)
		}
	}
	if _, ok := persisted.ID(siteOperation); !ok {
		t.Errorf("the client has no operation %q", siteOperation)
	}
}

// TestScreens_Parameters: each screen states the parameters that the lists of its pages write into URLs, and every file
// of the client that reads the query is known.
//
// Rules: CACHE-13.
func TestScreens_Parameters(t *testing.T) {
	for shown, query := range map[site.Screen]string{
		site.ScreenProducts: catalog.Selection{
			BrandIDs: []string{"a"}, Capabilities: []string{"a"}, Processes: []string{"a"},
			Figures: []catalog.FigureFilter{{Slug: "a", Fits: "1", Min: "1", Max: "1"}},
			Choices: []catalog.ChoiceFilter{{Slug: "a", Values: []string{"b"}}},
			System:  site.Metric, Sort: catalog.SortName, IsTable: true, Page: 2,
		}.Query() + "&variant=a",
		site.ScreenContent: catalog.ComparisonQuery([]catalog.ComparedItem{{Slug: "a"}, {Slug: "b", VariantID: "c"}}) +
			"&pageId=a&gate=wrong",
		site.ScreenStories: editorial.StorySelection{
			Topics: []string{"a"}, Categories: []string{"a"}, Author: "a", Year: 2026, VideosOnly: true, Page: 2,
		}.Query(),
		site.ScreenMediaReleases: editorial.MediaReleaseSelection{
			AdhocOnly: true, From: "2026-01-01", To: "2026-02-01", Page: 2,
		}.Query(),
		site.ScreenSearch: search.Selection{Text: "a", Kinds: search.Kinds, Page: 2}.Query(),
		site.ScreenRequest: "?" + productrequest.ConfirmationQuery(map[string]string{"country": "CH"}).Encode() +
			"&product=a&model=b&units=metric",
	} {
		query = query[1:]
		if got := screens[shown].addressRead(site.URL{RawQuery: query}).RawQuery; got != query {
			t.Errorf("%s reads %s of %s", shown, got, query)
		}
	}

	// A file that is added here must not read a parameter that the screens that use it do not state, while it renders
	// on the server.
	known := []string{
		"features/catalog/TechnicalData.tsx", "routes/catalog/CatalogScreen.tsx", // variant
		"features/gate/GatePage.tsx", // gate
		// Parameters of documents that are not cached: the portal, the editor area, the style guide, accepted forms.
		"features/editor/ContentReport.tsx", "features/editor/EditorArea.tsx", "features/editor/EditorLogin.tsx",
		"features/editor/EditorToolbar.tsx", "features/editor/EditorTree.tsx", "features/editor/ExternalLinks.tsx",
		"features/editor/FindingItem.tsx", "features/editor/FrameWidths.tsx", "features/editor/MomentList.tsx",
		"features/editor/NodeSearch.tsx", "features/editor/PresentEditors.tsx",
		"features/editor/PreviewFrame.tsx", "features/editor/SiteContentReport.tsx",
		"features/editor/TranslationPanel.tsx", "features/editor/TranslationTable.tsx",
		"features/editor/TranslationWorklist.tsx", "features/editor/useAreaUrl.ts",
		"features/gate/SignInGate.tsx", "lib/url/usePagePath.ts", "routes/style-guide/StyleGuide.tsx",
		"features/inventory/MachineRows.tsx", "features/tickets/TicketRows.tsx", "features/users/UserRows.tsx",
		"ui/record/LocationChoices.tsx",
		// In the browser only.
		"features/frame/LocaleMenu.tsx", "features/frame/TestingBadge.tsx", "ui/listing/Listing.tsx",
		"ui/listing/ListingFilters.tsx",
		// The text of a search that could not be read.
		"features/search/SearchPage.tsx",
	}
	reads := regexp.MustCompile(`useSearchParams\(|\bsearch\b[^=;]*\} = useLocation\(|useLocation\(\)\.search`)
	folder := os.DirFS("../../client/src")
	err := fs.WalkDir(folder, ".", func(path string, _ fs.DirEntry, err error) error {
		isSource := strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".tsx")
		if err != nil || !isSource || strings.Contains(path, ".test.") {
			return err
		}
		text, err := fs.ReadFile(folder, path)
		if err == nil && reads.Match(text) && !slices.Contains(known, path) {
			t.Errorf("client/src/%s reads the query: state its parameters in edge/pages/screens.go", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
