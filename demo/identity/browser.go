package identity

import (
	"context"
	"crypto/rand"
	"net"
	"net/http"
	"time"

	"strand/demo/sisusers"
	"strand/internal/ratelimit"
)

const (
	// browserCookie contains a secret that binds logins and registrations to the browser.
	browserCookie = "strand-login"
	// deviceCookie contains a secret of a known browser.
	deviceCookie = "strand-device"
	// deviceLifetime is the time for which a known browser is recognized.
	deviceLifetime = 365 * 24 * time.Hour
)

type browserKey struct{}

// browserOf returns the hash of the browser's secret; empty if the browser has none.
func browserOf(ctx context.Context) string {
	hash, _ := ctx.Value(browserKey{}).(string)
	return hash
}

// withBrowser adds the hash of the browser's secret to the request's context.
func withBrowser(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie(browserCookie); err == nil && c.Value != "" {
			r = r.WithContext(context.WithValue(r.Context(), browserKey{}, hashOf(c.Value)))
		}
		next.ServeHTTP(w, r)
	})
}

// bindLogins sets the secret of a browser that starts a login or registers, unless it has one. Another browser cannot
// complete the login, since it would get the code of a foreign login.
func bindLogins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if browserOf(r.Context()) == "" {
			secret := rand.Text() + rand.Text()
			http.SetCookie(w, pageCookie(r, browserCookie, secret))
			r = r.WithContext(context.WithValue(r.Context(), browserKey{}, hashOf(secret)))
		}
		next.ServeHTTP(w, r)
	})
}

// pageCookie returns a cookie for the provider's pages.
func pageCookie(r *http.Request, name, value string) *http.Cookie {
	return &http.Cookie{
		Name:     name,
		Value:    value,
		Path:     "/am/",
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   r.TLS != nil,
	}
}

// networkOf returns the IP address of a request.
func networkOf(r *http.Request) string {
	ip, _, _ := net.SplitHostPort(r.RemoteAddr)
	return ip
}

// sourceOf returns the source of a login attempt.
func sourceOf(r *http.Request) sisusers.LoginSource {
	from := sisusers.LoginSource{Network: ratelimit.Network(networkOf(r))}
	if c, err := r.Cookie(deviceCookie); err == nil {
		from.Device = c.Value
	}
	return from
}

// rememberDevice marks the browser as known to the user. A failure is logged and does not prevent the login.
func (p *pages) rememberDevice(w http.ResponseWriter, r *http.Request, userID string) {
	secret, err := p.store.users.RememberDevice(r.Context(), userID, sourceOf(r).Device)
	if err != nil {
		p.store.log.ErrorContext(r.Context(), "device_not_remembered", "user", userID, "error", err)
		return
	}
	c := pageCookie(r, deviceCookie, secret)
	c.MaxAge = int(deviceLifetime.Seconds())
	http.SetCookie(w, c)
}

// requirePortalOrigin refuses requests by pages of foreign origins. Other programs send no Origin header, and have no
// cookies of a user.
func (c *client) requirePortalOrigin(own string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
		isOwn := origin == own || c.isAllowedOrigin(origin)
		if origin == "" {
			isOwn = site == "" || site == "same-origin"
		}
		if !isOwn {
			http.Error(w, "Pages of this origin may not send this request.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
