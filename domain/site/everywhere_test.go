package site

import (
	"strings"
	"testing"
)

func TestEverywhere(t *testing.T) {
	page := func(id string, countries ...string) *Item {
		return &Item{ID: id, Title: id, Page: &PageRef{ID: id, Slug: id, Countries: countries}}
	}
	about := page("about")
	about.Items = []*Item{page("dach", "CH", "DE"), page("team")}
	about.Items[0].Items = []*Item{page("bern", "CH", "FR")}
	hidden := page("hidden")
	hidden.Hidden = true
	n := &Navigation{Site: &Site{ID: "s", IsMain: true}, Home: []*Item{page("home"), page("home-ch", "CH")}, Items: []*Item{about, hidden},
		Unlisted: []*Item{page("imprint")}}
	var got []string
	for _, p := range Everywhere(n) {
		got = append(got, strings.TrimSpace(p.Item.Page.ID+" "+strings.Join(p.Countries, "+")))
	}
	// What is below a page that a country does not see is not seen there either.
	if want := "home, about, team, imprint, home-ch CH, dach CH+DE, bern CH"; strings.Join(got, ", ") != want {
		t.Errorf("%s\nnot %s", strings.Join(got, ", "), want)
	}
}
