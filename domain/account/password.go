package account

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PolicyCode is the code of a password rule, in the terms of ForgeRock identity servers (ACC-8).
type PolicyCode string

// The policy codes (ACC-8).
const (
	CannotContainCharacters PolicyCode = "CANNOT_CONTAIN_CHARACTERS"
	CannotContainDuplicates PolicyCode = "CANNOT_CONTAIN_DUPLICATES"
	CannotContainOthers     PolicyCode = "CANNOT_CONTAIN_OTHERS"
	AtLeastXCapitalLetters  PolicyCode = "AT_LEAST_X_CAPITAL_LETTERS"
	AtLeastXNumbers         PolicyCode = "AT_LEAST_X_NUMBERS"
	MatchRegexp             PolicyCode = "MATCH_REGEXP"
	MaxLength               PolicyCode = "MAX_LENGTH"
	MaximumNumberValue      PolicyCode = "MAXIMUM_NUMBER_VALUE"
	MinLength               PolicyCode = "MIN_LENGTH"
	MinimumNumberValue      PolicyCode = "MINIMUM_NUMBER_VALUE"
	Required                PolicyCode = "REQUIRED"
	Unique                  PolicyCode = "UNIQUE"
	UnknownPolicy           PolicyCode = "UNKNOWN_POLICY"
	ValidArrayItems         PolicyCode = "VALID_ARRAY_ITEMS"
	ValidDate               PolicyCode = "VALID_DATE"
	ValidEmailAddressFormat PolicyCode = "VALID_EMAIL_ADDRESS_FORMAT"
	ValidNameFormat         PolicyCode = "VALID_NAME_FORMAT"
	ValidNumber             PolicyCode = "VALID_NUMBER"
	ValidPhoneFormat        PolicyCode = "VALID_PHONE_FORMAT"
	ValidQueryFilter        PolicyCode = "VALID_QUERY_FILTER"
	ValidType               PolicyCode = "VALID_TYPE"
)

var policyCodes = []PolicyCode{CannotContainCharacters, CannotContainDuplicates, CannotContainOthers,
	AtLeastXCapitalLetters, AtLeastXNumbers, MatchRegexp, MaxLength, MaximumNumberValue,
	MinLength, MinimumNumberValue, Required, Unique, UnknownPolicy, ValidArrayItems, ValidDate, ValidEmailAddressFormat,
	ValidNameFormat, ValidNumber, ValidPhoneFormat, ValidQueryFilter, ValidType}

// NewPolicyFailure returns the failure that an identity server reports for a rule. A rule with an unknown code becomes
// UnknownPolicy with the code as its text.
func NewPolicyFailure(code string, count int, text string) PolicyFailure {
	if policyCode := PolicyCode(code); slices.Contains(policyCodes, policyCode) {
		return PolicyFailure{Code: policyCode, Count: count, Text: text}
	}
	return PolicyFailure{Code: UnknownPolicy, Text: code}
}

// PolicyFailure is a rule that a value violates.
type PolicyFailure struct {
	Code PolicyCode
	// Count is the limit of the rule: characters, capital letters or digits; 0 for a rule without one.
	Count int
	// Text is the forbidden text, or the name of a rule without a code; empty for other rules.
	Text string
}

// PasswordPolicy contains the rules for passwords.
type PasswordPolicy struct {
	// MinLength and MaxLength are in characters.
	MinLength, MaxLength    int
	CapitalLetters, Numbers int
	ForbiddenCharacters     string
	// MaxRepeats is how often a character may be repeated in succession: `aaa` repeats twice.
	MaxRepeats int
}

// Passwords is the policy of the sample identity provider.
var Passwords = PasswordPolicy{
	MinLength:           12,
	MaxLength:           128,
	CapitalLetters:      1,
	Numbers:             1,
	ForbiddenCharacters: "\t\r\n",
	MaxRepeats:          2,
}

// Check returns the rules that a password violates. others are texts that it must not contain, such as the user's name;
// texts of fewer than three characters are ignored.
func (p PasswordPolicy) Check(password string, others ...string) []PolicyFailure {
	if password == "" {
		return []PolicyFailure{{Code: Required}}
	}
	var failures []PolicyFailure
	length := utf8.RuneCountInString(password)
	if length < p.MinLength {
		failures = append(failures, PolicyFailure{Code: MinLength, Count: p.MinLength})
	}
	if length > p.MaxLength {
		failures = append(failures, PolicyFailure{Code: MaxLength, Count: p.MaxLength})
	}
	if count(password, unicode.IsUpper) < p.CapitalLetters {
		failures = append(failures, PolicyFailure{Code: AtLeastXCapitalLetters, Count: p.CapitalLetters})
	}
	if count(password, unicode.IsDigit) < p.Numbers {
		failures = append(failures, PolicyFailure{Code: AtLeastXNumbers, Count: p.Numbers})
	}
	if strings.ContainsAny(password, p.ForbiddenCharacters) {
		failures = append(failures, PolicyFailure{Code: CannotContainCharacters, Text: "tab, line break"})
	}
	if isCommonPassword(password) {
		failures = append(failures, PolicyFailure{Code: UnknownPolicy, Text: CommonPasswordRule})
	}
	if run := p.repeated(password); run != "" {
		failures = append(failures, PolicyFailure{Code: CannotContainDuplicates, Text: run})
	}
	for _, other := range others {
		if utf8.RuneCountInString(other) >= 3 && strings.Contains(strings.ToLower(password), strings.ToLower(other)) {
			failures = append(failures, PolicyFailure{Code: CannotContainOthers, Text: other})
		}
	}
	return failures
}

func count(s string, is func(rune) bool) int {
	n := 0
	for _, r := range s {
		if is(r) {
			n++
		}
	}
	return n
}

// repeated returns the first run of a character that is repeated too often.
func (p PasswordPolicy) repeated(s string) string {
	var before rune
	run := 0
	for i, r := range s {
		if i > 0 && r == before {
			run++
		} else {
			run = 1
		}
		if run > p.MaxRepeats+1 {
			return strings.Repeat(string(r), run)
		}
		before = r
	}
	return ""
}
