package identity

import (
	"errors"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"strand/demo/sisusers"
)

// login asks for the e-mail address and the password.
func (p *pages) login(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	ctx, id := r.Context(), r.URL.Query().Get("request")
	var login *authRequest
	if id != "" {
		var err error
		if login, err = p.store.request(ctx, id); err != nil {
			p.showExpiredLogin(w, r, texts, "login.title")
			return
		}
		texts = p.textsFor(r, login)
		switch {
		case login.hasPrompt(oidc.PromptNone) && !login.Done():
			// Not bound to the browser: an iframe on another site has no cookie.
			p.refuseSilentLogin(w, r, login)
			return
		case !login.isOf(ctx):
			p.showExpiredLogin(w, r, texts, "login.title")
			return
		case login.Done():
			http.Redirect(w, r, p.callback(op.ContextWithIssuer(ctx, p.issuer), id), http.StatusFound)
			return
		}
	}
	email := r.PostFormValue("email")
	if email == "" && login != nil {
		email = login.request.LoginHint
	}
	query := "?" + r.URL.RawQuery
	content := page{
		Title:  texts.Get("login.title"),
		Lead:   texts.Get("login.lead"),
		Submit: texts.Get("login.submit"),
		Fields: []field{
			texts.emailField(email),
			texts.passwordField(),
		},
		Links: []link{
			{pathOf("forgotten") + query, texts.Get("login.forgotten")},
			{pathOf("register") + query, texts.Get("login.register")},
		},
	}
	if r.Method != http.MethodPost {
		if hasEndedSession(r) {
			content.Notice = texts.Get("login.ended")
		}
		p.show(w, r, texts, http.StatusOK, content)
		return
	}
	u, err := p.store.users.Authenticate(ctx, sourceOf(r), strings.TrimSpace(email), r.PostFormValue("password"))
	locked := new(sisusers.LockedError)
	switch {
	case err == nil && u.HasSecondFactor && login != nil:
		if err := p.store.setCandidate(ctx, id, u.ID); err != nil {
			p.fail(w, r, texts, content, err)
			return
		}
		http.Redirect(w, r, pathOf("code")+query, http.StatusSeeOther)
	case err == nil && u.HasSecondFactor:
		// Without a login request the visitor is redirected to the portal, which starts one.
		http.Redirect(w, r, p.home(), http.StatusSeeOther)
	case err == nil:
		p.completeLogin(w, r, texts, content, id, u.ID, false)
	case errors.Is(err, sisusers.ErrCredentials):
		content.Failure = texts.Get("login.wrong")
		p.show(w, r, texts, http.StatusUnauthorized, content)
	case errors.Is(err, sisusers.ErrUnverified):
		if user, err := p.store.users.UserByEmail(ctx, strings.TrimSpace(email)); err == nil {
			p.mailLink(ctx, texts, user, sisusers.VerifyEmail, "verify", r.URL.Query().Get("goto"), "")
		}
		content.Failure = texts.Get("login.unverified")
		content.Links = append(content.Links, p.toMail(texts))
		p.show(w, r, texts, http.StatusForbidden, content)
	case errors.As(err, &locked):
		p.showLocked(w, r, texts, content, locked)
	default:
		p.fail(w, r, texts, content, err)
	}
}

// showLocked responds to an attempt that must wait.
func (p *pages) showLocked(
	w http.ResponseWriter, r *http.Request, texts localizedTexts, content page, locked *sisusers.LockedError,
) {
	wait := locked.Until.Sub(p.store.now())
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	content.Failure = texts.Get("login.locked", "time", locked.Until.Format("15:04:05"))
	p.show(w, r, texts, http.StatusTooManyRequests, content)
}

// showExpiredLogin responds if a login cannot continue: it has expired, or another browser started it.
func (p *pages) showExpiredLogin(w http.ResponseWriter, r *http.Request, texts localizedTexts, title string) {
	p.show(w, r, texts, http.StatusBadRequest, page{
		Title:   texts.Get(title),
		Failure: texts.Get("login.expired"),
		Links:   p.toSite(texts),
	})
}

