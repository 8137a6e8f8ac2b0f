// Package visitor reads who sends a request and which site it is for: caller, scheme, host, preferences, preview
// and signed-in user.
package visitor

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/domain/portal"
	"strand/edge/graph"
	"strand/service/website/visit"
)

// Cookies with a visitor's preferences (LOC-3, LOC-10, PAGE-28).
const (
	// CookieLocale is the prefix of the cookie; the site's technical name follows.
	CookieLocale           = "strand-locale-"
	CookieFallbackLanguage = "strand-fallback-language"

	cookieNextRelease = "strand-next-release"
)

// GateCookie is the prefix of the cookie of a passed gate; the id of the page follows.
const GateCookie = "strand-gate-"

// CookieName encodes an id so that it can be part of a cookie's name.
func CookieName(id string) string { return url.QueryEscape(id) }

// paramNextRelease is the query parameter that turns the next release on, or off with the value `false`.
const paramNextRelease = "nextRelease"

// Reader reads the caller, scheme and host of requests.
type Reader struct {
	Sites     Sites
	Hosts     Hosts
	GeoHeader string
	Trusted   []netip.Prefix
	Editors   editor.Login
	// preview is that of all requests; nil for none.
	preview *Preview
}

// Request returns the resolvers' request of an HTTP request.
func (v Reader) Request(r *http.Request) *visit.Request {
	at := v.RequestHost(r)
	req := &visit.Request{
		Scheme:           at.Scheme,
		Host:             at.Host,
		Unshared:         !at.IsShared,
		ClientIP:         v.ClientIP(r),
		AcceptLanguage:   r.Header.Get("Accept-Language"),
		FallbackLanguage: v.fallbackLanguage(r),
		LocaleCookie:     func(technicalName string) string { return Cookie(r, CookieLocale+technicalName) },
		NextRelease:      nextRelease(r),
		Editor:           v.IsEditor(r),
		GateToken:        func(pageID string) string { return Cookie(r, GateCookie+CookieName(pageID)) },
	}
	if v.GeoHeader != "" && v.trusts(r) {
		req.Country = r.Header.Get(v.GeoHeader)
	}
	if p := v.preview; p != nil {
		req.Host, req.Preview, req.NextRelease = p.Host, &p.Context, p.Context.NextRelease
		req.PreviewOrigin = p.Origin
		req.User = portal.PreviewUser(p.Context.Preview.Audience)
	}
	req.Provenance = req.Editor && graph.WantsProvenance(r)
	return req
}

// Anonymous returns the requested host of a GET request without cookies and tokens: its answer depends on nothing but
// its URL, unless that has no locale. ok is false for other requests, for hosts whose answers are not shared, and if
// the answer sets the cookie of the next release.
func (v Reader) Anonymous(r *http.Request) (at RequestedHost, ok bool) {
	if r.Method != http.MethodGet || len(r.Header["Cookie"])+len(r.Header["Authorization"]) > 0 {
		return at, false
	}
	if _, isSet := nextReleaseWanted(r); isSet {
		return at, false
	}
	at = v.RequestHost(r)
	return at, at.isKnown && at.IsShared
}

// URLOf returns the canonical URL of a request.
func URLOf(req *visit.Request, r *http.Request) string {
	url := req.Scheme + "://" + req.Host + r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		url += "?" + r.URL.RawQuery
	}
	return url
}

// VaryByPreferences adds to Vary what the locale of a URL without one depends on: the cookies, the preferred languages
// and, if it is configured, the header with the visitor's country.
func (v Reader) VaryByPreferences(h http.Header) {
	h.Add("Vary", "Accept-Language, Cookie")
	if v.GeoHeader != "" {
		h.Add("Vary", v.GeoHeader)
	}
}

// IsEditor reports whether a request has the valid cookie of an editor.
func (v Reader) IsEditor(r *http.Request) bool {
	hash := Cookie(r, editor.CookieName)
	return hash != "" && v.Editors.CheckHash(hash, time.Now()) == editor.LoginSucceeded
}

// ClientIP returns the IP address of a request. X-Forwarded-For counts only as far as its proxies are trusted.
func (v Reader) ClientIP(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if !v.trusts(r) {
		return host
	}
	// Some proxies add a header line instead of extending the visitor's.
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		ip, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		if host = ip.Unmap().String(); !v.isTrusted(ip) {
			break
		}
	}
	return host
}

// fallbackLanguage returns the language of the cookie if the group has it. Nothing else of the cookie is used.
func (v Reader) fallbackLanguage(r *http.Request) string {
	language := Cookie(r, CookieFallbackLanguage)
	if language == "" || v.Sites.Reader == nil {
		return ""
	}
	dir, err := v.Sites.Directory(r.Context())
	if err != nil || dir.Language(language) == nil {
		return ""
	}
	return language
}

// Origin returns the scheme and host for the links of a response.
func (v Reader) Origin(r *http.Request) (scheme, host string) {
	at := v.RequestHost(r)
	return at.Scheme, at.Host
}

func (v Reader) trusts(r *http.Request) bool {
	if len(v.Trusted) == 0 {
		return false
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && v.isTrusted(ip)
}

func (v Reader) isTrusted(ip netip.Addr) bool {
	for _, p := range v.Trusted {
		if p.Contains(ip.Unmap()) {
			return true
		}
	}
	return false
}

// nextRelease reports whether a visitor sees content of the next release: the query parameter decides, else the
// cookie.
func nextRelease(r *http.Request) bool {
	if isOn, isSet := nextReleaseWanted(r); isSet {
		return isOn
	}
	return Cookie(r, cookieNextRelease) != ""
}

// nextReleaseWanted reads the query parameter: any value but `false` turns it on (PAGE-28).
func nextReleaseWanted(r *http.Request) (isOn, isSet bool) {
	if !strings.Contains(r.URL.RawQuery, paramNextRelease) {
		return false, false
	}
	query := r.URL.Query()
	return query.Get(paramNextRelease) != "false", query.Has(paramNextRelease)
}

// RememberNextRelease sets or clears the cookie according to the query parameter.
func RememberNextRelease(w http.ResponseWriter, r *http.Request, https bool) {
	isOn, isSet := nextReleaseWanted(r)
	if !isSet {
		return
	}
	c := &http.Cookie{Name: cookieNextRelease, Value: "true", Path: "/", SameSite: http.SameSiteLaxMode, Secure: https}
	if !isOn {
		c.Value, c.MaxAge = "", -1
	}
	http.SetCookie(w, c)
}

// Cookie returns the value of a cookie; empty for none.
func Cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}
