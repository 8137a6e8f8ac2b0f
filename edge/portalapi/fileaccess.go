package portalapi

import (
	"net/http"
	"time"

	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/edge/graph"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/service/website/visit"
)

// errNotSignedIn is the error for an anonymous caller.
var errNotSignedIn = apperr.New(apperr.Unauthenticated, "sign in to use this")

// FileAccess sets the cookie that opens the URLs of files, software and exports (SEC-28).
type FileAccess struct {
	signingKey signedtoken.Key
	visitors   visitor.Reader
	signIn     visitor.SignIn
	now        func() time.Time
}

// NewFileAccess returns the handler of the cookie, which key signs.
func NewFileAccess(key signedtoken.Key, v visitor.Reader, s visitor.SignIn) FileAccess {
	return FileAccess{key, v, s, time.Now}
}

// errOtherOrigin is the error for an operation that a page of another origin has sent.
var errOtherOrigin = apperr.New(
	apperr.Forbidden,
	"a page of another origin cannot send operations with the cookies of this one",
)

// isOwnRequest reports whether the caller has sent a request, not a page of another origin: such a page cannot send the
// headers of users and routers, but lets the browser add cookies.
func (f FileAccess) isOwnRequest(r *http.Request) bool {
	return r.Header.Get("Cookie") == "" || r.Header.Get("Authorization") != "" ||
		r.Header.Get(graph.RouterHeader) != "" || f.visitors.CheckOrigin(r) == nil
}

// Graph returns the function that makes the handler of the graph for a reader of visitors. The answers contain such
// URLs: every signed-in caller gets the cookie, before it is known whether the answer has a URL, since the header of a
// stream is sent before its events.
func (f FileAccess) Graph(e *graph.Executor) func(visitor.Reader) http.Handler {
	return func(visitors visitor.Reader) http.Handler {
		requests := f.signIn.Requests(visitors)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			e.Handler(func(r *http.Request) (*visit.Request, error) {
				if !f.isOwnRequest(r) {
					return nil, errOtherOrigin
				}
				req, err := requests(r)
				if err == nil && req.IDToken != "" {
					f.grant(w, r, req.User)
				}
				return req, err
			}).ServeHTTP(w, r)
		})
	}
}

// renew serves POST /api/file-access: it sets the cookie for the user of an ID token. Open pages of the portal call
// it periodically.
func (f FileAccess) renew(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	req, err := f.signIn.Requests(f.visitors)(r)
	if err == nil && req.IDToken == "" {
		err = errNotSignedIn
	}
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	f.grant(w, r, req.User)
	w.WriteHeader(http.StatusNoContent)
}

// grant sets the cookie of a user, unless the current one is still valid for a while. Scripts cannot read it, and
// browsers send it only with requests from pages of this site.
func (f FileAccess) grant(w http.ResponseWriter, r *http.Request, user *portal.User) {
	now := f.now()
	if !portal.RenewsFileCookie(f.signingKey, visitor.Cookie(r, portal.FileCookie), user.ID, now) {
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name:     portal.FileCookie,
		Value:    portal.SignFileCookie(f.signingKey, user.ID, now),
		Path:     "/api/",
		MaxAge:   int(portal.FileCookieLifetime / time.Second),
		HttpOnly: true,
		Secure:   f.visitors.IsHTTPS(r),
		SameSite: http.SameSiteStrictMode,
	})
}

// requireFileCookie reports whether a request has the cookie of a user. Without it, it sends the error response.
func (f FileAccess) requireFileCookie(w http.ResponseWriter, r *http.Request, user *portal.User) bool {
	if portal.OpensFiles(f.signingKey, visitor.Cookie(r, portal.FileCookie), user.ID, f.now()) {
		return true
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Error(
		w,
		"This address opens only in the browser of the user who got it, from a page of the portal: open that page "+
			"again.",
		http.StatusForbidden,
	)
	return false
}
