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

// The binary search requires the order. The number of passwords detects a truncated list.
func TestCommonPasswords_File(t *testing.T) {
	list := commonPasswords()
	if len(list) != 43_940 || !slices.IsSorted(list) {
		t.Errorf("%d passwords, sorted: %v", len(list), slices.IsSorted(list))
	}
	for _, password := range list {
		if len(password) < Rules.MinLength {
			t.Fatalf("%q is shorter than the policy requires", password)
		}
	}
}
