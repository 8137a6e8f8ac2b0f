package site

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// HomeSlug is the slug of a home page, and what the page and parent slugs of a short path default to.
const HomeSlug = "home"

// MaxURLLength is how many bytes of a URL are looked at; longer ones are bad input.
const MaxURLLength = 4096

// ErrBadURL says that a text is no absolute http(s) URL that could be asked for.
var ErrBadURL = errors.New("not an address of a website")

// Address is a URL taken apart by URL-1, URL-2 and URL-5.
type Address struct {
	Scheme string
	// Host is the configured host that the address belongs to (Match.Canonical), with its port: whatever host the visitor
	// wrote, what is made of the address has only hosts of ours.
	Host string
	Site *Site
	// BySlug says that the site's slug stands in the path.
	BySlug bool
	// Prefix is the locale prefix as it was written, empty when there is none.
	Prefix string
	// Locale is what Prefix says; it may be one that the site does not support.
	Locale Locale
	// Segments are the path's segments below locale and site, unescaped.
	Segments []string
	// RawQuery is the query without its question mark.
	RawQuery string
	// Fragment is what follows the hash. Servers are never sent it; the browser's own navigation is.
	Fragment string
	// Clean is false for a path with a trailing slash or empty segments.
	Clean bool
}

// fixedAreas are the first segments that are not localized and belong to no page (URL-16). `{locale}/callback` belongs
// to no page either, see Address.TechnicalArea.
var fixedAreas = []string{
	"graphql", "playground", "api", "assets", "images", "builds", "style-guide", "callback", "blank-callback",
	"robots.txt", "sitemap.xml", "healthz", "readyz", "favicon.ico", "editor-preview",
}

// IsFixedArea says whether a path's first segment is one that is not localized.
func IsFixedArea(path string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return slices.Contains(fixedAreas, strings.ToLower(first))
}

// Parse takes an absolute URL apart. It fails with ErrBadURL for what is none, and with NoDomainError where the directory
// cannot be matched.
func (d *Directory) Parse(raw string) (Address, error) {
	if len(raw) > MaxURLLength {
		return Address{}, fmt.Errorf("%w: longer than %d bytes", ErrBadURL, MaxURLLength)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return Address{}, fmt.Errorf("%w: malformed", ErrBadURL)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Opaque != "" {
		return Address{}, fmt.Errorf("%w: it needs http or https and a host", ErrBadURL)
	}
	if !printable(u.Path) || !printable(u.Host) {
		return Address{}, fmt.Errorf("%w: control characters or broken UTF-8", ErrBadURL)
	}
	segments := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	a := Address{Scheme: u.Scheme, RawQuery: u.RawQuery, Fragment: u.Fragment, Clean: true}
	for i, segment := range segments {
		text, err := url.PathUnescape(segment)
		if err != nil {
			return Address{}, fmt.Errorf("%w: malformed", ErrBadURL)
		}
		switch text {
		case "", ".", "..":
			// The root's own slash is fine; everything else is written in a roundabout way.
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
		return Address{}, err
	}
	a.Site, a.BySlug, a.Host = m.Site, m.BySlug, m.Canonical(d, u.Scheme, u.Host)
	if m.BySlug {
		a.Segments = a.Segments[1:]
	}
	return a, nil
}

// parsePrefix reads a locale prefix: a language with a country (`en-ch`), or one of the languages that stand alone; fr
// and es, which only some sites speak, are among them everywhere (URL-2). Letter case is accepted and put right by a
// redirect. Two letters that are no language of ours are a slug like any other, and so is `xx-yy` for such an xx: but a
// well-formed `{lang}-{country}` of a language that no site speaks is a wrong locale.
func parsePrefix(segment string) (Locale, bool) {
	l, ok := ParseLocale(segment)
	if !ok {
		return Locale{}, false
	}
	if l.IsInternational() && !slices.Contains(allLanguages, l.LanguageCode) && !knownLanguage(l.LanguageCode) {
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

// Slug is the last path segment, `home` for none.
func (a Address) Slug() string {
	if n := len(a.Segments); n > 0 {
		return a.Segments[n-1]
	}
	return HomeSlug
}

// ParentSlug is the segment before the last, `home` for none.
func (a Address) ParentSlug() string {
	if n := len(a.Segments); n > 1 {
		return a.Segments[n-2]
	}
	return HomeSlug
}

// Path is the path below locale and site: escaped, without a leading slash, empty for the home page.
func (a Address) Path() string {
	escaped := make([]string, len(a.Segments))
	for i, s := range a.Segments {
		escaped[i] = url.PathEscape(s)
	}
	return strings.Join(escaped, "/")
}

// TechnicalArea says whether the page belongs to a technical area: style-guide or callback come first in the path
// (URL-15).
func (a Address) TechnicalArea() bool {
	return len(a.Segments) > 0 && (a.Segments[0] == "style-guide" || a.Segments[0] == "callback")
}

// In is the same address in another locale, as a path with query and fragment.
func (a Address) In(l Locale) string {
	return a.suffixed(LocalizedPath(l, a.unlocalized()))
}

// unlocalized is the path with the site's slug but without the locale.
func (a Address) unlocalized() string {
	home := "/"
	if a.BySlug {
		home = "/" + a.Site.Slug
	}
	return JoinPath(home, a.Path())
}

// canonical is the path as it was asked for, with roundabout ways taken out.
func (a Address) canonical() string {
	path := a.unlocalized()
	if a.Prefix != "" {
		path = JoinPath("/"+a.Prefix, strings.TrimPrefix(path, "/"))
	}
	return a.suffixed(path)
}

// Canonical is the whole address without its fragment, written in one way: addresses that are equal lead to the same. Not
// ok for an address that is a roundabout way of another one, which redirects there.
func (a Address) Canonical() (address string, ok bool) {
	a.Fragment = ""
	return a.Full(a.canonical()), a.Clean && (a.Prefix == "" || a.Prefix == a.Locale.URLCode())
}

// Full is a path at the scheme and host of the address.
func (a Address) Full(path string) string { return a.Scheme + "://" + a.Host + path }

func (a Address) suffixed(path string) string {
	if a.RawQuery != "" {
		path += "?" + a.RawQuery
	}
	if a.Fragment != "" {
		path += "#" + (&url.URL{Fragment: a.Fragment}).EscapedFragment()
	}
	return path
}

// JoinPath puts a relative path below a base path; neither has a trailing slash but the root.
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

// LocalizedPath puts a locale before a path: `/de-ch` + `/cirris/about`.
func LocalizedPath(l Locale, unlocalized string) string {
	return JoinPath("/"+l.URLCode(), unlocalized)
}
