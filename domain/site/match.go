package site

import "strings"

// Match is the site that an address belongs to.
type Match struct {
	Site *Site
	// BySlug says that the first path segment chose the site and is no part of the page's path.
	BySlug bool
}

// Match finds the site of a host and an optional first path segment (spec §2, URL shape): exact host with slug, exact
// host without slug, host suffix with slug, host suffix without slug; the main site otherwise. Among suffixes the
// longest wins. A site without any domain is an error: see NoDomainError.
func (d *Directory) Match(host, slug string) (Match, error) {
	host, slug = NormalizeHost(host), strings.ToLower(slug)
	for _, s := range d.Sites {
		if len(s.Domains) == 0 {
			return Match{}, &NoDomainError{Site: s.ID}
		}
	}
	if slug != "" {
		if s := d.matchDomains(slug, func(h string) bool { return h == host }); s != nil {
			return Match{Site: s, BySlug: true}, nil
		}
	}
	if s := d.matchDomains("", func(h string) bool { return h == host }); s != nil {
		return Match{Site: s}, nil
	}
	isSuffix := func(h string) bool { return strings.HasSuffix(host, "."+h) }
	if slug != "" {
		if s := d.matchDomains(slug, isSuffix); s != nil {
			return Match{Site: s, BySlug: true}, nil
		}
	}
	if s := d.matchDomains("", isSuffix); s != nil {
		return Match{Site: s}, nil
	}
	// A host that nobody configured shows the main site, and the main site's slug sites with it.
	if slug != "" {
		for _, home := range d.main.Domains {
			home, _, _ = strings.Cut(home, "/")
			if s := d.matchDomains(slug, func(h string) bool { return h == home }); s != nil {
				return Match{Site: s, BySlug: true}, nil
			}
		}
	}
	return Match{Site: d.main}, nil
}

// matchDomains finds the site with a domain of this slug whose host is accepted; the longest host wins.
func (d *Directory) matchDomains(slug string, accept func(host string) bool) *Site {
	var best *Site
	length := -1
	for _, s := range d.Sites {
		for _, domain := range s.Domains {
			h, domainSlug, _ := strings.Cut(domain, "/")
			if domainSlug == slug && len(h) > length && accept(h) {
				best, length = s, len(h)
			}
		}
	}
	return best
}

// NormalizeHost strips the port and a final dot and lowers the case: ports play no part in matching.
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
		return host, "", false // a bare IPv6 address
	}
	return host[:i], host[i+1:], true
}
