package sisportal_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"strand/demo/passwords"
	"strand/domain/account"
)

const (
	startFactor   = `mutation { startSecondFactor { secret } }`
	confirmFactor = `mutation($code: String!) { confirmSecondFactor(oneTimeCode: $code) {
		recoveryCodes recoveryCodesId } }`
	createCodes = `mutation { createRecoveryCodes { id codes } }`
	saveCodes   = `mutation($id: ID = "x") { saveRecoveryCodes(id: $id) { hasSecondFactor recoveryCodesLeft } }`
	resetFactor = `mutation { resetSecondFactor }`
	change      = `mutation($p: String!, $n: String!) { changePassword(presentPassword: $p, nextPassword: $n) {
		outcome failures { code text } } }`
)

// mailsTo returns the subjects of a user's mails, newest first.
func (d *testServer) mailsTo(t *testing.T, email string) (subjects []string) {
	t.Helper()
	sent, err := d.users.Mails(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sent {
		if m.Recipient == email {
			subjects = append(subjects, m.Subject)
		}
	}
	return subjects
}

// TestSecondFactor_NeedsRecentLogin: a stolen token of an older login cannot change the second factor.
//
// Rules: AUTH-16, AUTH-29.
func TestSecondFactor_NeedsRecentLogin(t *testing.T) {
	d := start(t)
	var setup struct{ StartSecondFactor struct{ Secret string } }
	if codes := d.as(t, "user-customer", startFactor, nil, &setup); len(codes) > 0 {
		t.Fatal(codes)
	}
	code, err := totp.GenerateCode(setup.StartSecondFactor.Secret, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, age := range []string{"@5m10s", "@20m", "@9000h", "@-2m"} {
		for _, query := range []string{startFactor, confirmFactor, createCodes, saveCodes, resetFactor} {
			got := d.as(t, "user-customer"+age, query, map[string]any{"code": code}, nil)
			if !slices.Equal(got, []string{"RECENT_LOGIN_REQUIRED"}) {
				t.Errorf("%s, %s: %v", age, query, got)
			}
		}
	}
	if len(d.ended) > 0 || len(d.mailsTo(t, "customer@example.com")) > 0 {
		t.Errorf("something was changed: %v", d.ended)
	}
	var confirmed struct {
		ConfirmSecondFactor struct {
			RecoveryCodes   []string
			RecoveryCodesID string
		}
	}
	codes := d.as(t, "user-customer@4m30s", confirmFactor, map[string]any{"code": code}, &confirmed)
	if len(codes) > 0 || len(confirmed.ConfirmSecondFactor.RecoveryCodes) != 10 {
		t.Fatalf("%v %+v", codes, confirmed)
	}
	if len(d.ended) > 0 || len(d.mailsTo(t, "customer@example.com")) > 0 {
		t.Errorf("the factor is active before its codes are saved: %v", d.ended)
	}
	saved := map[string]any{"id": confirmed.ConfirmSecondFactor.RecoveryCodesID}
	for range 2 {
		if codes := d.as(t, "user-customer@4m30s", saveCodes, saved, nil); len(codes) > 0 {
			t.Fatal(codes)
		}
	}
	if !slices.Equal(d.ended, []string{"user-customer but sid-user-customer"}) {
		t.Errorf("after a new factor: %v", d.ended)
	}
	if codes := d.as(t, "user-customer@4m30s", resetFactor, nil, nil); len(codes) > 0 {
		t.Fatal(codes)
	}
	if !slices.Equal(d.ended[1:], []string{"user-customer but "}) {
		t.Errorf("after a reset: %v", d.ended)
	}
	if got := d.mailsTo(t, "customer@example.com"); !slices.Equal(
		got,
		[]string{"Two-step login was removed", "Two-step login is on"},
	) {
		t.Errorf("%v", got)
	}
}

// TestRecoveryCodes: codes become valid when they are saved, and only the latest ones.
//
// Rules: ACC-10, AUTH-29.
func TestRecoveryCodes(t *testing.T) {
	d := start(t)
	type codesOf struct {
		ID    string
		Codes []string
	}
	create := func(as string) *codesOf {
		t.Helper()
		var answer struct{ CreateRecoveryCodes *codesOf }
		if codes := d.as(t, as, createCodes, nil, &answer); len(codes) > 0 {
			t.Fatal(codes)
		}
		return answer.CreateRecoveryCodes
	}
	// save returns whether the user has a factor, and the number of codes; "replaced" for codes that cannot be saved.
	save := func(as, id string) string {
		t.Helper()
		var answer struct {
			SaveRecoveryCodes *struct {
				HasSecondFactor   bool
				RecoveryCodesLeft *int
			}
		}
		if codes := d.as(t, as, saveCodes, map[string]any{"id": id}, &answer); len(codes) > 0 {
			t.Fatal(codes)
		}
		if answer.SaveRecoveryCodes == nil {
			return "replaced"
		}
		return fmt.Sprint(answer.SaveRecoveryCodes.HasSecondFactor, *answer.SaveRecoveryCodes.RecoveryCodesLeft)
	}
	confirm := func() string {
		t.Helper()
		var setup struct{ StartSecondFactor struct{ Secret string } }
		if codes := d.as(t, "user-customer", startFactor, nil, &setup); len(codes) > 0 {
			t.Fatal(codes)
		}
		code, err := totp.GenerateCode(setup.StartSecondFactor.Secret, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		var confirmed struct {
			ConfirmSecondFactor struct{ RecoveryCodesID string }
		}
		if codes := d.as(
			t, "user-customer", confirmFactor, map[string]any{"code": code}, &confirmed,
		); len(codes) > 0 || confirmed.ConfirmSecondFactor.RecoveryCodesID == "" {
			t.Fatal(codes, confirmed)
		}
		return confirmed.ConfirmSecondFactor.RecoveryCodesID
	}
	if created := create("user-customer"); created != nil {
		t.Errorf("codes without a factor: %+v", created)
	}
	replaced, latest := confirm(), confirm()
	for as, id := range map[string]string{"user-customer": replaced, "user-new": latest} {
		if got := save(as, id); got != "replaced" {
			t.Errorf("%s saves codes that are not the latest of the account: %s", as, got)
		}
	}
	if got := save("user-customer", latest); got != "true 10" {
		t.Error(got)
	}
	first, second := create("user-customer"), create("user-customer")
	if len(second.Codes) != 10 || first.ID == second.ID {
		t.Errorf("%+v %+v", first, second)
	}
	for _, id := range []string{first.ID, "", strings.Repeat("x", 10_000), "'; --"} {
		if got := save("user-customer", id); got != "replaced" {
			t.Errorf("%.20s: %s", id, got)
		}
	}
	if got := save("user-customer", second.ID); got != "true 10" {
		t.Error(got)
	}
	// The set-up of another app replaces codes that were not saved.
	third := create("user-customer")
	confirm()
	if got := save("user-customer", third.ID); got != "replaced" {
		t.Error(got)
	}
	if got := d.mailsTo(t, "customer@example.com"); !slices.Equal(
		got, []string{"Your recovery codes were replaced", "Two-step login is on"},
	) {
		t.Errorf("%v", got)
	}
	if !slices.Equal(d.ended, []string{"user-customer but sid-user-customer"}) {
		t.Errorf("new codes end sessions: %v", d.ended)
	}
	if codes := d.as(t, "user-internal", createCodes, nil, nil); !slices.Equal(codes, []string{"FORBIDDEN"}) {
		t.Errorf("an account that is managed internally: %v", codes)
	}
}

// Rules: ACC-6, AUTH-29.
func TestChangePassword_EndsOtherSessions(t *testing.T) {
	d := start(t)
	try := func(present, next string) (outcome, rules string) {
		var answer struct {
			ChangePassword struct {
				Outcome  string
				Failures []struct{ Code, Text string }
			}
		}
		if codes := d.as(t, "user-new@3h", change, map[string]any{"p": present, "n": next}, &answer); len(codes) > 0 {
			t.Fatal(codes)
		}
		for _, f := range answer.ChangePassword.Failures {
			rules += f.Code + " " + f.Text
		}
		return answer.ChangePassword.Outcome, rules
	}
	if outcome, _ := try("wrong", "Correct-horse-9"); outcome != "WRONG_PASSWORD" {
		t.Error(outcome)
	}
	if outcome, rules := try("Strand-demo-2026", "Password1234"); outcome != "POLICY" ||
		rules != "UNKNOWN_POLICY COMMON_PASSWORD" {
		t.Errorf("a common password: %s %s", outcome, rules)
	}
	if len(d.ended) > 0 || len(d.mailsTo(t, "new@example.com")) > 0 {
		t.Errorf("something was changed: %v", d.ended)
	}
	if outcome, _ := try("Strand-demo-2026", "Correct-horse-9"); outcome != "CHANGED" {
		t.Error(outcome)
	}
	if !slices.Equal(d.ended, []string{"user-new but sid-user-new"}) {
		t.Errorf("%v", d.ended)
	}
	if got := d.mailsTo(t, "new@example.com"); !slices.Equal(got, []string{"Your password was changed"}) {
		t.Errorf("%v", got)
	}
	for range 5 {
		_, _ = try("wrong", "Correct-horse-10")
	}
	if outcome, _ := try("Correct-horse-9", "Correct-horse-10"); outcome != "LOCKED" {
		t.Errorf("the password can be guessed with a stolen token: %s", outcome)
	}
}

// Rules: ACC-14.
func TestEndSessions(t *testing.T) {
	d := start(t)
	const fields = `{ id browser isCurrent }`
	const want = `[{"id":"session-of-user-customer","browser":"Firefox","isCurrent":true}]`
	for query, ended := range map[string]string{
		`query { s: sessions ` + fields + ` }`:                              "",
		`mutation { s: endSession(id: "other") ` + fields + ` }`:            "user-customer other",
		`mutation { s: endSessions(exceptCurrent: true) ` + fields + ` }`:   "user-customer but sid-user-customer",
		`mutation { s: endSessions(exceptCurrent: false) ` + fields + ` } `: "user-customer but ",
	} {
		d.ended = nil
		var answer struct{ S json.RawMessage }
		if codes := d.as(t, "user-customer@3h", query, nil, &answer); len(codes) > 0 || string(answer.S) != want {
			t.Errorf("%s: %v %s", query, codes, answer.S)
		}
		if got := strings.Join(d.ended, "; "); got != ended {
			t.Errorf("%s ends %q", query, got)
		}
	}
}

// The rules that are stated before a password is typed are those by which one is refused.
//
// Rules: ACC-15.
func TestPasswordRules(t *testing.T) {
	d := start(t)
	var answer struct {
		PasswordRules []struct {
			Code  string
			Count int
			Text  string
		}
	}
	if codes := d.as(t, "user-customer", `{ passwordRules { code count text } }`, nil, &answer); len(codes) > 0 {
		t.Fatal(codes)
	}
	violating := map[string]string{
		"MIN_LENGTH": "Short-horse", "MAX_LENGTH": "Long-horse-9" + strings.Repeat("ab", 100),
		"AT_LEAST_X_CAPITAL_LETTERS": "small-horse-99", "AT_LEAST_X_NUMBERS": "Numberless-horse",
		"UNKNOWN_POLICY": "Password1234",
	}
	for _, rule := range answer.PasswordRules {
		isViolated := func(f account.PolicyFailure) bool {
			return string(f.Code) == rule.Code && f.Count == rule.Count && f.Text == rule.Text
		}
		if !slices.ContainsFunc(passwords.Rules.Check(violating[rule.Code]), isViolated) {
			t.Errorf("no password violates %+v", rule)
		}
		delete(violating, rule.Code)
	}
	if len(violating) > 0 {
		t.Errorf("rules that are not stated: %v", violating)
	}
}
