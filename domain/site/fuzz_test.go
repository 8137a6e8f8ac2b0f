package site

import (
	"strings"
	"testing"

	"strand/test/lineartest"
)

// FuzzLocale checks that a parsed locale is written so that it parses to the same locale, and that its code equals the
// input.
func FuzzLocale(f *testing.F) {
	for _, seed := range []string{"en", "de-CH", "EN-us", "xx-yy", "e", "en-", "en-CHE", "en_US", "\u212an-us", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, code string) {
		l, ok := ParseLocale(code)
		if !ok {
			return
		}
		for _, written := range []string{l.Code(), l.URLCode(), strings.ToUpper(l.Code())} {
			if again, ok := ParseLocale(written); !ok || again != l {
				t.Errorf("%q is parsed as %+v, but its code %q as %+v", code, l, written, again)
			}
		}
		if !strings.EqualFold(l.Code(), code) {
			t.Errorf("%q is parsed as %q", code, l.Code())
		}
	})
}

// FuzzNegotiate checks that the locale is one of the site's for any preferences.
func FuzzNegotiate(f *testing.F) {
	f.Add("de-CH", "fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "CH", "en")
	f.Add("xx-XX", "en;q=0,de;q=1.5,ja-JP-u-ca-japanese", "us", "../..")
	f.Add("en-AQ", "\x00, zh-Hant-TW;q=0.001", "ALL", "")
	d := newTestDirectory(f)
	f.Fuzz(func(t *testing.T, cookie, accept, country, fallback string) {
		p := Preferences{Cookie: cookie, AcceptLanguage: accept, Country: country, FallbackLanguage: fallback}
		for _, s := range d.Sites {
			if l := d.Negotiate(s, p); !d.Supports(s, l) {
				t.Errorf("%s: %+v leads to %+v", s.ID, p, l)
			}
		}
		lineartest.CheckText(t, accept, func(accept string) {
			d.Negotiate(d.Sites[0], Preferences{AcceptLanguage: accept})
		})
	})
}
