// Package themes serves the icons of the sites' themes and their web manifests, and has the colors and fonts of the
// themes for pictures that the server draws.
package themes

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"strand/domain/site"
	"strand/edge/encoding"
)

// Fonts are the files of a family, below the folder of the build.
type Fonts struct{ Regular, Strong string }

// Theme is what the build knows of a theme. Colors are `#rrggbb`.
type Theme struct {
	Accent     string
	Background string
	// Card has the colors of pictures of link previews.
	Card struct{ Ground, Text, Muted, Accent string }
	// Fonts are the family of the theme.
	Fonts Fonts
}

// Themes are the icons, colors and fonts that the build made of the themes (client/build/themeFiles.ts). It is
// immutable.
type Themes struct {
	themes map[string]Theme
	// fallback has the fonts for characters that the family of a theme lacks, by `ja`, `zh` and `symbols`.
	fallback map[string]Fonts
	dir      string
	files    map[string]*encoding.Body
	// version identifies the files.
	version string
}

// Load reads the folder of the build. A missing one gives no icons: the client was not built.
func Load(dir string) (*Themes, error) {
	t := &Themes{dir: dir, files: map[string]*encoding.Body{}}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the icons: %w", err)
	}
	sum := sha256.New()
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("read the icons: %w", err)
		}
		_, _ = sum.Write(data) // never fails
		if filepath.Ext(e.Name()) != ".json" {
			t.files[e.Name()] = encoding.NewBody(data)
			continue
		}
		var build struct {
			Themes   map[string]Theme
			Fallback map[string]Fonts
		}
		if err := json.Unmarshal(data, &build); err != nil {
			return nil, fmt.Errorf("read the themes: %w", err)
		}
		t.themes, t.fallback = build.Themes, build.Fallback
	}
	t.version = base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:6])
	return t, nil
}

// Version identifies the icons, colors and fonts.
func (t *Themes) Version() string { return t.version }

// of returns a theme by its name, else the default theme; ok is false without a build.
func (t *Themes) of(name string) (found string, theme Theme, ok bool) {
	if theme, ok = t.themes[name]; ok {
		return name, theme, true
	}
	theme, ok = t.themes[string(site.ThemeDefault)]
	return string(site.ThemeDefault), theme, ok
}

// Of returns a theme by its name, else the default theme; ok is false without a build.
func (t *Themes) Of(name string) (theme Theme, ok bool) {
	_, theme, ok = t.of(name)
	return theme, ok
}

// Icon returns an icon of a theme as PNG, with its size in pixels: 180, 192 or 512. It is nil without a build.
func (t *Themes) Icon(theme, size string) []byte {
	name, _, _ := t.of(theme)
	body := t.files[name+"-"+size+".png"]
	if body == nil {
		return nil
	}
	data, err := body.Plain()
	if err != nil {
		return nil
	}
	return data
}

// FontFiles returns the files of the fonts of a theme, in the order in which they are searched for a character of a
// text in a language.
func (t *Themes) FontFiles(theme Theme, language string) (regular, strong []string) {
	order := []string{"symbols", "ja", "zh"}
	if strings.HasPrefix(language, "zh") {
		order = []string{"symbols", "zh", "ja"}
	}
	families := []Fonts{theme.Fonts}
	for _, name := range order {
		families = append(families, t.fallback[name])
	}
	for _, f := range families {
		regular = append(regular, filepath.Join(t.dir, filepath.FromSlash(f.Regular)))
		strong = append(strong, filepath.Join(t.dir, filepath.FromSlash(f.Strong)))
	}
	return regular, strong
}
