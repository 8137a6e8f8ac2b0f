package edge

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"strand/edge/assets"
	"strand/edge/pages"
	"strand/edge/playground"
	"strand/edge/signin"
	"strand/edge/visitor"
	"strand/upstream/identity"
)

// fixedHandler serves the fixed areas over a client with the given manifest, and the playground if its folder is given.
func fixedHandler(t *testing.T, manifest, playgroundDir string) (http.Handler, *assets.Assets) {
	t.Helper()
	dir := t.TempDir()
	writeServed(t, dir, ".vite/manifest.json", manifest)
	assets, err := assets.Load(dir, "/assets/")
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	areas := []Area{assets}
	if playgroundDir != "" {
		areas = append(areas, playground.Area{Dir: playgroundDir, Log: log})
	}
	documents := pages.New(pages.Options{Assets: assets, Log: log})
	return New(Options{
		Pages:  documents,
		SignIn: signin.Handler{Verifier: &identity.Verifier{}, Pages: documents, Log: log},
		Graph:  func(visitor.Reader) http.Handler { return http.NotFoundHandler() },
		Areas:  areas,
		Log:    log,
	}), assets
}

func writeServed(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func request(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}
