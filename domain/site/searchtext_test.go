package site

import (
	"strings"
	"testing"
)

// TestNotFoundResolution_SearchText: PAGE-37.
func TestNotFoundResolution_SearchText(t *testing.T) {
	t.Parallel()
	dir := newTestDirectory(t)
	for name, test := range map[string]struct{ path, want string }{
		"separators":       {"/en/alpha-530_double+sided", "alpha 530 double sided"},
		"a site":           {"/en/cirris/easy-wire", "easy wire"},
		"an escaped path":  {"/de/%C3%9Cber%20uns", "Über uns"},
		"Japanese":         {"/ja/%E5%9C%A7%E7%9D%80%E6%A9%9F", "圧着機"},
		"an extension":     {"/en/machines/Alpha.HTML", "machines Alpha"},
		"a version":        {"/en/alpha.530", "alpha 530"},
		"six words":        {"/en/one/two-three/four-five-six-seven", "two three four five six seven"},
		"80 letters":       {"/en/" + strings.Repeat("a", 79) + "/bc", "bc"},
		"a long word":      {"/en/" + strings.Repeat("ü", 200), strings.Repeat("ü", 80)},
		"markup":           {"/en/%3Cscript%3Ealert(1)%3C%2Fscript%3E", "script alert 1 script"},
		"hidden letters":   {"/en/%E2%80%AEabc%E2%80%8B%F0%9F%98%80", "abc"},
		"encoded twice":    {"/en/a%2520b", "a 20b"},
		"nothing to say":   {"/en/---", ""},
		"the query is not": {"/en/alpha?q=beta", "alpha"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address, err := dir.Parse("http://localhost" + test.path)
			if err != nil {
				t.Fatal(err)
			}
			r := &NotFoundResolution{NotFound: &NotFound{URL: address}}
			if got := r.SearchText(); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
