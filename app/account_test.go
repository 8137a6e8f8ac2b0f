package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"golang.org/x/oauth2"

	"strand/demo/identity/identitytest"
)

const accountQuery = `{ resolve(url: "http://localhost:8080/en/mykomax/account") { ... on PageResolution { portal { page account { profile { firstName lastName company email country language isManagedInternally hasSecondFactor } languages { languageCode } } } } } }`

// Rules: ACC-1, ACC-3, ACC-5.
func TestAccount(t *testing.T) {
	s := portalSite(t)
	b := s.browser(t)
	const email = "igor.example.35@example.net"
	token := identitytest.IDToken(b.SignIn(email))

	const account = "data.resolve.portal.account."
	_, got := s.as(t, token, accountQuery)
	checkAt(t, got, account+"profile", `{"firstName": "Igor", "lastName": "Example",
		"company": "Nordkabel Systeme AG", "email": "`+email+`", "country": "CH", "language": "en",
		"isManagedInternally": false, "hasSecondFactor": false}`)
	checkAt(t, got, account+"languages.10.languageCode", `"zh"`)
	if _, got := s.as(t, "", accountQuery); got != `{"data":{"resolve":{"portal":null}}}` {
		t.Errorf("anonymous user: %s", got)
	}
	for _, mutation := range []string{`updateProfile(input: {firstName: "A", lastName: "B", language: "en"}) { profile { firstName } }`,
		`changePassword(input: {presentPassword: "a", nextPassword: "b"}) { isChanged }`, `startSecondFactor { secret }`, `confirmSecondFactor(input: {oneTimeCode: "1"}) { recoveryCodes }`, `resetSecondFactor { needsLogin }`} {
		if _, got := s.as(t, "", "mutation { "+mutation+" }"); !failsWith(t, got, "UNAUTHENTICATED") {
			t.Errorf("anonymous user: %s: %s", mutation, got)
		}
	}

	_, got = s.as(
		t,
		token,
		`mutation { updateProfile(input: {firstName: " ", lastName: "Muster", country: "XX", language: "tlh"}) { profile { firstName } userErrors { field code message } } }`,
	)
	if got != `{"data":{"updateProfile":{"profile":null,"userErrors":[{"field":"firstName","code":"REQUIRED","message":"Please enter your first name"},{"field":"country","code":"INVALID","message":"Please enter a valid value."},{"field":"language","code":"INVALID","message":"Please enter a valid value."}]}}}` {
		t.Error(got)
	}
	_, got = s.as(
		t,
		token,
		`mutation { updateProfile(input: {firstName: "Carlotta", lastName: "Example", country: "DE", language: "de", city: "Ulm"}) { profile { firstName city country } userErrors { field } } }`,
	)
	if got != `{"data":{"updateProfile":{"profile":{"firstName":"Carlotta","city":"Ulm","country":"DE"},"userErrors":[]}}}` {
		t.Error(got)
	}
	_, got = s.as(t, token, accountQuery)
	checkAt(t, got, account+"profile.firstName", `"Carlotta"`)
	// What is left out or null stays, the empty string removes it.
	checkAt(t, got, account+"profile.company", `"Nordkabel Systeme AG"`)
	_, got = s.as(
		t,
		token,
		`mutation { updateProfile(input: {firstName: "Carlotta", lastName: "Example", language: "de", company: "",
			country: null}) { profile { company city country } } }`,
	)
	checkAt(t, got, "data.updateProfile.profile", `{"company": "", "city": "Ulm", "country": "DE"}`)
	// The next token contains the new name.
	_, got = s.as(t, identitytest.IDToken(b.SignIn(email)), whoAmI)
	checkAt(t, got, "data.me.fullName", `"Carlotta Example"`)
}

