package editor_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"strand/domain/editor"
)

func sampleProvenances() *editor.Provenances {
	module := []editor.Component{{Field: "modules", ID: "m-1"}}
	return &editor.Provenances{
		Sources: []*editor.Provenance{
			{System: "cms", Type: "Page", Record: `p "1"`, Locale: "en"},
			{System: "cms", Type: "Page", Record: `p "1"`, Components: module, Locale: "en"},
			{System: "strand"},
			{System: "pim", Type: "Product", Record: "x"},
		},
		Objects: []editor.ObjectProvenance{
			{
				Path: "page",
				Values: []editor.ValueProvenance{
					{Name: "title", Field: "title", Source: 0, EditURL: "grün/en.md:1"},
					{Name: "url", Field: "Page.url", Source: 2},
					{Name: "slug", Field: "slug", Source: 0, EditURL: "grøn/en.md:12"},
				},
			},
			{
				Path: "page.modules.0",
				Values: []editor.ValueProvenance{
					{Name: "heading", Field: "title", Source: 1, EditURL: "grün/en.md:20"},
				},
			},
			{
				Path: "",
				Values: []editor.ValueProvenance{
					{
						Name:    "name",
						Field:   "a.b[0]",
						Source:  3,
						EditURL: "a:1",
					}, {Name: "size", Field: "size_bytes", Source: 3},
				},
			},
		},
	}
}

// byPath returns the provenances by path, from the output of AppendMap.
func byPath(p *editor.Provenances) map[string]editor.Provenance {
	found := map[string]editor.Provenance{}
	for _, o := range p.Objects {
		for _, v := range o.Values {
			value := *p.Sources[v.Source]
			value.Field, value.EditURL = v.Field, v.EditURL
			found[strings.TrimPrefix(o.Path+"."+v.Name, ".")] = value
		}
	}
	return found
}

func TestProvenances_AppendMap(t *testing.T) {
	for name, p := range map[string]*editor.Provenances{"some": sampleProvenances(), "none": {}} {
		text, err := p.AppendMap(nil)
		if err != nil {
			t.Fatal(err)
		}
		var got map[string]editor.Provenance
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v in %s", name, err, text)
		}
		if want := byPath(p); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

func TestProvenances_AppendTable(t *testing.T) {
	for name, p := range map[string]*editor.Provenances{"some": sampleProvenances(), "none": {}} {
		text, err := p.AppendTable(nil)
		if err != nil {
			t.Fatal(err)
		}
		var table struct {
			Sources []editor.Provenance
			Objects [][2]any
		}
		if err := json.Unmarshal(text, &table); err != nil {
			t.Fatalf("%s: %v in %s", name, err, text)
		}
		got := map[string]editor.Provenance{}
		for _, o := range table.Objects {
			for _, value := range o[1].([]any) {
				v := value.([]any)
				source := table.Sources[int(v[1].(float64))]
				source.Field, source.EditURL = v[2].(string), source.EditURL+v[3].(string)
				got[strings.TrimPrefix(o[0].(string)+"."+v[0].(string), ".")] = source
			}
		}
		if want := byPath(p); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
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

// Rules: PROV-8.
func TestTemplateLocator(t *testing.T) {
	p := &editor.Provenance{Type: "Page", Record: "p1", Field: "items[2].label", FoundLocale: "de", Stage: "DRAFT"}
	url, changed := editor.TemplateLocator(
		"https://studio.example/{type}/{id}?field={field}&locale={locale}&stage={stage}",
	)(p)
	if url != "https://studio.example/Page/p1?field=items&locale=de&stage=DRAFT" || !changed.IsZero() {
		t.Errorf("%s, %v", url, changed)
	}
}

// TestProvenances_With checks that the sources of two responses are kept apart.
func TestProvenances_With(t *testing.T) {
	of := func(path, record string) *editor.Provenances {
		return &editor.Provenances{
			Sources: []*editor.Provenance{{System: "cms", Record: record}},
			Objects: []editor.ObjectProvenance{
				{Path: path, Values: []editor.ValueProvenance{{Name: "title", Field: "title"}}},
			},
		}
	}
	page, site := of("resolve.page", "about"), of("siteAt", "main")
	both := page.With(site)
	found := map[string]string{}
	for _, o := range both.Objects {
		for _, v := range o.Values {
			found[o.Path+"."+v.Name] = both.Sources[v.Source].Record
		}
	}
	want := map[string]string{"resolve.page.title": "about", "siteAt.title": "main"}
	if !maps.Equal(found, want) {
		t.Errorf("sources %v, want %v", found, want)
	}
	if site.Objects[0].Values[0].Source != 0 {
		t.Error("the provenances of the second response were changed")
	}
}
