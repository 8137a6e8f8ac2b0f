package identity

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

var (
	// originForm matches an origin as browsers serialize it: in lower case, without userinfo and path.
	originForm = regexp.MustCompile(
		`^(https?)://((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(:[0-9]{1,5})?$`,
	)
	// returnPaths matches the return pages of the sites, with and without a locale (URL-34, URL-37).
	returnPaths = regexp.MustCompile(`^(?:/[A-Za-z0-9-]+)?/callback$|^/blank-callback$`)
	// landingPaths matches the paths to which a logout may redirect.
	landingPaths = regexp.MustCompile(`^(?:/[A-Za-z0-9_-]+){0,3}/?$`)
)

// splitURL splits a URL into its origin and the rest. Both are compared as they are, without decoding.
func splitURL(rawURL string) (origin, rest string) {
	_, host, ok := strings.Cut(rawURL, "://")
	if !ok {
		return "", ""
	}
	if i := strings.IndexAny(host, `/?#\`); i >= 0 {
		return strings.TrimSuffix(rawURL, host[i:]), host[i:]
	}
	return rawURL, ""
}

// isAllowedOrigin reports whether an origin is one of the portal's.
func (c *client) isAllowedOrigin(origin string) bool {
	found := originForm.FindStringSubmatch(origin)
	if found == nil {
		return false
	}
	scheme, host, port := found[1], found[2], found[3]
	return slices.ContainsFunc(c.origins(), func(allowed string) bool {
		if allowed == origin {
			return true
		}
		start, parent, isPattern := strings.Cut(allowed, "://*.")
		parent, isSamePort := strings.CutSuffix(parent, port)
		return isPattern && isSamePort && start == scheme && strings.HasSuffix(host, "."+parent)
	})
}

// isReturnPage reports whether a URL is a return page of a site, without userinfo, query, fragment or escapes.
func (c *client) isReturnPage(rawURL string) bool {
	origin, rest := splitURL(rawURL)
	return returnPaths.MatchString(rest) && c.isAllowedOrigin(origin)
}

// isLandingPage reports whether a logout may redirect to a URL; the rules are those of isReturnPage.
func (c *client) isLandingPage(rawURL string) bool {
	origin, rest := splitURL(rawURL)
	return landingPaths.MatchString(rest) && c.isAllowedOrigin(origin)
}

// isAllowedRedirect reports whether a URL belongs to the portal, with any path and query.
func (c *client) isAllowedRedirect(rawURL string) bool {
	u, err := url.Parse(rawURL)
	if err != nil || u.User != nil ||
		strings.ContainsFunc(rawURL, func(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }) {
		return false
	}
	origin, _ := splitURL(rawURL)
	return c.isAllowedOrigin(origin)
}

type checkedKey struct{}

// checkURLs refuses requests with URLs that do not belong to the portal, before the library decodes them and
// compares them with patterns. The library then accepts the verified URLs only.
func (c *client) checkURLs(next http.Handler) http.Handler {
	checks := map[string]func(string) bool{
		"redirect_uri": c.isReturnPage, "post_logout_redirect_uri": c.isLandingPage,
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			http.Error(w, "The form cannot be parsed.", http.StatusBadRequest)
			return
		}
		var checked []string
		for name, leadsHome := range checks {
			got := r.Form[name]
			if len(got) > 1 || len(got) == 1 && got[0] != "" && !leadsHome(got[0]) {
				http.Error(w, name+": not a URL of the application.", http.StatusBadRequest)
				return
			}
			checked = append(checked, got...)
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), checkedKey{}, checked)))
	})
}

// forRequest returns the client with the verified URLs of a request.
func (c *client) forRequest(ctx context.Context) *client {
	checked, _ := ctx.Value(checkedKey{}).([]string)
	return &client{origins: c.origins, verifiedURLs: checked}
}
