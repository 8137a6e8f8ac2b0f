package catalog

import (
	"reflect"
	"testing"

	"strand/domain/site"
)

// Rules: CAT-8.
func TestCleanURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://cdn.example.com/a.png": "https://cdn.example.com/a.png", "http://a/b c.png": "http://a/b%20c.png",
		"": "", "null": "", " null ": "", "javascript:alert(1)": "", "data:text/html,x": "", "ftp://a/b": "",
		"//a/b.png": "", "/a.png": "",
		"https://user:secret@a/b": "", "https://": "", "http://a\x00b": "", "vbscript:x": "", "file:///etc/passwd": "",
		"blob:https://a/b": "", "JavaScript:x": "", "java\tscript:x": "", "\x01javascript:x": "", "https://a/\nb": "",
		`\\a\b`: "", "https://a b/": "", "www.example.com": "", " https://a/b ": "https://a/b",
		"HTTPS://a/b": "https://a/b",
	} {
		if got := CleanURL(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Rules: CAT-9.
func TestImages(t *testing.T) {
	const a, b = "https://a/1.png", "https://a/2.png"
	for name, test := range map[string]struct {
		records []ImageRecord
		want    []string
	}{
		"in the order of the PIM": {[]ImageRecord{{URL: a}, {URL: b}}, []string{a, b}},
		"the default one first":   {[]ImageRecord{{URL: a}, {URL: b, Default: true}}, []string{b, a}},
		"none":                    {nil, []string{PlaceholderImage}},
		"the text null":           {[]ImageRecord{{URL: "null", Default: true}}, []string{PlaceholderImage}},
		"an invalid URL":          {[]ImageRecord{{URL: "javascript:x"}, {URL: b}}, []string{b}},
	} {
		var got []string
		for _, i := range Images(test.records, "Alpha") {
			got = append(got, i.URL)
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Rules: CAT-10.
func TestNewVideo(t *testing.T) {
	for name, test := range map[string]struct{ url, thumbnail, want string }{
		"with its thumbnail": {"https://a/f.webm", "https://a/t.png", "https://a/t.png"},
		"without":            {"https://a/f.webm", "", PlaceholderVideo},
		"the text null":      {"https://a/f.webm", "null", PlaceholderVideo},
	} {
		if v := NewVideo(test.url, test.thumbnail); v == nil || v.Thumbnail.URL != test.want {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if NewVideo("null", "https://a/t.png") != nil {
		t.Error("a thumbnail without a video address is a video")
	}
}

// Rules: CAT-11.
func TestHighlight_IsShown(t *testing.T) {
	image, film := &site.Image{URL: "x"}, &Video{URL: "x"}
	for name, test := range map[string]struct {
		highlight Highlight
		want      bool
	}{
		"name and image": {Highlight{Name: "a", Image: image}, true},
		"name and film":  {Highlight{Name: "a", Video: film}, true},
		"a name alone":   {Highlight{Name: "a"}, false},
		"no name":        {Highlight{Image: image, Video: film}, false},
	} {
		if got := test.highlight.IsShown(); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Rules: CAT-12.
func TestNewDocument(t *testing.T) {
	d := NewDocument(DocumentRecord{Language: "EN", URL: "https://a/m.pdf", FileName: "manual.pdf", SizeBytes: 1024})
	if d == nil || d.Name != "manual.pdf" || d.Extension != "PDF" || *d.Language != "en" || *d.Size != 1024 ||
		d.Type != nil {
		t.Errorf("%+v", d)
	}
	if d := NewDocument(DocumentRecord{URL: "https://a/m", SizeBytes: -3, Language: "null"}); d == nil ||
		d.Size != nil ||
		d.Language != nil {
		t.Errorf("a negative size: %+v", d)
	}
	if d := NewDocument(DocumentRecord{Name: "a", URL: "null"}); d != nil {
		t.Errorf("without an address: %+v", d)
	}
}

// Rules: CAT-20.
func TestSlug(t *testing.T) {
	for in, want := range map[string]string{
		"Multi-layer stripping": "multi-layer-stripping", "Aderendhülsen": "aderendhulsen",
		"Découpe à longueur":        "decoupe-a-longueur",
		"Crimp  force, (analysis)!": "crimp-force-analysis", "Řezání": "rezani", "圧着": "圧着", "": "", "-- ": "",
	} {
		if got := Slug(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestImages_AlternativeText: the name of an image is its alternative text, unless it is missing or a file name
// (CAT-9).
//
// Rules: CAT-9.
func TestImages_AlternativeText(t *testing.T) {
	for name, test := range map[string]struct{ image, url, want string }{
		"a name":                      {"View from the front", "https://a/1.png", "View from the front"},
		"a name with a point":         {"Alpha 530, rev. 2.1", "https://a/1.png", "Alpha 530, rev. 2.1"},
		"no name":                     {"", "https://a/1.png", "Alpha"},
		"the text null":               {" null ", "https://a/1.png", "Alpha"},
		"a file name":                 {"IMG_0012.JPG", "https://a/1.png", "Alpha"},
		"the end of the URL":          {"machine-front", "https://a/b/machine-front.webp?v=2", "Alpha"},
		"the end of a URL of handles": {"machine-front", "https://a/assets/machine-front", "Alpha"},
	} {
		images := Images([]ImageRecord{{Name: test.image, URL: test.url}}, "Alpha")
		if len(images) != 1 || images[0].AlternativeText != test.want {
			t.Errorf("%s: %q, want %q", name, images[0].AlternativeText, test.want)
		}
	}
	if images := Images([]ImageRecord{{Name: "Front", URL: "null"}}, "Alpha"); images[0].AlternativeText != "" {
		t.Errorf("the placeholder shows %q", images[0].AlternativeText)
	}
}

// TestNewImage_Format: the PIM has URLs only, whose end tells a format that browsers do not show.
func TestNewImage_Format(t *testing.T) {
	for url, want := range map[string]string{
		"https://pim.example/a.jpg": "", "https://pim.example/a": "", "https://pim.example/a.webp?x=.tif": "",
		"https://pim.example/a.TIF": "image/tiff", "https://pim.example/b.heic?width=3": "image/heic",
		"https://pim.example/c.svg": "image/svg+xml", "https://pim.example/d.pdf": "application/pdf",
	} {
		if got := NewImage(url, "").MimeType; got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}
