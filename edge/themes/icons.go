package themes

import (
	"cmp"
	"encoding/json"
	"html"
	"mime"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"

	"strand/domain/site"
	"strand/edge/respond"
	"strand/edge/visitor"
)

const (
	iconsPath    = "/icons/"
	manifestPath = "/site.webmanifest"
	// homeParameter is the home page of the site of a manifest, versionParameter that of an icon.
	homeParameter, versionParameter = "home", "v"
)

// Head returns the markup of a document's head for a site with a theme, by the path of its home page; without one the
// site is that of the host.
func (t *Themes) Head(name, home string) string {
	if t == nil { // a test without a build
		return ""
	}
	name, theme, ok := t.of(name)
	if !ok {
		return ""
	}
	file := func(suffix string) string {
		return iconsPath + name + suffix + "?" + versionParameter + "=" + t.version
	}
	manifest := manifestPath
	if home != "" {
		manifest += "?" + url.Values{homeParameter: {home}}.Encode()
	}
	return `<link rel="icon" href="` + file(".ico") + `" sizes="32x32">` +
		`<link rel="icon" href="` + file(".svg") + `" type="image/svg+xml">` +
		`<link rel="apple-touch-icon" href="` + file("-180.png") + `">` +
		`<link rel="manifest" href="` + html.EscapeString(manifest) + `">` +
		`<meta name="theme-color" content="` + theme.Accent + `">`
}

// Area has the URLs of icons and manifests.
type Area struct {
	Themes   *Themes
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
			name, _, _ := a.Themes.of(string(theme))
			a.send(w, r, name+suffix)
		})
	}
	mux.HandleFunc("GET "+manifestPath, a.manifest)
}

// send sends an icon. With the version of the build, it is immutable.
func (a Area) send(w http.ResponseWriter, r *http.Request, file string) {
	body := a.Themes.files[file]
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
	if r.URL.Query().Get(versionParameter) == a.Themes.version {
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
	name, theme, ok := a.Themes.of(string(found.Theme()))
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
		"theme_color": theme.Accent, "background_color": theme.Background, "icons": icons,
	})
}
