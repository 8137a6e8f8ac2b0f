package config_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"strand/config"
)

// own are the settings of a server in production.
var own = []string{
	"STRAND_PRODUCTION=true", "STRAND_CMS_URL=https://cms.example", "STRAND_PIM_URL=https://pim.example",
	"STRAND_SIS_URL=https://sis.example",
	"STRAND_SIS_PORTAL_URL=https://sis.example/portal", "STRAND_IDENTITY_ISSUER=https://id.example",
	"STRAND_TRANSLATION_URL=https://t.example",
}

func TestSecurityValidate(t *testing.T) {
	check := func(environ ...string) []string {
		t.Helper()
		c, err := config.Load("", environ)
		if err != nil {
			t.Fatal(err)
		}
		unfit := new(config.IncompleteError)
		if err := c.Validate(); err != nil && !errors.As(err, &unfit) {
			t.Fatal(err)
		}
		return unfit.Problems
	}
	development := append(slices.Clone(own), "STRAND_PRODUCTION=false", "STRAND_EDITOR_PASSWORD=editor")
	if problems := check(development...); problems != nil {
		t.Errorf("not in production: %q", problems)
	}
	if problems := check(append(slices.Clone(own), "STRAND_EDITOR_PASSWORD=a long phrase")...); problems != nil {
		t.Errorf("with own systems: %q", problems)
	}
	// Only the CMS is required.
	for i := 1; i < len(own); i++ {
		variable, _, _ := strings.Cut(own[i], "=")
		problems := check(slices.Delete(slices.Clone(own), i, i+1)...)
		if isRequired := variable == "STRAND_CMS_URL"; isRequired && (len(problems) != 1 ||
			!strings.HasPrefix(problems[0], variable+" is not set. ")) || !isRequired && len(problems) > 0 {
			t.Errorf("without %s: %q", variable, problems)
		}
	}
	for _, half := range []string{"STRAND_TLS_CERT=tls.crt", "STRAND_TLS_KEY=tls.key"} {
		if problems := check(append(slices.Clone(own), half)...); len(problems) != 1 {
			t.Errorf("only %s: %q", half, problems)
		}
	}
	for password, want := range map[string]int{
		"elevenchars": 1, "twelve chars": 0, "zwölf Zeichen": 0, "elf Zeichn": 1, "": 0,
	} {
		problems := check(append(slices.Clone(own), "STRAND_EDITOR_PASSWORD="+password)...)
		if len(problems) != want || want > 0 && !strings.HasSuffix(problems[0], "Set a password of at least 12.") {
			t.Errorf("the password %q: %q", password, problems)
		}
	}
	for _, secret := range []string{
		"STRAND_EDITOR_PASSWORD=editor", "STRAND_CMS_TOKEN=Secret", "STRAND_SEARCH_PASSWORD=admin",
	} {
		variable, _, _ := strings.Cut(secret, "=")
		problems := check(append(slices.Clone(own), secret)...)
		if len(problems) != 1 || !strings.HasPrefix(problems[0], variable+" is a well-known word") {
			t.Errorf("%s: %q", secret, problems)
		}
	}
}

func TestHosts(t *testing.T) {
	c, err := config.Load(
		"",
		[]string{"STRAND_HOSTS=a.example, b.example:4000", "STRAND_ORIGIN=https://www.example.com:8443"},
	)
	if err != nil || !slices.Equal(c.Hosts, []string{"a.example", "b.example:4000"}) ||
		c.Origin != "https://www.example.com:8443" {
		t.Errorf("%v %q %v", c.Hosts, c.Origin, err)
	}
	for _, wrong := range []string{
		"STRAND_HOSTS=https://a.example", "STRAND_HOSTS=u@a.example", "STRAND_HOSTS=a.example:http",
		"STRAND_ORIGIN=a.example",
		"STRAND_ORIGIN=https://a.example/", "STRAND_ORIGIN=https://*.example", "STRAND_ORIGIN=ftp://a.example",
	} {
		if _, err := config.Load("", []string{wrong}); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}
