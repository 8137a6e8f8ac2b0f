package editor_test

import (
	"testing"
	"time"

	"strand/domain/access"
	"strand/domain/editor"
)

func TestLogin(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	key := access.Key("0123456789abcdef")
	login := editor.NewLogin("open", key)
	hash, result := login.Password("open", now)
	if result != editor.Success {
		t.Fatal(result)
	}
	changed := editor.NewLogin("changed", key)
	for name, test := range map[string]struct {
		login editor.Login
		input string
		hash  string
		at    time.Time
		want  editor.LoginResult
	}{
		"right password":          {login, "open", "", now, editor.Success},
		"empty password":          {login, "", "", now, editor.MissingPassword},
		"wrong password":          {login, "Open", "", now, editor.WrongPassword},
		"longer password":         {login, "open\x00", "", now, editor.WrongPassword},
		"valid hash":              {login, "", hash, now.Add(editor.SessionLife - time.Second), editor.Success},
		"expired hash":            {login, "", hash, now.Add(editor.SessionLife), editor.WrongPassword},
		"hash of an old password": {changed, "", hash, now, editor.WrongPassword},
		"hash of another server":  {editor.NewLogin("open", access.Key("x")), "", hash, now, editor.WrongPassword},
		"gate pass":               {login, "", key.Sign("gate", "open", now.Add(time.Hour)), now, editor.WrongPassword},
		"no password configured":  {editor.NewLogin("", key), "", hash, now, editor.Closed},
		"no key":                  {editor.NewLogin("open", nil), "open", "", now, editor.Closed},
	} {
		var got editor.LoginResult
		if test.hash != "" {
			got = test.login.Hash(test.hash, test.at)
		} else {
			_, got = test.login.Password(test.input, test.at)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
	if got := login.Hash("", now); got != editor.MissingPassword {
		t.Errorf("no hash: %s", got)
	}
}
