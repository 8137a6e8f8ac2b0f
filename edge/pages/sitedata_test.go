package pages

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/edge/graph"
	"strand/edge/render"
)

// siteResult returns the payload of a page whose operation Site was answered with a name and errors.
func siteResult(name string, errs ...*gqlerror.Error) *Payload {
	d := &Payload{
		resolution: &resolution{Typename: "PageResolution"},
		site:       &graph.Answer{Data: json.RawMessage(`{"siteAt":{"name":"` + name + `"}}`), Errors: errs},
	}
	d.Site.HomeURL = "/en/cirris"
	return d
}

// Browsers get the path of the data of a site, which has another version for other content.
func TestPayload_SiteURL(t *testing.T) {
	first, again := siteResult("Cirris").siteURL(""), siteResult("Cirris").siteURL("")
	changed := siteResult("C").siteURL("")
	if path, version, _ := strings.Cut(first, "?v="); path != "/en/cirris/_site.json" || version == "" {
		t.Errorf("the path is %q", first)
	}
	if first != again || first == changed {
		t.Errorf("the same content is at %q and %q, other content at %q", first, again, changed)
	}
	if preview := siteResult("Cirris").siteURL("/editor-preview/x"); preview != "/editor-preview/x"+first {
		t.Errorf("the path in a preview is %q", preview)
	}
}

// An incomplete site is sent with the page: it is not cached by its version.
func TestPayload_IncompleteSite(t *testing.T) {
	for name, result := range map[string]*Payload{
		"without its footer": siteResult("Cirris", gqlerror.Errorf("the footer")),
		"a redirect":         {},
	} {
		if path := result.siteURL(""); path != "" {
			t.Errorf("%s: a site at %q", name, path)
		}
	}
	site := json.RawMessage(`{"siteAt":{}}`)
	if sent := forBrowsers(render.ScreenData{Site: site}, ""); string(sent.Site) != string(site) || sent.SiteURL != "" {
		t.Errorf("a page without a path of its site: %+v", sent)
	}
	if sent := forBrowsers(render.ScreenData{Site: site}, "/_site.json"); sent.Site != nil || sent.SiteURL == "" {
		t.Errorf("a page with a path of its site: %+v", sent)
	}
}

// An answer without a site is an error, so that no page is shown without its frame.
func TestCheckSite(t *testing.T) {
	for text, isValid := range map[string]bool{
		`{"siteAt":{"name":"Cirris"}}`: true, `{"siteAt":null}`: false, `null`: false, ``: false, `{}`: false,
	} {
		if err := checkSite(&graph.Answer{Data: json.RawMessage(text)}); (err == nil) != isValid {
			t.Errorf("%s: %v", text, err)
		}
	}
}
