package portal

import (
	"testing"
)

// TestIsName: names that are part of mails contain neither addresses nor markup nor invisible characters.
func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"": true, "Anna-Lena O'Brien": true, "山田 太郎": true, "Müller & Söhne AG (Zürich)": true, "ACME 24/7": true,
		"می\u200cخواهم": true, "https://evil.example/win": false, "HTTP://x": false, "WWW.evil.example": false,
		"<b>Ada</b>": false, "→ /am/XUI": false, "Ada\u202egnp": false, "Ada\nBeispiel": false, "Ada\u2028B": false,
		"Ada\u200bB": false, "Ada\ufeff": false,
	} {
		if got := IsName(name); got != want {
			t.Errorf("%q is a name: %v", name, got)
		}
	}
}
