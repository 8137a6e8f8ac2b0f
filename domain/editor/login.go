package editor

import (
	"time"

	"strand/domain/signedtoken"
)

const (
	// CookieName is the cookie with the editor's hash (EDIT-2).
	CookieName = "strand-editor"
	// SessionLifetime is the lifetime of a hash and of its cookie.
	SessionLifetime = 90 * 24 * time.Hour

	// PreviewTokenLifetime is the lifetime of a preview link.
	PreviewTokenLifetime = time.Hour

	hashPurpose    = "editor"
	previewPurpose = "editor-preview"
)

// LoginResult is the result of an attempt to log in.
type LoginResult string

const (
	LoginSucceeded LoginResult = "success"
	// MissingPassword is an attempt with an empty password, or without a hash.
	MissingPassword LoginResult = "missing"
	WrongPassword   LoginResult = "wrong"
	// LoginClosed is an attempt while no editor password is configured.
	LoginClosed LoginResult = "closed"
)

// Login authenticates editors: they share one password and have no user accounts. The zero value refuses every login.
type Login struct {
	password string
	key      signedtoken.Key
}

// NewLogin returns the login of the editor area. Without a password every login is refused. The key signs the hashes.
func NewLogin(password string, key signedtoken.Key) Login { return Login{password: password, key: key} }

// CheckPassword checks a password. For the right one it returns a hash that is valid for SessionLifetime, until the
// password or the server's secret changes.
func (l Login) CheckPassword(input string, now time.Time) (hash string, result LoginResult) {
	switch {
	case l.isClosed():
		return "", LoginClosed
	case input == "":
		return "", MissingPassword
	case !signedtoken.EqualSecret(input, l.password):
		return "", WrongPassword
	}
	return l.key.Sign(hashPurpose, l.password, now.Add(SessionLifetime)), LoginSucceeded
}

// CheckHash checks a hash that CheckPassword has returned.
func (l Login) CheckHash(hash string, now time.Time) LoginResult {
	switch {
	case l.isClosed():
		return LoginClosed
	case hash == "":
		return MissingPassword
	case !l.key.Valid(hash, hashPurpose, l.password, now):
		return WrongPassword
	}
	return LoginSucceeded
}

// PreviewToken returns a token that opens one preview context in a browser without the editor's cookie, for
// PreviewTokenLifetime, until the password or the server's secret changes. context is PreviewContext.String.
func (l Login) PreviewToken(context string, now time.Time) (token string, until time.Time) {
	until = now.Add(PreviewTokenLifetime)
	return l.key.Sign(previewPurpose, l.previewSubject(context), until), until
}

// OpensPreview reports whether a token was issued for a context and is still valid.
func (l Login) OpensPreview(token, context string, now time.Time) bool {
	return !l.isClosed() && l.key.Valid(token, previewPurpose, l.previewSubject(context), now)
}

// previewSubject joins context and password with a line break, which no context contains.
func (l Login) previewSubject(context string) string { return context + "\n" + l.password }

func (l Login) isClosed() bool { return l.password == "" || l.key.IsZero() }
