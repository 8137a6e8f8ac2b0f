package pages

import (
	"encoding/json"
	"reflect"
	"testing"

	"strand/edge/render"
)

// TestShell_Source: two shells have the same source only if documents made of them are equal.
//
// Rules: CACHE-20.
func TestShell_Source(t *testing.T) {
	sourceOf := func(s shell) uint64 {
		source, err := s.source()
		if err != nil {
			t.Fatal(err)
		}
		return source
	}
	known := shell{
		status: 200, url: "http://localhost/en", screen: contentScreen, locale: "en", siteName: "Strand",
		data: render.ScreenData{Data: json.RawMessage(`{"a":1}`), Site: json.RawMessage(`{"b":2}`)},
	}
	if equal := known; sourceOf(equal) != sourceOf(known) {
		t.Error("equal shells have different sources")
	}
	changes := map[string]func(*shell){
		"status":                      func(s *shell) { s.status = 404 },
		"url":                         func(s *shell) { s.url += "/about" },
		"base":                        func(s *shell) { s.base = "/editor-preview/x" },
		"studioOrigins":               func(s *shell) { s.studioOrigins = []string{"https://studio.example"} },
		"screen":                      func(s *shell) { s.screen = editorScreen },
		"siteURL":                     func(s *shell) { s.siteURL = "/api/site" },
		"locale":                      func(s *shell) { s.locale = "de" },
		"theme":                       func(s *shell) { s.theme = "Iqc" },
		"siteTheme":                   func(s *shell) { s.siteTheme = "Iqc" },
		"cutFont":                     func(s *shell) { s.cutFont = true },
		"siteName":                    func(s *shell) { s.siteName += "2" },
		"homeURL":                     func(s *shell) { s.homeURL = "/en" },
		"title":                       func(s *shell) { s.title = "Start" },
		"nextRelease":                 func(s *shell) { s.nextRelease = true },
		"data":                        func(s *shell) { s.data.Data = json.RawMessage(`{"a":2}`) },
		"the site's data":             func(s *shell) { s.data.Site = json.RawMessage(`{"b":3}`) },
		"the path of the site's data": func(s *shell) { s.data.SiteURL = "/api/site/2" },
		"a form":                      func(s *shell) { s.data.Form = &render.Form{ID: "request"} },
		"a missing part":              func(s *shell) { s.data.Partial = true },
		"a private page":              func(s *shell) { s.data.Private = true },
		"an outage":                   func(s *shell) { s.data.Outage = &render.Outage{} },
		"the end of a part": func(s *shell) {
			s.data.Data, s.data.Site = json.RawMessage(`{"a":1}{`), json.RawMessage(`"b":2}`)
		},
	}
	seen := map[uint64]string{sourceOf(known): "no change"}
	for name, change := range changes {
		changed := known
		change(&changed)
		source := sourceOf(changed)
		if other, isKnown := seen[source]; isKnown {
			t.Errorf("%s: the same source as %s", name, other)
		}
		seen[source] = name
	}
	for field := range reflect.TypeFor[shell]().Fields() {
		if _, isTried := changes[field.Name]; !isTried {
			t.Errorf("the field %s is not tried", field.Name)
		}
	}
	if fields := reflect.TypeFor[render.ScreenData]().NumField(); fields != 9 {
		t.Errorf("ScreenData has %d fields: try the new ones", fields)
	}
}
