// Package editorarea serves the endpoints of the editor area: login, preview links, drafts and translations.
package editorarea

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"time"

	"strand/domain/editor"
	"strand/domain/signedtoken"
	"strand/edge/attempts"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
	"strand/service/editing"
)

const (
	// editorAttempts is the number of attempts per minute and IP address, and per browser in which an editor has logged
	// in. A request that only checks the cookie is no attempt.
	editorAttempts = 10
	maxEditorLogin = 4 << 10
)

// EditorParameter is the query parameter with the result of the last login without JavaScript.
const EditorParameter = "login"

// Area has the endpoints of the editor area.
type Area struct {
	Sites    visitor.Sites
	Visitors visitor.Reader
	SignIn   visitor.SignIn
	// Drafts and Gates serve the draft proxy.
	Drafts DraftReader
	Gates  GateKeeper
	// Translations orders translations of pages.
	Translations Translations
	// Reports selects findings of content reports for files.
	Reports    Reports
	SigningKey signedtoken.Key
	Limits     ratelimit.Limits
	// Budget is how long a request waits for upstream systems.
	Budget time.Duration
	Log    *slog.Logger
}

// Mount registers the endpoints.
func (a Area) Mount(mux *http.ServeMux) {
	sameOrigin := a.Visitors.SameOrigin
	login := newEditorLogin(a.Visitors, a.SigningKey, a.Limits, a.Log)
	mux.Handle("POST /api/editor-area-autentication", sameOrigin(http.HandlerFunc(login.logIn)))
	mux.Handle("POST /api/editor-area-sign-out", sameOrigin(http.HandlerFunc(login.logOut)))
	mux.Handle("POST /api/editor-preview-link", sameOrigin(previewLinks{a.Visitors}))
	mux.Handle("POST /api/draft-proxy", sameOrigin(draftProxy{
		Sites:    a.Sites,
		drafts:   a.Drafts,
		gates:    a.Gates,
		requests: a.SignIn.Requests(a.Visitors),
		budget:   a.Budget,
	}))
	mux.Handle("GET "+editing.ReportExportPath, reportExport{a.Reports, a.Visitors})
	translationAPI{a.Translations, a.Visitors, a.Budget}.mount(mux)
}

// editorLogin serves the login of the editor area (CALL-19): POST /api/editor-area-autentication with a JSON object
// that has the password as `input`, or its `hash`; the default is the hash in the cookie. A form with `input` and
// `url` works without JavaScript: the response redirects to `url`.
type editorLogin struct {
	visitors   visitor.Reader
	signingKey signedtoken.Key
	attempts   *ratelimit.Limiter
	// queue limits the attempts of all browsers in which no editor has logged in.
	queue *attempts.Queue
	now   func() time.Time
	log   *slog.Logger
}

func newEditorLogin(
	v visitor.Reader, signingKey signedtoken.Key, limits ratelimit.Limits, log *slog.Logger,
) *editorLogin {
	return &editorLogin{
		visitors:   v,
		signingKey: signingKey,
		attempts:   limits.New("editors", editorAttempts, time.Minute),
		queue:      attempts.NewQueue(attempts.NewLimiter(limits), "editors"),
		now:        time.Now,
		log:        log,
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

// errWrongHash is the answer to a hash that this server did not make or that is no longer valid.
var errWrongHash = apperr.New(apperr.Unauthenticated, "hash: the hash is wrong or has expired")

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
		respond.JSON(w, http.StatusOK, map[string]any{"success": true})
		return
	}
	l.setCookies(w, r, hash)
	respond.JSON(w, http.StatusOK, map[string]any{"success": true, "hashedPassword": hash})
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
	if !visitor.IsOwnPath(back) {
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
		l.setCookies(w, r, hash)
	}
	http.Redirect(w, r, visitor.WithParameter(back, EditorParameter, result), http.StatusSeeOther)
}

// check checks a password or a hash and returns the hash. The error is an *apperr.Error.
func (l *editorLogin) check(r *http.Request, attempt editorAttempt) (string, error) {
	ctx, sessions := r.Context(), l.visitors.Editors
	sent := visitor.Cookie(r, editor.CookieName)
	if attempt.Input == nil && attempt.Hash == nil && sent == "" {
		// A request that only checks whether an editor is logged in is no attempt.
		return "", errNoEditor
	}
	isLoggedIn := sessions.CheckHash(sent, l.now()) == editor.LoginSucceeded
	if attempt.Input != nil || attempt.Hash != nil || !isLoggedIn {
		if err := l.countAttempt(r, sent, isLoggedIn); err != nil {
			return "", err
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
	switch {
	case attempt.Input != nil || result == editor.LoginClosed:
		return "", editorFailures[result]
	case attempt.Hash != nil && result == editor.WrongPassword:
		return "", errWrongHash
	}
	return "", errNoEditor
}

// countAttempt limits the attempts of an IP address, of a known browser, and of all unknown browsers together. A valid
// cookie makes a browser known, and does not permit more attempts: it may be stolen.
func (l *editorLogin) countAttempt(r *http.Request, sent string, isLoggedIn bool) error {
	ctx := r.Context()
	browser := knownEditor(r, l.signingKey, l.now())
	if browser == "" && isLoggedIn {
		browser = sent
	}
	isAllowed := l.attempts.Allow(ctx, l.visitors.ClientIP(r))
	switch {
	case browser != "":
		isAllowed = l.attempts.Allow(ctx, "browser "+browser) && isAllowed
	case isAllowed:
		isAllowed = l.queue.Enter(ctx)
	}
	if !isAllowed {
		l.log.WarnContext(ctx, "editor_login_limited")
		return apperr.New(apperr.RateLimited, "too many attempts were made: try again in a minute")
	}
	return nil
}

func (l *editorLogin) refuse(w http.ResponseWriter, r *http.Request, err error) {
	code, message := respond.Describe(err)
	failure := respond.ErrorFields(r.Context(), code, message)
	respond.JSON(w, respond.Refuse(w, r, code, err), map[string]any{"success": false, "error": failure})
}

// logOut serves POST /api/editor-area-sign-out, which removes the cookie. A form with `url` is redirected to that
// path.
func (l *editorLogin) logOut(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, maxEditorLogin)
	l.setCookie(w, r, editor.CookieName, "", -time.Second)
	if back := r.PostFormValue("url"); visitor.IsOwnPath(back) {
		http.Redirect(w, r, back, http.StatusSeeOther)
		return
	}
	respond.JSON(w, http.StatusOK, map[string]any{"success": true})
}

// setCookies sets the cookies of a browser in which an editor has logged in.
func (l *editorLogin) setCookies(w http.ResponseWriter, r *http.Request, hash string) {
	l.setCookie(w, r, editor.CookieName, hash, editor.SessionLifetime)
	if knownEditor(r, l.signingKey, l.now()) == "" {
		l.setCookie(w, r, cookieKnownEditor, newKnownEditor(l.signingKey, l.now()), knownEditorLifetime)
	}
}

// setCookie sets a cookie of the editor area; a negative life removes it.
func (l *editorLogin) setCookie(w http.ResponseWriter, r *http.Request, name, value string, life time.Duration) {
	scheme, _ := l.visitors.Origin(r)
	http.SetCookie(w, &http.Cookie{
		Name:     name,
		Value:    value,
		Path:     "/",
		MaxAge:   int(life.Seconds()),
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
		Secure:   scheme == "https",
	})
}
