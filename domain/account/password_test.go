package account

import (
	"reflect"
	"strings"
	"testing"
)

// Rules: ACC-7.
func TestPasswordPolicy_Check(t *testing.T) {
	for _, test := range []struct {
		password string
		want     []PolicyFailure
	}{
		{"Strand-demo-2026", nil},
		{"", []PolicyFailure{{Code: Required}}},
		{"Short-1", []PolicyFailure{{Code: MinLength, Count: 12}}},
		{"no-capitals-1234", []PolicyFailure{{Code: AtLeastXCapitalLetters, Count: 1}}},
		{"No-numbers-at-all", []PolicyFailure{{Code: AtLeastXNumbers, Count: 1}}},
		{"Ünïcode-länge-9", nil},
		{"With\ttab-in-it-1", []PolicyFailure{{Code: CannotContainCharacters, Text: "tab, line break"}}},
		{"Aaaa-bbbb-cccc-1", []PolicyFailure{{Code: CannotContainDuplicates, Text: "bbbb"}}},
		{"Three-aaa-are-1-fine", nil},
		{"My-name-is-CARLA-1", []PolicyFailure{{Code: CannotContainOthers, Text: "Carla"}}},
		{"Two-letters-li-9", nil},
		{strings.Repeat("Ab1", 50), []PolicyFailure{{Code: MaxLength, Count: 128}}},
	} {
		if got := Passwords.Check(test.password, "Carla", "Li"); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %v, want %v", test.password, got, test.want)
		}
	}
}

// Rules: ACC-8.
func TestNewPolicyFailure(t *testing.T) {
	for _, test := range []struct {
		code string
		want PolicyFailure
	}{
		{"MIN_LENGTH", PolicyFailure{Code: MinLength, Count: 12, Text: "x"}},
		{"VALID_TYPE", PolicyFailure{Code: ValidType, Count: 12, Text: "x"}},
		{"NO_PALINDROMES", PolicyFailure{Code: UnknownPolicy, Text: "NO_PALINDROMES"}},
		{"", PolicyFailure{Code: UnknownPolicy}},
	} {
		if got := NewPolicyFailure(test.code, 12, "x"); got != test.want {
			t.Errorf("%q: %v", test.code, got)
		}
	}
	for _, code := range []string{
		"CANNOT_CONTAIN_CHARACTERS", "CANNOT_CONTAIN_DUPLICATES", "CANNOT_CONTAIN_OTHERS", "AT_LEAST_X_CAPITAL_LETTERS",
		"AT_LEAST_X_NUMBERS", "MATCH_REGEXP", "MAX_LENGTH", "MAXIMUM_NUMBER_VALUE", "MIN_LENGTH",
		"MINIMUM_NUMBER_VALUE",
		"REQUIRED", "UNIQUE", "UNKNOWN_POLICY", "VALID_ARRAY_ITEMS", "VALID_DATE", "VALID_EMAIL_ADDRESS_FORMAT",
		"VALID_NAME_FORMAT", "VALID_NUMBER", "VALID_PHONE_FORMAT", "VALID_QUERY_FILTER", "VALID_TYPE",
	} {
		if got, want := NewPolicyFailure(code, 3, "x"), (PolicyFailure{PolicyCode(code), 3, "x"}); got != want {
			t.Errorf("%s: %v", code, got)
		}
	}
}
