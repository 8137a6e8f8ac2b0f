package pages

import (
	"maps"
	"slices"
	"testing"

	"strand/edge/assets"
	"strand/edge/graph"
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
	all = slices.AppendSeq(all, maps.Values(portalScreens))
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
	if _, ok := persisted.ID(siteOperation); !ok {
		t.Errorf("the client has no operation %q", siteOperation)
	}
}
