package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// ProductionError reports why the settings are not allowed in production: each problem contains what to do.
type ProductionError struct{ Problems []string }

func (e *ProductionError) Error() string {
	return "STRAND_PRODUCTION is true, and the server does not start:\n  - " + strings.Join(e.Problems, "\n  - ") +
		"\nTo try out production mode with sample content, run the embedded systems as a separate process: " +
		"strand upstreams (docs/operations.md)."
}

// wellKnown are passwords and secrets that are published in the documentation, and those that attackers try first.
var wellKnown = []string{
	"admin", "changeme", "change-me", "editor", "password", "preview", "secret", "strand", "Strand-demo-2026",
}

// minEditorPassword is the minimum number of characters of the editors' password in production: all editors share it,
// and it can be guessed from any address.
const minEditorPassword = 12

func isWellKnown(value string) bool {
	return slices.ContainsFunc(wellKnown, func(word string) bool { return strings.EqualFold(word, value) })
}

// CheckProduction returns an *ProductionError for settings that are not allowed in production; nil outside of
// production.
func (c *Config) CheckProduction() error {
	if !c.Production {
		return nil
	}
	var problems []string
	for _, embedded := range []struct{ value, variable, consequence string }{
		{
			c.CMSURL,
			"STRAND_CMS_URL",
			"the embedded CMS would serve sample content, whose protected pages open with the password preview",
		},
		{c.PIMURL, "STRAND_PIM_URL", "the embedded PIM would serve sample products"},
		{c.SISURL, "STRAND_SIS_URL", "the embedded sis would accept forms without delivering them"},
		{c.SISPortalURL, "STRAND_SIS_PORTAL_URL", "the embedded sis would serve sample tickets and users"},
		{
			c.IdentityIssuer,
			"STRAND_IDENTITY_ISSUER",
			"the embedded identity provider would have sample accounts with a published password, and publish all " +
				"mails",
		},
		{c.TranslationURL, "STRAND_TRANSLATION_URL", "the embedded translation service would make sample translations"},
	} {
		if embedded.value == "" {
			problems = append(
				problems,
				fmt.Sprintf("%s is not set: %s. Set it to your own system.", embedded.variable, embedded.consequence),
			)
		}
	}
	values := reflect.ValueOf(*c)
	for _, s := range Settings() {
		if !s.IsSecret {
			continue
		}
		if isWellKnown(values.Field(s.index).String()) {
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
	if len(problems) == 0 {
		return nil
	}
	return &ProductionError{problems}
}
