package cards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"strand/edge/pages"
	"strand/edge/themes"
)

// site has a page, and copies of pictures by their URLs.
type site struct {
	page   *pages.LinkPreview
	err    error
	copies map[string][]byte
	// read are the URLs of the copies that were read, kept are the cards that were stored.
	read []string
	kept map[string][]byte
}

func (s *site) LinkPreview(context.Context, *http.Request, string) (*pages.LinkPreview, error) {
	return s.page, s.err
}

func (s *site) Copy(_ context.Context, shown string) ([]byte, error) {
	s.read = append(s.read, shown)
	if s.copies[shown] == nil {
		return nil, errors.New("no such picture")
	}
	return s.copies[shown], nil
}

func (s *site) Card(of []string) []byte { return s.kept[strings.Join(of, "\n")] }

func (s *site) KeepCard(_ context.Context, of []string, picture []byte) {
	s.kept[strings.Join(of, "\n")] = picture
}

func loadThemes(t *testing.T) *themes.Themes {
	t.Helper()
	dir := t.TempDir()
	fonts := map[string]string{"regular": "go.ttf", "strong": "go.ttf"}
	build, err := json.Marshal(map[string]any{
		"themes": map[string]any{"Default": map[string]any{
			"card":  map[string]string{"ground": "#17191c", "text": "#ffffff", "muted": "#aeb1b6", "accent": "#e8935a"},
			"fonts": fonts,
		}},
		"fallback": map[string]any{"symbols": fonts, "ja": fonts, "zh": fonts},
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"themes.json": build, "go.ttf": goregular.TTF} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := themes.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// square returns a picture of one color.
func square(t *testing.T, c color.Color) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 90, 90))
	fill(picture, picture.Bounds(), c)
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// huge is the beginning of a picture that says to have 100,000 by 100,000 pixels.
func huge(t *testing.T) []byte {
	t.Helper()
	data := bytes.Clone(square(t, color.White))
	copy(data[16:24], []byte{0, 1, 0x86, 0xa0, 0, 1, 0x86, 0xa0})
	return data
}

func (s *site) get(t *testing.T) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "http://strand.example/en/about"+pages.CardSuffix, nil)
	New(s, s, loadThemes(t), slog.New(slog.DiscardHandler)).ServeHTTP(w, r)
	return w
}

// A card has the picture of the page at its right. Without a picture that can be read there is a card, too, which is
// neither stored nor cached for long.
//
// Rules: PAGE-40.
func TestCard_Picture(t *testing.T) {
	for name, test := range map[string]struct {
		picture []byte
		isWhole bool
	}{
		"a picture": {square(t, color.RGBA{R: 0xff, A: 0xff}), true},
		"missing":   {nil, false},
		"no image":  {[]byte("<html>"), false},
		"too large": {huge(t), false},
		"truncated": {square(t, color.White)[:60], false},
	} {
		t.Run(name, func(t *testing.T) {
			const shown = "/images/stretched/1180/hall.png"
			s := &site{
				page:   &pages.LinkPreview{Title: "About us", Brand: "Strand", Picture: shown, Language: "en"},
				copies: map[string][]byte{shown: test.picture}, kept: map[string][]byte{},
			}
			w := s.get(t)
			card, err := jpeg.Decode(w.Body)
			if err != nil || w.Code != http.StatusOK {
				t.Fatalf("%d %v", w.Code, err)
			}
			if card.Bounds() != image.Rect(0, 0, Width, Height) {
				t.Errorf("size %v", card.Bounds())
			}
			red, green, _, _ := card.At(Width-20, Height/2).RGBA()
			if hasPicture := red > 0xe000 && green < 0x3000; hasPicture != test.isWhole {
				t.Errorf("at the right: red %x, green %x", red, green)
			}
			if isKept := len(s.kept) == 1; isKept != test.isWhole {
				t.Errorf("stored: %t", isKept)
			}
			if isShort := w.Header().Get("Cache-Control") == "public, max-age=300"; isShort == test.isWhole {
				t.Errorf("cached: %s", w.Header().Get("Cache-Control"))
			}
			if test.isWhole && (s.get(t).Code != http.StatusOK || len(s.read) != 1) {
				t.Errorf("a stored card is drawn again: %q", s.read)
			}
		})
	}
}

