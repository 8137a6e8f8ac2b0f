package identity

import (
	"context"
	"crypto/rand"
	"net"
	"net/http"
	"time"

	"strand/internal/ratelimit"
	"strand/upstream/embedded/directory"
)

const (
	// browserCookie holds a secret of the browser, to which its logins are bound.
	browserCookie = "strand-login"
	// deviceCookie holds a secret of a browser in which a user has logged in.
	deviceCookie = "strand-device"
	// deviceLifetime is how long such a browser is recognized.
	deviceLifetime = 365 * 24 * time.Hour
)

type browserKey struct{}

// browserOf is the hash of the browser's secret; empty where the browser has none.
func browserOf(ctx context.Context) string {
	hash, _ := ctx.Value(browserKey{}).(string)
	return hash
}

// inBrowser finds out which browser asks.
func inBrowser(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie(browserCookie); err == nil && c.Value != "" {
			r = r.WithContext(context.WithValue(r.Context(), browserKey{}, hashOf(c.Value)))
		}
		next.ServeHTTP(w, r)
	})
}

// bindingLogins gives a browser that begins a login a secret, unless it has one. A login that another browser began cannot
// be completed: its code would be the other's.
func bindingLogins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if browserOf(r.Context()) == "" {
			secret := rand.Text() + rand.Text()
			http.SetCookie(w, pageCookie(r, browserCookie, secret))
			r = r.WithContext(context.WithValue(r.Context(), browserKey{}, hashOf(secret)))
		}
		next.ServeHTTP(w, r)
	})
}

// pageCookie is a cookie for the provider's own pages.
func pageCookie(r *http.Request, name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/am/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: r.TLS != nil,
	}
}

// networkOf is the address that a request comes from.
func networkOf(r *http.Request) string {
	address, _, _ := net.SplitHostPort(r.RemoteAddr)
	return address
}

// sourceOf is where an attempt to log in comes from.
func sourceOf(r *http.Request) directory.Source {
	from := directory.Source{Network: ratelimit.Network(networkOf(r))}
	if c, err := r.Cookie(deviceCookie); err == nil {
		from.Device = c.Value
	}
	return from
}

// rememberDevice recognizes the browser from now on. A failure is logged: the user is logged in all the same.
func (p *pages) rememberDevice(w http.ResponseWriter, r *http.Request, userID string) {
	secret, err := p.store.people.RememberDevice(r.Context(), userID, sourceOf(r).Device)
	if err != nil {
		p.store.log.ErrorContext(r.Context(), "device_not_remembered", "user", userID, "error", err)
		return
	}
	c := pageCookie(r, deviceCookie, secret)
	c.MaxAge = int(deviceLifetime.Seconds())
	http.SetCookie(w, c)
}

// fromPortal refuses what pages of other origins send. Programs that are no browsers name no origin; they have no cookies of
// a user either.
func (c *client) fromPortal(own string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
		isOwn := origin == own || c.runsAt(origin)
		if origin == "" {
			isOwn = site == "" || site == "same-origin"
		}
		if !isOwn {
			http.Error(w, "Pages of this origin may not ask for this.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
