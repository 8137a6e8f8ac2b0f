package portal

import "time"

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
	// IsManagedInternally marks the account of an internal employee, who can change neither profile nor password
	// (ACC-5).
	IsManagedInternally bool
	// HasSecondFactor is true if a login requires a code in addition to the password.
	HasSecondFactor bool
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
