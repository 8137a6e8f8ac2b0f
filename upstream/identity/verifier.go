// Package identity authenticates users with an OpenID identity server: it verifies ID tokens, reads the current
// roles of their users, and handles revoked tokens.
package identity

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"strand/domain/portal"
	"strand/internal/apperr"
	"strand/internal/health"
	"strand/internal/outbound"
	"strand/internal/telemetry"
	"strand/upstream/transport"
)

// System is the name of the identity server in webhooks, health and logs.
const System = "identity"

const (
	// retryAfter is the delay of the next attempt after a failed discovery.
	retryAfter = time.Second
	// knownTokens is the maximum number of cached verified tokens; a browser sends the same one for an hour.
	knownTokens = 10_000
	logoutEvent = "http://schemas.openid.net/event/backchannel-logout"
)

// Options configures the identity server and the client.
type Options struct {
	Issuer, ClientID string
	// Scope is what browsers request; the log says which of it the provider does not offer.
	Scope string
	// Timeout limits one call.
	Timeout time.Duration
	// Access is added to each request.
	Access outbound.Access
	// Roles says where claims have the roles of a user.
	Roles       Roles
	Revocations *Revocations
	// Now is the clock; nil means the system clock.
	Now func() time.Time
	Log *slog.Logger
}

// Verifier verifies tokens. It is safe for concurrent use. It can be created while the identity server is down.
type Verifier struct {
	o              Options
	client         *http.Client
	flight         singleflight.Group
	verifiedTokens *lru.Cache[[sha256.Size]byte, verifiedToken]

	// info reads the current roles of users.
	info *userInfo
	// refusals counts and logs refused tokens.
	refusals *refusals

	// rolesMissing logs once that a user has no claim with roles.
	rolesMissing sync.Once

	mu   sync.Mutex
	keys oidc.KeySet
	// userInfoEndpoint is the URL in the discovery document; empty if there is none.
	userInfoEndpoint string
	failedAt         time.Time
	failure          error
	// failing is true after a logged failure, until the next success; probed and state are the latest result of
	// Health.
	failing bool
	probed  time.Time
	state   health.State
}

// verifiedToken is a token that was valid when it was verified.
type verifiedToken struct {
	user            *portal.User
	issued, expires time.Time
}

// New returns a verifier.
func New(o Options) (*Verifier, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	cache, err := lru.New[[sha256.Size]byte, verifiedToken](knownTokens)
	if err != nil {
		return nil, err
	}
	info, err := newUserInfo(o.Access, o.Roles)
	if err != nil {
		return nil, err
	}
	return &Verifier{
		o:              o,
		verifiedTokens: cache,
		info:           info,
		client:         outbound.NewClient(newMetadataTransport(o), o.Timeout),
		refusals:       newRefusals(o.Log, o.Issuer),
	}, nil
}

// discover reads the discovery document, once.
func (v *Verifier) discover(ctx context.Context) (oidc.KeySet, error) {
	v.mu.Lock()
	keys, failure, failedAt := v.keys, v.failure, v.failedAt
	v.mu.Unlock()
	if keys != nil {
		return keys, nil
	}
	if failure != nil && v.o.Now().Sub(failedAt) < retryAfter {
		return nil, failure
	}
	found, err, _ := v.flight.Do("", func() (any, error) {
		// The keys are read later, by other callers: this context must not end with the current one.
		ctx := oidc.ClientContext(context.WithoutCancel(ctx), v.client)
		var metadata struct {
			Keys string `json:"jwks_uri"`
		}
		provider, err := oidc.NewProvider(ctx, v.o.Issuer)
		if err == nil {
			err = provider.Claims(&metadata)
		}
		v.mu.Lock()
		defer v.mu.Unlock()
		if err != nil {
			err = telemetry.CleanError(err)
			v.failure, v.failedAt = unavailable(err), v.o.Now()
			v.reportFailure(ctx, err)
			return nil, v.failure
		}
		v.keys = oidc.NewRemoteKeySet(ctx, metadata.Keys)
		v.userInfoEndpoint = provider.UserInfoEndpoint()
		v.failure = nil
		v.reportSuccess(ctx)
		logGaps(ctx, v.o.Log, provider, v.o.Scope)
		return v.keys, nil
	})
	if err != nil {
		return nil, err
	}
	return found.(oidc.KeySet), nil
}

// algorithms contains the asymmetric signature algorithms, with which only the identity server can sign.
var algorithms = []string{
	oidc.RS256,
	oidc.RS384,
	oidc.RS512,
	oidc.ES256,
	oidc.ES384,
	oidc.ES512,
	oidc.PS256,
	oidc.PS384,
	oidc.PS512,
	oidc.EdDSA,
}

// checkedKeys are the keys of one check. They distinguish a wrong signature from unreadable keys, which the verifier's
// error does not.
type checkedKeys struct {
	next oidc.KeySet
	// failure is why the keys could not be read; nil if they were.
	failure error
}

