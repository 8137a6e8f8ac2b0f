package edge

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
)

// Limits of the editor login. They do not apply to a browser with a valid editor cookie.
const (
	// editorAttempts is the number of attempts per minute and address.
	editorAttempts = 10
	// editorAttemptsInTotal is the number of attempts per minute of all addresses together that are answered at once.
	// Later attempts are delayed by editorDelay, so that many addresses together can neither guess quickly nor lock
	// out the editors.
	editorAttemptsInTotal = 100
	editorDelay           = 2 * time.Second
	maxEditorLogin        = 4 << 10
)

// EditorParameter is the query parameter with the result of the last login without JavaScript.
const EditorParameter = "login"

// editorLogin serves the login of the editor area (CALL-19): POST /api/editor-area-autentication with a JSON object
// that has the password as `input`, or its `hash`; the default is the hash in the cookie. A form with `input` and
// `url` works without JavaScript: the response redirects to `url`.
type editorLogin struct {
	visitors visitors
	attempts *ratelimit.Limiter
	// total counts the attempts of all addresses together.
	total *ratelimit.Limiter
	delay func(context.Context, time.Duration)
	now   func() time.Time
	log   *slog.Logger
}

func newEditorLogin(v visitors, log *slog.Logger) *editorLogin {
	return &editorLogin{
		visitors: v,
		attempts: ratelimit.New(editorAttempts, time.Minute),
		total:    ratelimit.New(editorAttemptsInTotal, time.Minute),
		delay:    wait,
		now:      time.Now,
		log:      log,
	}
}

// wait returns after a duration, or earlier if the context ends.
func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// editorAttempt is the body of a login request.
type editorAttempt struct {
	Input *string `json:"input"`
	Hash  *string `json:"hash"`
}

// editorFailures are the errors of failed logins.
var editorFailures = map[editor.LoginResult]*apperr.Error{
	// The text is fixed (docs/rules.md, MSG).
	editor.MissingPassword: apperr.New(apperr.Invalid, "Please enter a password"),
	editor.WrongPassword:   apperr.New(apperr.Unauthenticated, "input: the password is wrong"),
	editor.LoginClosed: apperr.New(
		apperr.Forbidden,
		"the editor area is closed: no editor password is configured",
	),
}

// errNoEditor is the answer to a browser without a valid editor cookie.
var errNoEditor = apperr.New(apperr.Unauthenticated, "log in to the editor area first")

func (l *editorLogin) logIn(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, maxEditorLogin)
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == "application/x-www-form-urlencoded" {
		l.logInByForm(w, r)
		return
	}
	var attempt editorAttempt
	if err := json.NewDecoder(r.Body).Decode(&attempt); err != nil && !errors.Is(err, io.EOF) {
		l.refuse(
			w,
			r,
			apperr.New(apperr.Invalid, "body: send a JSON object of at most 4 KiB with `input` or `hash`"),
		)
		return
	}
	hash, err := l.check(r, attempt)
	if err != nil {
		l.refuse(w, r, err)
		return
	}
	if attempt.Input == nil {
		writeJSON(w, http.StatusOK, map[string]any{"success": true})
		return
	}
	l.setCookie(w, r, hash, editor.SessionLifetime)
	writeJSON(w, http.StatusOK, map[string]any{"success": true, "hashedPassword": hash})
}

// Results of a login without JavaScript, which the page shows.
const (
	loginMissing = "missing"
	loginWrong   = "wrong"
	loginLimited = "limited"
	loginClosed  = "closed"
)

// logInByForm logs in without JavaScript.
func (l *editorLogin) logInByForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		http.Error(w, "The form is malformed.", http.StatusBadRequest)
		return
	}
	back := r.PostForm.Get("url")
	if !isOwnPath(back) {
		http.Error(w, "url: a path that starts with a slash is expected.", http.StatusBadRequest)
		return
	}
	input, result := r.PostForm.Get("input"), ""
	hash, err := l.check(r, editorAttempt{Input: &input})
	switch apperr.CodeOf(err) {
	case apperr.Invalid:
		result = loginMissing
	case apperr.RateLimited:
		result = loginLimited
	case apperr.Forbidden:
		result = loginClosed
	case apperr.Unauthenticated:
		result = loginWrong
	default:
		l.setCookie(w, r, hash, editor.SessionLifetime)
	}
	http.Redirect(w, r, withParameter(back, EditorParameter, result), http.StatusSeeOther)
}

// check checks a password or a hash and returns the hash. The error is an *apperr.Error.
func (l *editorLogin) check(r *http.Request, attempt editorAttempt) (string, error) {
	ctx, sessions := r.Context(), l.visitors.editors
	sent := cookie(r, editor.CookieName)
	if attempt.Input == nil && attempt.Hash == nil && sent == "" {
		// A request that only checks whether an editor is logged in is no attempt.
		return "", errNoEditor
	}
	if sessions.CheckHash(sent, l.now()) != editor.LoginSucceeded {
		if !l.attempts.Allow(l.visitors.address(r)) {
			l.log.WarnContext(ctx, "editor_login_limited")
			return "", apperr.New(apperr.RateLimited, "too many attempts were made: try again in a minute")
		}
		if !l.total.Allow("") {
			l.log.WarnContext(ctx, "editor_login_slowed")
			l.delay(ctx, editorDelay)
		}
	}
	var result editor.LoginResult
	hash := sent
	switch {
	case attempt.Input != nil:
		hash, result = sessions.CheckPassword(*attempt.Input, l.now())
	case attempt.Hash != nil:
		hash, result = *attempt.Hash, sessions.CheckHash(*attempt.Hash, l.now())
	default:
		result = sessions.CheckHash(sent, l.now())
	}
	if result == editor.LoginSucceeded {
		return hash, nil
	}
	l.log.InfoContext(ctx, "editor_login_refused", "reason", result)
	if attempt.Input == nil && result == editor.MissingPassword {
		return "", errNoEditor
	}
	return "", editorFailures[result]
}

func (l *editorLogin) refuse(w http.ResponseWriter, r *http.Request, err error) {
	code, message := describe(err)
	failure := jsonError(r.Context(), code, message)
	writeJSON(w, refuse(w, r, code, err), map[string]any{"success": false, "error": failure})
}

// logOut serves POST /api/editor-area-sign-out, which removes the cookie. A form with `url` is redirected to that
// path.
func (l *editorLogin) logOut(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, maxEditorLogin)
	l.setCookie(w, r, "", -time.Second)
	if back := r.PostFormValue("url"); isOwnPath(back) {
		http.Redirect(w, r, back, http.StatusSeeOther)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"success": true})
}

// setCookie sets the editor's cookie; a negative life removes it.
func (l *editorLogin) setCookie(w http.ResponseWriter, r *http.Request, hash string, life time.Duration) {
	scheme, _ := l.visitors.origin(r)
	http.SetCookie(w, &http.Cookie{
		Name:     editor.CookieName,
		Value:    hash,
		Path:     "/",
		MaxAge:   int(life.Seconds()),
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   scheme == "https",
	})
}

// isOwnPath reports whether a text from a caller is a path on this host.
func isOwnPath(path string) bool {
	return strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && !strings.Contains(path, `\`)
}

// withParameter sets a query parameter of a path, or removes it with an empty value.
func withParameter(path, name, value string) string {
	u, err := url.Parse(path)
	if err != nil {
		return "/"
	}
	query := u.Query()
	query.Del(name)
	if value != "" {
		query.Set(name, value)
	}
	u.RawQuery = query.Encode()
	return u.String()
}
