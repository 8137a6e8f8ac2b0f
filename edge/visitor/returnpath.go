package visitor

import (
	"net/url"
	"strings"
	"unicode"
)

// IsOwnPath reports whether a text from a caller is a path on this host, to which a response may redirect. Browsers
// remove tabs and line breaks from URLs, and read a backslash as a slash: `/\t/host` is another host. A path that
// contains these encoded is no page.
func IsOwnPath(target string) bool {
	path, query, _ := strings.Cut(target, "?")
	decoded, err := url.PathUnescape(path)
	if err != nil || !isPlainPath(path) || !isPlainPath(decoded) || strings.ContainsFunc(query, isUnsafe) {
		return false
	}
	// A path that was encoded twice; `100%` is encoded once.
	again, err := url.PathUnescape(decoded)
	return err != nil || isPlainPath(again)
}

func isPlainPath(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.ContainsFunc(path, isUnsafe)
}

func isUnsafe(c rune) bool { return c == '\\' || unicode.IsControl(c) }

// WithParameter sets a query parameter of a path, or removes it with an empty value.
func WithParameter(path, name, value string) string {
	u, err := url.Parse(path)
	if err != nil {
		return "/"
	}
	query := u.Query()
	query.Del(name)
	if value != "" {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}
