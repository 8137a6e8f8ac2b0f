package editor_test

import (
	"testing"
	"time"

	"strand/domain/editor"
	"strand/domain/signedtoken"
)

// Rules: EDIT-1.
func TestLogin(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	key := signedtoken.NewKey("0123456789abcdef")
	login := editor.NewLogin("open", key)
	hash, result := login.CheckPassword("open", now)
	if result != editor.LoginSucceeded {
		t.Fatal(result)
	}
	changed := editor.NewLogin("changed", key)
	otherServer := editor.NewLogin("open", signedtoken.NewKey("x"))
	for name, test := range map[string]struct {
		login editor.Login
		input string
		hash  string
		at    time.Time
		want  editor.LoginResult
	}{
		"right password":  {login, "open", "", now, editor.LoginSucceeded},
		"empty password":  {login, "", "", now, editor.MissingPassword},
		"wrong password":  {login, "Open", "", now, editor.WrongPassword},
		"longer password": {login, "open\x00", "", now, editor.WrongPassword},
		"valid hash": {
			login, "", hash, now.Add(editor.SessionLifetime - time.Second), editor.LoginSucceeded,
		},
		"expired hash":            {login, "", hash, now.Add(editor.SessionLifetime), editor.WrongPassword},
		"hash of an old password": {changed, "", hash, now, editor.WrongPassword},
		"hash of another server":  {otherServer, "", hash, now, editor.WrongPassword},
		"token of a gate":         {login, "", key.Sign("gate", "open", now.Add(time.Hour)), now, editor.WrongPassword},
		"no password configured":  {editor.NewLogin("", key), "", hash, now, editor.LoginClosed},
		"no key":                  {editor.NewLogin("open", signedtoken.Key{}), "open", "", now, editor.LoginClosed},
	} {
		var got editor.LoginResult
		if test.hash != "" {
			got = test.login.CheckHash(test.hash, test.at)
		} else {
			_, got = test.login.CheckPassword(test.input, test.at)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
	if got := login.CheckHash("", now); got != editor.MissingPassword {
		t.Errorf("no hash: %s", got)
	}
}

// Rules: EDIT-5.
func TestLogin_OpensPreview(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	key := signedtoken.NewKey("0123456789abcdef")
	login := editor.NewLogin("open", key)
	const context = "main~draft~anonymous~current~now"
	token, until := login.PreviewToken(context, now)
	if until != now.Add(time.Hour) {
		t.Errorf("valid until %v", until)
	}
	hash, _ := login.CheckPassword("open", now)
	for name, test := range map[string]struct {
		login          editor.Login
		token, context string
		at             time.Time
		want           bool
	}{
		"before it expires":       {login, token, context, until.Add(-time.Second), true},
		"expired":                 {login, token, context, until, false},
		"another context":         {login, token, "main~draft~customer~current~now", now, false},
		"the hash of a login":     {login, hash, context, now, false},
		"after a password change": {editor.NewLogin("changed", key), token, context, now, false},
		"another server":          {editor.NewLogin("open", signedtoken.NewKey("x")), token, context, now, false},
		"no password configured":  {editor.NewLogin("", key), token, context, now, false},
	} {
		if got := test.login.OpensPreview(test.token, test.context, test.at); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if got := login.CheckHash(token, now); got != editor.WrongPassword {
		t.Errorf("a token logs in: %s", got)
	}
}

func TestWithoutToken(t *testing.T) {
	for path, want := range map[string]string{
		"/editor-preview/main~draft@1.secret/en/a@b": "/editor-preview/main~draft/en/a@b",
		"/editor-preview/main~draft@1.secret":        "/editor-preview/main~draft",
		"/editor-preview/main~draft/en/a@b":          "/editor-preview/main~draft/en/a@b",
		"/en/a@b":                                    "/en/a@b",
	} {
		if got := editor.WithoutToken(path); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}
