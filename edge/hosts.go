package edge

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

// Hosts says under which hosts the websites are served, beside the domains of the sites and what is below them.
type Hosts struct {
	// Origin is where visitors reach the main site; nil for the scheme, host and port that they used. With https, every
	// visitor is taken for one who uses it.
	Origin *url.URL
	// Names are further hosts, each with the port where it has one of its own.
	Names []string
	// Port is the configured port of the server.
	Port string
	// OnlyKnown refuses every other host. Without it, localhost and loopback addresses are known, and a request under
	// any other host is answered as one to the main site.
	OnlyKnown bool
}

// place is where a visitor is: a scheme and a host with its port that links may have, whatever the request said.
type place struct {
	scheme, host string
	// isKnown is false where the request named no host of ours: the host is that of the main site then.
	isKnown bool
	// isShared is false for a port that is not configured: what has it in its links is kept for nobody else.
	isShared bool
}

// place is where the visitor of a request is. It is the only reader of the Host header and of what proxies say of it.
func (v visitors) place(r *http.Request) place {
	scheme := v.scheme(r)
	name, port, ok := site.SplitHost(r.Host)
	if forwarded := r.Header.Get("X-Forwarded-Host"); forwarded != "" && v.trusts(r) {
		name, port, ok = site.SplitHost(forwarded)
	}
	var dir *site.Directory
	if v.sites.reader != nil {
		var err error
		if dir, err = v.sites.directory(r.Context()); err != nil && v.hosts.OnlyKnown {
			// Nobody knows which hosts are ours. Nothing but the error page can be shown, and it has no links to this
			// host.
			return place{scheme, v.hosts.main(r, nil, scheme), true, true}
		}
	}
	if ok && v.hosts.knows(dir, name, port) {
		isShared := v.hosts.hasPort(r, name, port)
		if isShared || !v.hosts.OnlyKnown {
			return place{scheme, site.WithPort(scheme, name, port), true, isShared}
		}
	}
	return place{scheme, v.hosts.main(r, dir, scheme), false, true}
}

// scheme is the one that the visitor used. What a proxy says of it is believed of trusted ones alone.
func (v visitors) scheme(r *http.Request) string {
	if v.hosts.Origin != nil && v.hosts.Origin.Scheme == "https" || r.TLS != nil {
		return "https"
	}
	if s := strings.ToLower(r.Header.Get("X-Forwarded-Proto")); s == "https" && v.trusts(r) {
		return s
	}
	return "http"
}

// isHTTPS says whether the visitor uses https: cookies are for https alone then.
func (v visitors) isHTTPS(r *http.Request) bool { return v.scheme(r) == "https" }

// knows says whether a host is one of ours: that of a site, of the settings or, unless only these are known, of this
// machine.
func (h Hosts) knows(dir *site.Directory, name, port string) bool {
	if h.names(name, "") || h.names(name, port) {
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

// names says whether the settings have a host with a port; without one for an empty port.
func (h Hosts) names(name, port string) bool {
	host := name
	if port != "" {
		host += ":" + port
	}
	return h.Origin != nil && strings.EqualFold(h.Origin.Host, host) ||
		slices.ContainsFunc(h.Names, func(n string) bool { return strings.EqualFold(n, host) })
}

// hasPort says whether a port is one that visitors are expected to use: none, that of a scheme, that of the server,
// or one of the settings.
func (h Hosts) hasPort(r *http.Request, name, port string) bool {
	switch port {
	case "", "80", "443", h.Port, localPort(r):
		return true
	}
	return h.Origin != nil && h.Origin.Port() == port || h.names(name, port)
}

// main is the host that stands in for one that is not ours.
func (h Hosts) main(r *http.Request, dir *site.Directory, scheme string) string {
	switch {
	case h.Origin != nil:
		return site.WithPort(scheme, strings.ToLower(h.Origin.Hostname()), h.Origin.Port())
	case dir != nil:
		return site.WithPort(scheme, dir.MainHost(), localPort(r))
	}
	return site.WithPort(scheme, "localhost", localPort(r))
}

// localPort is the port that a connection arrived at; empty where that is not known.
func localPort(r *http.Request) string {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return ""
	}
	_, port, _ := net.SplitHostPort(local.String())
	return port
}

// isThisMachine says whether a name stands for the machine itself.
func isThisMachine(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil && ip.Unmap().IsLoopback()
}

// guarded answers with the headers of every response, and refuses what is no request for a path of ours: addresses
// that are none and, where only known hosts are served, every other host. Health is told to all, since load balancers
// ask for it by address.
func (v visitors) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		web.SetHeaders(w.Header(), v.isHTTPS(r))
		if !strings.HasPrefix(r.URL.Path, "/") || r.URL.Opaque != "" {
			http.Error(w, "The address is malformed.", http.StatusBadRequest)
			return
		}
		if v.hosts.OnlyKnown && r.URL.Path != "/healthz" && r.URL.Path != "/readyz" && !v.place(r).isKnown {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "No website is served under this host.", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
