package signedtoken

import (
	"strings"
	"testing"
	"time"
)

// FuzzKey_Valid checks that a token is valid only for the purpose and subject it was signed for, and that guessed
// tokens are invalid.
func FuzzKey_Valid(f *testing.F) {
	key, now := NewKey("0123456789abcdef"), time.Unix(1_800_000_000, 0)
	signedToken := key.Sign("gate", "page-1", now.Add(time.Hour))
	for _, seed := range [][3]string{
		{signedToken, "gate", "page-1"}, {signedToken, "gatep", "age-1"}, {signedToken + "=", "gate", "page-1"},
		{"9" + signedToken, "gate", "page-1"}, {".", "", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, given, purpose, subject string) {
		deadline, _, _ := strings.Cut(signedToken, ".")
		isOurs := strings.HasPrefix(given, deadline+".") && purpose == "gate" && subject == "page-1"
		if key.Valid(given, purpose, subject, now) && !isOurs {
			t.Errorf("%q opens %q %q", given, purpose, subject)
		}
		if key.Valid(given, purpose, subject, now.Add(time.Hour)) {
			t.Errorf("%q opens %q %q after its expiry", given, purpose, subject)
		}
		signed := key.Sign(purpose, subject, now.Add(time.Second))
		if !key.Valid(signed, purpose, subject, now) || key.Valid(signed, purpose, subject+"x", now) {
			t.Errorf("%q %q is signed as %q", purpose, subject, signed)
		}
	})
}

// FuzzKey_Unseal checks that only sealed texts can be unsealed.
func FuzzKey_Unseal(f *testing.F) {
	key := NewKey("0123456789abcdef")
	sealed, err := key.Seal("file", "f-1 token")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{sealed, "AAAA", "%", "", sealed[:len(sealed)-1], strings.Repeat("A", 64)} {
		f.Add("file", seed)
	}
	f.Fuzz(func(t *testing.T, purpose, text string) {
		if got, ok := key.Unseal(purpose, text); ok && (purpose != "file" || got != "f-1 token") {
			t.Errorf("%q is unsealed as %q", text, got)
		}
		own, err := key.Seal(purpose, text)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := key.Unseal(purpose, own); !ok || got != text {
			t.Errorf("%q is unsealed as %q, %t", text, got, ok)
		}
	})
}
