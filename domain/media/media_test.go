package media

import (
	"net/url"
	"testing"
	"time"

	"strand/domain/signedtoken"
	"strand/domain/site"
)

// Rules: CONST-30, CONST-31.
func TestPresets(t *testing.T) {
	// The presets of CONST-30; widths without a height keep the image's proportions.
	for name, want := range map[string]Preset{
		"STRETCHED": {"stretched", 1180, 0, 90}, "STRETCHED_VIDEO": {"stretched-video", 1200, 675, 90},
		"BREAK_OUT": {"break-out", 980, 0, 90},
		"INLINE":    {"inline", 780, 0, 90}, "ASIDE_SQUARE": {"aside-square", 960, 960, 90},
		"ASIDE_VIDEO": {"aside-video", 960, 540, 90},
		"BRAND":       {"brand", 0, 96, 100}, "MARKETING_LOGO": {"marketing-logo", 304, 52, 90},
		"CLASSIFICATION": {"classification", 480, 0, 90}, "CLASSIFICATION_LARGE": {"classification-large", 1200, 0, 90},
		"CAPABILITY_LIST": {"capability-list", 480, 0, 90}, "CAPABILITY": {"capability", 180, 180, 90},
		"GALLERY_THUMBNAIL": {"gallery-thumbnail", 56, 56, 90}, "GALLERY": {"gallery", 480, 0, 90},
		"LIGHTBOX_THUMBNAIL": {"lightbox-thumbnail", 80, 80, 90},
		"DOCUMENT_THUMBNAIL": {"document-thumbnail", 128, 180, 90}, "STORY_CONTACT": {"story-contact", 80, 80, 90},
		"VIDEO_THUMBNAIL": {"video-thumbnail", 1180, 0, 90},
	} {
		if Presets[name] != want {
			t.Errorf("%s is %v, want %v", name, Presets[name], want)
		}
	}
}

// Rules: MSG-28.
func TestURLs(t *testing.T) {
	ours := URLs{
		Origin: "http://127.0.0.1:8092",
		Shown:  []string{"https://*.graphassets.com", "https://dam.example.com", "http://plain.example.com:81"},
	}
	for _, test := range []struct {
		name           string
		image          site.Image
		source, srcset string
	}{
		{"an asset of our own server", site.Image{
			URL:      "http://127.0.0.1:8092/assets/hall",
			MimeType: "image/webp",
			Width:    1920,
			Height:   1080,
		},
			"/images/aside-video/960/hall.png",
			"/images/aside-video/480/hall.webp 480w, /images/aside-video/720/hall.webp 720w, /images/aside-video/960/hall.webp 960w, /images/aside-video/1440/hall.webp 1440w, /images/aside-video/1920/hall.webp 1920w"},
		{"a small asset of our own server", site.Image{
			URL:      "http://127.0.0.1:8092/assets/dot",
			MimeType: "image/png",
			Width:    800,
			Height:   450,
		},
			"/images/aside-video/960/dot.png",
			"/images/aside-video/480/dot.webp 480w, /images/aside-video/720/dot.webp 720w"},
		{"an asset of Hygraph", site.Image{
			URL:      "https://eu-west-2.graphassets.com/env/abc",
			MimeType: "image/jpeg",
			Width:    1000,
			Height:   600,
		},
			"https://eu-west-2.graphassets.com/env/resize=fit:crop,height:540,width:960/quality=value:90/output=format:png/abc",
			"https://eu-west-2.graphassets.com/env/resize=fit:crop,height:270,width:480/quality=value:90/output=format:webp/abc 480w, https://eu-west-2.graphassets.com/env/resize=fit:crop,height:405,width:720/quality=value:90/output=format:webp/abc 720w, https://eu-west-2.graphassets.com/env/resize=fit:crop,height:540,width:960/quality=value:90/output=format:webp/abc 960w"},
		{"an SVG image", site.Image{
			URL:      "http://127.0.0.1:8092/assets/logo",
			MimeType: "image/svg+xml",
		}, "/images/original/logo", ""},
		{"an image of another host", site.Image{
			URL:      "https://example.com/x.png",
			MimeType: "image/png",
		}, Placeholder, ""},
		{"an image of an allowed host", site.Image{
			URL:      "https://dam.example.com/x.png?a=1",
			MimeType: "image/png",
		}, "https://dam.example.com/x.png?a=1", ""},
		{"an allowed host by https", site.Image{URL: "https://plain.example.com:81/x.png"},
			"https://plain.example.com:81/x.png", ""},
		{"another port", site.Image{URL: "https://dam.example.com:8443/x.png"}, Placeholder, ""},
		{"an insecure host", site.Image{URL: "http://dam.example.com/x.png"}, Placeholder, ""},
		{"a similar host", site.Image{URL: "https://evilgraphassets.com/x.png"}, Placeholder, ""},
		{"a photo of a phone", site.Image{
			URL:      "http://127.0.0.1:8092/assets/hall",
			MimeType: "image/heic",
		}, Placeholder, ""},
		{"a scan", site.Image{URL: "https://dam.example.com/x.tif", MimeType: "image/tiff"}, Placeholder, ""},
		{"AVIF", site.Image{
			URL:      "http://127.0.0.1:8092/assets/hall",
			MimeType: "image/avif",
		}, "/images/original/hall", ""},
		{"no address", site.Image{URL: "::", MimeType: "image/png"}, "::", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := Presets["ASIDE_VIDEO"]
			if got := ours.Source(&test.image, p, PNG); got != test.source {
				t.Errorf("source %s, want %s", got, test.source)
			}
			if got := ours.Srcset(&test.image, p, WebP); got != test.srcset {
				t.Errorf("srcset\n%s, want\n%s", got, test.srcset)
			}
		})
	}
}

