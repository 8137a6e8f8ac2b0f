package site

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// SystemRedirect is a redirect that editors maintain in the CMS, from a previous URL to a target.
type SystemRedirect struct {
	ID          string
	PreviousURL string
	Target      *LinkRef
}

// RedirectTable contains all system redirects by their previous paths, in one spelling (URL-27). It is immutable.
type RedirectTable struct {
	directory *Directory
	Redirects []*SystemRedirect
	byPath    map[string][]*redirectSource
}

// redirectSource is the parsed previous URL of a redirect.
type redirectSource struct {
	redirect *SystemRedirect
	// siteID is the site that the previous URL names by its host or slug; empty for a path of every site whose home is
	// at the root of a host.
	siteID string
	// locale is the zero Locale for a previous URL without one.
	locale     Locale
	parameters []queryParameter
	fragment   string
}

// NewRedirectTable indexes redirects. A redirect whose previous URL is not one of the group's sites is left out.
func NewRedirectTable(d *Directory, redirects []*SystemRedirect) *RedirectTable {
	t := &RedirectTable{directory: d, Redirects: redirects, byPath: map[string][]*redirectSource{}}
	for _, r := range redirects {
		a, isBound, ok := d.ParsePreviousURL(r.PreviousURL, d.MainHost())
		if !ok {
			continue
		}
		source := &redirectSource{
			redirect:   r,
			parameters: queryParameters(a.RawQuery),
			fragment:   norm.NFC.String(a.Fragment),
		}
		if isBound {
			source.siteID = a.Site.ID
		}
		if a.Prefix != "" {
			source.locale = a.Locale
		}
		key := redirectKey(a)
		t.byPath[key] = append(t.byPath[key], source)
	}
	for _, sources := range t.byPath {
		slices.SortStableFunc(sources, func(a, b *redirectSource) int { return b.compare(a) })
	}
	return t
}

// ParsePreviousURL parses the previous URL of a redirect in any spelling: a path with or without slashes at its ends,
// or the URL of a host of the group with or without its scheme. A path is one of the given host. isBound reports
// whether the URL names its site.
func (d *Directory) ParsePreviousURL(previous, host string) (a URL, isBound, ok bool) {
	previous = strings.TrimSpace(previous)
	first, _, _ := strings.Cut(previous, "/")
	scheme, _, hasScheme := strings.Cut(previous, "://")
	switch {
	case hasScheme && isScheme(scheme):
	case first != "" && slices.Contains(d.Hosts(), NormalizeHost(first)):
		previous, hasScheme = "http://"+previous, true
	default:
		previous, hasScheme = "http://"+host+"/"+strings.TrimLeft(previous, "/"), false
	}
	escaped := EscapeURL(previous)
	a, err := d.Parse(escaped)
	if err != nil {
		return URL{}, false, false
	}
	if hasScheme {
		u, err := url.Parse(escaped)
		m, matchErr := d.Match(u.Host, "")
		if err != nil || matchErr != nil || m.Host == "" {
			return URL{}, false, false
		}
	}
	return a, hasScheme || a.BySlug, true
}

// redirectKey is the path of a URL below the home of its site in the spelling of RedirectTable.byPath.
func redirectKey(a URL) string { return foldPath(strings.Join(a.Segments, "/")) }

// compare orders sources of one path, more specific ones last: those with more parameters, then with a fragment, a
// locale, a site; then by the length of the previous URL.
func (s *redirectSource) compare(other *redirectSource) int {
	count := func(isSet bool) int {
		if isSet {
			return 1
		}
		return 0
	}
	rank := func(s *redirectSource) []int {
		return []int{
			len(s.parameters),
			count(s.fragment != ""),
			count(s.locale != Locale{}),
			count(s.siteID != ""),
			len(s.redirect.PreviousURL),
		}
	}
	return slices.Compare(rank(s), rank(other))
}

// matches reports whether a source matches a URL with the path of the source. count is how often the URL has each
// parameter.
func (s *redirectSource) matches(a URL, count map[queryParameter]int) bool {
	switch {
	case s.siteID != "" && s.siteID != a.Site.ID, s.siteID == "" && a.BySlug:
		return false
	case s.locale != Locale{} && (a.Prefix == "" || s.locale != a.Locale):
		return false
	case s.fragment != "" && s.fragment != norm.NFC.String(a.Fragment):
		return false
	}
	for _, p := range s.parameters {
		if count[p] == 0 {
			return false
		}
	}
	return true
}

