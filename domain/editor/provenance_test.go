package editor_test

import (
	"testing"

	"strand/domain/editor"
)

func TestNewProvenanceTable(t *testing.T) {
	module := []editor.Component{{Field: "modules", ID: "m-1"}}
	found := map[string]*editor.Provenance{
		"page.title": {System: "cms", Type: "Page", Record: "p", Field: "title", EditURL: "a:1", Locale: "en"},
		"page.slug":  {System: "cms", Type: "Page", Record: "p", Field: "slug", EditURL: "a:2", Locale: "en"},
		"page.lead":  {System: "cms", Type: "Page", Record: "p", Field: "lead", Components: module, Locale: "en"},
		"page.url":   {System: "strand", Field: "Page.url", Locale: "en"},
	}
	table := editor.NewProvenanceTable(found)
	if len(table.Sources) != 3 || len(table.Values) != len(found) {
		t.Errorf("%d sources of %d values", len(table.Sources), len(table.Values))
	}
	for path, want := range found {
		value := table.Values[path]
		got := *table.Sources[value[0].(int)]
		if got.Field != "" || got.EditURL != "" {
			t.Errorf("%s: the source has a field: %+v", path, got)
		}
		if got.System != want.System || got.Record != want.Record || got.LastComponent() != want.LastComponent() ||
			value[1] != want.Field || value[2] != want.EditURL {
			t.Errorf("%s: %+v %v", path, got, value)
		}
	}
}

func TestSourceField(t *testing.T) {
	for _, test := range [][4]string{
		{"cms", "RichTextModule", "html", "content"},
		{"cms", "Page", "title", "title"},
		{"pim", "Product", "shortDescription", "short_description"},
		{"pim", "Product", "image", "images"},
	} {
		if got := editor.SourceField(test[0], test[1], test[2]); got != test[3] {
			t.Errorf("%v: %s", test, got)
		}
	}
}

func TestEditAddress(t *testing.T) {
	p := &editor.Provenance{Type: "Page", Record: "p1", Field: "items[2].label", FoundLocale: "de", Stage: "DRAFT"}
	url, changed := editor.EditAddress("https://studio.example/{type}/{id}?field={field}&locale={locale}&stage={stage}")(p)
	if url != "https://studio.example/Page/p1?field=items&locale=de&stage=DRAFT" || !changed.IsZero() {
		t.Errorf("%s, %v", url, changed)
	}
}
