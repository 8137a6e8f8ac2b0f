// Package signin serves the URLs that the identity server redirects to or calls: the pages that end signing in, and the
// back-channel logout.
package signin

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"strand/domain/site"
	"strand/edge/pages"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/upstream/identity"
)

// maxLogoutToken bounds the body of a back-channel logout, in bytes.
const maxLogoutToken = 64 << 10

// Handler serves the URLs of signing in.
type Handler struct {
	Sites    visitor.Sites
	Visitors visitor.Reader
	Verifier *identity.Verifier
	Pages    *pages.Handler
	Log      *slog.Logger
}

// Mount registers the reserved URLs; none without an identity server.
func (h Handler) Mount(mux *http.ServeMux) {
	if h.Verifier == nil {
		return
	}
	mux.HandleFunc("GET /callback", h.ServeHTTP)
	mux.HandleFunc("GET /callback/{$}", redirectTo("/callback"))
	mux.HandleFunc("GET /blank-callback", blankCallback)
	mux.HandleFunc("GET /blank-callback/{$}", redirectTo("/blank-callback"))
	mux.HandleFunc("POST /api/backchannel-logout", h.backChannelLogout)
}

// backChannelLogout ends the session of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.5).
func (h Handler) backChannelLogout(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxLogoutToken)
	err := h.Verifier.HandleLogoutToken(r.Context(), r.PostFormValue("logout_token"))
	switch code := apperr.CodeOf(err); {
	case err == nil:
		respond.JSON(w, http.StatusOK, map[string]string{"status": "signed out"})
	case code == apperr.Invalid || code == apperr.Unauthenticated:
		h.Log.WarnContext(r.Context(), "logout_token_refused", "error", err)
		respond.JSON(
			w,
			http.StatusBadRequest,
			map[string]string{"error": "invalid_request", "error_description": "the logout token is not accepted"},
		)
	default:
		h.Log.ErrorContext(r.Context(), "session_revocation_failed", "error", err)
		respond.JSON(w, http.StatusServiceUnavailable, map[string]string{"error": "server_error"})
	}
}

// IsCallback reports whether a URL is the callback page of signing in below a locale.
func (h Handler) IsCallback(r *http.Request) bool {
	if h.Verifier == nil || !strings.HasSuffix(r.URL.Path, "/callback") {
		return false
	}
	dir, err := h.Sites.Directory(r.Context())
	if err != nil {
		return false
	}
	a, err := dir.Parse(visitor.URLOf(h.Visitors.Request(r), r))
	return err == nil && a.TechnicalArea() && len(a.Segments) == 1
}

// redirectTo redirects permanently to a path, with the query of the request (URL-4).
func redirectTo(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		target := url.URL{Path: path, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, site.EscapeURL(target.String()), http.StatusMovedPermanently)
	}
}

// ServeHTTP serves the callback page of signing in, with and without a locale, in the language of the visitor.
func (h Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	language := r.Header.Get("Accept-Language")
	if prefix := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/"), "callback"); prefix != "" {
		language = strings.TrimSuffix(prefix, "/")
	}
	if err := h.Pages.ServeCallback(w, r, language); err != nil {
		h.Log.ErrorContext(r.Context(), "sign_in_callback_not_rendered", "error", err)
		http.Error(w, "You cannot be signed in now. Please try again in a moment.", http.StatusServiceUnavailable)
	}
}

// blankCallback serves the page that ends a silent check in a hidden frame (URL-37). The page that opened the frame
// reads its address.
func blankCallback(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'self'")
	_, _ = w.Write(
		[]byte("<!doctype html><html lang=\"en\"><head><title>Signing in</title></head><body></body></html>\n"),
	)
}