// refuseSilentLogin redirects to the application with an error, if the login needs an interaction that the application
// has forbidden (MSG-14).
func (p *pages) refuseSilentLogin(w http.ResponseWriter, r *http.Request, login *authRequest) {
	// The library has verified the redirect URL.
	back, err := url.Parse(login.GetRedirectURI())
	if err == nil {
		err = p.store.DeleteAuthRequest(r.Context(), login.id)
	}
	if err != nil {
		p.store.log.ErrorContext(r.Context(), "identity_redirect_failed", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	query := back.Query()
	query.Set("error", string(oidc.LoginRequired))
	query.Set("error_description", "User authentication is required")
	query.Set("state", login.GetState())
	back.RawQuery = query.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

// secondFactor asks for the second factor after the right password.
func (p *pages) secondFactor(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	ctx, id := r.Context(), r.URL.Query().Get("request")
	request, err := p.store.request(ctx, id)
	if err != nil || request.candidate == "" || !request.isOf(ctx) {
		p.showExpiredLogin(w, r, texts, "code.title")
		return
	}
	texts = p.textsFor(r, request)
	content := page{
		Title:  texts.Get("code.title"),
		Lead:   texts.Get("code.lead"),
		Submit: texts.Get("code.submit"),
		Fields: []field{
			{
				Name:         "code",
				Label:        texts.Get("field.code"),
				Hint:         texts.Get("code.lost"),
				Type:         "text",
				Autocomplete: "one-time-code",
				Required:     true,
			}},
		Links: []link{
			{texts.site + supportPath, texts.Get("code.support")},
			{pathOf("login") + "?" + r.URL.RawQuery, texts.Get("forgotten.login")},
		},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, texts, http.StatusOK, content)
		return
	}
	err = p.store.users.CheckSecondFactor(ctx, sourceOf(r), request.candidate, r.PostFormValue("code"))
	locked := new(sisusers.LockedError)
	switch {
	case err == nil:
		p.completeLogin(w, r, texts, content, id, request.candidate, true)
	case errors.Is(err, sisusers.ErrCode):
		content.Fields[0].Errors = []string{texts.Get("code.wrong")}
		p.show(w, r, texts, http.StatusUnauthorized, content)
	case errors.As(err, &locked):
		p.showLocked(w, r, texts, content, locked)
	default:
		p.fail(w, r, texts, content, err)
	}
}

// completeLogin starts a session for the user and continues the login request.
func (p *pages) completeLogin(
	w http.ResponseWriter,
	r *http.Request,
	texts localizedTexts,
	content page,
	id, userID string,
	usedSecondFactor bool,
) {
	ctx := r.Context()
	session, secret, err := p.store.signIn(r, userID, usedSecondFactor)
	if err == nil && id != "" {
		err = p.store.completeRequest(ctx, id, session)
	}
	if err != nil {
		p.fail(w, r, texts, content, err)
		return
	}
	setCookie(w, r, secret)
	p.rememberDevice(w, r, userID)
	next := p.continueURL(r)
	if id != "" {
		next = p.callback(op.ContextWithIssuer(ctx, p.issuer), id)
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// logout ends the session; without an ID token it asks the user for confirmation.
func (p *pages) logout(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	session := sessionOf(r)
	if session == nil {
		p.show(
			w,
			r,
			texts,
			http.StatusOK,
			page{Title: texts.Get("signedOut.title"), Lead: texts.Get("logout.noSession"), Links: p.toSite(texts)},
		)
		return
	}
	content := page{Title: texts.Get("logout.title"), Submit: texts.Get("logout.submit")}
	if u, err := p.store.users.User(r.Context(), session.userID); err == nil {
		content.Lead = texts.Get("logout.lead", "email", u.Email)
	}
	if r.Method != http.MethodPost {
		p.show(w, r, texts, http.StatusOK, content)
		return
	}
	if err := p.store.signOut(r.Context(), session.hash); err != nil {
		p.fail(w, r, texts, content, err)
		return
	}
	setCookie(w, r, "")
	http.Redirect(w, r, pathOf("signed-out"), http.StatusSeeOther)
}

func (p *pages) signedOut(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	p.show(
		w,
		r,
		texts,
		http.StatusOK,
		page{Title: texts.Get("signedOut.title"), Lead: texts.Get("signedOut.lead"), Links: p.toSite(texts)},
	)
}

// continueURL returns the portal URL at which the user wants to continue; foreign URLs are ignored.
func (p *pages) continueURL(r *http.Request) string {
	if next := r.URL.Query().Get("goto"); p.store.client.isAllowedRedirect(next) {
		return next
	}
	return p.home()
}
