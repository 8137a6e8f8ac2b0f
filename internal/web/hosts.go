package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// AllowLocalHosts accepts only requests whose Host header is local: a loopback address, localhost, the local address of
// the connection, or one of the allowed names. A page of another site can make a browser send requests to a port of
// this machine under the site's own name by changing the IP address of that name (DNS rebinding), but it cannot choose
// the Host header.
func AllowLocalHosts(next http.Handler, allowed ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isLocal(r, allowed) {
			http.Error(w, "This server does not serve this host.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func isLocal(r *http.Request, allowed []string) bool {
	name := NameOf(r.Host)
	if name == "localhost" || slices.ContainsFunc(allowed, func(a string) bool { return strings.EqualFold(a, name) }) {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(name, "[]"))
	if err != nil {
		return false
	}
	if ip.Unmap().IsLoopback() {
		return true
	}
	// Metrics scrapers use the IP address.
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	arrived, err := netip.ParseAddrPort(local.String())
	return err == nil && arrived.Addr().Unmap().WithZone("") == ip.Unmap()
}

// NameOf returns the name in a Host header in lower case, without its port and final dot.
func NameOf(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// RefuseOtherSites refuses requests that browsers send for a page of another origin, such as an image of it. The
// browser hides the response from the page, but the request has its effect.
func RefuseOtherSites(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.Header.Get("Sec-Fetch-Site") {
		case "cross-site", "same-site":
			http.Error(w, "This server does not serve pages of other origins.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
