package form

import (
	"strings"
	"testing"
)

// TestNormalizeEmail: all spellings of an e-mail address have one normal form (FORM-11).
//
// Rules: FORM-11.
func TestNormalizeEmail(t *testing.T) {
	for text, want := range map[string]string{
		"ada@example.com":                      "ada@example.com",
		"  Ada@Example.COM ":                   "ada@example.com",
		"ada@example.com\u200b":                "ada@example.com",
		"\ufeffada\u00ad@exam\u2060ple.com":    "ada@example.com",
		"\u202eada@example.com":                "ada@example.com",
		"ada\ufe0f@example.com":                "ada@example.com",
		"ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ":                      "ada@example.com",
		"İLKER@example.com":                    "ilker@example.com",
		"J\u00f6rg@example.org":                "j\u00f6rg@example.org",
		"Jo\u0308rg@example.org":               "j\u00f6rg@example.org",
		"ada@M\u00dcLLER.de":                   "ada@xn--mller-kva.de",
		"ada@xn--mller-kva.de":                 "ada@xn--mller-kva.de",
		"ada+tag@example.com":                  "ada+tag@example.com",
		strings.Repeat("a", 64) + "@e.com":     strings.Repeat("a", 64) + "@e.com",
		strings.Repeat("a", 65) + "@e.com":     "",
		"a@" + strings.Repeat("b.", 127) + "c": "",
		"a@[127.0.0.1]":                        "",
		"a@127.0.0.1":                          "",
		"a@example":                            "",
		"@example.com":                         "",
		"a@":                                   "",
		"":                                     "",
		"a b@example.com":                      "",
		`"a b"@example.com`:                    "",
		"Ada <ada@example.com>":                "",
		"a@b@example.com":                      "",
		"a..b@example.com":                     "",
		"a@-example.com":                       "",
		"a,b@example.com":                      "",
		"a@example.com\nbcc: b@example.com":    "",
		// Longer texts are not normalized.
		"a@example.com" + strings.Repeat("\u200b", 300):  "a@example.com",
		"a@example.com" + strings.Repeat("\u200b", 400):  "",
		"a@" + strings.Repeat("\u4e2d", 40_000) + ".com": "",
	} {
		got, ok := NormalizeEmail(text)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %t", text, got, ok)
		}
	}
}

// FuzzNormalizeEmail checks that a normal form is its own normal form.
func FuzzNormalizeEmail(f *testing.F) {
	for _, text := range []string{"Ada@Example.com", "ａ@ｂ．com", "İ@ß.de", "a@xn--a.de", "K\u0301@ﬁ.de"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		normal, ok := NormalizeEmail(text)
		if !ok {
			return
		}
		if again, ok := NormalizeEmail(normal); !ok || again != normal || len(normal) > maxEmail {
			t.Errorf("%q: %q, then %q", text, normal, again)
		}
	})
}

// TestMailbox: spellings of an e-mail address that reach the same mailbox are counted together, those of other people
// are not (SEC-41).
func TestMailbox(t *testing.T) {
	for want, spellings := range map[string][]string{
		"x@example.com": {
			"x@example.com", "X@EXAMPLE.com", "x+1@example.com", "x+a+b@example.com", " x+\u200b2@example.com",
			"x+@example.com",
			"\uff58+3@example.com",
		},
		"ann.lee@example.com":      {"ann.lee@example.com", "Ann.Lee+tag@example.com"},
		"ann-marie@example.com":    {"ann-marie@example.com"},
		"annlee@gmail.com":         {"ann.lee@gmail.com", "a.n.n.l.e.e+x@googlemail.com", "annlee@GMAIL.com"},
		"+x@example.com":           {"+x@example.com"},
		"x@xn--bcher-kva.example":  {"x@bücher.example", "x+y@BÜCHER.example"},
		"no address":               {"no address"},
		"x@sub.gmail.com":          {"x@sub.gmail.com"},
		"a.b@gmail.com.example":    {"a.b+c@gmail.com.example"},
		"ann.lee@mail.example.com": {"ann.lee+a@mail.example.com"},
	} {
		for _, spelling := range spellings {
			if got := Mailbox(spelling); got != want {
				t.Errorf("%q is counted as %q, want %q", spelling, got, want)
			}
		}
	}
}
