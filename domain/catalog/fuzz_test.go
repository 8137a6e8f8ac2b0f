package catalog

import (
	"reflect"
	"strings"
	"testing"

	"strand/test/lineartest"
)

// FuzzParseSelection checks that the query of a parsed selection parses to the same selection.
func FuzzParseSelection(f *testing.F) {
	for _, seed := range []string{
		"brand=komax&capability=crimp&sort=name&page=3", "brand=b&brand=a&brand=a", "page=-1&sort=x", "%zz", "a;b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		s := ParseSelection(query)
		if again := ParseSelection(strings.TrimPrefix(s.Query(), "?")); !reflect.DeepEqual(again, s) {
			t.Errorf("%q: %+v, then %+v", query, s, again)
		}
		lineartest.CheckText(t, query+"&", func(query string) { ParseSelection(query) })
	})
}

// FuzzCleanURL checks that the URL of a file of the PIM is empty, or an http(s) URL without userinfo.
func FuzzCleanURL(f *testing.F) {
	for _, seed := range []string{
		"https://files.example/a%20b.pdf?x=1#y", " null ", "javascript:alert(1)", "//a.example", "http://u:p@a.example",
		"HTTP://A.example\\@b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		url := CleanURL(raw)
		if url == "" {
			return
		}
		if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
			t.Errorf("the address of %q is %q", raw, url)
		}
		if again := CleanURL(url); again != url {
			t.Errorf("%q is %q, then %q", raw, url, again)
		}
	})
}
