// Package account contains the rules of a user's own account: the profile, the password and the second factor.
package account

import (
	"time"

	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/site"
)

// Profile is the personal data of a user, which the user edits (ACC-1).
type Profile struct {
	FirstName, LastName string
	Company, Email      string
	Telephone           string
	Address, PostalCode string
	City                string
	// Country is a country code, empty for none.
	Country string
	// Language is the language of the user interface: `de`.
	Language string
	// TicketMails is true if the user gets mails about service tickets (TICK-36).
	TicketMails bool
	// IsManagedInternally marks the account of an internal employee, who can change neither profile nor password
	// (ACC-5).
	IsManagedInternally bool
	// HasSecondFactor is true if a login requires a code in addition to the password.
	HasSecondFactor bool
	// RecoveryCodesLeft is the number of recovery codes that were not used; nil if it is not known.
	RecoveryCodesLeft *int
}

// ProfileChange is a change of a profile, as sis takes it. A nil field keeps its value.
type ProfileChange struct {
	FirstName  string  `json:"firstName"`
	LastName   string  `json:"lastName"`
	Company    *string `json:"company"`
	Telephone  *string `json:"telephone"`
	Address    *string `json:"address"`
	PostalCode *string `json:"postalCode"`
	City       *string `json:"city"`
	Country    *string `json:"country"`
	Language   string  `json:"language"`
	// TicketMails is the only change of an account that is managed internally.
	TicketMails *bool `json:"ticketMails"`
}

// PasswordResult is the result of an attempt to change a password.
type PasswordResult string

const (
	PasswordChanged        PasswordResult = "CHANGED"
	PasswordWrong          PasswordResult = "WRONG_PASSWORD"
	PasswordLocked         PasswordResult = "LOCKED"
	PasswordViolatesPolicy PasswordResult = "POLICY"
)

// PasswordChange is the result of an attempt to change a password, with its details.
type PasswordChange struct {
	Result   PasswordResult
	Failures []PolicyFailure
	// LockedUntil is zero unless the account is locked.
	LockedUntil time.Time
}

// SecondFactorSetup is a second factor that is being set up.
type SecondFactorSetup struct {
	// URI is the content of the QR code. Secret is its key, for users who cannot scan the code.
	Secret, URI string
}

// RecoveryCodes are new recovery codes. They become valid when the user has saved them (ACC-10).
type RecoveryCodes struct {
	// ID identifies them when they are saved.
	ID    string
	Codes []string
}

// Session is a browser in which the user is logged in (ACC-14).
type Session struct {
	// ID identifies the session only to end it.
	ID string
	// Browser and System are names, `Firefox` and `Windows`; empty if they are not known.
	Browser, System string
	SignedInAt      time.Time
	// LastSeenAt is the time of the last activity.
	LastSeenAt time.Time
	// IsCurrent marks the session of the caller.
	IsCurrent bool
}

// Entry is the account of the signed-in user, with the forms that change it.
type Entry struct {
	Profile *Profile
	// Sessions are nil if the identity server does not report them, as PasswordRules.
	Sessions      []*Session
	PasswordRules []*PolicyFailure
	Countries     []*site.CountryOption
	Languages     []*site.Language
}

// Fields are the fields of the profile.
func (*Entry) Fields() []form.Field { return ProfileFields }

// PasswordFields are the fields that change the password.
func (*Entry) PasswordFields() []form.Field { return PasswordFields }

// OneTimeCodeFields are the fields that confirm a second factor.
func (*Entry) OneTimeCodeFields() []form.Field { return OneTimeCodeFields }

// ProfileFields are the fields of a profile that its user can change (ACC-1).
var ProfileFields = []form.Field{
	form.NewField("firstName", form.Text, "", "given-name", "firstName"),
	form.NewField("lastName", form.Text, "", "family-name", "lastName"),
	form.NewField("company", form.Text, "", "organization", "").Optional(),
	form.NewField("telephone", form.Telephone, "", "tel", "telephone").OrEmpty(),
	form.NewField("address", form.Text, "", "address-line1", "").Optional(),
	form.NewField("postalCode", form.Text, "", "postal-code", "").Optional(),
	form.NewField("city", form.Text, "", "address-level2", "").Optional(),
	form.NewField("country", form.Country, "", "country", "").Optional(),
	form.NewField("language", form.Language, "", "", "invalid"),
	form.NewField("ticketMails", form.Checkbox, "", "", "").Optional(),
}

// PasswordFields are the fields that change a password. The identity server checks the policy of the new one.
var PasswordFields = []form.Field{
	form.NewField("presentPassword", form.Password, "", "current-password", "password"),
	form.NewField("nextPassword", form.Password, "", "new-password", "password"),
}

// OneTimeCodeFields are the fields that confirm a second factor.
var OneTimeCodeFields = []form.Field{
	form.NewField("oneTimeCode", form.OneTimeCode, "", "one-time-code", "oneTimeCode"),
}

// Check trims a change of a profile and returns its problems. offers reports which countries and languages are
// available.
func (c ProfileChange) Check(offers form.Offer) (ProfileChange, []form.Problem) {
	given := map[string]string{"firstName": c.FirstName, "lastName": c.LastName, "language": c.Language}
	optional := map[string]**string{
		"company": &c.Company, "telephone": &c.Telephone, "address": &c.Address, "postalCode": &c.PostalCode,
		"city": &c.City, "country": &c.Country,
	}
	for name, field := range optional {
		if *field != nil {
			given[name] = **field
		}
	}
	values, problems := form.Check(ProfileFields, given, offers)
	problems = append(problems, portal.CheckNames(ProfileFields, values, "firstName", "lastName", "company")...)
	c.FirstName, c.LastName, c.Language = values["firstName"], values["lastName"], values["language"]
	for name, field := range optional {
		if *field != nil {
			*field = new(values[name])
		}
	}
	return c, problems
}
