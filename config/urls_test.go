package config_test

import (
	"net/url"
	"strings"
	"testing"

	"strand/config"
)

// urlSettings are the settings that are URLs with a password, with its place.
var urlSettings = map[string]string{
	"STRAND_DATABASE_URL":    "postgres://user:%s@127.0.0.1:1/x?sslmode=disable",
	"STRAND_REDIS_URL":       "redis://user:%s@127.0.0.1:1/0",
	"STRAND_S3_URL":          "https://key:%s@127.0.0.1:1/bucket/prefix?region=x",
	"STRAND_SMTP_URL":        "smtp://user:%s@127.0.0.1:1",
	"STRAND_CMS_URL":         "https://user:%s@127.0.0.1:1/graphql",
	"STRAND_PIM_URL":         "https://user:%s@127.0.0.1:1/graphql?apikey=x",
	"STRAND_SIS_URL":         "https://user:%s@127.0.0.1:1/graphql",
	"STRAND_SIS_PORTAL_URL":  "https://user:%s@127.0.0.1:1/graphql",
	"STRAND_TRANSLATION_URL": "https://user:%s@127.0.0.1:1/graphql",
	"STRAND_SEARCH_URL":      "https://user:%s@127.0.0.1:1",
	"STRAND_IDENTITY_ISSUER": "https://user:%s@127.0.0.1:1/realm",
	// Variables of OpenTelemetry.
	"OTEL_EXPORTER_OTLP_ENDPOINT":        "https://user:%s@127.0.0.1:4318",
	"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "https://user:%s@127.0.0.1:4318/v1/traces",
}

// A password whose special characters are not escaped is refused with the name of the setting, and no part of it is in
// the error; the same password is accepted with escapes.
func TestSecurityLoad_Passwords(t *testing.T) {
	for variable, place := range urlSettings {
		for _, password := range []string{
			"alpha@beta/gamma#delta", "alpha/beta", "alpha#beta", "alpha?beta", "alpha%zbeta",
			"alpha beta", "alpha\\beta", "alpha\"beta", "alpha<beta>",
			"alpha[beta]", "12/34", "/alpha", "#alpha", "alpha?beta@gamma", "alpha:beta/12@gamma", "älpha/beta",
		} {
			_, err := config.Load("", []string{variable + "=" + strings.Replace(place, "%s", password, 1)})
			if err == nil || !strings.Contains(err.Error(), variable) ||
				!strings.Contains(err.Error(), "must be percent-encoded") {
				t.Errorf("%s with %q: %v", variable, password, err)
				continue
			}
			for _, part := range []string{"alpha", "beta", "gamma", "delta", "34", "lpha", "127.0.0.1", "apikey=x"} {
				if strings.Contains(err.Error(), part) {
					t.Errorf("%s with %q: the error contains %q: %v", variable, password, part, err)
				}
			}
			escaped := strings.ReplaceAll(url.QueryEscape(password), "+", "%20")
			escaped = strings.Replace(place, "%s", escaped, 1)
			if _, err := config.Load("", []string{variable + "=" + escaped}); err != nil {
				t.Errorf("%s with the escaped %q: %v", variable, password, err)
			}
		}
		for _, value := range []string{"host:5432/alpha", "alpha", "ftp://user:alpha@host/?apikey=beta", "://alpha@x",
			"https://user:alpha%40host", "https://user:alpha", `https://user:alpha@host/?key="`} {
			_, err := config.Load("", []string{variable + "=" + value})
			if err == nil || !strings.Contains(err.Error(), variable) {
				t.Errorf("%s=%s: %v", variable, value, err)
			} else if strings.Contains(value, "user:") && strings.Contains(err.Error(), "alpha") {
				t.Errorf("%s=%s: the error contains the password: %v", variable, value, err)
			}
		}
	}
	for _, value := range []string{
		"STRAND_DATABASE_URL=postgresql://u:p@db-1:5432,db-2:5432/x", "STRAND_DATABASE_URL=postgres://u@db/x",
		"STRAND_DATABASE_URL=postgres://u:p@/x?host=/run/postgresql",
		"STRAND_REDIS_URL=unix:///run/redis.sock", "STRAND_REDIS_URL=rediss://:p@r:6379?addr=r2:6379",
		"STRAND_SMTP_URL=smtps://mail.example.com", "STRAND_CMS_URL=https://cms.example/graphql?a=b",
		"OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318", "OTEL_EXPORTER_OTLP_HEADERS=api-key=a%20b,tenant=x",
		"OTEL_EXPORTER_OTLP_ENDPOINT=",
	} {
		if _, err := config.Load("", []string{value}); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// The library of OpenTelemetry logs values that it cannot read: they are refused before it starts.
func TestSecurityLoad_Export(t *testing.T) {
	for _, value := range []string{
		"OTEL_EXPORTER_OTLP_ENDPOINT=collector.topsecret:4318", "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=topsecret",
		"OTEL_EXPORTER_OTLP_HEADERS=api-key topsecret", "OTEL_EXPORTER_OTLP_HEADERS=api-key=%topsecret",
		"OTEL_EXPORTER_OTLP_TRACES_HEADERS=a=b,topsecret",
	} {
		variable, _, _ := strings.Cut(value, "=")
		_, err := config.Load("", []string{value})
		if err == nil || !strings.HasPrefix(err.Error(), variable+": ") || strings.Contains(err.Error(), "topsecret") {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// Values that can have no effect are refused.
func TestLoad_Useless(t *testing.T) {
	for _, value := range []string{
		"STRAND_GEO_HEADER=CF IPCountry", "STRAND_GEO_HEADER=CF-IPCountry:",
		"STRAND_CMS_EDIT_URL=https://studio/{typ}/{id}",
		"STRAND_PIM_EDIT_URL=https://pim/{id", "STRAND_CMS_EDIT_URL=studio/{id}", "STRAND_SEARCH_PREFIX=Strand",
		"STRAND_SEARCH_PREFIX=a b", "STRAND_SEARCH_PREFIX=-a", "STRAND_SEARCH_PREFIX=",
	} {
		if _, err := config.Load("", []string{value}); err == nil {
			t.Errorf("%s is accepted", value)
		}
	}
	for _, value := range []string{
		"STRAND_GEO_HEADER=CF-IPCountry", "STRAND_GEO_HEADER=",
		"STRAND_CMS_EDIT_URL=https://studio/{type}/{id}?f={field}&l={locale}&s={stage}",
		"STRAND_CMS_EDIT_URL=", "STRAND_PIM_EDIT_URL=http://localhost:1/{id}", "STRAND_SEARCH_PREFIX=strand-2_a",
	} {
		if _, err := config.Load("", []string{value}); err != nil {
			t.Errorf("%s: %v", value, err)
		}
	}
	c, err := config.Load("", []string{"STRAND_ORIGN=x", "STRAND_NOTHING_OF_THE_KIND=x"})
	if err != nil || len(c.Unknown) != 2 || c.Unknown[0].Similar != "STRAND_ORIGIN" || c.Unknown[1].Similar != "" {
		t.Errorf("%v, %v", c.Unknown, err)
	}
}
