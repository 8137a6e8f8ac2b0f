package identity_test

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"strand/demo/identity"
	"strand/demo/sisusers"
)

// sampleSignIn requests a session for an account as a page of an origin.
func (w *fixture) sampleSignIn(t *testing.T, client *http.Client, origin, email string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.AccountsURL,
		strings.NewReader(url.Values{"email": {email}}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", origin)
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response
}

// A sample account is signed in with its published password: the application gets tokens by the usual request.
func TestAccounts(t *testing.T) {
	w := start(t)
	response, err := http.Get(w.AccountsURL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var listed []struct{ Email, Name, Shows string }
	if err := json.NewDecoder(response.Body).Decode(&listed); err != nil || len(listed) < 10 ||
		listed[0].Email != "customer@example.com" || listed[0].Name != "Carla Muster" || listed[0].Shows == "" {
		t.Fatal(err, listed)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	answer := w.sampleSignIn(t, client, application, "customer@example.com")
	if answer.StatusCode != http.StatusNoContent ||
		answer.Header.Get("Access-Control-Allow-Origin") != application ||
		answer.Header.Get("Access-Control-Allow-Credentials") != "true" {
		t.Fatalf("%d %v", answer.StatusCode, answer.Header)
	}
	origin, _ := url.Parse(w.origin)
	if cookies := jar.Cookies(origin); len(cookies) == 0 || cookies[0].Name != "iPlanetDirectoryPro" {
		t.Errorf("cookies %v", cookies)
	}
}

// The list offers no other account, no other page may sign the browser in, and a changed password ends the offer.
func TestAccounts_Refused(t *testing.T) {
	w := start(t)
	if _, err := w.users.DB().Exec(`UPDATE users SET password_hash = '' WHERE email = 'other@example.com'`); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		origin, email string
		want          int
	}{
		"another page":                {"https://evil.example", "customer@example.com", http.StatusForbidden},
		"no origin":                   {"null", "customer@example.com", http.StatusForbidden},
		"an account without an offer": {application, "colleague@example.com", http.StatusNotFound},
		"no account":                  {application, "", http.StatusNotFound},
		"another password":            {application, "other@example.com", http.StatusForbidden},
	} {
		response := w.sampleSignIn(t, http.DefaultClient, test.origin, test.email)
		if response.StatusCode != test.want || response.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %v", name, response.StatusCode, response.Header)
		}
	}
}

// A provider without samples has no such page.
func TestAccounts_None(t *testing.T) {
	w := start(t)
	users, err := sisusers.Open(sisusers.Options{Dir: t.TempDir(), ContentDir: "../content/identity", Now: w.now})
	if err != nil {
		t.Fatal(err)
	}
	defer users.Close()
	provider, err := identity.New(identity.Options{
		Origin: w.origin, Users: users, Applications: func() []string { return []string{application} },
	})
	if err != nil {
		t.Fatal(err)
	}
	if provider.AccountsURL != "" {
		t.Error(provider.AccountsURL)
	}
	w.serve = provider.Handler()
	response := w.sampleSignIn(t, http.DefaultClient, application, "customer@example.com")
	if response.StatusCode == http.StatusNoContent || response.Header.Get("Set-Cookie") != "" {
		t.Errorf("%d %v", response.StatusCode, response.Header)
	}
}
