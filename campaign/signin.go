package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// The sample customer of the sample provider.
const (
	customer = "customer@example.com"
	password = "Strand-demo-2026"
)

// signIn signs in the sample customer at the sample provider as a browser does, and returns the ID token. The
// application is an origin that the provider accepts.
func signIn(ctx context.Context, issuerURL, application string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	provider, err := oidc.NewProvider(ctx, issuerURL)
	if err != nil {
		return "", fmt.Errorf("read the sample provider: %w", err)
	}
	endpoint := provider.Endpoint()
	endpoint.AuthStyle = oauth2.AuthStyleInParams
	settings := oauth2.Config{
		ClientID:    clientID,
		Endpoint:    endpoint,
		RedirectURL: application + "/callback",
		Scopes:      []string{"openid", "profile", "email", "fr:idm:*"},
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		return "", err
	}
	var led *url.URL
	browser := &http.Client{
		Jar:     jar,
		Timeout: 30 * time.Second,
		CheckRedirect: func(r *http.Request, _ []*http.Request) error {
			if strings.HasPrefix(r.URL.String(), application) {
				led = r.URL
				return http.ErrUseLastResponse
			}
			return nil
		},
	}
	verifier := oauth2.GenerateVerifier()
	page, err := browser.Get(settings.AuthCodeURL("some-state", oauth2.S256ChallengeOption(verifier)))
	if err != nil {
		return "", fmt.Errorf("open the page to sign in: %w", err)
	}
	_ = page.Body.Close()
	sent, err := browser.PostForm(page.Request.URL.String(), url.Values{"email": {customer}, "password": {password}})
	if err != nil {
		return "", fmt.Errorf("sign in: %w", err)
	}
	_ = sent.Body.Close()
	if led == nil {
		return "", fmt.Errorf("the provider does not redirect to %s: status %d", application, sent.StatusCode)
	}
	token, err := settings.Exchange(ctx, led.Query().Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		return "", fmt.Errorf("exchange the code: %w", err)
	}
	text, ok := token.Extra("id_token").(string)
	if !ok {
		return "", errors.New("the provider has sent no ID token")
	}
	return text, nil
}
