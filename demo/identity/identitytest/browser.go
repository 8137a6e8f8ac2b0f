// Package identitytest signs users in at an identity provider as a browser does, for tests.
package identitytest

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Password is the password of all users in the sample content.
const Password = "Strand-demo-2026"

// Browser is a user's browser: it stores cookies and follows redirects, except to the application.
type Browser struct {
	t      *testing.T
	client *http.Client
	// OAuth is the configuration of the application.
	OAuth    oauth2.Config
	Provider *oidc.Provider
	// Redirect is the latest URL of the application to which the provider redirected.
	Redirect *url.URL
	// UserAgent is the header by which the browser names itself; empty for that of Go.
	UserAgent string
}

// RoundTrip sends a request with the headers of the browser.
func (b *Browser) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.UserAgent != "" {
		r = r.Clone(r.Context())
		r.Header.Set("User-Agent", b.UserAgent)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// New returns a browser for an application at an origin.
func New(t *testing.T, issuer, clientID, application string) *Browser {
	t.Helper()
	provider, err := oidc.NewProvider(t.Context(), issuer)
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInParams
	b := &Browser{
		t:        t,
		Provider: provider,
		OAuth: oauth2.Config{
			ClientID:    clientID,
			Endpoint:    endpoint,
			RedirectURL: application + "/callback",
			Scopes:      []string{"openid", "profile", "email", "fr:idm:*"},
		},
	}
	b.client = &http.Client{
		Jar:       jar,
		Transport: b,
		CheckRedirect: func(r *http.Request, _ []*http.Request) error {
			if strings.HasPrefix(r.URL.String(), application) {
				b.Redirect = r.URL
				return http.ErrUseLastResponse
			}
			return nil
		},
	}
	return b
}

// Page is a response of the provider.
type Page struct {
	Status int
	URL    *url.URL
	Body   string
}

// Open requests a URL.
func (b *Browser) Open(url string) Page {
	b.t.Helper()
	b.Redirect = nil
	return b.read(b.client.Get(url))
}

// Send submits the form of a page.
func (b *Browser) Send(p Page, pairs ...string) Page {
	b.t.Helper()
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	b.Redirect = nil
	return b.read(b.client.PostForm(p.URL.String(), values))
}

// SendFrom submits a form to a URL as a page of an origin does.
func (b *Browser) SendFrom(origin, rawURL string, pairs ...string) Page {
	b.t.Helper()
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, rawURL, strings.NewReader(values.Encode()))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", origin)
	b.Redirect = nil
	return b.read(b.client.Do(r))
}

func (b *Browser) read(r *http.Response, err error) Page {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return Page{Status: r.StatusCode, URL: r.Request.URL, Body: string(body)}
}

// Authorize starts a login. It returns the login page, or redirects to the application if the user is signed in.
func (b *Browser) Authorize(verifier string, more ...oauth2.AuthCodeOption) Page {
	b.t.Helper()
	return b.Open(b.OAuth.AuthCodeURL("some-state", append(more, oauth2.S256ChallengeOption(verifier))...))
}

// Exchange exchanges the code of the latest redirect for tokens.
func (b *Browser) Exchange(verifier string) (*oauth2.Token, error) {
	b.t.Helper()
	if b.Redirect == nil {
		b.t.Fatal("no redirect to the application")
	}
	return b.OAuth.Exchange(context.Background(), b.Redirect.Query().Get("code"), oauth2.VerifierOption(verifier))
}

// SignIn signs a user in and returns the tokens.
func (b *Browser) SignIn(email string) *oauth2.Token {
	b.t.Helper()
	verifier := oauth2.GenerateVerifier()
	page := b.Authorize(verifier)
	if b.Redirect == nil {
		b.Send(page, "email", email, "password", Password)
	}
	token, err := b.Exchange(verifier)
	if err != nil {
		b.t.Fatal(err)
	}
	return token
}

// IDToken returns the ID token of a token response.
func IDToken(token *oauth2.Token) string {
	text, _ := token.Extra("id_token").(string)
	return text
}