// Rules: ACC-5, ACC-6, AUTH-26.
func TestAccount_Password(t *testing.T) {
	s := portalSite(t)
	const email = "bruno.esempio.71@example.net"
	token := identitytest.IDToken(s.browser(t).SignIn(email))
	change := func(present, next string) string {
		_, got := s.as(
			t,
			token,
			fmt.Sprintf(
				`mutation { changePassword(input: {presentPassword: %q, nextPassword: %q}) { isChanged userErrors { field code } policyFailures { code count text } lockedUntil } }`,
				present,
				next,
			),
		)
		return got
	}
	if got := change(
		"wrong", "Correct-horse-9",
	); got != `{"data":{"changePassword":{"isChanged":false,"userErrors":[{"field":"presentPassword","code":"INVALID"}],"policyFailures":[],"lockedUntil":null}}}` {
		t.Error(got)
	}
	checkAt(
		t,
		change(identitytest.Password, "bruno"),
		"data.changePassword.policyFailures",
		`[{"code":"MIN_LENGTH","count":12,"text":""},{"code":"AT_LEAST_X_CAPITAL_LETTERS","count":1,"text":""},{"code":"AT_LEAST_X_NUMBERS","count":1,"text":""},{"code":"CANNOT_CONTAIN_OTHERS","count":0,"text":"Bruno"}]`,
	)
	unchanged := change(identitytest.Password, identitytest.Password)
	checkAt(t, unchanged, "data.changePassword.isChanged", `false`)
	checkAt(
		t,
		unchanged,
		"data.changePassword.policyFailures",
		`[{"code":"UNIQUE","count":0,"text":""}]`,
	)
	checkAt(t, change(identitytest.Password, "Correct-horse-9"), "data.changePassword.isChanged", `true`)
	b := s.browser(t)
	page := b.Authorize(oauth2.GenerateVerifier())
	if p := b.Send(
		page, "email", email, "password", identitytest.Password,
	); p.Status != http.StatusUnauthorized {
		t.Errorf("login with the old password succeeds: %d", p.Status)
	}
	if b.Send(page, "email", email, "password", "Correct-horse-9"); b.Redirect == nil {
		t.Error("login with the new password fails")
	}
	for range 5 {
		change("wrong", "Correct-horse-9")
	}
	locked := change("wrong", "Correct-horse-9")
	checkAt(t, locked, "data.changePassword.userErrors", `[{"field": "presentPassword", "code": "LOCKED"}]`)
	textAt(t, locked, "data.changePassword.lockedUntil")
	// Accounts that are managed internally cannot be changed here (ACC-5).
	token = identitytest.IDToken(s.browser(t).SignIn("internal@example.com"))
	if got := change(identitytest.Password, "Correct-horse-9"); !failsWith(t, got, "FORBIDDEN") {
		t.Error(got)
	}
	if _, got := s.as(t, token, `mutation { updateProfile(input: {firstName: "A", lastName: "B", language: "en"}) { profile { firstName } } }`); !failsWith(
		t,
		got,
		"FORBIDDEN",
	) {
		t.Error(got)
	}
}

