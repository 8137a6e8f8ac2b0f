package portalentry

import (
	"testing"

	"strand/domain/inventory"
	"strand/domain/signedtoken"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
)

// TestSealedTokens: a token of one export, file or purpose opens no other one.
func TestSealedTokens(t *testing.T) {
	key := signedtoken.NewKey("0123456789abcdef")
	sealed := func(token string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	file, export := sealed(ticketing.SealFile(key, "f1", "id token")), sealed(inventory.SealExport(key, "id token"))
	software := sealed(inventory.SealSoftware(key, "f1", "id token"))
	users := sealed(useradmin.SealUserExport(key, "id token"))
	for name, test := range map[string]struct {
		open func() (string, bool)
		want bool
	}{
		"a file":                           {func() (string, bool) { return ticketing.UnsealFile(key, "f1", file) }, true},
		"another file":                     {func() (string, bool) { return ticketing.UnsealFile(key, "f2", file) }, false},
		"a file by the token of an export": {func() (string, bool) { return ticketing.UnsealFile(key, "f1", export) }, false},
		"a file by the token of software":  {func() (string, bool) { return ticketing.UnsealFile(key, "f1", software) }, false},
		"an export": {
			func() (string, bool) { return inventory.UnsealExport(key, export) }, true,
		},
		"machines by the users' token": {
			func() (string, bool) { return inventory.UnsealExport(key, users) }, false,
		},
		"users": {
			func() (string, bool) { return useradmin.UnsealUserExport(key, users) }, true,
		},
		"users by the machines' token": {
			func() (string, bool) { return useradmin.UnsealUserExport(key, export) }, false,
		},
	} {
		if token, ok := test.open(); ok != test.want || ok && token != "id token" {
			t.Errorf("%s: %q %v", name, token, ok)
		}
	}
}
