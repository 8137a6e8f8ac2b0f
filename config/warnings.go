package config

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Warning is a setting with which the server starts, although it may be a mistake.
type Warning struct{ Variable, Reason string }

// Warnings returns a warning for each setting that is unsafe or contradicts another one.
func (c *Config) Warnings() (warnings []Warning) {
	values := reflect.ValueOf(*c)
	for _, s := range Settings() {
		if text := values.FieldByIndex(s.index); c.Production && text.Kind() == reflect.String && s.isSent() &&
			isUnencrypted(text.String()) {
			warnings = append(warnings, Warning{s.Variable, "the connection to another host is not encrypted"})
		}
	}
	for _, p := range c.TrustedProxies {
		if _, isLarge := openness(p); isLarge {
			warnings = append(warnings, Warning{
				"STRAND_TRUSTED_PROXIES",
				fmt.Sprintf("%s has many public addresses: every caller with one of them chooses its IP address, host "+
					"and scheme", p),
			})
		}
	}
	if c.SISPortalURL != "" && c.IdentityIssuer == "" {
		warnings = append(warnings, Warning{
			"STRAND_SIS_PORTAL_URL", "it is not used: only users of an identity server can read it (STRAND_IDENTITY_ISSUER)",
		})
	}
	if c.GeoHeader != "" && len(c.TrustedProxies) == 0 {
		warnings = append(warnings, Warning{
			"STRAND_GEO_HEADER", "the header is read from trusted proxies only: set STRAND_TRUSTED_PROXIES",
		})
	}
	if 2*c.UpstreamTimeout < c.DataTimeout {
		warnings = append(warnings, Warning{
			"STRAND_DATA_TIMEOUT",
			fmt.Sprintf("queries wait %s, but each call of a system ends after %s (STRAND_UPSTREAM_TIMEOUT)",
				c.DataTimeout, c.UpstreamTimeout),
		})
	}
	return warnings
}

// isSent reports whether the server sends requests, tokens or visitors to the URL of a setting.
func (s *Setting) isSent() bool {
	return s.kind == kindOrigin || len(s.schemes) > 0 || s.kind == kindURL
}

// isUnencrypted reports whether a URL leads to another host without TLS. Mail servers must offer STARTTLS, and
// sslmode is that of the database.
func isUnencrypted(text string) bool {
	scheme, _, _ := strings.Cut(text, "://")
	return slices.Contains([]string{"http", "redis", "valkey"}, scheme) && !isLocalURL(text)
}

// exportEndpoints and exportHeaders are variables of OpenTelemetry, whose library logs a wrong value with all it has.
var (
	exportEndpoints = []string{
		"OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
		"OTEL_EXPORTER_OTLP_LOGS_ENDPOINT",
	}
	exportHeaders = []string{
		"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_TRACES_HEADERS", "OTEL_EXPORTER_OTLP_METRICS_HEADERS",
		"OTEL_EXPORTER_OTLP_LOGS_HEADERS",
	}
)

// checkExport checks the variables of OpenTelemetry. Errors do not contain their values.
func checkExport(environ []string) (errs []error) {
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		switch {
		case value == "":
		case slices.Contains(exportEndpoints, name) && !isURL(value):
			errs = append(errs, errors.New(name+": an http or https URL is needed, such as http://collector:4318; "+
				escapes))
		case slices.Contains(exportHeaders, name) && !hasHeaders(value):
			errs = append(errs, errors.New(name+": headers are needed, such as api-key=secret,tenant=a; special "+
				"characters in values must be percent-encoded"))
		}
	}
	return errs
}

func hasHeaders(text string) bool {
	_, ok := parseHeaders(text)
	return ok
}

// maxTypos is the number of wrong letters up to which a variable is taken for a misspelt one.
const maxTypos = 2

// similarVariable returns the variable of the setting whose name is nearest to a misspelt one; empty if none is near.
func similarVariable(settings []Setting, name string) string {
	best, similar := maxTypos+1, ""
	for _, s := range settings {
		if n := typos(name, s.Variable); n < best {
			best, similar = n, s.Variable
		}
	}
	return similar
}

// typos returns the number of letters to add, remove or replace in a text to get another one (Levenshtein).
func typos(a, b string) int {
	previous := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			replaced := previous[j]
			if a[i] != b[j] {
				replaced++
			}
			row[j+1] = min(replaced, previous[j+1]+1, row[j]+1)
		}
		previous = row
	}
	return previous[len(b)]
}
