package site

import (
	"net/netip"
	"strconv"
	"strings"
)

// Match is the site that a URL belongs to.
type Match struct {
	Site *Site
	// Host is the matched host of a domain, without a port. It is empty for a host that is neither a domain nor a
	// subdomain of one; such hosts show the main site.
	Host string
	// BySlug is true if the first path segment is the slug of one of the site's domains and not part of the page's
	// path.
	BySlug bool
	// Slug is this slug.
	Slug string
}

// Match returns the site of a host and an optional first path segment (URL-9 to URL-11): exact host with slug, exact
// host without slug, host suffix with slug, host suffix without slug; otherwise the main site. The longest suffix wins.
// It returns NoDomainError if a site has no domain.
func (d *Directory) Match(host, slug string) (Match, error) {
	host, slug = NormalizeHost(host), strings.ToLower(slug)
	for _, s := range d.Sites {
		if len(s.Domains) == 0 {
			return Match{}, &NoDomainError{Site: s.ID}
		}
	}
	isExact := func(h string) bool { return h == host }
	isSuffix := func(h string) bool { return strings.HasSuffix(host, "."+h) }
	for _, accept := range []func(string) bool{isExact, isSuffix} {
		if slug != "" {
			if s, h := d.matchDomains(slug, accept); s != nil {
				return Match{Site: s, Host: h, BySlug: true, Slug: slug}, nil
			}
		}
		if s, h := d.matchDomains("", accept); s != nil {
			return Match{Site: s, Host: h}, nil
		}
	}
	// An unknown host shows the main site, and the sites with a slug on the main site's hosts.
	if slug != "" {
		for _, home := range d.main.Domains {
			home, _, _ = strings.Cut(home, "/")
			if s, _ := d.matchDomains(slug, func(h string) bool { return h == home }); s != nil {
				return Match{Site: s, BySlug: true, Slug: slug}, nil
			}
		}
	}
	return Match{Site: d.main}, nil
}

// matchDomains returns the site that has a domain with this slug and an accepted host, and that host; the longest host
// wins.
func (d *Directory) matchDomains(slug string, accept func(host string) bool) (best *Site, host string) {
	for _, s := range d.Sites {
		for _, domain := range s.Domains {
			h, domainSlug, _ := strings.Cut(domain, "/")
			if domainSlug == slug && (best == nil || len(h) > len(host)) && accept(h) {
				best, host = s, h
			}
		}
	}
	return best, host
}

// MainHost replaces unknown hosts: the host of the main site's primary domain, or localhost if it has none.
func (d *Directory) MainHost() string {
	host, _, _ := strings.Cut(d.main.primaryDomain(), "/")
	if host == "" {
		return "localhost"
	}
	return host
}

// Canonical returns the configured host for a requested host, with its port: the domain for a subdomain, the main
// site's host for an unknown one. The port is omitted if it is the scheme's default or not a port.
func (m Match) Canonical(d *Directory, scheme, host string) string {
	name := m.Host
	if name == "" {
		name = d.MainHost()
	}
	_, port, _ := cutPort(host)
	return WithPort(scheme, name, port)
}

// WithPort appends a port to a host, unless it is the scheme's default or not a port.
func WithPort(scheme, host, port string) string {
	if !isPort(port) || scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		return host
	}
	return host + ":" + port
}

// isPort reports whether a text is a port number from 1 to 65535 without sign and leading zeros.
func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && strconv.FormatUint(n, 10) == port
}

// maxHost is the maximum length of a host in bytes (RFC 1035).
const maxHost = 253

// SplitHost splits the host of a request into a name in lower case without a final dot and a port, empty for none. ok
// is false for anything but a DNS name or an IP address with an optional port, such as a host with userinfo.
func SplitHost(host string) (name, port string, ok bool) {
	name = host
	if n, p, hasPort := cutPort(host); hasPort {
		if name, port = n, p; !isPort(port) {
			return "", "", false
		}
	}
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	if inner, isBracketed := strings.CutPrefix(name, "["); isBracketed {
		inner, isClosed := strings.CutSuffix(inner, "]")
		ip, err := netip.ParseAddr(inner)
		return name, port, isClosed && err == nil && ip.Is6() && ip.Zone() == ""
	}
	if name == "" || len(name) > maxHost {
		return "", "", false
	}
	for _, label := range strings.Split(name, ".") {
		if label == "" || len(label) > 63 || strings.ContainsFunc(label, isNoHostCharacter) {
			return "", "", false
		}
	}
	return name, port, true
}

func isNoHostCharacter(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

// NormalizeHost removes the port and a final dot and lowers the case; ports are ignored in matching.
func NormalizeHost(host string) string {
	if h, _, ok := cutPort(host); ok {
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// cutPort splits host and port; an IPv6 address keeps its brackets.
func cutPort(host string) (name, port string, ok bool) {
	i := strings.LastIndexByte(host, ':')
	if i < 0 || strings.LastIndexByte(host, ']') > i {
		return host, "", false
	}
	if strings.IndexByte(host, ':') != i && host[0] != '[' {
		return host, "", false // an IPv6 address without brackets
	}
	return host[:i], host[i+1:], true
}
