package visitor

import "testing"

func TestIsOwnPath(t *testing.T) {
	for target, want := range map[string]bool{
		"/": true, "/en/editor?page=%2Fabout&x=a%0Ab": true, "/de/%C3%BCber-uns#top": true, "/en/100%25": true,
		"/en/guests?a=//b": true, "/en/a//b": true,
		"": false, "en": false, "//evil.example": false, "///evil.example": false, "https://evil.example": false,
		`/\evil.example`: false, `\\evil.example`: false, `/en?a=\`: false,
		"/\t/evil.example": false, "/\n/evil.example": false, "/\r/evil.example": false, "\t//evil.example": false,
		"/\x00/evil.example": false, "/\u0085/evil.example": false, "/en?a=\r\nSet-Cookie: x": false,
		"/%09/evil.example": false, "/%0d%0a/evil.example": false, "/%5Cevil.example": false, "/%2Fevil.example": false,
		"/%2f%2fevil.example": false, "/%255Cevil.example": false, "/%252Fevil.example": false, "/%zz": false,
	} {
		if got := IsOwnPath(target); got != want {
			t.Errorf("%q: %t", target, got)
		}
	}
}
