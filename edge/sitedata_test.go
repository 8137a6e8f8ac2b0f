package edge

import (
	"encoding/json"
	"testing"

	"strand/edge/render"
)

func TestBrowserState_LeavesOutTheSite(t *testing.T) {
	data := json.RawMessage(`{"resolve":{"__typename":"PageResolution","site":{"name":"Strand"},"theme":"Default"}}`)
	first, err := browserState(render.State{Data: data}, "/en")
	if err != nil {
		t.Fatal(err)
	}
	var rest struct{ Resolve map[string]any }
	if err := json.Unmarshal(first.Data, &rest); err != nil {
		t.Fatal(err)
	}
	if _, has := rest.Resolve["site"]; has || rest.Resolve["theme"] != "Default" {
		t.Errorf("the data of the page: %s", first.Data)
	}
	changed := json.RawMessage(`{"resolve":{"__typename":"PageResolution","site":{"name":"Strand Group"},"theme":"Default"}}`)
	second, err := browserState(render.State{Data: changed}, "/en")
	if err != nil {
		t.Fatal(err)
	}
	if first.SiteURL == "" || first.SiteURL == second.SiteURL {
		t.Errorf("different sites at %q and %q", first.SiteURL, second.SiteURL)
	}
}

// What is incomplete, of one visitor, or of no site is embedded as it is.
func TestBrowserState_KeepsTheSite(t *testing.T) {
	const data = `{"resolve":{"__typename":"PageResolution","site":{"name":"Strand"}}}`
	const redirect = `{"resolve":{"__typename":"RedirectResolution","status":301,"location":"/en"}}`
	for name, test := range map[string]struct {
		state render.State
		home  string
	}{
		"a part is missing":      {render.State{Data: json.RawMessage(data), Partial: true}, "/en"},
		"an outage":              {render.State{Data: json.RawMessage(data), Outage: &render.Outage{}}, "/en"},
		"a returned form":        {render.State{Data: json.RawMessage(data), Form: &render.Form{}}, "/en"},
		"no home":                {render.State{Data: json.RawMessage(data)}, ""},
		"a redirect":             {render.State{Data: json.RawMessage(redirect)}, "/en"},
		"data could not be read": {render.State{}, "/en"},
	} {
		got, err := browserState(test.state, test.home)
		if err != nil || got.SiteURL != "" || string(got.Data) != string(test.state.Data) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
