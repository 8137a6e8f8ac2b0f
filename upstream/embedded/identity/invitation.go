package identity

import (
	"errors"
	"net/http"

	"strand/upstream/embedded/userstore"
)

// newInvitationAction is the value of the button that requests a new invitation.
const newInvitationAction = "ask-again"

// invitation accepts an invitation: a person without an account chooses a password and is signed in; an existing
// account joins the organization, or gets access to an application. The link does not sign an existing account in,
// since it does not check the second factor. The page needs a button, because mail programs open links in advance.
func (p *pages) invitation(w http.ResponseWriter, r *http.Request, say speaker) {
	ctx, token := r.Context(), r.URL.Query().Get("token")
	found, err := p.store.users.Invitation(ctx, token)
	if err != nil {
		p.linkFailedWith(w, r, say, err, p.toSite(say)...)
		return
	}
	if found.IsExpired {
		p.expiredInvitation(w, r, say, token, found)
		return
	}
	form, done := p.invitationPage(r, say, found)
	if r.Method != http.MethodPost {
		p.show(w, r, say, http.StatusOK, form)
		return
	}
	userID, err := p.store.users.AcceptInvitation(ctx, token, userstore.Acceptance{
		FirstName: r.PostFormValue("firstName"),
		LastName:  r.PostFormValue("lastName"),
		Password:  r.PostFormValue("password"),
	})
	wrong := (userstore.PolicyErrors)(nil)
	switch {
	case errors.As(err, &wrong):
		mark(form.Fields, say, wrong...)
		p.show(w, r, say, http.StatusUnprocessableEntity, form)
	case err != nil:
		p.linkFailedWith(w, r, say, err, p.toSite(say)...)
	case userID != "":
		p.enter(w, r, say, form, "", userID, false)
	default:
		p.show(w, r, say, http.StatusOK, page{
			Title:  done,
			Notice: say.say("invitation.done.lead"),
			Links:  []link{{p.home(), say.say("invitation.continue")}},
		})
	}
}

// invitationPage returns the form that accepts an invitation, and the title of the confirmation.
func (p *pages) invitationPage(r *http.Request, say speaker, found *userstore.OpenInvitation) (form page, done string) {
	text := func(id string) string {
		return say.say("invitation."+id, "organization", found.Organization, "email", found.Email,
			"application", userstore.ApplicationName(say.language, found.Application))
	}
	if found.Application != "" {
		return page{
				Title:  text("access.title"),
				Lead:   text("access.lead"),
				Submit: text("access.submit"),
			}, text(
				"access.done",
			)
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
			{
				Name:         "firstName",
				Label:        say.say("field.firstName"),
				Type:         "text",
				Autocomplete: "given-name",
				Required:     true,
				Value:        first,
			},
			{
				Name:         "lastName",
				Label:        say.say("field.lastName"),
				Type:         "text",
				Autocomplete: "family-name",
				Required:     true,
				Value:        last,
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
	}, ""
}

// expiredInvitation requests a new invitation from the administrators.
func (p *pages) expiredInvitation(
	w http.ResponseWriter, r *http.Request, say speaker, token string, found *userstore.OpenInvitation,
) {
	shown := page{
		Title:  say.say("invitation.expired.title"),
		Lead:   say.say("invitation.expired.lead", "organization", found.Organization),
		Submit: say.say("invitation.expired.submit"),
		Action: newInvitationAction,
	}
	// The form that accepts the invitation may have been open for too long.
	if r.Method != http.MethodPost || r.PostFormValue("action") != newInvitationAction {
		p.show(w, r, say, http.StatusGone, shown)
		return
	}
	if err := p.store.users.RequestNewInvitation(r.Context(), token); err != nil {
		p.linkFailedWith(w, r, say, err, p.toSite(say)...)
		return
	}
	p.show(w, r, say, http.StatusOK, page{
		Title:  say.say("invitation.asked.title"),
		Notice: say.say("invitation.asked.lead"),
		Links:  p.toSite(say),
	})
}