func (k *checkedKeys) VerifySignature(ctx context.Context, jwt string) ([]byte, error) {
	payload, err := k.next.VerifySignature(ctx, jwt)
	if unreadable := new(url.Error); errors.As(err, &unreadable) && !errors.Is(err, errFreshKeys) {
		k.failure = err
	}
	return payload, err
}

func unavailable(err error) error {
	return &transport.Error{System: "identity", Operation: "tokens", Kind: transport.KindUnreachable, Cause: err}
}

// refused returns the error of a refused token. The caller does not learn the cause, which is logged.
func refused(cause *reason) error {
	return &apperr.Error{
		Code:    apperr.Unauthenticated,
		Message: "the ID token is not valid: sign in again",
		Cause:   cause,
	}
}

// Verify returns the user of an ID token. The error is an *apperr.Error for an invalid token, a *transport.Error if
// the identity server cannot be read.
func (v *Verifier) Verify(ctx context.Context, raw string) (*portal.User, error) {
	found, err := v.verified(ctx, raw)
	if err != nil {
		v.refusals.report(ctx, err)
		return nil, err
	}
	return found.user, nil
}

// verified returns the verified token if it is valid now.
func (v *Verifier) verified(ctx context.Context, raw string) (verifiedToken, error) {
	key := sha256.Sum256([]byte(raw))
	found, ok := v.verifiedTokens.Get(key)
	if !ok || !v.o.Now().Before(found.expires) {
		var err error
		if found, err = v.verify(ctx, raw); err != nil {
			return verifiedToken{}, err
		}
		v.verifiedTokens.Add(key, found)
	}
	if v.o.Revocations.isRevoked(found.user.SessionID, found.user.ID, found.issued) {
		v.verifiedTokens.Remove(key)
		return verifiedToken{}, refused(errRevoked)
	}
	return found, nil
}

func (v *Verifier) verify(ctx context.Context, raw string) (verifiedToken, error) {
	checked, failed := checkIDToken(raw, v.o.ClientID, v.o.Now())
	if failed != nil {
		return verifiedToken{}, refused(failed)
	}
	token, err := v.check(ctx, raw)
	if err != nil {
		return verifiedToken{}, err
	}
	var claims struct {
		nameClaims
		Email string `json:"email"`
		SID   string `json:"sid"`
	}
	var all map[string]json.RawMessage
	if token.Claims(&claims) != nil || token.Claims(&all) != nil {
		return verifiedToken{}, refused(errMalformed)
	}
	roles, err := v.o.Roles.of(all)
	if err != nil {
		return verifiedToken{}, refused(errMalformed)
	}
	expires := token.Expiry
	if tooOld := instant(checked.Issued).Add(maxAge); tooOld.Before(expires) {
		expires = tooOld
	}
	user := &portal.User{
		ID:         token.Subject,
		Email:      claims.Email,
		Roles:      roles,
		SessionID:  claims.SID,
		SignedInAt: checked.signedIn(),
	}
	claims.setName(user)
	return verifiedToken{issued: instant(checked.Issued), expires: expires, user: user}, nil
}

// check verifies the signature, issuer, audience and expiry of a token.
func (v *Verifier) check(ctx context.Context, raw string) (*oidc.IDToken, error) {
	keys, err := v.discover(ctx)
	if err != nil {
		return nil, err
	}
	checked := &checkedKeys{next: keys}
	config := &oidc.Config{ClientID: v.o.ClientID, SupportedSigningAlgs: algorithms, Now: v.o.Now}
	token, err := oidc.NewVerifier(v.o.Issuer, checked, config).Verify(ctx, raw)
	switch {
	case err == nil:
		return token, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case checked.failure != nil:
		v.mu.Lock()
		v.reportFailure(ctx, checked.failure)
		v.mu.Unlock()
		return nil, unavailable(checked.failure)
	}
	return nil, refused(reasonOf(err, raw, v.o.Issuer, v.o.ClientID))
}

// HandleLogoutToken handles a logout token of the identity server: it revokes the tokens of its session or user (OpenID
// Connect Back-Channel Logout 1.0).
func (v *Verifier) HandleLogoutToken(ctx context.Context, raw string) error {
	if failed := checkLogoutToken(raw, v.o.ClientID, v.o.Now()); failed != nil {
		return refused(failed)
	}
	token, err := v.check(ctx, raw)
	if err != nil {
		return err
	}
	var claims struct {
		SID    string         `json:"sid"`
		Nonce  string         `json:"nonce"`
		Events map[string]any `json:"events"`
	}
	if err := token.Claims(&claims); err != nil {
		return refused(errMalformed)
	}
	if _, ok := claims.Events[logoutEvent]; !ok || claims.Nonce != "" {
		return refused(errNoLogoutToken)
	}
	switch {
	case claims.SID != "" && token.Subject != "":
		return errors.Join(v.o.Revocations.RevokeSession(ctx, claims.SID),
			v.o.Revocations.revokeWithoutSession(ctx, token.Subject, token.IssuedAt))
	case claims.SID != "":
		return v.o.Revocations.RevokeSession(ctx, claims.SID)
	case token.Subject != "":
		return v.o.Revocations.RevokeUser(ctx, token.Subject, token.IssuedAt)
	}
	return refused(errNobody)
}
