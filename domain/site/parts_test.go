package site

import (
	"slices"
	"testing"
)

// TestDirectory_Lacks: nothing exists at the URLs of a part that an installation does not have, and links to it have no
// target; other parts and pages do not change.
//
// Rules: URL-46.
func TestDirectory_Lacks(t *testing.T) {
	for _, test := range []struct {
		path    string
		link    LinkRef
		missing []Part
		lacks   bool
	}{
		{"/products", LinkRef{Path: "/products"}, []Part{PartCatalogue}, true},
		{"/products/crimping", LinkRef{ProductSlug: "alpha"}, []Part{PartCatalogue}, true},
		{"/services", LinkRef{ServiceSlug: "training"}, []Part{PartCatalogue}, true},
		{"/request", LinkRef{Path: "request?product=a"}, []Part{PartCatalogue}, true},
		{"/request", LinkRef{Path: "request"}, []Part{PartSubmissions}, true},
		{"/MyKomax/tickets", LinkRef{Path: "/mykomax"}, []Part{PartPortal}, true},
		{"/mykomax", LinkRef{ExternalURL: "http://localhost:8080/en-ch/mykomax"}, []Part{PartPortal}, true},
		{"/mykomax", LinkRef{Path: "/mykomax"}, []Part{PartCatalogue, PartSubmissions, PartServicePortal}, false},
		{"/products", LinkRef{ProductSlug: "alpha"}, []Part{PartSubmissions, PartPortal, PartTranslations}, false},
		{"/company/about", LinkRef{PageID: "main-about"}, AllParts, false},
		{"/stories", LinkRef{Path: "/stories"}, AllParts, false},
	} {
		d := newTestDirectory(t)
		d.Missing = test.missing
		a, err := d.Parse("http://localhost:8080/en-ch" + test.path)
		if err != nil {
			t.Fatal(err)
		}
		siteCtx := contextOf(t, d, a, Preferences{}, false)
		resolved, err := siteCtx.Resolve(a)
		if _, isMissing := resolved.(*NotFound); err != nil || isMissing != test.lacks {
			t.Errorf("%s without %v: %T, %v", test.path, test.missing, resolved, err)
		}
		link := &Link{Ref: &test.link, SiteContext: siteCtx}
		kind, url := link.Resolve(func() string { return "/products/crimping/alpha" })
		if (kind == LinkNone) != test.lacks || link.IsMissingPart() != test.lacks {
			t.Errorf("%+v without %v: %s %s", test.link, test.missing, kind, url)
		}
	}
}

func TestDirectory_Parts(t *testing.T) {
	d := newTestDirectory(t)
	if got := d.Parts(); !slices.Equal(got, AllParts) {
		t.Errorf("all parts: %v", got)
	}
	d.Missing = []Part{PartPortal, PartServicePortal}
	want := []Part{PartCatalogue, PartSubmissions, PartRequests, PartTranslations}
	if got := d.Parts(); !slices.Equal(got, want) {
		t.Errorf("parts: %v, want %v", got, want)
	}
	if areas := d.AreaPaths(d.Main()); slices.Contains(areas, "/mykomax") || !slices.Contains(areas, "/products") {
		t.Errorf("areas: %v", areas)
	}
}