// Rules: ACC-10, ACC-11.
func TestAccount_SecondFactor(t *testing.T) {
	s := portalSite(t)
	const email = "lena.vzorek.95@example.net"
	b := s.browser(t)
	token := identitytest.IDToken(b.SignIn(email))
	_, got := s.as(t, token, `mutation { startSecondFactor { secret qrCode } }`)
	secret := textAt(t, got, "data.startSecondFactor.secret")
	if !strings.HasPrefix(textAt(t, got, "data.startSecondFactor.qrCode"), "data:image/png;base64,") {
		t.Error(got)
	}
	confirm := func(code string) string {
		_, got := s.as(
			t,
			token,
			`mutation { confirmSecondFactor(input: {oneTimeCode: "`+code+
				`"}) { recoveryCodes recoveryCodesId userErrors { field code } } }`,
		)
		return got
	}
	if got := confirm("000000"); got != `{"data":{"confirmSecondFactor":{"recoveryCodes":[],"recoveryCodesId":null,"userErrors":[{"field":"oneTimeCode","code":"INVALID"}]}}}` {
		t.Error(got)
	}
	code, err := totp.GenerateCode(secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	got = confirm(code)
	if codes, _ := valueAt(t, got, "data.confirmSecondFactor.recoveryCodes").([]any); len(codes) != 10 {
		t.Error(got)
	}
	first := textAt(t, got, "data.confirmSecondFactor.recoveryCodesId")
	if _, got := s.as(
		t, token, `mutation { createRecoveryCodes { recoveryCodes recoveryCodesId userErrors { field code } } }`,
	); got != `{"data":{"createRecoveryCodes":{"recoveryCodes":[],"recoveryCodesId":null,"userErrors":[{"field":null,"code":"NO_SECOND_FACTOR"}]}}}` {
		t.Errorf("the factor is active before its recovery codes are saved: %s", got)
	}
	const saved = `{"data":{"saveRecoveryCodes":{"profile":{"hasSecondFactor":true,"recoveryCodesLeft":10},"userErrors":[]}}}`
	save := func(id string) string {
		_, got := s.as(t, token, `mutation { saveRecoveryCodes(input: {recoveryCodesId: "`+id+
			`"}) { profile { hasSecondFactor recoveryCodesLeft } userErrors { field code } } }`)
		return got
	}
	if got := save(first); got != saved {
		t.Error(got)
	}
	_, got = s.as(t, token, `mutation { createRecoveryCodes { recoveryCodes recoveryCodesId } }`)
	if got := save(textAt(t, got, "data.createRecoveryCodes.recoveryCodesId")); got != saved {
		t.Error(got)
	}
	if got := save(first); got != `{"data":{"saveRecoveryCodes":{"profile":null,"userErrors":[{"field":null,"code":"REPLACED"}]}}}` {
		t.Error(got)
	}
	other := s.browser(t)
	if page := other.Send(
		other.Authorize(oauth2.GenerateVerifier()), "email", email, "password", identitytest.Password,
	); other.Redirect != nil ||
		!strings.Contains(page.Body, "Second step") {
		t.Error("the login does not request the second factor")
	}
	if _, got := s.as(
		t, token, `mutation { resetSecondFactor { needsLogin } }`,
	); got != `{"data":{"resetSecondFactor":{"needsLogin":true}}}` {
		t.Error(got)
	}
	if r, got := s.as(t, token, whoAmI); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("the session has not ended: %s", got)
	}
	if other.Send(
		other.Authorize(oauth2.GenerateVerifier()), "email", email, "password", identitytest.Password,
	); other.Redirect == nil {
		t.Error("the login still requests the second factor")
	}
}

func TestAccount_PasswordEndsOtherSessions(t *testing.T) {
	s := portalSite(t)
	const email = "sven.modello.107@example.net"
	here, there := s.browser(t), s.browser(t)
	kept := identitytest.IDToken(here.SignIn(email))
	stolen := there.SignIn(email)
	_, got := s.as(
		t,
		kept,
		fmt.Sprintf(`mutation { changePassword(input: {presentPassword: %q, nextPassword: %q}) { isChanged } }`,
			identitytest.Password, "Correct-horse-9"),
	)
	if got != `{"data":{"changePassword":{"isChanged":true}}}` {
		t.Fatal(got)
	}
	if r, got := s.as(t, identitytest.IDToken(stolen), whoAmI); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("the other session's ID token: %d %s", r.StatusCode, got)
	}
	old := &oauth2.Token{RefreshToken: stolen.RefreshToken, Expiry: time.Now().Add(-time.Hour)}
	if _, err := there.OAuth.TokenSource(t.Context(), old).Token(); err == nil {
		t.Error("the other session's refresh token is still accepted")
	}
	if r, got := s.as(t, kept, whoAmI); r.StatusCode != http.StatusOK {
		t.Errorf("the own session: %d %s", r.StatusCode, got)
	}
}
