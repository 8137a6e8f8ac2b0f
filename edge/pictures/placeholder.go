package pictures

import (
	"embed"
	"net/http"
)

//go:embed placeholder/*.svg
var placeholderFiles embed.FS

// placeholders serves the placeholders of missing pictures (domain/catalog, PlaceholderImage).
func placeholders() http.Handler {
	files := http.StripPrefix("/images/", http.FileServerFS(placeholderFiles))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=86400")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		files.ServeHTTP(w, r)
	})
}
