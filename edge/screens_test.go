package edge

import (
	"testing"

	"strand/domain/portal"
	"strand/domain/site"
	"strand/edge/graph"
)

// Each screen of the server has a module in the built client, and an operation in its manifest.
func TestScreens_HaveModuleAndOperation(t *testing.T) {
	assets, err := LoadAssets("../client/dist/browser", "/assets/")
	if err != nil {
		t.Fatal(err)
	}
	persisted, err := graph.LoadPersisted("../client/dist/persisted-documents.json")
	if err != nil {
		t.Fatal(err)
	}
	all := []screen{styleGuideScreen, callbackScreen}
	for _, kind := range []site.Screen{site.ScreenContent, site.ScreenProducts, site.ScreenServices, site.ScreenStories,
		site.ScreenMediaReleases, site.ScreenSearch} {
		all = append(all, screens[kind])
	}
	for _, page := range []portal.PageKind{portal.PageHome, portal.PageAccount, portal.PageLogout, portal.PageTickets,
		portal.PageNewTicket, portal.PageTicket, portal.PageWireFlow, portal.PageNone} {
		all = append(all, portalScreens[page])
	}
	for _, s := range all {
		if assets.ScreenSource(s.name) == "" {
			t.Errorf("the client has no module for the screen %q", s.name)
		}
		if s == styleGuideScreen || s == callbackScreen {
			continue // they have no data
		}
		if _, ok := persisted.ID(s.query()); !ok {
			t.Errorf("the client has no operation %q for the screen %q", s.query(), s.name)
		}
	}
	if _, ok := persisted.ID(siteDataOperation); !ok {
		t.Errorf("the client has no operation %q", siteDataOperation)
	}
}
