package pages

import (
	"cmp"
	"encoding/json"
	"strings"

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
	// PageID is the id of a page with a position, and PositionForm the kind of its form; empty for other pages.
	PageID, PositionForm string
	// FeedbackForm is the kind of the form for feedback on a story, product or service, and FeedbackAbout its subject;
	// empty for other pages.
	FeedbackForm, FeedbackAbout string
}

// readResolution reads the resolution of an answer in one pass, without decoding the content of the page; nil for an
// answer without one. Its strings are copies: a part of the answer would keep all of it in memory, which the size of a
// cache entry does not count.
func readResolution(data json.RawMessage) *resolution {
	resolve := gjson.GetBytes(data, "resolve")
	if !resolve.IsObject() {
		return nil
	}
	r := &resolution{}
	resolve.ForEach(func(name, value gjson.Result) bool {
		switch name.Str {
		case "__typename":
			r.Typename = text(value)
		case "status":
			r.Status = int(value.Int())
		case "location":
			r.Location = text(value)
		case "hashLocations":
			r.DependsOnHash = len(value.Array()) > 0
		case "site":
			r.Site.Name, r.Site.HomeURL = text(value.Get("name")), text(value.Get("homeUrl"))
			r.Site.Theme, r.Site.EnableCutFont = text(value.Get("theme")), value.Get("enableCutFont").Bool()
		case "locale":
			r.Locale.Code = text(value.Get("code"))
		case "theme":
			r.Theme = text(value)
		case "page":
			r.HasPage, r.Title = value.IsObject(), text(value.Get("title"))
			if kind := text(value.Get("position.form.kind")); kind != "" {
				r.PageID, r.PositionForm = text(value.Get("id")), kind
			}
		case "stories", "catalog":
			if kind := text(value.Get("feedbackForm.kind")); kind != "" {
				r.FeedbackForm = kind
				// Stories have an id, products a slug.
				r.FeedbackAbout = cmp.Or(text(value.Get("id")), text(value.Get("slug")))
			}
		}
		return true
	})
	return r
}

// text returns a copy of a text.
func text(value gjson.Result) string { return strings.Clone(value.Str) }
