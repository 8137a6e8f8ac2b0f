package editorarea

import (
	"crypto/rand"
	"net/http"
	"strings"
	"time"

	"strand/domain/signedtoken"
	"strand/edge/visitor"
)

const (
	// cookieKnownEditor is the cookie of a browser in which an editor has logged in: attackers at other IP addresses do
	// not delay its attempts. It opens nothing.
	cookieKnownEditor   = "strand-editor-known"
	knownEditorPurpose  = "editor-known"
	knownEditorLifetime = 400 * 24 * time.Hour
)

// newKnownEditor returns the value of a new cookie: an id and its signature.
func newKnownEditor(key signedtoken.Key, now time.Time) string {
	id := rand.Text()
	return id + "~" + key.Sign(knownEditorPurpose, id, now.Add(knownEditorLifetime))
}

// knownEditor returns the id of a browser in which an editor has logged in; empty for any other browser.
func knownEditor(r *http.Request, key signedtoken.Key, now time.Time) string {
	id, signature, _ := strings.Cut(visitor.Cookie(r, cookieKnownEditor), "~")
	if !key.Valid(signature, knownEditorPurpose, id, now) {
		return ""
	}
	return id
}