func TestSrcsetPattern(t *testing.T) {
	ours := URLs{
		Origin: "http://127.0.0.1:8092",
		Shown:  []string{"https://*.graphassets.com", "https://dam.example.com", "http://plain.example.com:81"},
	}
	for name, test := range map[string]struct {
		image  site.Image
		preset string
		want   string
	}{
		"an asset of our own server": {site.Image{
			URL:      ours.Origin + "/assets/hall-2",
			MimeType: "image/webp",
			Width:    1920,
			Height:   1080,
		}, "ASIDE_VIDEO",
			"/images/aside-video/{480,720,960,1440,1920}/hall-2.webp {}w"},
		"a preset of heights": {site.Image{
			URL:      ours.Origin + "/assets/mark",
			MimeType: "image/png",
			Width:    600,
			Height:   200,
		}, "BRAND",
			"/images/brand/{48,72,96,144,192}/mark.webp {144,216,288,432,576}w"},
		"an asset of Hygraph": {site.Image{
			URL:      "https://eu-west-2.graphassets.com/env/abc",
			MimeType: "image/jpeg",
			Width:    1000,
			Height:   600,
		}, "ASIDE_VIDEO",
			"https://eu-west-2.graphassets.com/env/resize=fit:crop,height:{270,405,540},width:{480,720,960}/quality=value:90/output=format:webp/abc {}w"},
		"one size": {site.Image{
			URL:      ours.Origin + "/assets/dot",
			MimeType: "image/png",
			Width:    500,
			Height:   280,
		}, "ASIDE_VIDEO", "/images/aside-video/480/dot.webp 480w"},
		"an SVG image": {site.Image{URL: ours.Origin + "/assets/logo", MimeType: "image/svg+xml"}, "ASIDE_VIDEO", ""},
	} {
		if got := ours.SrcsetPattern(&test.image, Presets[test.preset], WebP); got != test.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, test.want)
		}
	}
}

func TestPatternOf_NothingInCommon(t *testing.T) {
	for _, texts := range [][]string{
		nil, {"/a 1w"}, {"/a/1 1w", "/b/2 2w"}, {"/a/1 1w", "/a/2/2 2w"}, {"/{1 1w", "/{2 2w"},
	} {
		if got, ok := patternOf(texts); ok {
			t.Errorf("%q became %q", texts, got)
		}
	}
}

