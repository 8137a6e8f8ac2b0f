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

	"github.com/coreos/go-oidc/v3/oidc"
)

const (
	// maxToken is the maximum size of an ID token or a logout token, in bytes.
	maxToken = 16 << 10
	// maxAge is the maximum age of an accepted ID token, even if it expires later.
	maxAge = 24 * time.Hour
	// clockSkew is the time by which the clock of the identity server may be ahead of this server's.
	clockSkew = 2 * time.Minute
)

// reason is why a token is refused. Its text never has a value of the token.
type reason struct {
	// code is the reason in metrics and events.
	code, text string
}

func (r *reason) Error() string { return r.text }

// Reasons to refuse a token.
var (
	errNotCompact     = &reason{"not_compact", "the token is not a compact JWT"}
	errTokenTooLarge  = &reason{"too_large", fmt.Sprintf("the token is larger than %d bytes", maxToken)}
	errMalformed      = &reason{"malformed", "the header or a claim of the token cannot be decoded"}
	errTokenType      = &reason{"type", "typ: the token is of another type"}
	errNoSubject      = &reason{"no_subject", "sub: the token has no user"}
	errLogoutToken    = &reason{"logout_token", "events: the token is a logout token"}
	errNoLogoutToken  = &reason{"no_logout_token", "events, nonce: the token is not a logout token"}
	errNobody         = &reason{"nobody", "sub, sid: the logout token has neither a user nor a session"}
	errOtherParty     = &reason{"other_party", "azp: the token was issued to another client"}
	errTimeMissing    = &reason{"time_missing", "the token lacks iat or exp"}
	errIssuedInFuture = &reason{"issued_in_future", "iat: the token was issued in the future"}
	errNotYetValid    = &reason{"not_yet_valid", "nbf: the token is not valid yet"}
	errTooOld         = &reason{"too_old", "iat: the token is too old"}
	errExpired        = &reason{"expired", "exp: the token has expired"}
	errOtherIssuer    = &reason{"issuer", "iss: the token is from another issuer than STRAND_IDENTITY_ISSUER"}
	errOtherAudience  = &reason{"audience", "aud: the token was issued for others than STRAND_IDENTITY_CLIENT_ID"}
	errAlgorithm      = &reason{"algorithm", "alg: the signature is not of an accepted asymmetric algorithm"}
	errSignature      = &reason{"signature", "the signature is not of a key of the issuer"}
	errSessionUnknown = &reason{"session_unknown", "the identity server does not accept the session any more"}
	errRevoked        = &reason{"revoked", "the token was revoked"}
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
	Issuer   string                     `json:"iss"`
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

// tokenHeader is the header of a token.
type tokenHeader struct {
	Type      string `json:"typ"`
	Algorithm string `json:"alg"`
}

// parse returns the header and claims of a token in compact form. It does not verify the signature.
func parse(raw string) (header tokenHeader, claims tokenClaims, failed *reason) {
	if len(raw) > maxToken {
		return header, claims, errTokenTooLarge
	}
	if !compactForm.MatchString(raw) {
		return header, claims, errNotCompact
	}
	parts := strings.Split(raw, ".")
	for i, into := range []any{&header, &claims} {
		data, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err == nil {
			err = json.Unmarshal(data, into)
		}
		if err != nil {
			return header, claims, errMalformed
		}
	}
	return header, claims, nil
}

// checkTimes refuses a token that is not valid yet or too old. The expiry is checked with the signature.
func (c tokenClaims) checkTimes(now time.Time) *reason {
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
func (c tokenClaims) checkParty(clientID string) *reason {
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
func checkIDToken(raw, clientID string, now time.Time) (tokenClaims, *reason) {
	header, claims, failed := parse(raw)
	switch {
	case failed != nil:
		return claims, failed
	case !isType(header.Type, "jwt"):
		return claims, errTokenType
	case claims.Events != nil:
		return claims, errLogoutToken
	case strings.TrimSpace(claims.Subject) == "":
		return claims, errNoSubject
	}
	if failed := claims.checkParty(clientID); failed != nil {
		return claims, failed
	}
	return claims, claims.checkTimes(now)
}

// checkLogoutToken checks that a token is a logout token of the client, by its type and times.
func checkLogoutToken(raw, clientID string, now time.Time) *reason {
	header, claims, failed := parse(raw)
	if failed != nil {
		return failed
	}
	if !isType(header.Type, "jwt", "logout+jwt") {
		return errTokenType
	}
	if failed := claims.checkParty(clientID); failed != nil {
		return failed
	}
	return claims.checkTimes(now)
}

// reasonOf returns why the verification of a token with accepted claims has failed. The error of the library has values
// of the token.
func reasonOf(err error, raw, issuer, clientID string) *reason {
	header, claims, parsing := parse(raw)
	switch {
	case errors.As(err, new(*oidc.TokenExpiredError)):
		return errExpired
	case parsing != nil:
		return errMalformed
	case claims.Issuer != issuer:
		return errOtherIssuer
	case !slices.Contains(claims.Audience, clientID):
		return errOtherAudience
	case !slices.Contains(algorithms, header.Algorithm):
		return errAlgorithm
	}
	return errSignature
}
