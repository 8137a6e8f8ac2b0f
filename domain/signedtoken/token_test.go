package signedtoken

import (
	"strings"
	"testing"
	"time"
)

func TestKey_Valid(t *testing.T) {
	key, now := NewKey("0123456789abcdef"), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	signedToken := key.Sign("gate", "page-1", now.Add(time.Hour))
	deadline, signature, _ := strings.Cut(signedToken, ".")
	for name, test := range map[string]struct {
		key                    Key
		pass, purpose, subject string
		at                     time.Time
		want                   bool
	}{
		"as signed":        {key, signedToken, "gate", "page-1", now, true},
		"another page":     {key, signedToken, "gate", "page-2", now, false},
		"another purpose":  {key, signedToken, "file", "page-1", now, false},
		"shifted boundary": {key, signedToken, "gatepage", "-1", now, false},
		"another key":      {NewKey("x"), signedToken, "gate", "page-1", now, false},
		"the next key":     {NewKey("x", "y", "0123456789abcdef"), signedToken, "gate", "page-1", now, true},
		"other keys":       {NewKey("x", "y"), signedToken, "gate", "page-1", now, false},
		"only accepted":    {NewKey("", "0123456789abcdef"), signedToken, "gate", "page-1", now, false},
		"expired":          {key, signedToken, "gate", "page-1", now.Add(time.Hour), false},
		"a later deadline": {key, "9" + deadline + "." + signature, "gate", "page-1", now, false},
		"no signature":     {key, deadline + ".", "gate", "page-1", now, false},
		"nothing":          {key, "", "gate", "page-1", now, false},
		"no key":           {Key{}, Key{}.Sign("gate", "page-1", now.Add(time.Hour)), "gate", "page-1", now, false},
	} {
		if got := test.key.Valid(test.pass, test.purpose, test.subject, test.at); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestEqualSecret(t *testing.T) {
	if !EqualSecret("preview", "preview") || EqualSecret("preview", "Preview") || EqualSecret("", "preview") {
		t.Error("Same reports a wrong result")
	}
}
