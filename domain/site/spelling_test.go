package site

import "testing"

func TestLocale_Spell(t *testing.T) {
	for _, c := range []struct{ language, country, text, want string }{
		{"de", "CH", "Größe und Straße", "Grösse und Strasse"},
		{"de", "LI", "Maße", "Masse"},
		{"de", "CH", "GROẞE MASSE", "GROSSE MASSE"},
		{"de", "CH", "Maß & <b>ß</b>", "Mass & <b>ss</b>"},
		{"de", "CH", "", ""},
		{"de", "DE", "Größe", "Größe"},
		{"de", "AT", "Größe", "Größe"},
		{"de", "", "Größe", "Größe"},
		{"en", "CH", "Weiß", "Weiß"},
		{"fr", "CH", "Weiß", "Weiß"},
	} {
		if got := (Locale{c.language, c.country}).Spell(c.text); got != c.want {
			t.Errorf("%s-%s %q: got %q, want %q", c.language, c.country, c.text, got, c.want)
		}
	}
}

func TestLocale_SpellHTML(t *testing.T) {
	swiss := Locale{"de", "CH"}
	for text, want := range map[string]string{
		`<p>Maß <a href="/de-ch/straße?a=ß">Straße</a></p>`: `<p>Mass <a href="/de-ch/straße?a=ß">Strasse</a></p>`,
		`Maß < 5`:       `Mass < 5`,
		`<p>groß</p`:    `<p>gross</p`,
		`1 &lt; 2 Maße`: `1 &lt; 2 Masse`,
		``:              ``,
	} {
		if got := swiss.SpellHTML(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if got := (Locale{"de", "DE"}).SpellHTML(text); got != text {
			t.Errorf("%q in Germany: got %q", text, got)
		}
	}
}

func TestIsSpelledByCountry(t *testing.T) {
	for text, want := range map[string]bool{"Größe": true, "ẞ": true, "Grosse": false, "": false, "日本": false} {
		if IsSpelledByCountry(text) != want {
			t.Errorf("%q: got %v", text, !want)
		}
	}
}
