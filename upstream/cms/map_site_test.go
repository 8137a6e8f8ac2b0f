package cms

import (
	"bytes"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/site"
)

// TestDirectory_IncompleteSites: a site needs a header, a footer and a domain (NAV-1); sites without one are logged.
//
// Rules: MSG-27, NAV-1.
func TestDirectory_IncompleteSites(t *testing.T) {
	header, footer := &SystemDataSitesSiteHeaderNavigation{Id: "h"}, &SystemDataSitesSiteFooterNavigation{Id: "f"}
	domains := []string{"LocalHost:8080/Cirris/"}
	var log bytes.Buffer
	d, err := directory(&SystemDataResponse{Sites: []*SystemDataSitesSite{
		{Id: "main", IsMain: true, Domains: []string{"localhost"}, HeaderNavigation: header, FooterNavigation: footer},
		{Id: "headless", Slug: "a", Domains: domains, FooterNavigation: footer},
		{Id: "footless", Slug: "b", Domains: domains, HeaderNavigation: header},
		{Id: "homeless", Slug: "c", HeaderNavigation: header, FooterNavigation: footer},
		{Id: "whole", Slug: "Cirris", Domains: domains, HeaderNavigation: header, FooterNavigation: footer},
	}}, slog.New(slog.NewTextHandler(&log, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	var kept []string
	for _, s := range d.Sites {
		kept = append(kept, s.ID)
	}
	if got := strings.Join(kept, " "); got != "main whole" {
		t.Errorf("kept %s", got)
	}
	for _, id := range []string{"headless", "footless", "homeless"} {
		if !strings.Contains(log.String(), id) {
			t.Errorf("the log does not contain %s:\n%s", id, log.String())
		}
	}
	if whole := d.Site("whole"); whole.Slug != "cirris" || whole.Domains[0] != "localhost/cirris" {
		t.Errorf("%+v", whole)
	}
}

// TestLinkRefs_EmptyLinksAreSkipped: a link without a path, page or URL is skipped (NAV-29).
//
// Rules: NAV-29.
func TestLinkRefs_EmptyLinksAreSkipped(t *testing.T) {
	var empty []string
	refs := linkRefs([]LinkFields{
		&LinkFieldsPathLink{
			Text: "no path",
		}, &LinkFieldsPageLink{Text: "no page"}, &LinkFieldsExternalLink{Text: "no address"}, nil,
		&LinkFieldsProductLink{Text: "no product"}, &LinkFieldsServiceLink{Text: "no service"},
		&LinkFieldsPathLink{Text: "a path", Path: "action:openNewsFeed"},
		&LinkFieldsPageLink{Text: "a page", Page: &LinkFieldsPage{Id: "p"}, PageParameters: "#x", OpenInNewTab: true},
		&LinkFieldsExternalLink{Text: "an address", Url: "https://example.com", OpenInNewTab: true},
		&LinkFieldsProductLink{
			Text:        "a product",
			ProductSlug: "alpha",
		}, &LinkFieldsServiceLink{Text: "a service", ServiceSlug: "repair"},
	}, "footer", "links", func(f finding.Finding) {
		if f.Kind == finding.EmptyLink && f.Document == "footer" {
			empty = append(empty, f.Field+" "+f.Message)
		}
	})
	if got := strings.Join(empty, ", "); got != "links[0] no path, links[1] no page, links[2] no address, "+
		"links[4] no product, links[5] no service" {
		t.Errorf("found %s", got)
	}
	want := []site.LinkRef{
		{Text: "a path", Path: "action:openNewsFeed"},
		{Text: "a page", PageID: "p", PageParameters: "#x", OpenInNewTab: true},
		{Text: "an address", ExternalURL: "https://example.com", OpenInNewTab: true},
		{Text: "a product", ProductSlug: "alpha"}, {Text: "a service", ServiceSlug: "repair"},
	}
	if len(refs) != len(want) {
		t.Fatalf("%d links, want %d", len(refs), len(want))
	}
	for i, ref := range refs {
		if *ref != want[i] {
			t.Errorf("%+v, want %+v", *ref, want[i])
		}
	}
}

// TestVideo_Thumbnail: a video without an image of its own has the default image (PAGE-16).
//
// Rules: PAGE-16.
func TestVideo_Thumbnail(t *testing.T) {
	m := mapper{}
	for want, from := range map[string]*ModuleFieldsVideoModule{
		catalog.PlaceholderVideo: {VideoUrl: "https://example.com/film"},
		"https://example.com/t.png": {
			VideoUrl:  "https://example.com/film",
			Thumbnail: &AssetFields{Url: "https://example.com/t.png"},
		},
	} {
		if v, ok := m.video(from).(*editorial.VideoModule); !ok || v.Thumbnail == nil || v.Thumbnail.URL != want {
			t.Errorf("%+v, want %s", v, want)
		}
	}
	if m.video(&ModuleFieldsVideoModule{}) != nil {
		t.Error("a module without a video")
	}
}

// TestNavigations_TopItem: a top item has a marketing section if it has any of its parts (NAV-12), and items beside its
// sections.
//
// Rules: NAV-12.
func TestNavigations_TopItem(t *testing.T) {
	dir, err := site.NewDirectory(nil, nil, []*site.Site{{ID: "main", IsMain: true}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	const country = "CH"
	item := func(title string) *ItemTree {
		return &ItemTree{ItemFields: ItemFields{
			Title: title, Hidden: true, Countries: []*ItemFieldsCountriesCountry{{CountryCode: country}},
		}}
	}
	for name, test := range map[string]struct {
		from NavigationsSitesSiteHeaderNavigationItemsNavigationTopItem
		want *site.Marketing
	}{
		"nothing": {},
		"a title": {
			NavigationsSitesSiteHeaderNavigationItemsNavigationTopItem{MarketingTitle: "Look"},
			&site.Marketing{Title: "Look", BackgroundColor: "Dark_White"},
		},
		"a description": {
			NavigationsSitesSiteHeaderNavigationItemsNavigationTopItem{MarketingDescription: "Every step."},
			&site.Marketing{Description: "Every step.", BackgroundColor: "Dark_White"},
		},
	} {
		test.from.Items = []*ItemTree{item("History"), item("Brands")}
		header := &NavigationsSitesSiteHeaderNavigation{
			Items: []*NavigationsSitesSiteHeaderNavigationItemsNavigationTopItem{&test.from},
		}
		data := &NavigationsResponse{Sites: []*NavigationsSitesSite{{Id: "main", HeaderNavigation: header}}}
		top := navigations(data, dir, nil)["main"].Items[0]
		if !reflect.DeepEqual(top.Marketing, test.want) {
			t.Errorf("%s: %+v, want %+v", name, top.Marketing, test.want)
		}
		if len(top.Items) != 2 || top.Items[1].Title != "Brands" || !top.Items[1].Hidden ||
			!slices.Equal(top.Items[1].Countries, []string{country}) {
			t.Errorf("%s: items %+v", name, top.Items)
		}
	}
}
