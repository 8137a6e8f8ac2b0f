package portal

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Profile is what somebody says of themselves (spec §3).
type Profile struct {
	FirstName, LastName string
	Company, Email      string
	Telephone           string
	Address, PostalCode string
	City                string
	// Country is empty for none.
	Country string
	// Language is that of the interface: `de`.
	Language string
	// IsManagedInternally says that neither profile nor password can be changed by the person (spec §6, Internal employee).
	IsManagedInternally bool
	// HasSecondFactor says that a code is asked for beside the password.
	HasSecondFactor bool
}

// maxProfileText bounds each text of a profile, in characters.
const maxProfileText = 200

// FieldProblem is what is wrong with a field.
type FieldProblem struct {
	Field string
	// Code is REQUIRED, INVALID or TOO_LONG.
	Code    string
	Message string
}

// Check trims a profile and finds what is wrong with it: first and last name are needed (spec §5), and a country and a language
// are ones that there are. isCountry says whether a country may be chosen.
func (p Profile) Check(isCountry func(code string) bool, languages []string) (Profile, []FieldProblem) {
	var problems []FieldProblem
	wrong := func(field, code, message string) {
		problems = append(problems, FieldProblem{Field: field, Code: code, Message: message})
	}
	for _, f := range []struct {
		name, missing string
		value         *string
	}{
		{"firstName", "Please enter your first name", &p.FirstName}, {"lastName", "Please enter your last name", &p.LastName},
		{"company", "", &p.Company}, {"telephone", "", &p.Telephone}, {"address", "", &p.Address}, {"postalCode", "", &p.PostalCode}, {"city", "", &p.City},
	} {
		*f.value = strings.TrimSpace(strings.ToValidUTF8(*f.value, ""))
		switch {
		case *f.value == "" && f.missing != "":
			wrong(f.name, "REQUIRED", f.missing)
		case utf8.RuneCountInString(*f.value) > maxProfileText:
			wrong(f.name, "TOO_LONG", "Please enter a valid value.")
		}
	}
	if p.Country != "" && !isCountry(p.Country) {
		wrong("country", "INVALID", "Please enter a valid value.")
	}
	if !slices.Contains(languages, p.Language) {
		wrong("language", "INVALID", "Please enter a valid value.")
	}
	return p, problems
}

// PasswordOutcome is what became of a password that was to be changed.
type PasswordOutcome string

const (
	PasswordChanged PasswordOutcome = "CHANGED"
	PasswordWrong   PasswordOutcome = "WRONG_PASSWORD"
	PasswordLocked  PasswordOutcome = "LOCKED"
	PasswordPoor    PasswordOutcome = "POLICY"
)

// PasswordChange says what became of a password that was to be changed.
type PasswordChange struct {
	Outcome  PasswordOutcome
	Failures []PolicyFailure
	// LockedUntil is zero unless the account is locked.
	LockedUntil time.Time
}

// SecondFactorSetup is a second factor that is being set up.
type SecondFactorSetup struct {
	// Secret is for those who cannot read the picture; URI is what it says.
	Secret, URI string
}
