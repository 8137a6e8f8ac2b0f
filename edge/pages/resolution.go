package pages

import (
	"cmp"
	"encoding/json"

	"github.com/tidwall/gjson"
)

// resolution is the part of a screen's data that the edge reads.
type resolution struct {
	Typename string
	Status   int
	Location string
	// DependsOnHash reports that the URL leads elsewhere with some hashes.
	DependsOnHash bool
	Site          struct {
		Name, HomeURL, Theme string
		EnableCutFont        bool
	}
	Locale struct{ Code string }
	// Theme is the page's theme, or the site's if there is no page.
	Theme string
	// Title is that of the page; HasPage is false if there is none.
	Title   string
	HasPage bool
	// Modules is the JSON of the page's modules, Request that of a product request; empty for none.
	Modules, Request string
	// PageID is the id of a page with a position, and PositionForm the kind of its form; empty for other pages.
	PageID, PositionForm string
	// FeedbackForm is the kind of the form for feedback on a story, product or service, and FeedbackAbout its subject;
	// empty for other pages.
	FeedbackForm, FeedbackAbout string
}

// readResolution reads the resolution of an answer in one pass, without decoding the content of the page; nil for an
// answer without one.
func readResolution(data json.RawMessage) *resolution {
	resolve := gjson.GetBytes(data, "resolve")
	if !resolve.IsObject() {
		return nil
	}
	r := &resolution{}
	resolve.ForEach(func(name, value gjson.Result) bool {
		switch name.Str {
		case "__typename":
			r.Typename = value.Str
		case "status":
			r.Status = int(value.Int())
		case "location":
			r.Location = value.Str
		case "hashLocations":
			r.DependsOnHash = len(value.Array()) > 0
		case "site":
			r.Site.Name, r.Site.HomeURL = value.Get("name").Str, value.Get("homeUrl").Str
			r.Site.Theme, r.Site.EnableCutFont = value.Get("theme").Str, value.Get("enableCutFont").Bool()
		case "locale":
			r.Locale.Code = value.Get("code").Str
		case "theme":
			r.Theme = value.Str
		case "page":
			r.HasPage, r.Title, r.Modules = value.IsObject(), value.Get("title").Str, value.Get("modules").Raw
			if kind := value.Get("position.form.kind").Str; kind != "" {
				r.PageID, r.PositionForm = value.Get("id").Str, kind
			}
		case "stories", "catalog":
			if kind := value.Get("feedbackForm.kind").Str; kind != "" {
				r.FeedbackForm = kind
				// Stories have an id, products a slug.
				r.FeedbackAbout = cmp.Or(value.Get("id").Str, value.Get("slug").Str)
			}
		case "productRequest":
			if value.IsObject() {
				r.Request = value.Raw
			}
		}
		return true
	})
	return r
}
