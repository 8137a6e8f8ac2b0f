package edge

import (
	"context"
	"net/http"
	"strings"

	"strand/domain/portal"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/internal/apperr"
	"strand/resolvers"
	"strand/upstream/identity"
)

// SignIn is what browsers are told of the identity server, and what checks the tokens that they show.
type SignIn struct {
	Issuer, ClientID, Scope string
	Tokens                  *identity.Verifier
}

// accessTokenHeader has the access token that was issued with the ID token of Authorization: present roles are read with
// it at identity servers that accept no ID token for that. It is optional.
const accessTokenHeader = "X-Access-Token"

// origin is scheme and host of the identity server: what pages may connect to and show in a hidden frame.
func (s SignIn) origin() string {
	scheme, rest, _ := strings.Cut(s.Issuer, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}

// requests knows who is signed in beside what it knows of every visitor.
func (s SignIn) requests(v visitors) graph.Requests {
	return func(r *http.Request) (*resolvers.Request, error) {
		req := v.request(r)
		header := r.Header.Get("Authorization")
		if header == "" {
			return req, nil
		}
		scheme, token, _ := strings.Cut(header, " ")
		if !strings.EqualFold(scheme, "Bearer") || token == "" {
			return nil, apperr.New(apperr.Unauthenticated, "Authorization: Bearer with an id token is needed")
		}
		accessToken := r.Header.Get(accessTokenHeader)
		user, err := s.Tokens.User(r.Context(), token, accessToken)
		if err != nil {
			return nil, err
		}
		req.User, req.IDToken = user, token
		req.Verify = func(ctx context.Context) (*portal.User, error) { return s.Tokens.User(ctx, token, accessToken) }
		return req, nil
	}
}

// maxLogoutToken bounds what an identity server sends when somebody signs out.
const maxLogoutToken = 64 << 10

// backChannelLogout hears from the identity server who has signed out (OpenID Connect Back-Channel Logout 1.0 §2.5).
func (p *pages) backChannelLogout(s SignIn) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxLogoutToken)
		err := s.Tokens.SignedOut(r.Context(), r.PostFormValue("logout_token"))
		switch code := apperr.CodeOf(err); {
		case err == nil:
			writeJSON(w, http.StatusOK, map[string]string{"status": "signed out"})
		case code == apperr.Invalid || code == apperr.Unauthenticated:
			p.log.WarnContext(r.Context(), "a logout token was refused", "error", err)
			writeJSON(
				w,
				http.StatusBadRequest,
				map[string]string{"error": "invalid_request", "error_description": "the logout token is not accepted"},
			)
		default:
			p.log.ErrorContext(r.Context(), "somebody could not be signed out", "error", err)
			writeJSON(w, http.StatusServiceUnavailable, map[string]string{"error": "server_error"})
		}
	}
}

// isCallback says whether an address is the return page of signing in below a locale.
func (p *pages) isCallback(r *http.Request, url string) bool {
	if !strings.HasSuffix(r.URL.Path, "/callback") {
		return false
	}
	dir, err := p.directory(r.Context())
	if err != nil {
		return false
	}
	a, err := dir.Parse(url)
	return err == nil && a.TechnicalArea() && len(a.Segments) == 1
}

// callback serves the return page of signing in, with a locale and without one, in the language of the visitor.
func (p *pages) callback(w http.ResponseWriter, r *http.Request) {
	req := p.visitors.request(r)
	language := r.Header.Get("Accept-Language")
	if prefix := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, "/"), "callback"); prefix != "" {
		language = strings.TrimSuffix(prefix, "/")
	}
	// The code of the address belongs into no log and no cache.
	url := req.Scheme + "://" + req.Host + r.URL.Path
	doc, err := p.assemble(r.Context(), &shell{status: http.StatusOK, url: url, screen: callbackScreen,
		locale: interfaceLanguage(language), theme: string(site.ThemeDefault), title: "Strand"})
	if err != nil {
		p.log.ErrorContext(r.Context(), "the return page of signing in cannot be shown", "error", err)
		http.Error(w, "Signing in cannot go on now. Please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	doc.private, doc.unlisted = true, true
	p.send(w, r, req, doc)
}

// blankCallback is where silent renewal ends, in a hidden frame (URL-37): the page that opened the frame reads its
// address.
func blankCallback(w http.ResponseWriter, r *http.Request) {
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
