package feeds

import (
	"regexp"
	"strings"
	"testing"
)

// mayCrawl reports whether rules of robots.txt for all crawlers allow a path: the longest matching rule counts, of
// equal ones that which allows (RFC 9309, 2.2.2 and 2.2.3).
func mayCrawl(t *testing.T, rules, path string) bool {
	t.Helper()
	allowed, longest := true, -1
	for line := range strings.Lines(rules) {
		verb, pattern, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || verb == "User-agent" {
			continue
		}
		if verb != "Allow" && verb != "Disallow" {
			t.Fatalf("unknown rule %q", line)
		}
		text, isWhole := strings.CutSuffix(pattern, "$")
		expression := "^" + strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, ".*")
		if isWhole {
			expression += "$"
		}
		if !regexp.MustCompile(expression).MatchString(path) {
			continue
		}
		if n := len(pattern); n > longest || n == longest && verb == "Allow" {
			allowed, longest = verb == "Allow", n
		}
	}
	return allowed
}

// TestRobotsRules: the areas that are not public are shut with and without a locale, and no other page is (URL-44).
//
// Rules: URL-44.
func TestRobotsRules(t *testing.T) {
	const everywhere, mainOnly, never = "everywhere", "main site", "never"
	for path, shut := range map[string]string{
		"/": never, "/en": never, "/en/products": never, "/sitemap.xml": never, "/robots.txt": never,
		"/en/mykomax": mainOnly, "/de-ch/mykomax": mainOnly, "/mykomax": mainOnly, "/mykomax/": mainOnly,
		"/en/mykomax?a=b": mainOnly, "/mykomax?a=b": mainOnly, "/en/mykomax/account": mainOnly,
		"/en/mykomax/tickets/list": mainOnly, "/mykomax/account": mainOnly,
		"/en/editor": mainOnly, "/en/editor/": mainOnly, "/en/editor?stage=DRAFT": mainOnly, "/editor": mainOnly,
		"/editor?a": mainOnly, "/zh/editor/pages": mainOnly,
		"/editor-preview/main~draft~anonymous~current~now/en": mainOnly,
		"/playground": everywhere, "/playground/": everywhere, "/playground?query=a": everywhere,
		"/graphql": everywhere, "/graphql?documentId=a": everywhere, "/api/events/a.ics": everywhere,
		"/style-guide": everywhere, "/style-guide/buttons": everywhere, "/style-guide?theme=KOMAX": everywhere,
		// Pages whose URLs only begin or end like those.
		"/en/editorial-board": never, "/en/stories/editors-choice": never, "/de/products/editor": never,
		"/de/products/editor?page=2": never, "/de/products/editor/alpha": never, "/en/mykomaxima": never,
		"/en/about/mykomax": never, "/en/cirris/editor": never, "/editorial": never, "/en/style-guide": never,
		"/style-guides": never, "/en/graphql": never, "/graphql-basics": never, "/playgrounds": never,
		"/apis": never, "/en/api/x": never, "/en/playground": never, "/en/editor-preview/a": never,
		"/editor-previews": never,
	} {
		for _, isMain := range []bool{true, false} {
			want := shut == never || shut == mainOnly && !isMain
			if got := mayCrawl(t, robotsRules(isMain), path); got != want {
				t.Errorf("%s on the main site: %t: may be crawled: %t, want %t", path, isMain, got, want)
			}
		}
	}
}
