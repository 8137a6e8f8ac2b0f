package identity

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"strand/demo/sisusers"
)

// accounts serves the list of the sample accounts, and signs the browser in as one of them: with its published
// password, as the login page does, and with the same limits. The application then asks for tokens as after any login.
type accounts struct {
	store   *store
	samples *sisusers.SampleAccounts
}

// list answers with the sample accounts.
func (a accounts) list(w http.ResponseWriter, _ *http.Request) {
	type account struct {
		Email string `json:"email"`
		Name  string `json:"name"`
		Shows string `json:"shows"`
	}
	found := make([]account, len(a.samples.Accounts))
	for i, s := range a.samples.Accounts {
		found[i] = account{s.Email, s.Name, s.Shows}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(found) // the caller may have disconnected
}

// signIn starts a session of this browser for the sample account in the form's field `email`.
func (a accounts) signIn(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	email := r.PostFormValue("email")
	if !slices.ContainsFunc(a.samples.Accounts, func(s sisusers.SampleAccount) bool { return s.Email == email }) {
		http.Error(w, "This is no sample account.", http.StatusNotFound)
		return
	}
	user, err := a.store.users.Authenticate(ctx, sourceOf(r), email, a.samples.Password)
	switch {
	case errors.As(err, new(*sisusers.LockedError)):
		http.Error(w, "The account is locked for a while.", http.StatusTooManyRequests)
		return
	case errors.Is(err, sisusers.ErrCredentials), errors.Is(err, sisusers.ErrUnverified):
		http.Error(w, "The account does not have its published password any more.", http.StatusForbidden)
		return
	case err == nil && user.HasSecondFactor:
		http.Error(w, "The account has a second factor: use the login page.", http.StatusForbidden)
		return
	}
	var secret string
	if err == nil {
		_, secret, err = a.store.signIn(r, user.ID, false)
	}
	if err != nil {
		a.store.log.ErrorContext(ctx, "sample_sign_in_failed", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	setCookie(w, r, secret)
	w.WriteHeader(http.StatusNoContent)
}
