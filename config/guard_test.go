package config_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"strand/config"
)

// problemsOf returns why a server in production does not start with further settings.
func problemsOf(t *testing.T, environ ...string) []string {
	t.Helper()
	c, err := config.Load("", append(slices.Clone(own), environ...))
	if err != nil {
		t.Fatal(err)
	}
	unfit := new(config.IncompleteError)
	if err := c.Validate(); err != nil && !errors.As(err, &unfit) {
		t.Fatal(err)
	}
	return unfit.Problems
}

// keys are the settings that only programs use, all with the same rule.
var keys = []string{
	"STRAND_SECRET", "STRAND_PREVIOUS_SECRETS", "STRAND_ROUTER_SECRET", "STRAND_CMS_WEBHOOK_SECRET",
	"STRAND_PIM_WEBHOOK_SECRET", "STRAND_SIS_WEBHOOK_SECRET", "STRAND_IDENTITY_WEBHOOK_SECRET",
	"STRAND_TRANSLATION_WEBHOOK_SECRET",
}

// In production, keys are long and random, and the problem does not contain the key.
func TestSecurityValidate_Keys(t *testing.T) {
	weak := []string{
		strings.Repeat("0", 32), strings.Repeat("a", 40), strings.Repeat("changeme", 4),
		"change-me-" + strings.Repeat("x7", 12),
		strings.Repeat("abcdefgh", 4), strings.Repeat("K7q!xZ2p", 5), "abcdefghijklmnopqrstuvwxyz0123456789",
		"01234567890123456789012345678901", "zyxwvutsrqponmlkjihgfedcba987654", "your-secret-9f8e7d6c5b4a39281706f5e4",
		"my_secret_key_that_is_long_enough_1", "REPLACE THIS with 32 random characters",
		strings.Repeat("abcabd", 6), "Password-Password-Password-Password",
		"qwertyuiopasdfghjklzxcvbnmqwerty", "Qwertzuiop-Asdfghjkl-Yxcvbnm-2026", "mnbvcxzlkjhgfdsapoiuytrewq1234567",
	}
	strong := []string{
		"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "LLVRNMX4ZK6Q3TJ7PWS2HYA5UEBDGCFO",
		"kP3/v9+Qw7ZrT1xY8uJm2NcB5aLs0DfG", "correct horse battery staple, and a river",
	}
	for _, variable := range keys {
		for _, key := range weak {
			problems := problemsOf(t, variable+"="+key)
			if len(problems) != 1 || !strings.HasPrefix(problems[0], variable+" is not random. ") ||
				strings.Contains(problems[0], key) {
				t.Errorf("%s=%s: %q", variable, key, problems)
			}
		}
		for _, key := range strong {
			if strings.Contains(key, ",") && variable == "STRAND_PREVIOUS_SECRETS" {
				continue // a list
			}
			if problems := problemsOf(t, variable+"="+key); problems != nil {
				t.Errorf("%s=%s: %q", variable, key, problems)
			}
		}
	}
	// Outside of production nothing but the documented minimum applies.
	if problems := problemsOf(t, "STRAND_PRODUCTION=false", "STRAND_CMS_WEBHOOK_SECRET=x"); problems != nil {
		t.Errorf("not in production: %q", problems)
	}
	for _, key := range []string{"x", "a-short-secret-of-the-cms"} {
		problems := problemsOf(t, "STRAND_CMS_WEBHOOK_SECRET="+key)
		if len(problems) != 1 || !strings.Contains(problems[0], "Set a random text of at least 32.") {
			t.Errorf("%s: %q", key, problems)
		}
	}
}

// In production, the editors' password is not one that is guessed first.
func TestSecurityValidate_EditorPassword(t *testing.T) {
	for password, want := range map[string]string{
		"password1234":         "is one of the most common passwords.",
		"PASSWORD1234":         "is one of the most common passwords.",
		"1qaz2wsx3edc":         "is one of the most common passwords.",
		"aaaaaaaaaaaa":         "", // either reason is right
		"abababababab":         "",
		"Sommer202611":         "is easily guessed.",
		"2026-Winter!!":        "is easily guessed.",
		"Strand+20262027":      "is easily guessed.",
		"abcdefghijkl":         "",
		"changeme-2026-x":      "is easily guessed.",
		"p4ssw0rd7391":         "is easily guessed.",
		"W1nt3r!2026!":         "is easily guessed.",
		"asdfghjkl-qwe":        "is easily guessed.",
		"h4rn3ss-b0ard-qz":     "none",
		"x7k9q2m4p8w3":         "none",
		"crimping-qz-29-table": "none",
		"Zürich im Regen":      "none",
		"k7Q-vv2-Zp9-mm1":      "none",
	} {
		problems := problemsOf(t, "STRAND_EDITOR_PASSWORD="+password)
		if (len(problems) == 0) != (want == "none") || len(problems) == 1 && !strings.Contains(problems[0], want) ||
			strings.Contains(strings.Join(problems, ""), password) {
			t.Errorf("%s: %q", password, problems)
		}
	}
}

