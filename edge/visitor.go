package edge

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/domain/portal"
	"strand/resolvers"
)

// Cookies with a visitor's preferences (CONST-8, PAGE-28).
const (
	// CookieLocale is the prefix of the cookie; the site's technical name follows.
	CookieLocale           = "strand-locale-"
	CookieFallbackLanguage = "strand-fallback-language"

	cookieNextRelease = "strand-next-release"
)

// cookieGate is the prefix of the cookie of a passed gate; the id of the page follows.
const cookieGate = "strand-gate-"

// cookieName encodes an id so that it can be part of a cookie's name.
func cookieName(id string) string { return url.QueryEscape(id) }

// provenanceHeader with the value 1 requests the provenance of an answer's values (PROV-1).
const provenanceHeader = "X-Strand-Provenance"

// paramNextRelease is the query parameter that turns the next release on, or off with the value `false`.
const paramNextRelease = "nextRelease"

// visitors reads the caller, scheme and host of requests.
type visitors struct {
	sites     sites
	hosts     Hosts
	geoHeader string
	trusted   []netip.Prefix
	editors   editor.Login
}

// request returns the resolvers' request of an HTTP request.
func (v visitors) request(r *http.Request) *resolvers.Request {
	at := v.requestHost(r)
	req := &resolvers.Request{
		Scheme:           at.scheme,
		Host:             at.host,
		Unshared:         !at.isShared,
		ClientIP:         v.address(r),
		AcceptLanguage:   r.Header.Get("Accept-Language"),
		FallbackLanguage: v.fallbackLanguage(r),
		LocaleCookie:     func(technicalName string) string { return cookie(r, CookieLocale+technicalName) },
		NextRelease:      nextRelease(r),
		Editor:           v.isEditor(r),
		GateToken:        func(pageID string) string { return cookie(r, cookieGate+cookieName(pageID)) },
	}
	if v.geoHeader != "" && v.trusts(r) {
		req.Country = r.Header.Get(v.geoHeader)
	}
	if p := previewOf(r.Context()); p != nil {
		req.Host, req.Preview, req.NextRelease = p.host, &p.context, p.context.NextRelease
		req.User = portal.PreviewUser(p.context.Preview.Audience)
	}
	req.Provenance = req.Editor && wantsProvenance(r)
	return req
}

// addressOf returns the canonical address of a request.
func addressOf(req *resolvers.Request, r *http.Request) string {
	address := req.Scheme + "://" + req.Host + r.URL.EscapedPath()
	if r.URL.RawQuery != "" {
		address += "?" + r.URL.RawQuery
	}
	return address
}

func wantsProvenance(r *http.Request) bool { return r.Header.Get(provenanceHeader) == "1" }

// varyByPreferences adds to Vary what the locale of an address without one depends on: the cookies, the preferred
// languages and, if it is configured, the header with the visitor's country.
func (v visitors) varyByPreferences(h http.Header) {
	h.Add("Vary", "Accept-Language, Cookie")
	if v.geoHeader != "" {
		h.Add("Vary", v.geoHeader)
	}
}

// isEditor reports whether a request has the valid cookie of an editor.
func (v visitors) isEditor(r *http.Request) bool {
	hash := cookie(r, editor.CookieName)
	return hash != "" && v.editors.CheckHash(hash, time.Now()) == editor.LoginSucceeded
}

// address returns the IP address of a request. X-Forwarded-For counts only as far as its proxies are trusted.
func (v visitors) address(r *http.Request) string {
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
func (v visitors) fallbackLanguage(r *http.Request) string {
	language := cookie(r, CookieFallbackLanguage)
	if language == "" || v.sites.reader == nil {
		return ""
	}
	dir, err := v.sites.directory(r.Context())
	if err != nil || dir.Language(language) == nil {
		return ""
	}
	return language
}

// origin returns the scheme and host for the links of a response.
func (v visitors) origin(r *http.Request) (scheme, host string) {
	at := v.requestHost(r)
	return at.scheme, at.host
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

// nextRelease reports whether a visitor sees content of the next release: the query parameter decides, else the
// cookie.
func nextRelease(r *http.Request) bool {
	if isOn, isSet := nextReleaseWanted(r); isSet {
		return isOn
	}
	return cookie(r, cookieNextRelease) != ""
}

// nextReleaseWanted reads the query parameter: any value but `false` turns it on (PAGE-28).
func nextReleaseWanted(r *http.Request) (isOn, isSet bool) {
	if !strings.Contains(r.URL.RawQuery, paramNextRelease) {
		return false, false
	}
	query := r.URL.Query()
	return query.Get(paramNextRelease) != "false", query.Has(paramNextRelease)
}

// rememberNextRelease sets or clears the cookie according to the query parameter.
func rememberNextRelease(w http.ResponseWriter, r *http.Request, https bool) {
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

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}
