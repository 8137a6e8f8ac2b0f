package config

import (
	"fmt"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"strand/domain/commonpasswords"
)

// guard is what a secret protects, which decides how strong it must be in production.
type guard string

const (
	// guardKey is a key that only programs use: a long random text.
	guardKey guard = "key"
	// guardPassword is a password that people enter.
	guardPassword guard = "password"
)

const (
	// minKey is the minimum number of characters of keys in production.
	minKey = 32
	// minEditorPassword is the minimum number of characters of the editors' password in production: all editors share
	// it, and it can be guessed from any IP address.
	minEditorPassword = commonpasswords.MinLength
	// minVariety is the minimum number of different characters; a random key has more.
	minVariety = 6
	// maxWord is the length up to which a run of letters counts as one word.
	maxWord = 10
)

// wellKnown are passwords and secrets that are published in the documentation, and those that attackers try first.
var wellKnown = []string{
	"admin", "changeme", "change-me", "editor", "password", "preview", "secret", "strand", "Strand-demo-2026",
}

// placeholders are parts of secrets that were copied from an example, without the characters between words.
var placeholders = []string{
	"changeme", "changethis", "replaceme", "replacethis", "yoursecret", "mysecret", "examplesecret", "samplesecret",
	"yourpassword", "strandsecret", "stranddemo", "secretkey", "passwordpassword",
}

func isWellKnown(value string) bool {
	return slices.ContainsFunc(wellKnown, func(word string) bool { return strings.EqualFold(word, value) })
}

// weakSecrets lists the secrets that can be guessed.
func (c *Config) weakSecrets() (problems []string) {
	values := reflect.ValueOf(*c)
	for _, s := range Settings() {
		if !s.IsSecret {
			continue
		}
		secrets := []Secret{}
		switch value := values.FieldByIndex(s.index).Interface().(type) {
		case Secret:
			secrets = append(secrets, value)
		case []Secret:
			secrets = value
		}
		for _, secret := range secrets {
			if problem := s.weakness(string(secret)); problem != "" {
				problems = append(problems, s.Variable+" "+problem)
			}
		}
	}
	return problems
}

// weakness returns why a secret can be guessed, and what to do; empty if it cannot.
func (s *Setting) weakness(secret string) string {
	const ownSecret = "Set it to your own secret." //nolint:gosec // no credentials
	const randomKey = "Set a random text, such as that of `openssl rand -hex 32`."
	length := utf8.RuneCountInString(secret)
	switch {
	case secret == "":
		return ""
	case isWellKnown(secret):
		return "is a well-known word. " + ownSecret
	case s.guard == guardKey && length < minKey:
		return fmt.Sprintf("has %d characters. Set a random text of at least %d.", length, minKey)
	case s.guard == guardKey && (hasPlaceholder(secret) || isRegular(secret)):
		return "is not random. " + randomKey
	case s.guard == guardPassword && length < minEditorPassword:
		return fmt.Sprintf("has %d characters. Set a password of at least %d.", length, minEditorPassword)
	case s.guard == guardPassword && commonpasswords.Contains(secret):
		return "is one of the most common passwords. Set another one."
	case s.guard == guardPassword && (hasPlaceholder(secret) || isRegular(secret) || isWordWithDigits(secret)):
		return "is easily guessed. Set several words, or a random text."
	}
	return ""
}

// hasPlaceholder reports whether a secret contains a text of examples.
func hasPlaceholder(secret string) bool {
	letters := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, secret)
	return slices.ContainsFunc(placeholders, func(p string) bool { return strings.Contains(letters, p) })
}

// keyboardRows are the rows of letters of keyboards.
var keyboardRows = []string{"qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm"}

// areNeighbours reports whether two characters follow each other in the alphabet, the digits or a row of a keyboard.
func areNeighbours(a, b rune) bool {
	return b-a >= -1 && b-a <= 1 || slices.ContainsFunc(keyboardRows, func(row string) bool {
		return strings.Contains(row, string([]rune{a, b})) || strings.Contains(row, string([]rune{b, a}))
	})
}

// isRegular reports whether a text has few different characters, is repeated, or follows the alphabet, the digits or
// the rows of a keyboard.
func isRegular(text string) bool {
	runes := []rune(strings.ToLower(text))
	different := map[rune]bool{}
	steps := 0
	for i, r := range runes {
		different[r] = true
		if i > 0 && areNeighbours(runes[i-1], r) {
			steps++
		}
	}
	if len(different) < minVariety || 2*steps > len(runes) {
		return true
	}
	for period := 1; period <= len(runes)/2; period++ {
		if slices.Equal(runes[period:], runes[:len(runes)-period]) {
			return true
		}
	}
	return false
}

// letterSigns replaces digits and signs that stand for letters.
var letterSigns = strings.NewReplacer(
	"0", "o", "1", "i", "!", "i", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t",
)

// isWordWithDigits reports whether a password is one word with digits and signs before or behind it, also one whose
// letters are replaced by signs: `p4ssw0rd2026`.
func isWordWithDigits(password string) bool {
	word := letterSigns.Replace(strings.TrimFunc(password, func(r rune) bool { return !unicode.IsLetter(r) }))
	return utf8.RuneCountInString(word) <= maxWord &&
		!strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
}

// privateNetworks are the networks that contain no public address.
var privateNetworks = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"),
	netip.MustParsePrefix("192.168.0.0/16"), netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("169.254.0.0/16"),
	netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fe80::/10"), netip.MustParsePrefix("::1/128"),
}

// Networks with public addresses and fewer bits are refused, or warned of, as those of proxies.
const (
	minBits4, fewBits4 = 8, 16
	minBits6, fewBits6 = 16, 32
)

// openness compares a network of proxies with the sizes above.
func openness(p netip.Prefix) (isOpen, isLarge bool) {
	for _, private := range privateNetworks {
		if private.Bits() <= p.Bits() && private.Contains(p.Addr()) {
			return false, false
		}
	}
	if p.Addr().Is4() {
		return p.Bits() < minBits4, p.Bits() < fewBits4
	}
	return p.Bits() < minBits6, p.Bits() < fewBits6
}

// openNetworks lists the networks of proxies that contain the addresses of visitors.
func (c *Config) openNetworks() (problems []string) {
	for _, p := range c.TrustedProxies {
		if isOpen, _ := openness(p); isOpen {
			problems = append(problems, fmt.Sprintf("STRAND_TRUSTED_PROXIES: %s contains visitors, who could choose "+
				"their IP address, host and scheme. Set the networks of your proxies.", p))
		}
	}
	return problems
}
