package site

import (
	"net/url"
	"strings"
)

// redirectCandidates returns the path, and the path with query or hash, each with its locale and without (URL-27).
func redirectCandidates(a Address) []string {
	var candidates []string
	add := func(path string) {
		for _, c := range candidates {
			if c == path {
				return
			}
		}
		candidates = append(candidates, path)
	}
	localized := a.unlocalized()
	if a.Prefix != "" {
		localized = JoinPath("/"+a.Prefix, localized)
	}
	for _, path := range []string{localized, a.unlocalized()} {
		for _, p := range []string{path, unescaped(path)} {
			add(p)
			if a.RawQuery != "" {
				add(p + "?" + a.RawQuery)
			}
			if a.Fragment != "" {
				add(p + "#" + a.Fragment)
				if a.RawQuery != "" {
					add(p + "?" + a.RawQuery + "#" + a.Fragment)
				}
			}
		}
	}
	return candidates
}

func unescaped(path string) string {
	text, err := url.PathUnescape(path)
	if err != nil {
		return path
	}
	return text
}

// SystemRedirect is a redirect that editors maintain in the CMS, from a previous URL to a target.
type SystemRedirect struct {
	ID          string
	PreviousURL string
	Target      *LinkRef
}

// ChooseRedirect returns the redirect with the longest previous URL among those that match one of the candidates, or
// nil.
func ChooseRedirect(redirects []*SystemRedirect, candidates []string) *SystemRedirect {
	var best *SystemRedirect
	for _, r := range redirects {
		for _, c := range candidates {
			if r.PreviousURL == c && (best == nil || len(r.PreviousURL) > len(best.PreviousURL)) {
				best = r
			}
		}
	}
	return best
}

// FollowRedirect returns the redirect for the target of a system redirect; nil if the target is not a URL, or is the
// address itself.
func (c *Context) FollowRedirect(a Address, kind LinkKind, location string) *Redirect {
	if kind != LinkRoute && kind != LinkPlain || strings.HasPrefix(location, "#") {
		return nil
	}
	current := a.canonical()
	if location == current || location == a.AbsoluteURL(current) || location == a.InLocale(c.Locale) ||
		location == a.AbsoluteURL(a.InLocale(c.Locale)) {
		return nil
	}
	return &Redirect{Status: 301, Location: location}
}