func TestFindCopy(t *testing.T) {
	if _, s, ok := FindCopy("brand", "96"); !ok || s != (Size{0, 96}) {
		t.Errorf("brand at its height: %v %t", s, ok)
	}
	if _, s, ok := FindCopy("inline", "780"); !ok || s != (Size{780, 0}) {
		t.Errorf("inline at its width: %v %t", s, ok)
	}
	for _, wrong := range [][2]string{
		{"brand", "97"}, {"none", "96"}, {"inline", "x"}, {"inline", "-1"}, {"inline", "0"}, {"inline", ""},
		// Other spellings of a size would be further URLs of the same copy.
		{"inline", "0780"}, {"inline", "00000780"}, {"inline", "+780"}, {"inline", "+0780"}, {"inline", " 780"},
		{"inline", "780 "},
		{"inline", "7_80"}, {"inline", "0x30c"}, {"inline", "780.0"}, {"inline", "７８０"}, {"INLINE", "780"},
	} {
		if _, _, ok := FindCopy(wrong[0], wrong[1]); ok {
			t.Errorf("%v was found", wrong)
		}
	}
}

func TestSizeWithin(t *testing.T) {
	for _, test := range []struct{ size, want Size }{
		{Size{960, 540}, Size{640, 360}}, {Size{320, 180}, Size{320, 180}}, {Size{0, 960}, Size{0, 480}},
		{Size{1180, 0}, Size{640, 0}},
	} {
		if got := test.size.Within(640, 480); got != test.want {
			t.Errorf("%v within 640 by 480: %v, want %v", test.size, got, test.want)
		}
	}
}

// TestURLs_Protected: the URL of a protected file of our own server opens this file only, until it expires. A
// protected image has no public copies.
func TestURLs_Protected(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	key := signedtoken.NewKey("0123456789abcdef")
	ours := URLs{Origin: "http://127.0.0.1:8092", SigningKey: key, Now: func() time.Time { return now }}
	u, err := url.Parse(ours.Protected("http://127.0.0.1:8092/assets/plan"))
	if err != nil {
		t.Fatal(err)
	}
	token := u.Query().Get(TokenParameter)
	for name, test := range map[string]struct {
		file string
		at   time.Time
		want bool
	}{
		"at once":            {"plan", now, true},
		"just before expiry": {"plan", now.Add(tokenLifetime - time.Second), true},
		"expired":            {"plan", now.Add(tokenLifetime), false},
		"another file":       {"dot", now, false},
	} {
		if got := key.Valid(token, FilePurpose, test.file, test.at); u.Path != "/images/original/plan" ||
			got != test.want {
			t.Errorf("%s: %s opens: %v", name, u, got)
		}
	}
	for _, foreign := range []string{"https://elsewhere.example/plan", "http://[", ""} {
		if got := ours.Protected(foreign); got != foreign {
			t.Errorf("%q became %s", foreign, got)
		}
	}
	image := &site.Image{URL: "http://127.0.0.1:8092/assets/plan", MimeType: "image/png", IsProtected: true}
	p := Presets["ASIDE_VIDEO"]
	if ours.Transformable(image) || ours.Srcset(image, p, WebP) != "" || ours.Source(image, p, PNG) != u.String() {
		t.Errorf(
			"a protected image has the source %s and the copies %q",
			ours.Source(image, p, PNG),
			ours.Srcset(image, p, WebP),
		)
	}
}

// TestSize_Of: a missing side is computed from the proportions of the original.
func TestSize_Of(t *testing.T) {
	for _, test := range []struct {
		size          Size
		width, height int
		want          Size
	}{
		{Size{200, 0}, 1000, 500, Size{200, 100}},
		{Size{0, 100}, 1000, 500, Size{200, 100}},
		{Size{200, 0}, 0, 500, Size{200, 0}},
		{Size{200, 50}, 1000, 500, Size{200, 50}},
	} {
		if got := test.size.Of(test.width, test.height); got != test.want {
			t.Errorf("%v of %d × %d is %v, want %v", test.size, test.width, test.height, got, test.want)
		}
	}
}