// RedirectMatch is a redirect that matches a URL.
type RedirectMatch struct {
	*SystemRedirect
	source *redirectSource
	url    URL
}

// Find returns the most specific redirect of a URL (URL-27); nil for none.
func (t *RedirectTable) Find(a URL) *RedirectMatch {
	sources := t.byPath[redirectKey(a)]
	if len(sources) == 0 {
		return nil
	}
	count := map[queryParameter]int{}
	for _, p := range queryParameters(a.RawQuery) {
		count[p]++
	}
	for _, s := range sources {
		if s.matches(a, count) {
			return &RedirectMatch{s.redirect, s, a}
		}
	}
	return nil
}

// HashLocation is where a URL leads with a hash, other than with any other hash (URL-27).
type HashLocation struct{ Hash, Location string }

// Hashes returns the hashes of the redirects of the URL's path, each once.
func (t *RedirectTable) Hashes(a URL) (hashes []string) {
	for _, s := range t.byPath[redirectKey(a)] {
		if s.fragment != "" && !slices.Contains(hashes, s.fragment) {
			hashes = append(hashes, s.fragment)
		}
	}
	return hashes
}

// WithHash returns a location with the hash of the visitor, unless it has its own (URL-42).
func WithHash(location, hash string) string {
	if hash == "" || location == "" || strings.Contains(location, "#") {
		return location
	}
	return location + "#" + (&url.URL{Fragment: hash}).EscapedFragment()
}

// FindPath returns the most specific redirect of some paths or URLs; nil for none.
func (t *RedirectTable) FindPath(paths []string) *SystemRedirect {
	var best *RedirectMatch
	for _, path := range paths {
		a, _, ok := t.directory.ParsePreviousURL(path, t.directory.MainHost())
		if !ok {
			continue
		}
		if m := t.Find(a); m != nil && (best == nil || m.source.compare(best.source) > 0) {
			best = m
		}
	}
	if best == nil {
		return nil
	}
	return best.SystemRedirect
}

// WithRest returns the target of the redirect with the visitor's parameters that the redirect did not ask for, such as
// `utm_source`, unless the target has a parameter of the same name (URL-42).
func (m *RedirectMatch) WithRest(target string) string {
	lower := strings.ToLower(target)
	isURL := strings.HasPrefix(lower, "http://") || strings.HasPrefix(lower, "https://")
	if !strings.HasPrefix(target, "/") && !isURL {
		return target
	}
	before, fragment, hasFragment := strings.Cut(target, "#")
	path, query, hasQuery := strings.Cut(before, "?")
	taken := map[string]bool{}
	for _, p := range queryParameters(query) {
		taken[p.name] = true
	}
	asked := map[queryParameter]bool{}
	for _, p := range m.source.parameters {
		asked[p] = true
	}
	rest := query
	for part := range strings.SplitSeq(m.url.RawQuery, "&") {
		for _, p := range queryParameters(part) {
			if !taken[p.name] && !asked[p] {
				if rest != "" {
					rest += "&"
				}
				rest += part
			}
		}
	}
	location := path
	if rest != "" || hasQuery {
		location += "?" + rest
	}
	if hasFragment {
		location += "#" + fragment
	} else if m.source.fragment == "" {
		location = WithHash(location, m.url.Fragment)
	}
	if len(location) > MaxURLLength {
		return target
	}
	return location
}

// queryParameter is one parameter of a query, unescaped.
type queryParameter struct{ name, value string }

// queryParameters returns the parameters of a query. A malformed escape is read as it is written.
func queryParameters(raw string) []queryParameter {
	var parameters []queryParameter
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		parameters = append(parameters, queryParameter{unescapeParameter(name), unescapeParameter(value)})
	}
	return parameters
}

func unescapeParameter(raw string) string {
	text, err := url.QueryUnescape(raw)
	if err != nil {
		text = raw
	}
	return norm.NFC.String(text)
}

// FollowsTo reports whether a redirect can lead to a target: to a page or URL, not to an action or a hash.
func FollowsTo(kind LinkKind, target string) bool {
	return (kind == LinkRoute || kind == LinkPlain) && !strings.HasPrefix(target, "#")
}
