// Package assets serves the files of the client's build, and reports which build it is.
package assets

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"strand/edge/encoding"
)

// Assets are the built files of the client, held in memory with the compressed forms that the build made.
type Assets struct {
	files    map[string]*assetFile
	Manifest map[string]manifestEntry
	// Base is the path below which the files are served, with its slashes: `/assets/`.
	Base string
	// Release identifies the build.
	Release string
	// kept is the folder with the files of other builds; empty for none.
	kept string
	// devServer is a development server that serves the modules instead of built files; nil for a build.
	devServer http.Handler
}

type assetFile struct {
	mediaType string
	body      *encoding.Body
}

// manifestEntry is the entry of a source file in Vite's manifest.
type manifestEntry struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
	// DynamicImports are loaded on demand, except those of the entry point, which are loaded at once.
	DynamicImports []string `json:"dynamicImports"`
}

// entryPoint is the source of the script that starts the app in the browser.
const entryPoint = "src/app/browser.ts"

// Load reads a built part of the client, to be served below a base path. A missing folder gives empty assets:
// the client was not built.
func Load(dir, base string) (*Assets, error) {
	a := &Assets{Base: base, files: map[string]*assetFile{}, Manifest: map[string]manifestEntry{}, Release: "unbuilt"}
	data, err := os.ReadFile(filepath.Join(dir, ".vite", "manifest.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return a, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the client's manifest: %w", err)
	}
	if err := json.Unmarshal(data, &a.Manifest); err != nil {
		return nil, fmt.Errorf("read the client's manifest: %w", err)
	}
	sum := sha256.Sum256(data)
	a.Release = base64.RawURLEncoding.EncodeToString(sum[:9])
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if err == nil && strings.HasPrefix(d.Name(), ".") && file != dir {
				return filepath.SkipDir
			}
			return err
		}
		if isCompressedForm(file) {
			return nil
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		f, err := readAsset(file)
		if err != nil {
			return err
		}
		a.files[filepath.ToSlash(name)] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the built client in %s: %w", dir, err)
	}
	return a, nil
}

// Check reports what a build lacks: its entry point, or a file that its manifest names.
func (a *Assets) Check() error {
	if a.devServer != nil {
		return nil
	}
	if len(a.Manifest) == 0 {
		return errors.New("the client is not built, or not in its folder (browser/.vite/manifest.json)")
	}
	if _, ok := a.Manifest[entryPoint]; !ok {
		return errors.New("the client has no entry point (browser/.vite/manifest.json)")
	}
	for _, source := range slices.Sorted(maps.Keys(a.Manifest)) {
		e := a.Manifest[source]
		for _, file := range append([]string{e.File}, e.CSS...) {
			if a.files[file] == nil {
				return fmt.Errorf("the client lacks a file of its build (browser/%s)", file)
			}
		}
	}
	return nil
}

// The compressed forms of a file are stored next to it by the build of the client (client/build/compress.ts).
const (
	BrotliSuffix = ".br"
	GzipSuffix   = ".gz"
)

// isCompressedForm reports whether a file is only a compressed form of another file.
func isCompressedForm(file string) bool {
	for _, suffix := range []string{BrotliSuffix, GzipSuffix} {
		if original, ok := strings.CutSuffix(file, suffix); ok {
			_, err := os.Stat(original)
			return err == nil
		}
	}
	return false
}

// readAsset reads a file and its compressed forms.
func readAsset(file string) (*assetFile, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	mediaType := mime.TypeByExtension(filepath.Ext(file))
	if mediaType == "" {
		mediaType = "application/octet-stream"
	}
	// A compressed form that cannot be read is left out; the file is sent uncompressed then.
	brotli, _ := os.ReadFile(file + BrotliSuffix)
	gzip, _ := os.ReadFile(file + GzipSuffix)
	return &assetFile{mediaType: mediaType, body: encoding.NewCompressedBody(data, brotli, gzip)}, nil
}

// EntrySources are the sources of every document: the entry point and the app that it starts.
func (a *Assets) EntrySources() []string {
	return append([]string{entryPoint}, a.Manifest[entryPoint].DynamicImports...)
}

// Chunks returns the paths of all scripts and styles that the source files need, each once.
func (a *Assets) Chunks(sources ...string) (scripts, styles []string) {
	seen := map[string]bool{}
	var add func(source string)
	add = func(source string) {
		e, ok := a.Manifest[source]
		if !ok || seen[source] {
			return
		}
		seen[source] = true
		for _, i := range e.Imports {
			add(i)
		}
		if script := a.Base + e.File; !slices.Contains(scripts, script) { // sources may share a file
			scripts = append(scripts, script)
		}
		for _, s := range e.CSS {
			if !seen["css "+s] {
				seen["css "+s] = true
				styles = append(styles, a.Base+s)
			}
		}
	}
	for _, s := range sources {
		add(s)
	}
	return scripts, styles
}

// AfterStart returns scripts without the one that starts the app.
func (a *Assets) AfterStart(scripts []string) []string {
	start := a.Base + a.Manifest[entryPoint].File
	return slices.DeleteFunc(scripts, func(script string) bool { return script == start })
}

// ScreenSource returns the source file of a screen's module, `src/routes/<folder>/<name>.tsx`; empty if not found.
func (a *Assets) ScreenSource(name string) string {
	for source := range a.Manifest {
		if strings.HasPrefix(source, "src/routes/") && path.Base(source) == name+".tsx" {
			return source
		}
	}
	return ""
}

// Start returns the script element that starts the app at the end of a document; empty if the client was not built.
func (a *Assets) Start() string {
	if a.devServer != nil {
		return a.devStart()
	}
	e, ok := a.Manifest[entryPoint]
	if !ok {
		return ""
	}
	return `<script type="module" src="` + a.Base + e.File + `"></script>`
}

// ServeHTTP serves the files below the base path. Their names contain a hash of their content, so they are immutable.
func (a *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if a.devServer != nil {
		a.devServer.ServeHTTP(w, r)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), a.Base)
	f := a.files[name]
	if f == nil {
		f = a.ofOtherBuild(name)
	}
	if f == nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.mediaType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	f.body.Serve(w, r)
}
