package config

import (
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"strand/domain/editor"
)

// escapes is the hint for URLs whose password changes where the host begins.
const escapes = "special characters in user and password must be percent-encoded, such as @ as %40, / as %2F, " +
	"# as %23, ? as %3F and % as %25"

// webSchemes are the schemes of URLs of systems.
var webSchemes = []string{"http", "https"}

// isURLOf reports whether a text is a URL with a host and one of the schemes. It refuses a URL with an @ behind the
// host: a password with a slash, a number sign or a question mark would end there, and its rest would be the host. It
// also refuses characters that end a URL in logs, so that the rest of a key is not logged.
func isURLOf(text string, schemes []string) bool {
	scheme, rest, _ := strings.Cut(text, "://")
	if !slices.Contains(schemes, strings.ToLower(scheme)) {
		return false
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority, path := rest[:end], rest[end:]
	// A database may have several hosts, which net/url does not read.
	hosts := authority[strings.LastIndexByte(authority, '@')+1:]
	user := authority[:len(authority)-len(hosts)]
	// A socket is a path, or a parameter of the URL of a database.
	hasSocket := slices.Contains([]string{"unix", "postgres", "postgresql"}, scheme)
	if strings.Contains(path, "@") || strings.ContainsAny(rest, " \"<>") || hosts == "" && !hasSocket {
		return false
	}
	for host := range strings.SplitSeq(hosts, ",") {
		if u, err := url.Parse(scheme + "://" + user + host + path); err != nil || host != "" && u.Hostname() == "" {
			return false
		}
	}
	return true
}

func isURL(text string) bool { return isURLOf(text, webSchemes) }

// mayQuote reports whether an error may contain the value of a setting: a URL can have a password or a key.
func (s *Setting) mayQuote(text string) bool {
	_, authority, _ := strings.Cut(text, "://")
	return !s.IsSecret && !strings.ContainsAny(text, "@?%") && !strings.Contains(authority, ":")
}

// isHeader reports whether a text can be the name of a header.
func isHeader(text string) bool { return httpguts.ValidHeaderFieldName(text) }

// isTemplate reports whether a text is a template of URLs for editors.
func isTemplate(text string) bool {
	example, ok := editor.ExampleOf(text)
	return ok && isURL(example)
}

// isIndexName reports whether a text can begin the name of an index of a search engine.
func isIndexName(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyz0123456789-_") == "" &&
		!strings.ContainsAny(text[:1], "-_")
}

// isLocalURL reports whether the host of a URL is this machine.
func isLocalURL(text string) bool {
	u, err := url.Parse(text)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Hostname() == "localhost" || strings.HasSuffix(u.Hostname(), ".localhost") || err == nil && ip.IsLoopback()
}
