package editor

import (
	"cmp"
	"regexp"
	"strings"

	"golang.org/x/net/html"
)

// inlineElements do not begin a new line.
var inlineElements = map[string]bool{
	"a": true, "abbr": true, "b": true, "code": true, "em": true, "i": true, "mark": true, "s": true, "small": true,
	"span": true, "strong": true, "sub": true, "sup": true, "u": true,
}

// linkTargets matches the targets that readableText adds.
var linkTargets = regexp.MustCompile(` \(→ [^()]*\)`)

// readableText returns the text of HTML with a line for each block, and after each link its target:
// `Read on (→ /company)`.
func readableText(source string, pagePath func(id string) string) string {
	var lines []string
	var line strings.Builder
	end := func() {
		if text := strings.Join(strings.Fields(line.String()), " "); text != "" {
			lines = append(lines, text)
		}
		line.Reset()
	}
	target := ""
	tokens := html.NewTokenizer(strings.NewReader(source))
	for {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			end()
			return strings.Join(lines, "\n")
		case html.TextToken:
			line.Write(tokens.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			switch {
			case token.Data == "a" && kind == html.StartTagToken:
				target = attribute(token, "href")
			case token.Data == "a" && target != "":
				line.WriteString(" (→ " + targetOf(target, pagePath) + ")")
				target = ""
			case token.Data == "img":
				line.WriteString(" " + attribute(token, "alt") + " ")
			case !inlineElements[token.Data]:
				end()
			}
		}
	}
}

// pagePrefix begins the targets of links to pages, before the id of the page.
const pagePrefix = "page:"

func targetOf(href string, pagePath func(id string) string) string {
	if id, ok := strings.CutPrefix(href, pagePrefix); ok {
		return cmp.Or(pagePath(id), href)
	}
	return href
}

func attribute(token html.Token, name string) string {
	for _, a := range token.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}