// Texts of any length and kind are drawn.
//
// Rules: PAGE-40.
func TestCard_Texts(t *testing.T) {
	for name, title := range map[string]string{
		"long words": strings.Repeat("Kabelsatzfertigung", 400),
		"many words": strings.Repeat("a – b ", 4000),
		"control":    "\x00\u202e\n\t\u200b\ufeff\ufffd",
		"emoji":      "👩‍🔧 5 × 🇨🇭",
		"Japanese":   strings.Repeat("両端圧着機、", 200),
	} {
		s := &site{page: &pages.LinkPreview{Title: title, Description: title}, kept: map[string][]byte{}}
		if w := s.get(t); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
}

// A card of a page of which a part was missing is neither stored nor cached for long.
//
// Rules: PAGE-40.
func TestCard_Degraded(t *testing.T) {
	s := &site{page: &pages.LinkPreview{Title: "About us", IsDegraded: true}, kept: map[string][]byte{}}
	w := s.get(t)
	lifetime := w.Header().Get("Cache-Control")
	if w.Code != http.StatusOK || lifetime != "public, max-age=300" || len(s.kept) > 0 {
		t.Errorf("%d, cached: %s, stored: %d", w.Code, lifetime, len(s.kept))
	}
}

// A speck on a white picture is not enlarged to the size of the card: drawing it would need gigabytes.
func TestDrawPicture_SmallSubject(t *testing.T) {
	picture := image.NewRGBA(image.Rect(0, 0, 1180, 800))
	fill(picture, picture.Bounds(), color.White)
	fill(picture, image.Rect(600, 400, 602, 402), color.Black)
	card := image.NewRGBA(image.Rect(0, 0, Width, Height))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	drawPicture(card, image.Rect(Width-panel, 0, Width, Height), picture)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 200<<20 {
		t.Errorf("%d MB", used>>20)
	}
}

// A path without a public page has no card.
//
// Rules: PAGE-40.
func TestCard_NoPage(t *testing.T) {
	if w := (&site{}).get(t); w.Code != http.StatusNotFound {
		t.Errorf("%d", w.Code)
	}
}

func newFace(t *testing.T) *typeface {
	t.Helper()
	file := filepath.Join(t.TempDir(), "go.ttf")
	if err := os.WriteFile(file, goregular.TTF, 0o600); err != nil {
		t.Fatal(err)
	}
	face, err := newTypeface([]string{file}, 20)
	if err != nil {
		t.Fatal(err)
	}
	return face
}

// A description ends with a sentence, if one has room.
func TestSentences(t *testing.T) {
	face := newFace(t)
	for text, want := range map[string]string{
		"One 0.5 mm. Two three":    "One 0.5 mm.",
		"One is 0.5 mm wide in it": "One is 0.5 m…",
		"一つ。二つ三つ四つ五つ六つ七つ八つ九つ":      "一つ。",
		"One. Two.": "One. Two.",
	} {
		if got := strings.Join(face.sentences(text, face.width("One 0.5 mm. T"), 1), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLines(t *testing.T) {
	face := newFace(t)
	for _, test := range []struct {
		text  string
		width int
		want  string
		fits  bool
	}{
		{"one two", 1000, "one two", true},
		{"one two", face.width("one t"), "one|two", true},
		{"to 240 mm", face.width("to 240"), "to|240 mm", false},
		{"one two three four", face.width("one t"), "one|two|thre…", false},
		{"圧着機、", face.width("圧着機"), "圧着|機、", true},
		{"圧着\u2060機", face.width("圧着"), "圧|着\u2060機", true},
	} {
		lines, fits := face.lines(test.text, test.width, 3)
		if test.text == "to 240 mm" { // wider than a line: cut
			if len(lines) != 2 || lines[0] != "to" || !strings.HasSuffix(lines[1], "…") || fits {
				t.Errorf("%q: %q", test.text, lines)
			}
			continue
		}
		if got := strings.Join(lines, "|"); test.text == "one two three four" {
			if !strings.HasPrefix(got, "one|two|") || !strings.HasSuffix(got, "…") || fits {
				t.Errorf("%q: %q", test.text, got)
			}
		} else if got != test.want || fits != test.fits {
			t.Errorf("%q: %q %t, want %q", test.text, got, fits, test.want)
		}
	}
}

// TestWidth_InvisibleCharacters: characters that fonts have no drawing for take no place.
func TestWidth_InvisibleCharacters(t *testing.T) {
	face := newFace(t)
	if joined := face.width("0.5\u2060–\u20606\u200b m\u00adm"); joined != face.width("0.5–6 mm") {
		t.Errorf("%d px in place of %d px", joined, face.width("0.5–6 mm"))
	}
}
