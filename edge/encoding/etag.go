package encoding

import (
	"net/http"
	"strings"
)

// Matches reports whether the condition If-None-Match of a request names an ETag, so that the client has the current
// content: by weak comparison, or as `*` (RFC 9110, 13.1.2). Nothing after a malformed entry counts.
func Matches(r *http.Request, etag string) bool {
	if etag == "" {
		return false
	}
	rest := strings.TrimSpace(strings.Join(r.Header.Values("If-None-Match"), ","))
	if rest == "*" {
		return true
	}
	for {
		rest = strings.TrimLeft(rest, ", \t")
		opaque, after, ok := cutETag(rest)
		if !ok {
			return false
		}
		if opaque == strings.TrimPrefix(etag, "W/") {
			return true
		}
		rest = after
	}
}

// cutETag cuts the ETag at the beginning of a list; without the mark of a weak one. Not ok if there is none.
func cutETag(list string) (opaque, after string, ok bool) {
	list = strings.TrimPrefix(list, "W/")
	if !strings.HasPrefix(list, `"`) {
		return "", "", false
	}
	end := strings.IndexByte(list[1:], '"') + 2
	if end < 2 || strings.ContainsFunc(list[:end], func(c rune) bool { return c <= ' ' || c == 0x7f }) {
		return "", "", false
	}
	opaque, after = list[:end], strings.TrimLeft(list[end:], " \t")
	return opaque, after, after == "" || after[0] == ','
}
