package portal

import "time"

// Profile is what users say about themselves (ACC-1).
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
	// IsManagedInternally marks the account of an internal employee, who can change neither profile nor password
	// (ACC-5).
	IsManagedInternally bool
	// HasSecondFactor says that a code is asked for beside the password.
	HasSecondFactor bool
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
