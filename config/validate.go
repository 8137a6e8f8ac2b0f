package config

import (
	"fmt"
	"net/mail"
	"os/exec"
	"slices"
	"strings"
)

// IncompleteError reports with which settings the server does not start: each problem contains what to do.
type IncompleteError struct{ Problems []string }

func (e *IncompleteError) Error() string {
	return "the server does not start with these settings:\n  - " + strings.Join(e.Problems, "\n  - ") +
		"\nTo try it out with sample systems, run strand-demo (docs/operations.md)."
}

// Validate returns an *IncompleteError if the URL of the CMS is missing, if settings contradict each other or, in
// production, if a secret can be guessed. All other systems are optional.
func (c *Config) Validate() error {
	var problems []string
	if c.CMSURL == "" {
		problems = append(problems, "STRAND_CMS_URL is not set. Set it to the URL of the CMS.")
	}
	if c.SMTPURL != "" && c.MailFrom == "" {
		problems = append(problems, "STRAND_MAIL_FROM is not set. Set it to the address that mails come from.")
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		problems = append(problems, "Only one of STRAND_TLS_CERT and STRAND_TLS_KEY is set. Set both, or none.")
	}
	if c.SMTPURL != "" && c.MailFrom != "" {
		if _, err := mail.ParseAddress(c.MailFrom); err != nil {
			problems = append(problems, "STRAND_MAIL_FROM is no address such as Strand Group <no-reply@example.com>.")
		}
	}
	if c.SecurityContact != "" {
		if a, err := mail.ParseAddress(c.SecurityContact); err != nil || a.Address != c.SecurityContact {
			problems = append(problems, "STRAND_SECURITY_CONTACT is no address such as security@example.com.")
		}
	}
	if c.Node != "" {
		if _, err := exec.LookPath(c.Node); err != nil {
			problems = append(problems, fmt.Sprintf("STRAND_NODE: %q is no program. Set it to the path of Node, or to "+
				"nothing.", c.Node))
		}
	}
	if !slices.Contains(strings.Fields(c.IdentityScope), "openid") {
		problems = append(problems, "STRAND_IDENTITY_SCOPE lacks openid, without which customers cannot sign in.")
	}
	problems = append(problems, c.accessProblems()...)
	if c.Production {
		problems = append(problems, c.weakSecrets()...)
		problems = append(problems, c.openNetworks()...)
	}
	if len(problems) == 0 {
		return nil
	}
	return &IncompleteError{problems}
}
