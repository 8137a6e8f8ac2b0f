package site

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"strand/domain/convert"
)

// HomeSlug is the slug of a home page, and the default of the page slug and parent slug of a short path.
const HomeSlug = "home"

// MaxURLLength is the maximum length of a URL in bytes; Parse refuses longer ones.
const MaxURLLength = 4096

// ErrBadURL is returned for a text that is not an absolute http(s) URL.
var ErrBadURL = errors.New("not an address of a website")

// URL is a parsed URL (URL-1, URL-2, URL-5).
type URL struct {
	Scheme string
	// Host is the configured host that the URL belongs to (Match.Canonical), with its port. The host of the request is
	// not used: URLs that are made of a URL contain configured hosts only.
	Host string
	Site *Site
	// BySlug is true if the path contains the slug of one of the site's domains.
	BySlug bool
	// Home is the path of the site's home page without a locale: `/`, or `/` and this slug.
	Home string
	// Prefix is the locale prefix as written in the URL, empty if there is none.
	Prefix string
	// Locale is the parsed Prefix. The site may not support it.
	Locale Locale
	// Segments are the unescaped path segments after locale and site slug.
	Segments []string
	// RawQuery is the query without its question mark, with all characters escaped that need it.
	RawQuery string
	// Fragment is the text after the hash. HTTP requests do not contain it, the client-side navigation does.
	Fragment string
	// Clean is false for a path with a trailing slash, empty segments, dot segments or a slug in other letter case.
	Clean bool
}

// reservedSegments are the first segments that have no locale and no page (URL-15). `{locale}/callback` has no page
// either, see URL.TechnicalArea.
var reservedSegments = []string{
	"graphql", "playground", "api", "assets", "images", "builds", "style-guide", "callback", "blank-callback",
	"robots.txt", "sitemap.xml", "healthz", "readyz", "favicon.ico", "apple-touch-icon.png",
	"apple-touch-icon-precomposed.png", "site.webmanifest", "icons", ".well-known", "editor-preview",
}

// IsReservedPath reports whether the first segment of a path is one of reservedSegments.
func IsReservedPath(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return slices.Contains(reservedSegments, strings.ToLower(first))
}

// programSegments are those of reservedSegments that programs call: the graph, other interfaces, probes, the answers of
// the identity provider, and previews, which resolve the URL below them. Their queries are their own.
var programSegments = []string{
	"graphql", "api", "callback", "blank-callback", "healthz", "readyz", "editor-preview",
}

// LooksUpPages reports whether the page id in the query of a path is looked up (URL-24): not if programs call it.
func LooksUpPages(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return !slices.Contains(programSegments, strings.ToLower(first))
}

// Parse parses an absolute URL. It returns ErrBadURL for any other text, and NoDomainError if a site of the directory
// has no domain.
func (d *Directory) Parse(raw string) (URL, error) {
	if len(raw) > MaxURLLength {
		return URL{}, fmt.Errorf("%w: longer than %d bytes", ErrBadURL, MaxURLLength)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return URL{}, fmt.Errorf("%w: malformed", ErrBadURL)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Opaque != "" {
		return URL{}, fmt.Errorf("%w: it needs http or https and a host", ErrBadURL)
	}
	if !printable(u.Path) || !printable(u.Host) {
		return URL{}, fmt.Errorf("%w: control characters or broken UTF-8", ErrBadURL)
	}
	segments := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	a := URL{Scheme: u.Scheme, RawQuery: escapePath(u.RawQuery), Fragment: u.Fragment, Clean: true, Home: "/"}
	for i, segment := range segments {
		text, err := url.PathUnescape(segment)
		if err != nil {
			return URL{}, fmt.Errorf("%w: malformed", ErrBadURL)
		}
		switch text {
		case "", ".", "..":
			// The root path is clean. Any other empty or dot segment makes the path not canonical.
			a.Clean = a.Clean && i == 0 && len(segments) == 1
			if text == ".." && len(a.Segments) > 0 {
				a.Segments = a.Segments[:len(a.Segments)-1]
			}
		default:
			a.Segments = append(a.Segments, text)
		}
	}
	if len(a.Segments) > 0 {
		if l, ok := parsePrefix(a.Segments[0]); ok {
			a.Prefix, a.Locale, a.Segments = a.Segments[0], l, a.Segments[1:]
		}
	}
	slug := ""
	if len(a.Segments) > 0 {
		slug = a.Segments[0]
	}
	m, err := d.Match(u.Host, slug)
	if err != nil {
		return URL{}, err
	}
	a.Site, a.BySlug, a.Host = m.Site, m.BySlug, m.Canonical(d, u.Scheme, u.Host)
	if m.BySlug {
		a.Home, a.Segments = "/"+m.Slug, a.Segments[1:]
		a.Clean = a.Clean && slug == m.Slug
	}
	return a, nil
}

// parsePrefix parses a locale prefix: a language with a country (`en-ch`), or a language alone. fr and es, which only
// some sites support, are accepted on every site (URL-2). Letter case is ignored here and corrected by a redirect. Two
// letters that are not a language are an ordinary slug, and so is `xx-yy` with such an `xx`; a well-formed
// `{lang}-{country}` whose language no site supports is an unsupported locale.
func parsePrefix(segment string) (Locale, bool) {
	l, ok := ParseLocale(segment)
	if !ok {
		return Locale{}, false
	}
	if l.IsInternational() && !slices.Contains(LanguageCodes, l.LanguageCode) && !knownLanguage(l.LanguageCode) {
		return Locale{}, false
	}
	return l, true
}

func printable(s string) bool {
	if !utf8.ValidString(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 || r == 0x7f })
}

