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
	// maxToken bounds an ID token or a logout token, in bytes.
	maxToken = 16 << 10
	// maxAge is how long after its issue an ID token is accepted at most, whatever its `exp` says.
	maxAge = 24 * time.Hour
	// clockSkew is how far the clock of the identity server may be ahead of ours.
	clockSkew = time.Minute
)

// Why a token with a valid signature is refused.
var (
	errNotCompact     = errors.New("the token is not a compact JWT")
	errTokenTooLarge  = fmt.Errorf("the token is larger than %d bytes", maxToken)
	errTokenType      = errors.New("typ: the token is of another type")
	errNoSubject      = errors.New("sub: the token names no user")
	errLogoutToken    = errors.New("events: the token is a logout token")
	errOtherParty     = errors.New("azp: the token was issued to another client")
	errTimeMissing    = errors.New("the token lacks iat or exp")
	errIssuedInFuture = errors.New("iat: the token was issued in the future")
	errNotYetValid    = errors.New("nbf: the token is not valid yet")
	errTooOld         = errors.New("iat: the token is too old")
)

// compactForm is the only form that is accepted: a library may accept the JSON serialization as well.
var compactForm = regexp.MustCompile(`^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$`)

// audiences are those of `aud`: one text or a list.
type audiences []string

func (a *audiences) UnmarshalJSON(data []byte) error {
	var one string
	if err := json.Unmarshal(data, &one); err == nil {
		*a = audiences{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(a))
}

// tokenClaims are the claims that both kinds of tokens are checked by. Instants are numbers (RFC 7519, NumericDate): a
// text is an error.
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

// instant is the second of a numeric date.
func instant(seconds *float64) time.Time {
	if seconds == nil {
		return time.Time{}
	}
	return time.Unix(int64(*seconds), 0)
}

// signedIn is when the user gave the password; zero where the token does not say so in a number.
func (c tokenClaims) signedIn() time.Time {
	seconds, ok := c.SignedIn.(float64)
	if !ok {
		return time.Time{}
	}
	return instant(&seconds)
}

// parse reads the type and the claims of a token in compact form. The signature is verified elsewhere.
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

// checkTimes refuses a token that is not valid yet or too old. That it has not expired is checked with its signature.
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

// isType reports whether the header of a token allows a type; letter case does not count (RFC 7515, section 4.1.9).
func isType(got string, allowed ...string) bool {
	got = strings.TrimPrefix(strings.ToLower(got), "application/")
	return got == "" || slices.Contains(allowed, got)
}

// checkIDToken refuses what is no ID token of the client, by its type and claims.
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

// checkLogoutToken refuses what is no logout token of the client, by its type and times.
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
