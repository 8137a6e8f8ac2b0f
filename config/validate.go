package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// IncompleteError reports with which settings the server does not start: each problem contains what to do.
type IncompleteError struct{ Problems []string }

func (e *IncompleteError) Error() string {
	return "the server does not start with these settings:\n  - " + strings.Join(e.Problems, "\n  - ") +
		"\nTo try it out with sample systems, run strand-demo (docs/operations.md)."
}

// wellKnown are passwords and secrets that are published in the documentation, and those that attackers try first.
var wellKnown = []string{
	"admin", "changeme", "change-me", "editor", "password", "preview", "secret", "strand", "Strand-demo-2026",
}

// minEditorPassword is the minimum number of characters of the editors' password in production: all editors share it,
// and it can be guessed from any IP address.
const minEditorPassword = 12

func isWellKnown(value string) bool {
	return slices.ContainsFunc(wellKnown, func(word string) bool { return strings.EqualFold(word, value) })
}

// Validate returns an *IncompleteError if the URL of an upstream system is missing or, in production, if a secret can
// be guessed.
func (c *Config) Validate() error {
	var problems []string
	for _, system := range []struct{ url, variable, name string }{
		{c.CMSURL, "STRAND_CMS_URL", "CMS"},
		{c.PIMURL, "STRAND_PIM_URL", "PIM"},
		{c.SISURL, "STRAND_SIS_URL", "public endpoint of sis"},
		{c.SISPortalURL, "STRAND_SIS_PORTAL_URL", "authenticated endpoint of sis"},
		{c.IdentityIssuer, "STRAND_IDENTITY_ISSUER", "identity server"},
		{c.TranslationURL, "STRAND_TRANSLATION_URL", "translation service"},
	} {
		if system.url == "" {
			problems = append(problems, fmt.Sprintf("%s is not set. Set it to the URL of the %s.",
				system.variable, system.name))
		}
	}
	if c.SMTPURL != "" && c.MailFrom == "" {
		problems = append(problems, "STRAND_MAIL_FROM is not set. Set it to the address that mails come from.")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		problems = append(problems, "Only one of STRAND_TLS_CERT and STRAND_TLS_KEY is set. Set both, or none.")
	}
	if c.Production {
		problems = append(problems, c.weakSecrets()...)
	}
	if len(problems) == 0 {
		return nil
	}
	return &IncompleteError{problems}
}

// weakSecrets lists the secrets that can be guessed.
func (c *Config) weakSecrets() (problems []string) {
	values := reflect.ValueOf(*c)
	for _, s := range Settings() {
		if s.IsSecret && isWellKnown(values.Field(s.index).String()) {
			problems = append(
				problems,
				fmt.Sprintf("%s is a well-known word. Set it to your own secret.", s.Variable),
			)
		}
	}
	if n := utf8.RuneCountInString(string(c.EditorPassword)); n > 0 && n < minEditorPassword &&
		!isWellKnown(string(c.EditorPassword)) {
		problems = append(problems, fmt.Sprintf(
			"STRAND_EDITOR_PASSWORD has %d characters. Set a password of at least %d.", n, minEditorPassword,
		))
	}
	return problems
}