// Networks of proxies that contain visitors are refused in production, and large public ones are warned of.
func TestSecurityValidate_Proxies(t *testing.T) {
	for networks, want := range map[string]struct{ refused, warned int }{
		"0.0.0.0/0":                         {1, 1},
		"::/0":                              {1, 1},
		"0.0.0.0/1,128.0.0.0/1":             {2, 2},
		"10.0.0.0/7":                        {1, 1},
		"2000::/3":                          {1, 1},
		"13.0.0.0/8":                        {0, 1},
		"::ffff:0.0.0.0/96":                 {1, 1},
		"::ffff:10.0.0.0/104":               {0, 0},
		"2600::/20":                         {0, 1},
		"10.0.0.0/8,fd00::/8,127.0.0.1/8":   {0, 0},
		"173.245.48.0/20,2400:cb00::/32":    {0, 0},
		"192.168.0.0/16,172.16.0.0/12":      {0, 0},
		"fc00::/7,fe80::/10,203.0.113.7/32": {0, 0},
	} {
		if problems := problemsOf(t, "STRAND_TRUSTED_PROXIES="+networks); len(problems) != want.refused {
			t.Errorf("%s: %q", networks, problems)
		}
		if warnings := warningsOf(t, "STRAND_TRUSTED_PROXIES="+networks); len(warnings) != want.warned {
			t.Errorf("%s: %v", networks, warnings)
		}
	}
}

func warningsOf(t *testing.T, environ ...string) []config.Warning {
	t.Helper()
	c, err := config.Load("", append(slices.Clone(own), environ...))
	if err != nil {
		t.Fatal(err)
	}
	return c.Warnings()
}

// A server in production warns once of each setting whose connection is not encrypted, without its value.
func TestSecurityWarnings(t *testing.T) {
	if warnings := warningsOf(t); warnings != nil {
		t.Errorf("with TLS everywhere: %v", warnings)
	}
	for _, setting := range []string{
		"STRAND_ORIGIN=http://www.example.com", "STRAND_IDENTITY_ISSUER=http://id.example/realm",
		"STRAND_CMS_URL=http://user:secret@cms.example/graphql", "STRAND_PIM_URL=http://10.1.2.3:8080",
		"STRAND_SIS_URL=http://sis.internal", "STRAND_SIS_PORTAL_URL=http://sis.internal",
		"STRAND_TRANSLATION_URL=http://t.internal", "STRAND_SEARCH_URL=http://opensearch:9200",
		"STRAND_S3_URL=http://k:secret@minio:9000/b", "STRAND_REDIS_URL=redis://:secret@redis:6379",
	} {
		variable, _, _ := strings.Cut(setting, "=")
		warnings := warningsOf(t, setting)
		if len(warnings) != 1 || warnings[0].Variable != variable || strings.Contains(warnings[0].Reason, "secret") {
			t.Errorf("%s: %v", setting, warnings)
		}
		if warnings := warningsOf(t, setting, "STRAND_PRODUCTION=false"); warnings != nil {
			t.Errorf("%s outside of production: %v", setting, warnings)
		}
	}
	for _, setting := range []string{
		"STRAND_CMS_URL=http://127.0.0.1:8080", "STRAND_SEARCH_URL=http://localhost:9200",
		"STRAND_PIM_URL=http://[::1]:1",
		"STRAND_REDIS_URL=rediss://:secret@redis:6379", "STRAND_REDIS_URL=redis://localhost:6379",
		"STRAND_REDIS_URL=unix:///run/redis.sock",
		"STRAND_S3_URL=https://k:s@s3/b",
		"STRAND_SMTP_URL=smtp://mail:587", "STRAND_MAIL_FROM=a@example.com", "STRAND_DATABASE_URL=postgres://u:p@db/x",
	} {
		if warnings := warningsOf(t, setting); warnings != nil {
			t.Errorf("%s: %v", setting, warnings)
		}
	}
	for setting, variable := range map[string]string{
		"STRAND_DATA_TIMEOUT=10s":           "STRAND_DATA_TIMEOUT",
		"STRAND_UPSTREAM_TIMEOUT=1s":        "STRAND_DATA_TIMEOUT",
		"STRAND_GEO_HEADER=CF-IPCountry":    "STRAND_GEO_HEADER",
		"STRAND_REDIS_URL=rediss://r:6379":  "STRAND_REDIS_URL",
		"STRAND_TRUSTED_PROXIES=13.0.0.0/8": "STRAND_TRUSTED_PROXIES",
	} {
		if warnings := warningsOf(t, setting); len(warnings) != 1 || warnings[0].Variable != variable {
			t.Errorf("%s: %v", setting, warnings)
		}
	}
}

// Settings that cannot work are refused before the start.
func TestValidate_Unusable(t *testing.T) {
	for setting, want := range map[string]string{
		"STRAND_NODE=/nope/node":                 "STRAND_NODE",
		"STRAND_IDENTITY_SCOPE=profile email":    "STRAND_IDENTITY_SCOPE",
		"STRAND_SMTP_URL=smtp://mail.example":    "STRAND_MAIL_FROM is not set",
		"STRAND_MAIL_FROM=nobody at example.com": "",
		"STRAND_SECURITY_CONTACT=our team":       "STRAND_SECURITY_CONTACT",
		"STRAND_SECURITY_CONTACT=A <a@b.com>":    "STRAND_SECURITY_CONTACT",
	} {
		problems := problemsOf(t, setting)
		if want == "" {
			problems = problemsOf(t, setting, "STRAND_SMTP_URL=smtp://mail.example")
			want = "STRAND_MAIL_FROM"
		}
		if len(problems) != 1 || !strings.HasPrefix(problems[0], want) {
			t.Errorf("%s: %q", setting, problems)
		}
	}
	if problems := problemsOf(t, "STRAND_NODE=sh"); problems != nil {
		t.Errorf("a program on the PATH: %q", problems)
	}
}
