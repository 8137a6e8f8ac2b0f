package app

import (
	"context"
	"log/slog"

	"strand/config"
	"strand/edge/visitor"
	"strand/upstream/identity"
)

// connectIdentity returns how customers sign in at the identity server, with the verifier of its ID tokens.
func (a *App) connectIdentity(c *config.Config, log *slog.Logger) (signIn visitor.SignIn, err error) {
	at := location(c, a.server, "revocations.db")
	if a.revocations, err = identity.OpenRevocations(context.Background(), at, log, nil); err != nil {
		return signIn, err
	}
	a.stores.Add("revocations", a.revocations.Probe)
	a.parts.OnClose(func(context.Context) error { return a.revocations.Close() })
	a.parts.InBackground(a.revocations.Maintain)
	if c.IdentityIssuer == "" {
		return visitor.SignIn{}, nil
	}
	roles := rolesOf(c)
	signIn = visitor.SignIn{
		Issuer: c.IdentityIssuer, ClientID: c.IdentityClientID, Scope: c.IdentityScope, Origins: c.IdentityOrigins,
		Roles: roles,
	}
	access, err := accessTo(c.IdentityAccess)
	if err != nil {
		return signIn, err
	}
	signIn.Verifier, err = identity.New(identity.Options{
		Issuer:      c.IdentityIssuer,
		ClientID:    c.IdentityClientID,
		Scope:       c.IdentityScope,
		Timeout:     c.UpstreamTimeout,
		Access:      access,
		Roles:       roles,
		Revocations: a.revocations,
		Log:         log,
	})
	return signIn, err
}

// rolesOf returns where claims have the roles of a user.
func rolesOf(c *config.Config) identity.Roles {
	return identity.Roles{Claim: c.IdentityRolesClaim, Names: c.RoleNames()}
}
