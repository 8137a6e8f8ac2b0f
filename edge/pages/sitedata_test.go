package pages

import (
	"encoding/json"
	"strings"
	"testing"

	"strand/edge/render"
)

func TestBrowserState_OmitsSite(t *testing.T) {
	data := json.RawMessage(`{"resolve":{"__typename":"PageResolution","site":{"name":"Strand"},"theme":"Default"}}`)
	first, err := browserData(render.ScreenData{Data: data}, "/en", "")
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
	changed := json.RawMessage(
		`{"resolve":{"__typename":"PageResolution","site":{"name":"Strand Group"},"theme":"Default"}}`,
	)
	second, err := browserData(render.ScreenData{Data: changed}, "/en", "")
	if err != nil {
		t.Fatal(err)
	}
	if first.SiteURL == "" || first.SiteURL == second.SiteURL {
		t.Errorf("different sites at %q and %q", first.SiteURL, second.SiteURL)
	}
}

// The addresses that only crawlers read are in the markup alone.
func TestBrowserState_OmitsAlternates(t *testing.T) {
	const others = `"alternateVersions":[{"hreflang":"de","url":"/de"}]`
	for name, data := range map[string]string{
		"a page":    `{"page":{"title":"About",` + others + `},"site":{}}`,
		"a product": `{"catalog":{"name":"H 20",` + others + `},"page":null,"site":{}}`,
		"a classification": `{"catalog":{"classification":{"name":"Presses",` + others + `}},"page":{` + others +
			`},"site":{}}`,
		"a story":   `{"site":{},"stories":{"title":"Cables",` + others + `}}`,
		"a release": `{"mediaReleases":{"title":"Results",` + others + `},"site":{}}`,
	} {
		got, err := browserData(render.ScreenData{Data: json.RawMessage(`{"resolve":` + data + `}`)}, "/en", "")
		want := strings.NewReplacer(
			","+others,
			"",
			others,
			"",
			`,"site":{}`,
			"",
			`"site":{},`,
			"",
		).Replace(
			`{"resolve":` + data + `}`,
		)
		if err != nil || string(got.Data) != want {
			t.Errorf("%s: %s, want %s, %v", name, got.Data, want, err)
		}
	}
}

// The state of an incomplete page, of one visitor, or without a site is embedded unchanged.
func TestBrowserState_Unchanged(t *testing.T) {
	const data = `{"resolve":{"__typename":"PageResolution","site":{"name":"Strand"}}}`
	const redirect = `{"resolve":{"__typename":"RedirectResolution","status":301,"location":"/en"}}`
	for name, test := range map[string]struct {
		state render.ScreenData
		home  string
	}{
		"a part is missing":      {render.ScreenData{Data: json.RawMessage(data), Partial: true}, "/en"},
		"an outage":              {render.ScreenData{Data: json.RawMessage(data), Outage: &render.Outage{}}, "/en"},
		"a returned form":        {render.ScreenData{Data: json.RawMessage(data), Form: &render.Form{}}, "/en"},
		"no home":                {render.ScreenData{Data: json.RawMessage(data)}, ""},
		"a redirect":             {render.ScreenData{Data: json.RawMessage(redirect)}, "/en"},
		"data could not be read": {render.ScreenData{}, "/en"},
	} {
		got, err := browserData(test.state, test.home, "")
		if err != nil || got.SiteURL != "" || string(got.Data) != string(test.state.Data) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
