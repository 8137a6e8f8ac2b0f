// Package brands serves the icons of the sites' themes and their web manifests, and has the colors and fonts of the
// themes for pictures that the server draws.
package brands

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/respond"
	"strand/edge/visitor"
)

// Fonts are the files of a family, below the folder of the build.
type Fonts struct{ Regular, Strong string }

// Brand is what the build knows of a theme. Colors are `#rrggbb`.
type Brand struct {
	Accent     string
	Background string
	// Card has the colors of pictures of link previews.
	Card struct{ Ground, Text, Muted, Accent string }
	// Fonts are the family of the theme.
	Fonts Fonts
}

// Brands are the icons, colors and fonts that the build made of the themes (client/build/brandFiles.ts). It is
// immutable.
type Brands struct {
	brands map[string]Brand
	// fallback has the fonts for characters that the family of a theme lacks, by `ja`, `zh` and `symbols`.
	fallback map[string]Fonts
	dir      string
	files    map[string]*encoding.Body
	// version identifies the files.
	version string
}

// Load reads the folder of the build. A missing one gives no icons: the client was not built.
func Load(dir string) (*Brands, error) {
	b := &Brands{dir: dir, files: map[string]*encoding.Body{}}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
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
			b.files[e.Name()] = encoding.NewBody(data)
			continue
		}
		var build struct {
			Brands   map[string]Brand
			Fallback map[string]Fonts
		}
		if err := json.Unmarshal(data, &build); err != nil {
			return nil, fmt.Errorf("read the brands: %w", err)
		}
		b.brands, b.fallback = build.Brands, build.Fallback
	}
	b.version = base64.RawURLEncoding.EncodeToString(sum.Sum(nil)[:6])
	return b, nil
}

// Version identifies the icons, colors and fonts.
func (b *Brands) Version() string { return b.version }

// of returns the brand of a theme, else that of the default theme; ok is false without a build.
func (b *Brands) of(theme string) (name string, brand Brand, ok bool) {
	if brand, ok = b.brands[theme]; ok {
		return theme, brand, true
	}
	brand, ok = b.brands[string(site.ThemeDefault)]
	return string(site.ThemeDefault), brand, ok
}

// Of returns the brand of a theme, else that of the default theme; ok is false without a build.
func (b *Brands) Of(theme string) (brand Brand, ok bool) {
	_, brand, ok = b.of(theme)
	return brand, ok
}

// Icon returns an icon of a theme as PNG, with its size in pixels: 180, 192 or 512. It is nil without a build.
func (b *Brands) Icon(theme, size string) []byte {
	name, _, _ := b.of(theme)
	body := b.files[name+"-"+size+".png"]
	if body == nil {
		return nil
	}
	data, err := body.Plain()
	if err != nil {
		return nil
	}
	return data
}

// FontFiles returns the files of the fonts of a brand, in the order in which they are searched for a character of a
// text in a language.
func (b *Brands) FontFiles(brand Brand, language string) (regular, strong []string) {
	order := []string{"symbols", "ja", "zh"}
	if strings.HasPrefix(language, "zh") {
		order = []string{"symbols", "zh", "ja"}
	}
	families := []Fonts{brand.Fonts}
	for _, name := range order {
		families = append(families, b.fallback[name])
	}
	for _, f := range families {
		regular = append(regular, filepath.Join(b.dir, filepath.FromSlash(f.Regular)))
		strong = append(strong, filepath.Join(b.dir, filepath.FromSlash(f.Strong)))
	}
	return regular, strong
}

const (
	iconsPath    = "/icons/"
	manifestPath = "/site.webmanifest"
	// homeParameter is the home page of the site of a manifest, versionParameter that of an icon.
	homeParameter, versionParameter = "home", "v"
)