// Slug is the last path segment, `home` if there is none.
func (a URL) Slug() string {
	if n := len(a.Segments); n > 0 {
		return a.Segments[n-1]
	}
	return HomeSlug
}

// ParentSlug is the segment before the last, `home` if there is none.
func (a URL) ParentSlug() string {
	if n := len(a.Segments); n > 1 {
		return a.Segments[n-2]
	}
	return HomeSlug
}

// Path is the escaped path after locale and site slug, without a leading slash, empty for the home page.
func (a URL) Path() string {
	return strings.Join(convert.All(a.Segments, url.PathEscape), "/")
}

// InLowerCase returns the URL with its path in small letters; false if it has no others.
func (a URL) InLowerCase() (URL, bool) {
	lower := slices.Clone(a.Segments)
	for i, segment := range lower {
		lower[i] = strings.ToLower(segment)
	}
	isOther := !slices.Equal(lower, a.Segments)
	a.Segments = lower
	return a, isOther
}

// TechnicalArea reports whether the page belongs to a technical area: the path begins with style-guide or callback
// (URL-15).
func (a URL) TechnicalArea() bool {
	return len(a.Segments) > 0 && (a.Segments[0] == "style-guide" || a.Segments[0] == "callback")
}

// InLocale returns the URL in another locale, as a path with query and fragment.
func (a URL) InLocale(l Locale) string {
	return a.Suffixed(LocalizedPath(l, a.unlocalized()))
}

// unlocalized is the path with the site's slug and without the locale.
func (a URL) unlocalized() string { return JoinPath(a.Home, a.Path()) }

// canonical is the requested path without dot segments, empty segments and a trailing slash, and with a locale in small
// letters.
func (a URL) canonical() string {
	if a.Prefix == "" {
		return a.Suffixed(a.unlocalized())
	}
	return a.InLocale(a.Locale)
}

// Canonical returns the URL without its fragment in its canonical form: equal results lead to the same page. ok is
// false if the URL is not in this form and redirects to it.
func (a URL) Canonical() (url string, ok bool) {
	a.Fragment = ""
	return a.AbsoluteURL(a.canonical()), a.Clean && (a.Prefix == "" || a.Prefix == a.Locale.URLCode())
}

// AbsoluteURL prepends the scheme and host of the URL to a path.
func (a URL) AbsoluteURL(path string) string { return a.Scheme + "://" + a.Host + path }

// Suffixed appends the query and the hash of the URL to a path.
func (a URL) Suffixed(path string) string {
	if a.RawQuery != "" {
		path += "?" + a.RawQuery
	}
	if a.Fragment != "" {
		path += "#" + (&url.URL{Fragment: a.Fragment}).EscapedFragment()
	}
	return path
}

// IsSegment reports whether a slug can be one segment of a path: a URL with it is read back as the same slug.
func IsSegment(slug string) bool {
	if slug == "" || slug == "." || slug == ".." || strings.TrimSpace(slug) != slug || !utf8.ValidString(slug) ||
		strings.ContainsAny(slug, `/?#\`) || strings.ContainsFunc(slug, unicode.IsControl) {
		return false
	}
	unescaped, err := url.PathUnescape(slug)
	return err != nil || unescaped == slug
}

// JoinPath appends a relative path to a base path. The result has no trailing slash, except for the root.
func JoinPath(base, rest string) string {
	base, rest = strings.TrimSuffix(base, "/"), strings.Trim(rest, "/")
	switch {
	case rest == "" && base == "":
		return "/"
	case rest == "":
		return base
	}
	return base + "/" + rest
}

// LocalizedPath prepends a locale to a path: `/de-ch` + `/cirris/about`.
func LocalizedPath(l Locale, unlocalized string) string {
	return JoinPath("/"+l.URLCode(), unlocalized)
}
