package portal

import (
	"testing"
	"time"

	"strand/domain/signedtoken"
)

// Rules: SEC-28.
func TestFileCookie(t *testing.T) {
	key, now := signedtoken.Key("0123456789abcdef"), time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	cookie := SignFileCookie(key, "user-1", now)
	for name, test := range map[string]struct {
		cookie, user  string
		at            time.Time
		opens, renews bool
	}{
		"a new cookie":               {cookie, "user-1", now, true, false},
		"after half its lifetime":    {cookie, "user-1", now.Add(5 * time.Minute), true, true},
		"an expired cookie":          {cookie, "user-1", now.Add(10 * time.Minute), false, true},
		"the cookie of another user": {cookie, "user-2", now, false, true},
		"none":                       {"", "user-1", now, false, true},
		"a token of another purpose": {key.Sign("gate", "user-1", now.Add(time.Hour)), "user-1", now, false, true},
	} {
		if opens := OpensFiles(key, test.cookie, test.user, test.at); opens != test.opens {
			t.Errorf("%s: opens %v", name, opens)
		}
		if renews := RenewsFileCookie(key, test.cookie, test.user, test.at); renews != test.renews {
			t.Errorf("%s: renews %v", name, renews)
		}
	}
}

// TestSealedTokens: a token of one export, file or purpose opens no other one.
func TestSealedTokens(t *testing.T) {
	key := signedtoken.Key("0123456789abcdef")
	sealed := func(token string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	file, export := sealed(SealFile(key, "f1", "id token")), sealed(SealExport(key, "id token"))
	users := sealed(SealUserExport(key, "id token"))
	for name, test := range map[string]struct {
		open func() (string, bool)
		want bool
	}{
		"a file":                           {func() (string, bool) { return UnsealFile(key, "f1", file) }, true},
		"another file":                     {func() (string, bool) { return UnsealFile(key, "f2", file) }, false},
		"a file by the token of an export": {func() (string, bool) { return UnsealFile(key, "f1", export) }, false},
		"an export":                        {func() (string, bool) { return UnsealExport(key, export) }, true},
		"machines by the users' token":     {func() (string, bool) { return UnsealExport(key, users) }, false},
		"users":                            {func() (string, bool) { return UnsealUserExport(key, users) }, true},
		"users by the machines' token":     {func() (string, bool) { return UnsealUserExport(key, export) }, false},
	} {
		if token, ok := test.open(); ok != test.want || ok && token != "id token" {
			t.Errorf("%s: %q %v", name, token, ok)
		}
	}
}
