package signedtoken

import (
	"strings"
	"testing"
)

func TestKey_Seal(t *testing.T) {
	key := NewKey("0123456789abcdef")
	sealed, err := key.Seal("file", "f-1 token")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(sealed, "token") {
		t.Errorf("the sealed text contains the plain text: %s", sealed)
	}
	if again, err := key.Seal("file", "f-1 token"); err != nil || again == sealed {
		t.Error("equal texts are sealed to equal texts")
	}
	for name, test := range map[string]struct {
		key             Key
		purpose, sealed string
		want            string
		ok              bool
	}{
		"as sealed":       {key, "file", sealed, "f-1 token", true},
		"another purpose": {key, "gate", sealed, "", false},
		"the next key":    {NewKey("x", "y", "0123456789abcdef"), "file", sealed, "f-1 token", true},
		"another key":     {NewKey("x"), "file", sealed, "", false},
		"no key":          {Key{}, "file", sealed, "", false},
		"changed":         {key, "file", changeFirst(sealed), "", false},
		"too short":       {key, "file", "AAAA", "", false},
		"not base64":      {key, "file", "%", "", false},
		"nothing":         {key, "file", "", "", false},
	} {
		if got, ok := test.key.Unseal(test.purpose, test.sealed); ok != test.ok || ok && got != test.want {
			t.Errorf("%s: %q %t", name, got, ok)
		}
	}
	if _, err := NewKey("").Seal("file", "x"); err == nil {
		t.Error("sealed without a key")
	}
}

// changeFirst replaces the first character, which is random, with a different one.
func changeFirst(sealed string) string {
	if sealed[0] == 'A' {
		return "B" + sealed[1:]
	}
	return "A" + sealed[1:]
}
