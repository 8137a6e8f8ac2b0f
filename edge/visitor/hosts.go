package visitor

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"strand/domain/site"
	"strand/internal/web"
)

// Hosts configures the hosts that serve the websites, in addition to the domains of the sites and their subdomains.
type Hosts struct {
	// Origin is the public origin of the main site; nil for the scheme, host and port of the request. If its scheme
	// is https, all requests count as https.
	Origin *url.URL
	// Names are further hosts, each with its port if it is not the default.
	Names []string
	// Port is the configured port of the server.
	Port string
	// OnlyKnown refuses all other hosts. Without it, localhost and loopback addresses are accepted too, and a request
	// for any other host is answered like one for the main site.
	OnlyKnown bool
}

// RequestedHost is the scheme and host (with port) for the links of a response, independent of what the request
// contained.
type RequestedHost struct {
	Scheme, Host string
	// isKnown is false if the host of the request is not served here; host is that of the main site then.
	isKnown bool
	// IsShared is false for a port that is not configured: responses with this port in their links are not cached.
	IsShared bool
}

// RequestHost returns the scheme and host of a request. It is the only reader of the Host header and of the forwarding
// headers.
func (v Reader) RequestHost(r *http.Request) RequestedHost {
	scheme := v.scheme(r)
	name, port, ok := site.SplitHost(r.Host)
	if forwarded := r.Header.Get("X-Forwarded-Host"); forwarded != "" && v.trusts(r) {
		name, port, ok = site.SplitHost(forwarded)
	}
	var dir *site.Directory
	if v.Sites.Reader != nil {
		var err error
		if dir, err = v.Sites.Directory(r.Context()); err != nil && v.Hosts.OnlyKnown {
			// Without the directory the served hosts are unknown. Only the error page can be shown, which has no
			// links to this host.
			return RequestedHost{scheme, v.Hosts.main(r, nil, scheme), true, true}
		}
	}
	if ok && v.Hosts.isServed(dir, name, port) {
		isShared := v.Hosts.hasPort(r, name, port)
		if isShared || !v.Hosts.OnlyKnown {
			return RequestedHost{scheme, site.WithPort(scheme, name, port), true, isShared}
		}
	}
	return RequestedHost{scheme, v.Hosts.main(r, dir, scheme), false, true}
}

// scheme returns the scheme of the visitor. Forwarding headers count only from trusted proxies.
func (v Reader) scheme(r *http.Request) string {
	if v.Hosts.Origin != nil && v.Hosts.Origin.Scheme == "https" || r.TLS != nil {
		return "https"
	}
	if s := strings.ToLower(r.Header.Get("X-Forwarded-Proto")); s == "https" && v.trusts(r) {
		return s
	}
	return "http"
}

// IsHTTPS reports whether the visitor uses https; cookies get the attribute Secure then.
func (v Reader) IsHTTPS(r *http.Request) bool { return v.scheme(r) == "https" }

// isServed reports whether a host is served: the host of a site, of the settings or, unless OnlyKnown is set, a
// loopback host.
func (h Hosts) isServed(dir *site.Directory, name, port string) bool {
	if h.isConfigured(name, "") || h.isConfigured(name, port) {
		return true
	}
	if !h.OnlyKnown && isThisMachine(name) {
		return true
	}
	if dir == nil {
		return false
	}
	found, err := dir.Match(name, "")
	return err == nil && found.Host != ""
}

// isConfigured reports whether the settings contain a host with a port; an empty port means none.
func (h Hosts) isConfigured(name, port string) bool {
	host := name
	if port != "" {
		host += ":" + port
	}
	return h.Origin != nil && strings.EqualFold(h.Origin.Host, host) ||
		slices.ContainsFunc(h.Names, func(n string) bool { return strings.EqualFold(n, host) })
}

// hasPort reports whether a port is expected: none, the default of a scheme, the port of the server, or one of the
// settings.
func (h Hosts) hasPort(r *http.Request, name, port string) bool {
	switch port {
	case "", "80", "443", h.Port, localPort(r):
		return true
	}
	return h.Origin != nil && h.Origin.Port() == port || h.isConfigured(name, port)
}

// main returns the host of the main site, which replaces hosts that are not served.
func (h Hosts) main(r *http.Request, dir *site.Directory, scheme string) string {
	switch {
	case h.Origin != nil:
		return site.WithPort(scheme, strings.ToLower(h.Origin.Hostname()), h.Origin.Port())
	case dir != nil:
		return site.WithPort(scheme, dir.MainHost(), localPort(r))
	}
	return site.WithPort(scheme, "localhost", localPort(r))
}

// localPort returns the local port of the connection; empty if it is unknown.
func localPort(r *http.Request) string {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return ""
	}
	_, port, _ := net.SplitHostPort(local.String())
	return port
}

// isThisMachine reports whether a name is localhost or a loopback address.
func isThisMachine(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

// Guard sets the headers of every response, and refuses malformed URLs and, with OnlyKnown, hosts that are not
// served. Health checks are answered for every host, since load balancers send them to the IP address of the server.
func (v Reader) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		web.SetHeaders(w.Header(), v.IsHTTPS(r))
		if !strings.HasPrefix(r.URL.Path, "/") || r.URL.Opaque != "" {
			http.Error(w, "The address is malformed.", http.StatusBadRequest)
			return
		}
		if v.Hosts.OnlyKnown && r.URL.Path != "/healthz" && r.URL.Path != "/readyz" && !v.RequestHost(r).isKnown {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "No website is served under this host.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
