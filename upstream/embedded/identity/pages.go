package identity

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"math"
	"net/http"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
	"golang.org/x/text/language"

	"strand/domain/portal"
	"strand/internal/ratelimit"
	"strand/upstream/embedded/userstore"
)

const (
	// maxPosts limits the forms that an IP address may send in postWindow.
	maxPosts   = 120
	postWindow = time.Minute
)

// pages serves the provider's HTML pages.
type pages struct {
	store    *store
	texts    *texts
	template *template.Template
	issuer   string
	posts    *ratelimit.Limiter
	// callback returns the URL at which a completed login request continues.
	callback func(ctx context.Context, id string) string
}

// field is a field of a form.
type field struct {
	Name, Label, Hint             string
	Type, Autocomplete, Inputmode string
	Value                         string
	Required, Focus               bool
	Errors                        []string
}

// DescribedBy returns the ids of the texts that describe the field.
func (f field) DescribedBy() string {
	var ids []string
	if f.Hint != "" {
		ids = append(ids, f.Name+"-hint")
	}
	if len(f.Errors) > 0 {
		ids = append(ids, f.Name+"-error")
	}
	return strings.Join(ids, " ")
}

type link struct{ URL, Text string }

// paragraph is a paragraph of a mail.
type paragraph struct{ Text, URL string }

type shownMail struct {
	userstore.Mail
	Paragraphs []paragraph
}

// page is a page of the provider: a form or a text.
type page struct {
	Title, Lead, Notice, Failure string
	Fields                       []field
	// Submit is the text of the form's button; empty for a page without a form. Action is the button's value; may
	// be empty.
	Submit, Action string
	Links          []link
	Mails          []shownMail

	Language, Footer string
}

func newPages(s *store, issuer string, callback func(context.Context, string) string) (http.Handler, error) {
	texts, err := loadTexts()
	if err != nil {
		return nil, err
	}
	t, err := template.ParseFS(pageFiles, "pages/page.html")
	if err != nil {
		return nil, err
	}
	p := &pages{
		store:    s,
		texts:    texts,
		template: t,
		issuer:   issuer,
		posts:    ratelimit.New(maxPosts, postWindow),
		callback: callback,
	}
	mux := http.NewServeMux()
	both := func(name string, h func(http.ResponseWriter, *http.Request, speaker)) {
		mux.Handle(pathOf(name), p.spoken(h))
	}
	both("login", p.login)
	both("code", p.code)
	both("register", p.register)
	both("verify", p.verify)
	both("invitation", p.invitation)
	both("forgotten", p.forgotten)
	both("reset", p.reset)
	both("logout", p.logout)
	both("signed-out", p.signedOut)
	both("mail", p.mail)
	mux.HandleFunc("GET "+pathOf("style.css"), func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=3600")
		http.ServeFileFS(w, r, pageFiles, "pages/style.css")
	})
	return mux, nil
}

// spoken returns a handler for GET and POST in the visitor's preferred language.
func (p *pages) spoken(h func(http.ResponseWriter, *http.Request, speaker)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost {
			w.Header().Set("Allow", "GET, HEAD, POST")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		say := p.speaker(r, nil)
		if r.Method == http.MethodPost && !p.posts.Allow(networkOf(r)) {
			p.show(
				w,
				r,
				say,
				http.StatusTooManyRequests,
				page{Title: say.say("login.title"), Failure: say.say("tooMany")},
			)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		h(w, r, say)
	})
}

func (p *pages) speaker(r *http.Request, asked *authRequest) speaker {
	var wanted []language.Tag
	if asked != nil {
		wanted = append(wanted, asked.asked.UILocales...)
	}
	wanted = append(wanted, language.Make(r.URL.Query().Get("locale")))
	accepted, _, _ := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	return p.texts.in(append(wanted, accepted...)...)
}