// Head returns the markup of a document's head for a site with a theme, by the path of its home page; without one the
// site is that of the host.
func (b *Brands) Head(theme, home string) string {
	if b == nil { // a test without a build
		return ""
	}
	name, brand, ok := b.of(theme)
	if !ok {
		return ""
	}
	file := func(suffix string) string {
		return iconsPath + name + suffix + "?" + versionParameter + "=" + b.version
	}
	manifest := manifestPath
	if home != "" {
		manifest += "?" + url.Values{homeParameter: {home}}.Encode()
	}
	return `<link rel="icon" href="` + file(".ico") + `" sizes="32x32">` +
		`<link rel="icon" href="` + file(".svg") + `" type="image/svg+xml">` +
		`<link rel="apple-touch-icon" href="` + file("-180.png") + `">` +
		`<link rel="manifest" href="` + html.EscapeString(manifest) + `">` +
		`<meta name="theme-color" content="` + brand.Accent + `">`
}

// Area has the URLs of icons and manifests.
type Area struct {
	Brands   *Brands
	Sites    visitor.Sites
	Visitors visitor.Reader
}

// Mount registers the URLs. Browsers and devices request some of them without a link, for a host.
func (a Area) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET "+iconsPath+"{file}", func(w http.ResponseWriter, r *http.Request) {
		a.send(w, r, r.PathValue("file"))
	})
	for path, suffix := range map[string]string{
		"/favicon.ico": ".ico", "/apple-touch-icon.png": "-180.png", "/apple-touch-icon-precomposed.png": "-180.png",
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			found, _, err := a.siteAt(r, "/")
			if err != nil {
				respond.Error(w, r, err)
				return
			}
			theme := site.ThemeDefault
			if found != nil {
				theme = found.Theme()
			}
			name, _, _ := a.Brands.of(string(theme))
			a.send(w, r, name+suffix)
		})
	}
	mux.HandleFunc("GET "+manifestPath, a.manifest)
}

// send sends an icon. With the version of the build, it is immutable.
func (a Area) send(w http.ResponseWriter, r *http.Request, file string) {
	body := a.Brands.files[file]
	if body == nil {
		http.NotFound(w, r)
		return
	}
	mediaType := mime.TypeByExtension(filepath.Ext(file))
	if strings.HasSuffix(file, ".ico") { // the types of the system differ
		mediaType = "image/x-icon"
	}
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "public, max-age=86400")
	if r.URL.Query().Get(versionParameter) == a.Brands.version {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	body.Serve(w, r)
}

// siteAt returns the site of a path on the host of a request, with the path of the site's home page; nil if there is
// none. It fails if the sites cannot be read.
func (a Area) siteAt(r *http.Request, path string) (s *site.Site, home string, err error) {
	dir, err := a.Sites.Directory(r.Context())
	if err != nil || !visitor.IsOwnPath(path) {
		return nil, "", err
	}
	scheme, host := a.Visitors.Origin(r)
	address, err := dir.Parse(scheme + "://" + host + path)
	if err != nil {
		return nil, "", nil //nolint:nilerr // not an address of a site
	}
	if dir.HasLocale(address) {
		return address.Site, site.LocalizedPath(address.Locale, address.Home), nil
	}
	return address.Site, address.Home, nil
}

// manifest sends the web manifest of a site: its name, colors and icons. The parameter `home` is its home page.
func (a Area) manifest(w http.ResponseWriter, r *http.Request) {
	found, home, err := a.siteAt(r, cmp.Or(r.URL.Query().Get(homeParameter), "/"))
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	if found == nil {
		http.NotFound(w, r)
		return
	}
	name, brand, ok := a.Brands.of(string(found.Theme()))
	if !ok {
		http.NotFound(w, r)
		return
	}
	type object = map[string]string
	var icons []object
	for _, size := range []string{"192", "512"} {
		icons = append(icons, object{
			"src": iconsPath + name + "-" + size + ".png", "sizes": size + "x" + size, "type": "image/png",
			"purpose": "any maskable",
		})
	}
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	_ = json.NewEncoder(w).Encode(map[string]any{ // the visitor may have disconnected
		"name": found.Name, "short_name": found.Name, "start_url": home, "display": "browser",
		"theme_color": brand.Accent, "background_color": brand.Background, "icons": icons,
	})
}
