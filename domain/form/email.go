package form

import (
	"net/mail"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

// Maximum lengths of an e-mail address and its local part, in bytes (RFC 5321).
const (
	maxEmail     = 254
	maxLocalPart = 64
	// maxEmailText is the maximum length of an e-mail address before it is normalized: a letter of a domain has up to
	// four bytes, and at least one in its ASCII form. The conversion of longer texts takes too long.
	maxEmailText = 4 * maxEmail
)

// NormalizeEmail returns the normal form of an e-mail address: two spellings of an e-mail address that the
// websites treat as one have the same normal form (FORM-11). It has no invisible characters, compatible characters are
// replaced, letters are in lower case, and the domain is in its ASCII form. ok is false for a text that is not an
// e-mail address; the normal form is then the text without invisible characters, or the text itself if it is too long.
func NormalizeEmail(text string) (normal string, ok bool) {
	if len(text) > maxEmailText {
		return text, false
	}
	text = strings.TrimSpace(RemoveInvisible(text))
	// Lower case can produce characters that have to be composed.
	normal = norm.NFKC.String(strings.ToLower(norm.NFKC.String(text)))
	at := strings.LastIndexByte(normal, '@')
	if at < 1 || at > maxLocalPart || strings.ContainsAny(normal, "[]\"() \t") {
		return text, false
	}
	domain, err := idna.Lookup.ToASCII(normal[at+1:])
	if err != nil || !strings.Contains(domain, ".") {
		return text, false
	}
	if _, err := strconv.Atoi(domain[strings.LastIndexByte(domain, '.')+1:]); err == nil {
		return text, false // an IP address
	}
	normal = normal[:at+1] + domain
	if a, err := mail.ParseAddress(normal); err != nil || a.Address != normal || len(normal) > maxEmail {
		return text, false
	}
	return normal, true
}

// Mailbox returns the mailbox of an e-mail address, by which mails are counted (SEC-41): the normal form without the
// tag after a plus sign, which most providers deliver to the same person, and without the dots that Gmail ignores.
func Mailbox(email string) string {
	email, _ = NormalizeEmail(email)
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return email
	}
	name, domain := email[:at], email[at+1:]
	if untagged, _, _ := strings.Cut(name, "+"); untagged != "" {
		name = untagged
	}
	if domain == "gmail.com" || domain == "googlemail.com" {
		name, domain = strings.ReplaceAll(name, ".", ""), "gmail.com"
	}
	return name + "@" + domain
}

// RemoveInvisible removes characters that have no width, or change the direction of a text.
func RemoveInvisible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
			unicode.Is(unicode.Variation_Selector, r) {
			return -1
		}
		return r
	}, text)
}
