package account

import "slices"

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
