package pages

import (
	"net/http"
	"net/url"
	"strings"

	"strand/domain/site"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
)

// maxLogoutToken bounds the body of a back-channel logout, in bytes.
const maxLogoutToken = 64 << 10

// backChannelLogout ends the session of a logout token (OpenID Connect Back-Channel Logout 1.0 §2.5).
func (p *Handler) backChannelLogout(s visitor.SignIn) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxLogoutToken)
		err := s.Verifier.HandleLogoutToken(r.Context(), r.PostFormValue("logout_token"))
		switch code := apperr.CodeOf(err); {
		case err == nil:
			respond.JSON(w, http.StatusOK, map[string]string{"status": "signed out"})
		case code == apperr.Invalid || code == apperr.Unauthenticated:
			p.log.WarnContext(r.Context(), "logout_token_refused", "error", err)
			respond.JSON(
				w,
				http.StatusBadRequest,
				map[string]string{"error": "invalid_request", "error_description": "the logout token is not accepted"},
			)
		default:
			p.log.ErrorContext(r.Context(), "session_revocation_failed", "error", err)
			respond.JSON(w, http.StatusServiceUnavailable, map[string]string{"error": "server_error"})
		}
	}
}

// isCallback reports whether an address is the callback page of signing in below a locale.
func (p *Handler) isCallback(r *http.Request, url string) bool {
	if !strings.HasSuffix(r.URL.Path, "/callback") {
		return false
	}
	dir, err := p.Directory(r.Context())
	if err != nil {
		return false
	}
	a, err := dir.Parse(url)
	return err == nil && a.TechnicalArea() && len(a.Segments) == 1
}

// redirectTo redirects permanently to a path, with the query of the request (URL-4).
func redirectTo(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		target := url.URL{Path: path, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, site.EscapeURL(target.String()), http.StatusMovedPermanently)
	}
}

// callback serves the callback page of signing in, with and without a locale, in the language of the visitor.
func (p *Handler) callback(w http.ResponseWriter, r *http.Request) {
	req := p.visitors.Request(r)
	language := r.Header.Get("Accept-Language")
	if prefix := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/"), "callback"); prefix != "" {
		language = strings.TrimSuffix(prefix, "/")
	}
	// The query contains the authorization code, which must not be logged or cached.
	url := req.Scheme + "://" + req.Host + r.URL.Path
	doc, err := p.assemble(r.Context(), &shell{
		status: http.StatusOK,
		url:    url,
		screen: callbackScreen,
		locale: interfaceLanguage(language),
		theme:  string(site.ThemeDefault),
		title:  "Strand",
	})
	if err != nil {
		p.log.ErrorContext(r.Context(), "sign_in_callback_not_rendered", "error", err)
		http.Error(w, "You cannot be signed in now. Please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	doc.private, doc.unlisted = true, true
	p.send(w, r, req, doc)
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
