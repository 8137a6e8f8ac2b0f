package account

import "testing"

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
