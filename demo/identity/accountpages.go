package identity

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"strand/demo/passwords"
	"strand/demo/sisusers"
	"strand/domain/account"
	"strand/domain/form"
)

// register creates an account.
func (p *pages) register(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	ctx := r.Context()
	input := sisusers.Registration{
		Email:     r.PostFormValue("email"),
		Password:  r.PostFormValue("password"),
		FirstName: r.PostFormValue("firstName"),
		LastName:  r.PostFormValue("lastName"),
		Company:   r.PostFormValue("company"),
		Language:  texts.Language,
	}
	content := page{
		Title:  texts.Get("register.title"),
		Lead:   texts.Get("register.lead"),
		Submit: texts.Get("register.submit"),
		Fields: []field{
			texts.firstNameField(input.FirstName),
			texts.lastNameField(input.LastName),
			{
				Name:         "company",
				Label:        texts.Get("field.company"),
				Type:         "text",
				Autocomplete: "organization",
				Value:        input.Company,
			},
			texts.emailField(input.Email),
			p.newPasswordField(texts, "field.password"),
		},
		Links: []link{{pathOf("login") + "?" + r.URL.RawQuery, texts.Get("register.login")}},
	}
	action := r.PostFormValue("action")
	if r.Method != http.MethodPost || action == changeAction {
		p.show(w, r, texts, http.StatusOK, content)
		return
	}
	if action == againAction {
		p.confirmAgain(ctx, r, texts, input.Email)
		p.showRegistered(w, r, texts, input, "register.again.done")
		return
	}
	id, isNew, err := p.store.users.Register(ctx, input)
	if wrong := (sisusers.PolicyErrors)(nil); errors.As(err, &wrong) {
		addPolicyErrors(content.Fields, texts, wrong...)
		p.show(w, r, texts, http.StatusUnprocessableEntity, content)
		return
	}
	if err != nil {
		p.fail(w, r, texts, content, err)
		return
	}
	if isNew {
		if u, err := p.store.users.User(ctx, id); err == nil {
			p.mailLink(ctx, texts, u, sisusers.VerifyEmail, "verify", r.URL.Query().Get("goto"), browserOf(ctx))
		}
	} else if u, err := p.store.users.UserByEmail(ctx, strings.TrimSpace(input.Email)); err == nil {
		p.mailLink(ctx, texts, u, sisusers.ResetPassword, "taken", "", "")
	}
	p.showRegistered(w, r, texts, input, "register.done.lead")
}

// The values of the buttons on the page after a registration: they send the mail again, or lead back to the form.
const (
	againAction  = "again"
	changeAction = "change"
)

// showRegistered shows the page after a registration.
func (p *pages) showRegistered(
	w http.ResponseWriter, r *http.Request, texts localizedTexts, input sisusers.Registration, notice string,
) {
	content := page{
		Title:  texts.Get("register.done.title"),
		Notice: texts.Get(notice, "email", strings.TrimSpace(input.Email)),
		Submit: texts.Get("register.again"),
		Action: againAction,
		Others: []button{{changeAction, texts.Get("register.change")}},
		Links:  []link{p.toMail(texts)},

		IsResult: true,
	}
	content.Hidden = []field{
		{Name: "email", Value: input.Email}, {Name: "firstName", Value: input.FirstName},
		{Name: "lastName", Value: input.LastName}, {Name: "company", Value: input.Company},
	}
	p.show(w, r, texts, http.StatusOK, content)
}

// confirmAgain sends the mail of a registration again. The page is the same for every address.
func (p *pages) confirmAgain(ctx context.Context, r *http.Request, texts localizedTexts, email string) {
	u, err := p.store.users.UserByEmail(ctx, strings.TrimSpace(email))
	switch {
	case errors.Is(err, sisusers.ErrNotFound):
		if email, isEmail := form.NormalizeEmail(email); isEmail {
			p.mailUnknown(ctx, texts, email)
		}
	case err != nil:
		p.store.log.ErrorContext(ctx, "mail_not_sent", "error", err)
	case u.IsVerified:
		p.mailLink(ctx, texts, u, sisusers.ResetPassword, "taken", "", "")
	default:
		browser := browserOf(ctx)
		if isBound, err := p.store.users.HasRegisteredIn(ctx, browser, u.ID); err != nil || !isBound {
			browser = ""
		}
		p.mailLink(ctx, texts, u, sisusers.VerifyEmail, "verify", r.URL.Query().Get("goto"), browser)
	}
}

func addPolicyErrors(fields []field, texts localizedTexts, wrong ...*sisusers.PolicyError) {
	for _, e := range wrong {
		for i := range fields {
			if fields[i].Name == e.Field {
				fields[i].Errors = texts.policy(e.Failures)
			}
		}
	}
}

