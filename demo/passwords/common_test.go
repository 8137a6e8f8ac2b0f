package passwords

import (
	"slices"
	"testing"

	"strand/domain/account"
)

// Rules: ACC-7.
func TestPolicy_CommonPasswords(t *testing.T) {
	for password, isCommon := range map[string]bool{
		"Password1234":                  true,
		"PASSWORD1234":                  true,
		"Qwertyuiop12":                  true,
		"1qaz2wsx3EDC":                  true,
		"Strand-demo-2026":              false,
		"Correct-horse-9":               false,
		"Password12345678901234567890x": false,
	} {
		common := account.PolicyFailure{Code: account.UnknownPolicy, Text: CommonPasswordRule}
		got := slices.Contains(Rules.Check(password), common)
		if got != isCommon {
			t.Errorf("%s: %v", password, got)
		}
	}
}
