package identity

import (
	"errors"
	"net/http"

	"strand/demo/sisusers"
)

// newInvitationAction is the value of the button that requests a new invitation.
const newInvitationAction = "ask-again"

// invitation accepts an invitation: a person without an account chooses a password and is signed in; an existing
// account joins the organization, or gets access to an application. The link does not sign an existing account in,
// since it does not check the second factor. The page needs a button, because mail programs open links in advance.
func (p *pages) invitation(w http.ResponseWriter, r *http.Request, texts localizedTexts) {
	ctx, token := r.Context(), r.URL.Query().Get("token")
	found, err := p.store.users.Invitation(ctx, token)
	if err != nil {
		p.showInvalidLinkWith(w, r, texts, err, p.toSite(texts)...)
		return
	}
	if found.IsExpired {
		p.expiredInvitation(w, r, texts, token, found)
		return
	}
	form, done := p.invitationPage(r, texts, found)
	if r.Method != http.MethodPost {
		p.show(w, r, texts, http.StatusOK, form)
		return
	}
	userID, err := p.store.users.AcceptInvitation(ctx, token, sisusers.Acceptance{
		FirstName: r.PostFormValue("firstName"),
		LastName:  r.PostFormValue("lastName"),
		Password:  r.PostFormValue("password"),
	})
	wrong := (sisusers.PolicyErrors)(nil)
	switch {
	case errors.As(err, &wrong):
		addPolicyErrors(form.Fields, texts, wrong...)
		p.show(w, r, texts, http.StatusUnprocessableEntity, form)
	case err != nil:
		p.showInvalidLinkWith(w, r, texts, err, p.toSite(texts)...)
	case userID != "":
		p.completeLogin(w, r, texts, form, "", userID, false)
	default:
		p.show(w, r, texts, http.StatusOK, page{
			Title:  done,
			Notice: texts.Get("invitation.done.lead"),
			Links:  []link{{p.home(), texts.Get("invitation.continue")}},

			IsResult: true,
		})
	}
}

// invitationPage returns the form that accepts an invitation, and the title of the confirmation.
func (p *pages) invitationPage(
	r *http.Request,
	texts localizedTexts,
	found *sisusers.OpenInvitation,
) (form page, done string) {
	text := func(id string) string {
		return texts.Get("invitation."+id, "organization", found.Organization, "email", found.Email,
			"application", sisusers.ApplicationName(texts.Language, found.Application))
	}
	if found.Application != "" {
		content := page{Title: text("access.title"), Lead: text("access.lead"), Submit: text("access.submit")}
		return content, text("access.done")
	}
	if found.HasAccount {
		return page{Title: text("join.title"), Lead: text("join.lead"), Submit: text("join.submit")}, text("join.done")
	}
	first, last := found.FirstName, found.LastName
	if r.Method == http.MethodPost {
		first, last = r.PostFormValue("firstName"), r.PostFormValue("lastName")
	}
	return page{
		Title:  text("new.title"),
		Lead:   text("new.lead"),
		Submit: text("new.submit"),
		Fields: []field{
			texts.firstNameField(first),
			texts.lastNameField(last),
			p.newPasswordField(texts, "field.password"),
		},
	}, ""
}

// expiredInvitation requests a new invitation from the administrators.
func (p *pages) expiredInvitation(
	w http.ResponseWriter, r *http.Request, texts localizedTexts, token string, found *sisusers.OpenInvitation,
) {
	content := page{
		Title:  texts.Get("invitation.expired.title"),
		Lead:   texts.Get("invitation.expired.lead", "organization", found.Organization),
		Submit: texts.Get("invitation.expired.submit"),
		Action: newInvitationAction,
	}
	// The form that accepts the invitation may have been open for too long.
	if r.Method != http.MethodPost || r.PostFormValue("action") != newInvitationAction {
		p.show(w, r, texts, http.StatusGone, content)
		return
	}
	if err := p.store.users.RequestNewInvitation(r.Context(), token); err != nil {
		p.showInvalidLinkWith(w, r, texts, err, p.toSite(texts)...)
		return
	}
	p.show(w, r, texts, http.StatusOK, page{
		Title:  texts.Get("invitation.requested.title"),
		Notice: texts.Get("invitation.requested.lead"),
		Links:  p.toSite(texts),

		IsResult: true,
	})
}