// verify confirms an e-mail address and signs the user in. It needs a button, because mail programs open links in
// advance, and in another browser than that of the registration its password, because another person may have
// registered the e-mail address.
func (p *pages) verify(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	ctx, token := r.Context(), r.URL.Query().Get("token")
	u, err := p.store.users.ActionTokenUser(ctx, token, sisusers.VerifyEmail)
	if err != nil {
		p.showInvalidLink(w, r, texts, err)
		return
	}
	content := page{
		Title:  texts.Get("verify.title"),
		Lead:   texts.Get("verify.lead", "email", u.Email),
		Submit: texts.Get("verify.submit"),
		Fields: []field{texts.passwordField()},
		Links:  []link{{pathOf("forgotten"), texts.Get("login.forgotten")}},
	}
	isBound, err := p.store.users.HasRegisteredIn(ctx, browserOf(ctx), u.ID)
	if err != nil {
		p.fail(w, r, texts, content, err)
		return
	}
	if isBound {
		content.Lead, content.Fields, content.Links = texts.Get("verify.here.lead", "email", u.Email), nil, nil
	}
	if r.Method != http.MethodPost {
		p.show(w, r, texts, http.StatusOK, content)
		return
	}
	_, err = p.store.users.Verify(ctx, token, sourceOf(r), browserOf(ctx), r.PostFormValue("password"))
	locked := new(sisusers.LockedError)
	switch {
	case errors.Is(err, sisusers.ErrCredentials) && !isBound:
		content.Fields[0].Errors = []string{texts.Get("verify.wrong")}
		p.show(w, r, texts, http.StatusUnprocessableEntity, content)
	case errors.As(err, &locked):
		p.showLocked(w, r, texts, content, locked)
	case err != nil:
		p.showInvalidLink(w, r, texts, err)
	default:
		p.completeLogin(w, r, texts, content, "", u.ID, false)
	}
}

func (p *pages) showInvalidLink(w http.ResponseWriter, r *http.Request, texts localizedTexts, err error) {
	p.showInvalidLinkWith(w, r, texts, err, link{pathOf("forgotten"), texts.Get("login.forgotten")})
}

func (p *pages) showInvalidLinkWith(
	w http.ResponseWriter,
	r *http.Request,
	texts localizedTexts,
	err error,
	links ...link,
) {
	content := page{Title: texts.Get("link.expired.title"), Lead: texts.Get("link.expired.lead"), Links: links}
	if !errors.Is(err, sisusers.ErrInvalidToken) {
		p.fail(w, r, texts, content, err)
		return
	}
	p.show(w, r, texts, http.StatusGone, content)
}

// forgottenPassword sends a link for choosing a new password. The response does not depend on whether the account
// exists.
func (p *pages) forgottenPassword(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	ctx, email := r.Context(), strings.TrimSpace(r.PostFormValue("email"))
	back := link{pathOf("login") + "?" + r.URL.RawQuery, texts.Get("forgotten.login")}
	content := page{
		Title:  texts.Get("forgotten.title"),
		Lead:   texts.Get("forgotten.lead"),
		Submit: texts.Get("forgotten.submit"),
		Links:  []link{back},
		Fields: []field{
			texts.emailField(email),
		},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, texts, http.StatusOK, content)
		return
	}
	email, ok := form.NormalizeEmail(email)
	if !ok {
		content.Fields[0].Errors = texts.policy([]account.PolicyFailure{{Code: account.ValidEmailAddressFormat}})
		p.show(w, r, texts, http.StatusUnprocessableEntity, content)
		return
	}
	u, err := p.store.users.UserByEmail(ctx, email)
	switch {
	case err == nil:
		p.mailLink(ctx, texts, u, sisusers.ResetPassword, "reset", "", "")
	case errors.Is(err, sisusers.ErrNotFound):
		// An unknown e-mail address gets a mail as well, so that the response time does not reveal whether the account
		// exists.
		p.mailUnknown(ctx, texts, email)
	default:
		p.fail(w, r, texts, content, err)
		return
	}
	p.show(
		w,
		r,
		texts,
		http.StatusOK,
		page{
			Title:  texts.Get("forgotten.done.title"),
			Notice: texts.Get("forgotten.done.lead", "email", email),
			Links:  []link{p.toMail(texts), back},

			IsResult: true,
		},
	)
}

// resetPassword sets a new password by a link, and ends every session.
func (p *pages) resetPassword(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	ctx, token := r.Context(), r.URL.Query().Get("token")
	u, err := p.store.users.ActionTokenUser(ctx, token, sisusers.ResetPassword)
	if err != nil {
		p.showInvalidLink(w, r, texts, err)
		return
	}
	content := page{
		Title:  texts.Get("reset.title"),
		Lead:   texts.Get("reset.lead", "email", u.Email),
		Submit: texts.Get("reset.submit"),
		Fields: []field{
			p.newPasswordField(texts, "field.newPassword")},
	}
	if r.Method != http.MethodPost {
		p.show(w, r, texts, http.StatusOK, content)
		return
	}
	wrong := new(sisusers.PolicyError)
	_, err = p.store.users.ChooseForgottenPassword(ctx, token, r.PostFormValue("password"))
	switch {
	case errors.As(err, &wrong):
		addPolicyErrors(content.Fields, texts, wrong)
		p.show(w, r, texts, http.StatusUnprocessableEntity, content)
		return
	case err != nil:
		p.showInvalidLink(w, r, texts, err)
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
		texts,
		http.StatusOK,
		page{
			Title:  texts.Get("reset.done.title"),
			Notice: texts.Get("reset.done.lead"),
			Links:  []link{{p.home(), texts.Get("verify.continue")}},

			IsResult: true,
		},
	)
}

func (p *pages) passwordHint(texts localizedTexts) string {
	return texts.Get("hint.password", "min", fmt.Sprint(passwords.Rules.MinLength))
}
