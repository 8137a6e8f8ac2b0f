package pages

import (
	"strings"
	"testing"

	"strand/edge/filetype"
)

// Uploaded files come from the origin whose scripts pages may run, so they must not have a script's media type.
func TestInertMediaType(t *testing.T) {
	const bytes = "application/octet-stream"
	for given, want := range map[string]string{
		"text/javascript":                       bytes,
		"application/javascript; charset=utf-8": bytes,
		"Application/X-JavaScript":              bytes,
		"text/ecmascript":                       bytes,
		"text/jscript":                          bytes,
		"text/css":                              bytes,
		"application/wasm":                      bytes,
		"nonsense;;":                            bytes,
		"application/pdf":                       "application/pdf",
		"image/svg+xml":                         "image/svg+xml",
		"text/plain; charset=utf-8":             "text/plain; charset=utf-8",
	} {
		if got := filetype.Inert(given); got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}

func TestPagePolicy(t *testing.T) {
	directives := map[string]string{}
	for _, directive := range strings.Split(pagePolicy(policySources{
		identity: "https://id.example",
		media:    []string{"https://media.example"},
	}), "; ") {
		name, sources, _ := strings.Cut(directive, " ")
		directives[name] = sources
	}
	for name, want := range map[string]string{
		"img-src": "'self' data: https://media.example", "media-src": "'self' https://media.example",
		"font-src":    "'self'",
		"form-action": "'self'", "default-src": "'self'", "script-src": "'self'", "style-src": "'self'",
		"object-src": "'none'", "base-uri": "'self'",
		"connect-src": "'self' https://id.example", "frame-src": "'self' https://id.example",
		"frame-ancestors": "'self'",
	} {
		if directives[name] != want {
			t.Errorf("%s: %q, want %q", name, directives[name], want)
		}
	}
}
