package edge

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"strand/resolvers"
)

// Cookies that choose what a visitor sees (spec §9).
const (
	// CookieLocale is followed by the site's technical name.
	CookieLocale           = "strand-locale-"
	CookieFallbackLanguage = "strand-fallback-language"
)

// visitors reads from requests who asks.
type visitors struct {
	geoHeader string
	trusted   []netip.Prefix
}

// request is what the resolvers know of a request.
func (v visitors) request(r *http.Request) *resolvers.Request {
	scheme, host := v.origin(r)
	req := &resolvers.Request{
		Scheme: scheme, Host: host,
		AcceptLanguage:   r.Header.Get("Accept-Language"),
		FallbackLanguage: cookie(r, CookieFallbackLanguage),
		LocaleCookie:     func(technicalName string) string { return cookie(r, CookieLocale+technicalName) },
		GatePass:         func(pageID string) string { return cookie(r, cookieGate+cookieName(pageID)) },
	}
	if v.geoHeader != "" && v.trusts(r) {
		req.Country = r.Header.Get(v.geoHeader)
	}
	return req
}

// address is where a request comes from. What proxies say is believed as far as they are trusted.
func (v visitors) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if !v.trusts(r) {
		return host
	}
	hops := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
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

// origin is the scheme and host that the visitor used. What a proxy says of them is believed of trusted ones alone.
func (v visitors) origin(r *http.Request) (scheme, host string) {
	scheme, host = "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if v.trusts(r) {
		if s := strings.ToLower(r.Header.Get("X-Forwarded-Proto")); s == "http" || s == "https" {
			scheme = s
		}
		if h := r.Header.Get("X-Forwarded-Host"); h != "" && !strings.ContainsAny(h, ", /\\") {
			host = h
		}
	}
	return scheme, host
}

func (v visitors) trusts(r *http.Request) bool {
	if len(v.trusted) == 0 {
		return false
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && v.isTrusted(ip)
}

func (v visitors) isTrusted(ip netip.Addr) bool {
	for _, p := range v.trusted {
		if p.Contains(ip.Unmap()) {
			return true
		}
	}
	return false
}

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}
