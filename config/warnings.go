package config

import (
	"fmt"
	"net/url"
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
	redis := string(c.RedisURL)
	if u, err := url.Parse(redis); err == nil && u.Host != "" && !isLocalURL(redis) {
		if _, hasPassword := u.User.Password(); !hasPassword {
			warnings = append(warnings, Warning{
				"STRAND_REDIS_URL", "everyone in the network can use it: set a password, and add it to the URL",
			})
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
			"STRAND_SIS_PORTAL_URL",
			"it is not used: only users of an identity server can read it (STRAND_IDENTITY_ISSUER)",
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
