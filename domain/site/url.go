package site

import (
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// EscapeURL returns a URL, path or query that an editor or a visitor typed as a valid URL (RFC 3986): characters that
// it must not contain are escaped, and a host with other letters is converted to its ASCII form. Line breaks and tabs
// are removed, as browsers do. It returns an empty text if the host is not valid.
func EscapeURL(typed string) string {
	typed = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, strings.TrimSpace(typed))
	var out strings.Builder
	if scheme, rest, ok := strings.Cut(typed, "://"); ok && isScheme(scheme) {
		authority := rest
		if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
			authority = rest[:i]
		}
		host, ok := escapeAuthority(authority)
		if !ok {
			return ""
		}
		out.WriteString(scheme + "://" + host)
		typed = rest[len(authority):]
		if strings.HasPrefix(typed, `\`) { // browsers end the host here, others do not
			return ""
		}
	}
	escaped := out.String() + escapeParameters(typed)
	if _, err := url.Parse(escaped); err != nil {
		return ""
	}
	return escaped
}

// escapeParameters returns a path, query and fragment with all characters escaped that need it.
func escapeParameters(typed string) string {
	rest, fragment, hasFragment := strings.Cut(typed, "#")
	rest = escapePath(rest)
	if hasFragment {
		rest += "#" + escapePath(strings.ReplaceAll(fragment, "#", "%23"))
	}
	return rest
}

// escapePath returns a path or query with all characters escaped that need it.
func escapePath(raw string) string {
	var out strings.Builder
	escapeInto(&out, raw)
	return out.String()
}

func isScheme(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '+' && r != '-' && r != '.'
	})
}

// escapeInto writes a path or query with every byte escaped that must not be part of one.
func escapeInto(out *strings.Builder, text string) {
	const hexDigits = "0123456789ABCDEF"
	for i := range len(text) {
		c := text[i]
		switch {
		case c == '%' && i+2 < len(text) && isHexDigit(text[i+1]) && isHexDigit(text[i+2]),
			c > 0x20 && c < 0x7f && !strings.ContainsRune("\"%<>[\\]^`{|}", rune(c)):
			out.WriteByte(c)
		default:
			out.WriteByte('%')
			out.WriteByte(hexDigits[c>>4])
			out.WriteByte(hexDigits[c&0x0f])
		}
	}
}

func isHexDigit(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// escapeAuthority returns an authority with a valid host; false for one without.
func escapeAuthority(authority string) (string, bool) {
	var out strings.Builder
	host := authority
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		escapeInto(&out, strings.ReplaceAll(authority[:i], "@", "%40"))
		out.WriteByte('@')
		host = authority[i+1:]
	}
	name, port, hasPort := cutPort(host)
	// A letter has up to four bytes, and at least one in its ASCII form. The conversion of longer hosts takes too long.
	if len(name) > 4*maxHost {
		return "", false
	}
	if ascii, err := idna.Lookup.ToASCII(name); err == nil && ascii != "" {
		name = ascii
	}
	if _, _, ok := SplitHost(name); !ok || hasPort && port != "" && !isPort(port) {
		return "", false
	}
	out.WriteString(name)
	if hasPort && port != "" {
		out.WriteString(":" + port)
	}
	return out.String(), true
}