func (p *pages) show(w http.ResponseWriter, r *http.Request, say speaker, status int, shown page) {
	shown.Language, shown.Footer = say.language, say.say("footer")
	if i := firstWrong(shown.Fields); i >= 0 {
		shown.Fields[i].Focus = true
	}
	var b bytes.Buffer
	if err := p.template.Execute(&b, shown); err != nil {
		p.store.log.ErrorContext(r.Context(), "identity_page_not_rendered", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	// form-action includes the portal: browsers also check the redirects after a form.
	h.Set(
		"Content-Security-Policy",
		"default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' "+
			strings.Join(
				p.store.client.origins(),
				" ",
			),
	)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// firstWrong returns the index of the first invalid field, else of the first empty one; -1 for none.
func firstWrong(fields []field) int {
	empty := -1
	for i, f := range fields {
		if len(f.Errors) > 0 {
			return i
		}
		if empty < 0 && f.Value == "" {
			empty = i
		}
	}
	return empty
}

func (p *pages) fail(w http.ResponseWriter, r *http.Request, say speaker, shown page, err error) {
	p.store.log.ErrorContext(r.Context(), "identity_form_failed", "path", r.URL.Path, "error", err)
	shown.Failure = say.say("failed")
	p.show(w, r, say, http.StatusInternalServerError, shown)
}

// login asks for the email address and the password.
func (p *pages) login(w http.ResponseWriter, r *http.Request, say speaker) {
	ctx, id := r.Context(), r.URL.Query().Get("request")
	var asked *authRequest
	if id != "" {
		var err error
		if asked, err = p.store.request(ctx, id); err != nil {
			p.tooOld(w, r, say, "login.title")
			return
		}
		say = p.speaker(r, asked)
		switch {
		case asked.wants(oidc.PromptNone) && !asked.Done():
			// Not bound to the browser: an iframe on another site has no cookie.
			p.silence(w, r, asked)
			return
		case !asked.isOf(ctx):
			p.tooOld(w, r, say, "login.title")
			return
		case asked.Done():
			http.Redirect(w, r, p.callback(op.ContextWithIssuer(ctx, p.issuer), id), http.StatusFound)
			return
		}
	}
	email := r.PostFormValue("email")
	if email == "" && asked != nil {
		email = asked.asked.LoginHint
	}
	keep := "?" + r.URL.RawQuery
	shown := page{
		Title:  say.say("login.title"),
		Lead:   say.say("login.lead"),
		Submit: say.say("login.submit"),
		Fields: []field{
			{
				Name:         "email",
				Label:        say.say("field.email"),
				Type:         "email",
				Autocomplete: "username",
				Required:     true,
				Value:        email,
			},
			{
				Name:         "password",
				Label:        say.say("field.password"),
				Type:         "password",
				Autocomplete: "current-password",
				Required:     true,
			},
		},
		Links: []link{
			{pathOf("forgotten") + keep, say.say("login.forgotten")},
			{pathOf("register") + keep, say.say("login.register")},
		},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, say, http.StatusOK, shown)
		return
	}
	u, err := p.store.users.Authenticate(ctx, sourceOf(r), strings.TrimSpace(email), r.PostFormValue("password"))
	locked := new(userstore.LockedError)
	switch {
	case err == nil && u.HasSecondFactor && asked != nil:
		if err := p.store.remember(ctx, id, u.ID); err != nil {
			p.fail(w, r, say, shown, err)
			return
		}
		http.Redirect(w, r, pathOf("code")+"?request="+id, http.StatusSeeOther)
	case err == nil && u.HasSecondFactor:
		// Without a login request the visitor is redirected to the portal, which starts one.
		http.Redirect(w, r, p.home(), http.StatusSeeOther)
	case err == nil:
		p.enter(w, r, say, shown, id, u.ID, false)
	case errors.Is(err, userstore.ErrCredentials):
		shown.Failure = say.say("login.wrong")
		p.show(w, r, say, http.StatusUnauthorized, shown)
	case errors.Is(err, userstore.ErrUnverified):
		if user, err := p.store.users.UserByEmail(ctx, strings.TrimSpace(email)); err == nil {
			p.mailLink(ctx, say, user, userstore.VerifyAddress, "verify", r.URL.Query().Get("goto"))
		}
		shown.Failure = say.say("login.unverified")
		shown.Links = append(shown.Links, p.toMail(say))
		p.show(w, r, say, http.StatusForbidden, shown)
	case errors.As(err, &locked):
		p.slowDown(w, r, say, shown, locked)
	default:
		p.fail(w, r, say, shown, err)
	}
}

// slowDown responds to an attempt that must wait.
func (p *pages) slowDown(
	w http.ResponseWriter, r *http.Request, say speaker, shown page, locked *userstore.LockedError,
) {
	wait := locked.Until.Sub(p.store.now())
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	shown.Failure = say.say("login.locked", "time", locked.Until.Format("15:04:05"))
	p.show(w, r, say, http.StatusTooManyRequests, shown)
}

// tooOld responds if a login cannot continue: it has expired, or another browser started it.
func (p *pages) tooOld(w http.ResponseWriter, r *http.Request, say speaker, title string) {
	p.show(w, r, say, http.StatusBadRequest, page{
		Title:   say.say(title),
		Failure: say.say("login.tooOld"),
		Links:   p.toSite(say),
	})
}

// silence redirects to the application with an error, if the login needs an interaction that the application has
// forbidden (MSG-14).
func (p *pages) silence(w http.ResponseWriter, r *http.Request, asked *authRequest) {
	// The library has verified the redirect URL.
	back, err := url.Parse(asked.GetRedirectURI())
	if err == nil {
		err = p.store.DeleteAuthRequest(r.Context(), asked.id)
	}
	if err != nil {
		p.store.log.ErrorContext(r.Context(), "identity_redirect_failed", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	query := back.Query()
	query.Set("error", string(oidc.LoginRequired))
	query.Set("error_description", "User authentication is required")
	query.Set("state", asked.GetState())
	back.RawQuery = query.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

// code asks for the second factor after the right password.
func (p *pages) code(w http.ResponseWriter, r *http.Request, say speaker) {
	ctx, id := r.Context(), r.URL.Query().Get("request")
	request, err := p.store.request(ctx, id)
	if err != nil || request.candidate == "" || !request.isOf(ctx) {
		p.tooOld(w, r, say, "code.title")
		return
	}
	say = p.speaker(r, request)
	shown := page{
		Title:  say.say("code.title"),
		Lead:   say.say("code.lead"),
		Submit: say.say("code.submit"),
		Fields: []field{
			{Name: "code", Label: say.say("field.code"), Type: "text", Autocomplete: "one-time-code", Required: true}},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, say, http.StatusOK, shown)
		return
	}
	err = p.store.users.CheckSecondFactor(ctx, sourceOf(r), request.candidate, r.PostFormValue("code"))
	locked := new(userstore.LockedError)
	switch {
	case err == nil:
		p.enter(w, r, say, shown, id, request.candidate, true)
	case errors.Is(err, userstore.ErrCode):
		shown.Fields[0].Errors = []string{say.say("code.wrong")}
		p.show(w, r, say, http.StatusUnauthorized, shown)
	case errors.As(err, &locked):
		p.slowDown(w, r, say, shown, locked)
	default:
		p.fail(w, r, say, shown, err)
	}
}

// enter starts a session for the user and continues the login request.
func (p *pages) enter(
	w http.ResponseWriter,
	r *http.Request,
	say speaker,
	shown page,
	id, userID string,
	usedSecondFactor bool,
) {
	ctx := r.Context()
	// A session of another user in this browser ends.
	if before := sessionOf(r); before != nil && before.userID != userID {
		if err := p.store.signOut(ctx, before.hash); err != nil {
			p.fail(w, r, say, shown, err)
			return
		}
	}
	in, secret, err := p.store.signIn(ctx, userID, usedSecondFactor)
	if err == nil && id != "" {
		err = p.store.complete(ctx, id, in)
	}
	if err != nil {
		p.fail(w, r, say, shown, err)
		return
	}
	setCookie(w, r, secret)
	p.rememberDevice(w, r, userID)
	next := p.goTo(r)
	if id != "" {
		next = p.callback(op.ContextWithIssuer(ctx, p.issuer), id)
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// register creates an account.
func (p *pages) register(w http.ResponseWriter, r *http.Request, say speaker) {
	ctx := r.Context()
	form := userstore.Registration{
		Email:     r.PostFormValue("email"),
		Password:  r.PostFormValue("password"),
		FirstName: r.PostFormValue("firstName"),
		LastName:  r.PostFormValue("lastName"),
		Company:   r.PostFormValue("company"),
		Language:  say.language,
	}
	shown := page{
		Title:  say.say("register.title"),
		Lead:   say.say("register.lead"),
		Submit: say.say("register.submit"),
		Fields: []field{
			{
				Name:         "firstName",
				Label:        say.say("field.firstName"),
				Type:         "text",
				Autocomplete: "given-name",
				Required:     true,
				Value:        form.FirstName,
			},
			{
				Name:         "lastName",
				Label:        say.say("field.lastName"),
				Type:         "text",
				Autocomplete: "family-name",
				Required:     true,
				Value:        form.LastName,
			},
			{
				Name:         "company",
				Label:        say.say("field.company"),
				Type:         "text",
				Autocomplete: "organization",
				Value:        form.Company,
			},
			{
				Name:         "email",
				Label:        say.say("field.email"),
				Type:         "email",
				Autocomplete: "username",
				Required:     true,
				Value:        form.Email,
			},
			{
				Name:         "password",
				Label:        say.say("field.password"),
				Type:         "password",
				Autocomplete: "new-password",
				Required:     true,
				Hint:         p.passwordHint(say),
			},
		},
		Links: []link{{pathOf("login") + "?" + r.URL.RawQuery, say.say("register.login")}},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, say, http.StatusOK, shown)
		return
	}
	id, isNew, err := p.store.users.Register(ctx, form)
	if wrong := (userstore.PolicyErrors)(nil); errors.As(err, &wrong) {
		mark(shown.Fields, say, wrong...)
		p.show(w, r, say, http.StatusUnprocessableEntity, shown)
		return
	}
	if err != nil {
		p.fail(w, r, say, shown, err)
		return
	}
	if isNew {
		if u, err := p.store.users.User(ctx, id); err == nil {
			p.mailLink(ctx, say, u, userstore.VerifyAddress, "verify", r.URL.Query().Get("goto"))
		}
	} else if u, err := p.store.users.UserByEmail(ctx, strings.TrimSpace(form.Email)); err == nil {
		p.mailLink(ctx, say, u, userstore.ResetPassword, "taken", "")
	}
	p.show(
		w,
		r,
		say,
		http.StatusOK,
		page{
			Title:  say.say("register.done.title"),
			Notice: say.say("register.done.lead", "email", strings.TrimSpace(form.Email)),
			Links:  []link{p.toMail(say)},
		},
	)
}

func mark(fields []field, say speaker, wrong ...*userstore.PolicyError) {
	for _, e := range wrong {
		for i := range fields {
			if fields[i].Name == e.Field {
				fields[i].Errors = say.policy(e.Failures)
			}
		}
	}
}

// verify confirms an email address. It needs a button, because mail programs open links in advance.
func (p *pages) verify(w http.ResponseWriter, r *http.Request, say speaker) {
	ctx, token := r.Context(), r.URL.Query().Get("token")
	u, err := p.store.users.ActionTokenUser(ctx, token, userstore.VerifyAddress)
	if err != nil {
		p.linkFailed(w, r, say, err)
		return
	}
	shown := page{
		Title:  say.say("verify.title"),
		Lead:   say.say("verify.lead", "email", u.Email),
		Submit: say.say("verify.submit"),
	}
	if r.Method == http.MethodPost {
		if _, err := p.store.users.Verify(ctx, token); err != nil {
			p.linkFailed(w, r, say, err)
			return
		}
		shown = page{
			Title:  say.say("verify.done.title"),
			Notice: say.say("verify.done.lead"),
			Links:  []link{{p.goTo(r), say.say("verify.continue")}},
		}
	}
	p.show(w, r, say, http.StatusOK, shown)
}

func (p *pages) linkFailed(w http.ResponseWriter, r *http.Request, say speaker, err error) {
	p.linkFailedWith(w, r, say, err, link{pathOf("forgotten"), say.say("login.forgotten")})
}

func (p *pages) linkFailedWith(w http.ResponseWriter, r *http.Request, say speaker, err error, links ...link) {
	shown := page{Title: say.say("link.tooOld.title"), Lead: say.say("link.tooOld.lead"), Links: links}
	if !errors.Is(err, userstore.ErrInvalidToken) {
		p.fail(w, r, say, shown, err)
		return
	}
	p.show(w, r, say, http.StatusGone, shown)
}

// forgotten sends a link for choosing a new password. The response does not depend on whether the account exists.
func (p *pages) forgotten(w http.ResponseWriter, r *http.Request, say speaker) {
	ctx, email := r.Context(), strings.TrimSpace(r.PostFormValue("email"))
	back := link{pathOf("login") + "?" + r.URL.RawQuery, say.say("forgotten.login")}
	shown := page{
		Title:  say.say("forgotten.title"),
		Lead:   say.say("forgotten.lead"),
		Submit: say.say("forgotten.submit"),
		Links:  []link{back},
		Fields: []field{
			{
				Name:         "email",
				Label:        say.say("field.email"),
				Type:         "email",
				Autocomplete: "username",
				Required:     true,
				Value:        email,
			},
		},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, say, http.StatusOK, shown)
		return
	}
	if a, err := mail.ParseAddress(email); err != nil || a.Address != email {
		shown.Fields[0].Errors = say.policy([]portal.PolicyFailure{{Code: portal.ValidEmailAddressFormat}})
		p.show(w, r, say, http.StatusUnprocessableEntity, shown)
		return
	}
	u, err := p.store.users.UserByEmail(ctx, email)
	switch {
	case err == nil:
		p.mailLink(ctx, say, u, userstore.ResetPassword, "reset", "")
	case errors.Is(err, userstore.ErrNotFound):
		// An unknown address gets a mail as well, so that the response time does not reveal whether the account
		// exists.
		p.mailUnknown(ctx, say, email)
	default:
		p.fail(w, r, say, shown, err)
		return
	}
	p.show(
		w,
		r,
		say,
		http.StatusOK,
		page{
			Title:  say.say("forgotten.done.title"),
			Notice: say.say("forgotten.done.lead", "email", email),
			Links:  []link{p.toMail(say), back},
		},
	)
}

// reset sets a new password by a link, and ends every session.
func (p *pages) reset(w http.ResponseWriter, r *http.Request, say speaker) {
	ctx, token := r.Context(), r.URL.Query().Get("token")
	u, err := p.store.users.ActionTokenUser(ctx, token, userstore.ResetPassword)
	if err != nil {
		p.linkFailed(w, r, say, err)
		return
	}
	shown := page{
		Title:  say.say("reset.title"),
		Lead:   say.say("reset.lead", "email", u.Email),
		Submit: say.say("reset.submit"),
		Fields: []field{
			{
				Name:         "password",
				Label:        say.say("field.newPassword"),
				Type:         "password",
				Autocomplete: "new-password",
				Required:     true,
				Hint:         p.passwordHint(say),
			}},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, say, http.StatusOK, shown)
		return
	}
	wrong := new(userstore.PolicyError)
	_, err = p.store.users.ChooseForgottenPassword(ctx, token, r.PostFormValue("password"))
	switch {
	case errors.As(err, &wrong):
		mark(shown.Fields, say, wrong)
		p.show(w, r, say, http.StatusUnprocessableEntity, shown)
		return
	case err != nil:
		p.linkFailed(w, r, say, err)
		return
	}
	if err := p.store.signOutEverywhere(ctx, u.ID); err != nil {
		p.store.log.ErrorContext(ctx, "sessions_not_ended", "user", u.ID, "error", err)
	}
	// The link proves that the browser belongs to the user, so that attempts of others do not slow it down.
	p.rememberDevice(w, r, u.ID)
	p.show(
		w,
		r,
		say,
		http.StatusOK,
		page{
			Title:  say.say("reset.done.title"),
			Notice: say.say("reset.done.lead"),
			Links:  []link{{p.home(), say.say("verify.continue")}},
		},
	)
}

// logout ends the session; without an ID token it asks the user for confirmation.
func (p *pages) logout(w http.ResponseWriter, r *http.Request, say speaker) {
	in := sessionOf(r)
	if in == nil {
		p.show(
			w,
			r,
			say,
			http.StatusOK,
			page{Title: say.say("signedOut.title"), Lead: say.say("logout.nobody"), Links: p.toSite(say)},
		)
		return
	}
	shown := page{Title: say.say("logout.title"), Submit: say.say("logout.submit")}
	if u, err := p.store.users.User(r.Context(), in.userID); err == nil {
		shown.Lead = say.say("logout.lead", "email", u.Email)
	}
	if r.Method != http.MethodPost {
		p.show(w, r, say, http.StatusOK, shown)
		return
	}
	if err := p.store.signOut(r.Context(), in.hash); err != nil {
		p.fail(w, r, say, shown, err)
		return
	}
	setCookie(w, r, "")
	http.Redirect(w, r, pathOf("signed-out"), http.StatusSeeOther)
}

func (p *pages) signedOut(w http.ResponseWriter, r *http.Request, say speaker) {
	p.show(
		w,
		r,
		say,
		http.StatusOK,
		page{Title: say.say("signedOut.title"), Lead: say.say("signedOut.lead"), Links: p.toSite(say)},
	)
}

// mail shows the mails that would have been sent. The provider listens on the loopback interface only.
func (p *pages) mail(w http.ResponseWriter, r *http.Request, say speaker) {
	shown := page{Title: say.say("mail.title"), Lead: say.say("mail.lead")}
	sent, err := p.store.users.Mails(r.Context())
	if err != nil {
		p.fail(w, r, say, shown, err)
		return
	}
	for _, m := range sent {
		s := shownMail{Mail: m}
		for line := range strings.SplitSeq(m.Text, "\n") {
			if address, ok := strings.CutPrefix(line, userstore.MailLink); ok {
				s.Paragraphs = append(s.Paragraphs, paragraph{URL: address})
			} else {
				s.Paragraphs = append(s.Paragraphs, paragraph{Text: line})
			}
		}
		shown.Mails = append(shown.Mails, s)
	}
	if len(sent) == 0 {
		shown.Notice = say.say("mail.none")
	}
	p.show(w, r, say, http.StatusOK, shown)
}

// mailLink sends a link to a user; text is the id of the mail's text.
func (p *pages) mailLink(
	ctx context.Context,
	say speaker,
	u *userstore.User,
	purpose userstore.Purpose,
	text, next string,
) {
	token, err := p.store.users.NewActionToken(ctx, u.ID, purpose)
	if err == nil {
		query := url.Values{"token": {token}}
		if next != "" && p.store.client.leadsTo(next) {
			query.Set("goto", next)
		}
		address := strings.TrimSuffix(p.issuer, realmPath) + pathOf(string(purpose)) + "?" + query.Encode()
		err = p.store.users.Send(
			ctx,
			userstore.Mail{
				Recipient: u.Email,
				Subject:   say.say("mail." + text + ".subject"),
				Text:      say.say("mail."+text+".text", "name", u.FullName()) + "\n" + userstore.MailLink + address,
			},
		)
	}
	if err != nil {
		p.store.log.ErrorContext(ctx, "mail_not_sent", "user", u.ID, "error", err)
		return
	}
	p.store.log.InfoContext(ctx, "mail_sent", "user", u.ID, "about", purpose,
		"url", strings.TrimSuffix(p.issuer, realmPath)+pathOf("mail"))
}

// mailUnknown sends a mail to an address without an account.
func (p *pages) mailUnknown(ctx context.Context, say speaker, email string) {
	if err := p.store.users.Send(ctx, userstore.Mail{
		Recipient: email,
		Subject:   say.say("mail.unknown.subject"),
		Text:      say.say("mail.unknown.text"),
	}); err != nil {
		p.store.log.ErrorContext(ctx, "mail_not_sent", "error", err)
	}
}

func (p *pages) passwordHint(say speaker) string {
	return say.say("hint.password", "min", fmt.Sprint(portal.Passwords.MinLength))
}

func (p *pages) toMail(say speaker) link { return link{pathOf("mail"), say.say("mail.open")} }

func (p *pages) toSite(say speaker) []link {
	return []link{{p.home(), say.say("signedOut.continue")}}
}

// goTo returns the portal URL at which the user wants to continue; foreign URLs are ignored.
func (p *pages) goTo(r *http.Request) string {
	if next := r.URL.Query().Get("goto"); p.store.client.leadsTo(next) {
		return next
	}
	return p.home()
}

// home returns the URL of the portal's home page.
func (p *pages) home() string {
	for _, o := range p.store.client.origins() {
		if !strings.Contains(o, "*") {
			return o + "/mykomax"
		}
	}
	return pathOf("signed-out")
}
