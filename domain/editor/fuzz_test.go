package editor

import (
	"strings"
	"testing"

	"strand/domain/site"
	"strand/test/lineartest"
)

// FuzzParsePreviewContext checks that a parsed context is formatted as the same text.
func FuzzParsePreviewContext(f *testing.F) {
	for _, seed := range []string{
		"main~draft~anonymous~current~now", "main~published~gate~next~20261120T080000Z",
		"main~draft~anonymous~current~now@1.x",
		"main~DRAFT~anonymous~current~now", "~draft~anonymous~current~now",
		"main~draft~anonymous~current~20261320T080000Z", "@",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, segment string) {
		c, ok := ParsePreviewContext(segment)
		if !ok {
			return
		}
		if written := strings.TrimPrefix(c.Base(), PreviewPrefix); written != segment {
			t.Errorf("%q is written as %q", segment, written)
		}
	})
}

// FuzzWithoutToken checks that a logged path never contains the token of a preview.
func FuzzWithoutToken(f *testing.F) {
	for _, seed := range [][2]string{{"main~draft", "/en/about"}, {"", ""}, {"a/b", "@x"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, context, rest string) {
		const token = "1800000000.signature"
		if strings.Contains(context+rest, token) || strings.Contains(context, "/") || rest != "" && rest[0] != '/' {
			return
		}
		if path := WithoutToken(PreviewPrefix + context + "@" + token + rest); strings.Contains(path, token) {
			t.Errorf("%q", path)
		}
		if path := context + rest; WithoutToken(path) != path && !strings.HasPrefix(path, PreviewPrefix) {
			t.Errorf("%q is changed", path)
		}
	})
}

// FuzzParseSelection checks that any query results in a context that can be opened.
func FuzzParseSelection(f *testing.F) {
	for _, seed := range []string{
		"site=main&language=de&country=CH&stage=DRAFT&audience=GATE&release=next&moment=2026-11-20T08:00&page=/about",
		"site=x&language=xx&stage=x&audience=x&moment=x&page=//evil.example", "page=/a/../b&moment=0000-01-01T00:00",
		"%zz",
	} {
		f.Add(seed)
	}
	s := &site.Site{ID: "main", TechnicalName: "main", IsMain: true, Domains: []string{"localhost"}}
	dir, err := site.NewDirectory(
		[]*site.Language{{LanguageCode: "en"}, {LanguageCode: "de"}},
		nil,
		[]*site.Site{s},
		nil,
	)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, query string) {
		a := ParseSelection(dir, query, "en")
		if c, ok := ParsePreviewContext(a.Context.String()); !ok || c != a.Context {
			t.Errorf("%q: the context %q reads as %+v, %t", query, a.Context, c, ok)
		}
		if !dir.Supports(a.Site, a.Locale) || !strings.HasPrefix(a.Page, "/") || strings.HasPrefix(a.Page, "//") {
			t.Errorf("%q: %+v %q", query, a.Locale, a.Page)
		}
		lineartest.CheckText(t, query+"&", func(query string) { ParseSelection(dir, query, "en") })
	})
}
