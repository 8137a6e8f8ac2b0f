// Package passwords contains the rules for passwords of the sample identity server. The product shows the failures that
// an identity server reports (domain/account), and has no rules of its own.
package passwords

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"strand/domain/account"
	"strand/domain/commonpasswords"
)

// CommonPasswordRule is the rule that a password must not be one of the most common ones. The policy codes have none
// for it, so that the failure is UNKNOWN_POLICY with this text.
const CommonPasswordRule = "COMMON_PASSWORD"

// Policy contains the rules for passwords.
type Policy struct {
	// MinLength and MaxLength are in characters.
	MinLength, MaxLength    int
	CapitalLetters, Numbers int
	ForbiddenCharacters     string
	// MaxRepeats is how often a character may be repeated in succession: `aaa` repeats twice.
	MaxRepeats int
}

// Rules is the policy of the sample systems.
var Rules = Policy{
	MinLength:           12,
	MaxLength:           128,
	CapitalLetters:      1,
	Numbers:             1,
	ForbiddenCharacters: "\t\r\n",
	MaxRepeats:          2,
}

// Requirements returns the rules that can be stated before a password is known.
func (p Policy) Requirements() []account.PolicyFailure {
	return []account.PolicyFailure{
		{Code: account.MinLength, Count: p.MinLength},
		{Code: account.MaxLength, Count: p.MaxLength},
		{Code: account.AtLeastXCapitalLetters, Count: p.CapitalLetters},
		{Code: account.AtLeastXNumbers, Count: p.Numbers},
		{Code: account.UnknownPolicy, Text: CommonPasswordRule},
	}
}

// Check returns the rules that a password violates. others are texts that it must not contain, such as the user's name;
// texts of fewer than three characters are ignored.
func (p Policy) Check(password string, others ...string) []account.PolicyFailure {
	if password == "" {
		return []account.PolicyFailure{{Code: account.Required}}
	}
	var failures []account.PolicyFailure
	violates := func(code account.PolicyCode, count int, text string) {
		failures = append(failures, account.PolicyFailure{Code: code, Count: count, Text: text})
	}
	length := utf8.RuneCountInString(password)
	if length < p.MinLength {
		violates(account.MinLength, p.MinLength, "")
	}
	if length > p.MaxLength {
		violates(account.MaxLength, p.MaxLength, "")
	}
	if count(password, unicode.IsUpper) < p.CapitalLetters {
		violates(account.AtLeastXCapitalLetters, p.CapitalLetters, "")
	}
	if count(password, unicode.IsDigit) < p.Numbers {
		violates(account.AtLeastXNumbers, p.Numbers, "")
	}
	if strings.ContainsAny(password, p.ForbiddenCharacters) {
		violates(account.CannotContainCharacters, 0, "tab, line break")
	}
	if commonpasswords.Contains(password) {
		violates(account.UnknownPolicy, 0, CommonPasswordRule)
	}
	if run := p.repeated(password); run != "" {
		violates(account.CannotContainDuplicates, 0, run)
	}
	for _, other := range others {
		if utf8.RuneCountInString(other) >= 3 && strings.Contains(strings.ToLower(password), strings.ToLower(other)) {
			violates(account.CannotContainOthers, 0, other)
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
func (p Policy) repeated(s string) string {
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
