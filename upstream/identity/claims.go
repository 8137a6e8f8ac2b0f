package identity

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	// maxToken is the maximum size of an ID token or a logout token, in bytes.
	maxToken = 16 << 10
	// maxAge is the maximum age of an accepted ID token, even if it expires later.
	maxAge = 24 * time.Hour
	// clockSkew is the time by which the clock of the identity server may be ahead of this server's.
	clockSkew = time.Minute
)

// Reasons to refuse a token with a valid signature.
var (
	errNotCompact     = errors.New("the token is not a compact JWT")
	errTokenTooLarge  = fmt.Errorf("the token is larger than %d bytes", maxToken)
	errTokenType      = errors.New("typ: the token is of another type")
	errNoSubject      = errors.New("sub: the token has no user")
	errLogoutToken    = errors.New("events: the token is a logout token")
	errOtherParty     = errors.New("azp: the token was issued to another client")
	errTimeMissing    = errors.New("the token lacks iat or exp")
	errIssuedInFuture = errors.New("iat: the token was issued in the future")
	errNotYetValid    = errors.New("nbf: the token is not valid yet")
	errTooOld         = errors.New("iat: the token is too old")
)

// compactForm matches the compact serialization. Other forms are refused, because the library may accept the JSON
// serialization as well.
var compactForm = regexp.MustCompile(`^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$`)

// audiences is the value of `aud`: a text or a list.
type audiences []string

func (a *audiences) UnmarshalJSON(data []byte) error {
	var one string
	if err := json.Unmarshal(data, &one); err == nil {
		*a = audiences{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(a))
}

// tokenClaims contains the claims that are checked in ID tokens and logout tokens. Instants are numbers (RFC 7519,
// NumericDate); other types are an error.
type tokenClaims struct {
	Subject  string                     `json:"sub"`
	Audience audiences                  `json:"aud"`
	Party    *string                    `json:"azp"`
	Issued   *float64                   `json:"iat"`
	Expires  *float64                   `json:"exp"`
	From     *float64                   `json:"nbf"`
	SignedIn any                        `json:"auth_time"`
	Events   map[string]json.RawMessage `json:"events"`
}

// instant converts a numeric date, without its fraction.
func instant(seconds *float64) time.Time {
	if seconds == nil {
		return time.Time{}
	}
	return time.Unix(int64(*seconds), 0)
}

// signedIn returns the time of the user's login; zero if the token has no numeric `auth_time`.
func (c tokenClaims) signedIn() time.Time {
	seconds, ok := c.SignedIn.(float64)
	if !ok {
		return time.Time{}
	}
	return instant(&seconds)
}

// parse returns the type and claims of a token in compact form. It does not verify the signature.
func parse(raw string) (tokenType string, claims tokenClaims, err error) {
	if len(raw) > maxToken {
		return "", claims, errTokenTooLarge
	}
	if !compactForm.MatchString(raw) {
		return "", claims, errNotCompact
	}
	parts := strings.Split(raw, ".")
	var header struct {
		Type string `json:"typ"`
	}
	for i, into := range []any{&header, &claims} {
		data, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			return "", claims, fmt.Errorf("decode the token: %w", err)
		}
	}
	return header.Type, claims, nil
}

// checkTimes refuses a token that is not valid yet or too old. The expiry is checked with the signature.
func (c tokenClaims) checkTimes(now time.Time) error {
	latest := float64(now.Add(clockSkew).Unix())
	switch {
	case c.Issued == nil || c.Expires == nil:
		return errTimeMissing
	case *c.Issued > latest:
		return errIssuedInFuture
	case c.From != nil && *c.From > latest:
		return errNotYetValid
	case *c.Issued < float64(now.Add(-maxAge).Unix()):
		return errTooOld
	}
	return nil
}

// checkParty refuses a token that was issued to another client (OpenID Connect Core 1.0, section 3.1.3.7).
func (c tokenClaims) checkParty(clientID string) error {
	if c.Party == nil && len(c.Audience) > 1 || c.Party != nil && *c.Party != clientID {
		return errOtherParty
	}
	return nil
}

// isType reports whether a token type is among the allowed ones, case-insensitively (RFC 7515, section 4.1.9).
func isType(got string, allowed ...string) bool {
	got = strings.TrimPrefix(strings.ToLower(got), "application/")
	return got == "" || slices.Contains(allowed, got)
}

// checkIDToken checks that a token is an ID token of the client, by its type and claims.
func checkIDToken(raw, clientID string, now time.Time) (tokenClaims, error) {
	tokenType, claims, err := parse(raw)
	switch {
	case err != nil:
		return claims, err
	case !isType(tokenType, "jwt"):
		return claims, errTokenType
	case claims.Events != nil:
		return claims, errLogoutToken
	case strings.TrimSpace(claims.Subject) == "":
		return claims, errNoSubject
	}
	if err := claims.checkParty(clientID); err != nil {
		return claims, err
	}
	return claims, claims.checkTimes(now)
}

// checkLogoutToken checks that a token is a logout token of the client, by its type and times.
func checkLogoutToken(raw, clientID string, now time.Time) error {
	tokenType, claims, err := parse(raw)
	if err != nil {
		return err
	}
	if !isType(tokenType, "jwt", "logout+jwt") {
		return errTokenType
	}
	if err := claims.checkParty(clientID); err != nil {
		return err
	}
	return claims.checkTimes(now)
}
