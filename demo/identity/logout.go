package identity

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// logoutTokenLifetime is the lifetime of a logout token, which is sent at once.
const logoutTokenLifetime = 2 * time.Minute

// LogoutToken creates the token that informs the portal of an ended session (sid) (OpenID Connect Back-Channel
// Logout 1.0, section 2.4).
func (p *Provider) LogoutToken(ctx context.Context, sid string) (string, error) {
	keys, err := p.store.signingKeys(ctx)
	if err != nil {
		return "", err
	}
	options := (&jose.SignerOptions{}).WithType("logout+jwt")
	key := jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: keys[0].key, KeyID: keys[0].id}}
	signer, err := jose.NewSigner(key, options)
	if err != nil {
		return "", fmt.Errorf("sign a logout token: %w", err)
	}
	now := p.store.now()
	text, err := jwt.Signed(signer).Claims(map[string]any{
		"iss": p.Issuer, "aud": ClientID, "iat": now.Unix(), "exp": now.Add(logoutTokenLifetime).Unix(),
		"jti":    rand.Text(),
		"sid":    sid,
		"events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}},
	}).Serialize()
	if err != nil {
		return "", fmt.Errorf("sign a logout token: %w", err)
	}
	return text, nil
}
