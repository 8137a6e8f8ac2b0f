package app

import (
	"context"

	"strand/config"
	"strand/edge/visitor"
	"strand/upstream/identity"
)

// connectIdentity opens what is known of ended sessions, and connects to the identity server with the verifier of its
// ID tokens, if it is configured.
func (a *App) connectIdentity(u *upstreams) (err error) {
	c := a.config
	at := location(c, a.server, "revocations.db")
	if a.revocations, err = identity.OpenRevocations(context.Background(), at, a.log, nil); err != nil {
		return err
	}
	a.stores.Add("revocations", a.revocations.Probe)
	a.parts.OnClose(func(context.Context) error { return a.revocations.Close() })
	a.parts.InBackground(a.revocations.Maintain)
	if c.IdentityIssuer == "" {
		return nil
	}
	roles := rolesOf(c)
	u.signIn = visitor.SignIn{
		Issuer: c.IdentityIssuer, ClientID: c.IdentityClientID, Scope: c.IdentityScope, Origins: c.IdentityOrigins,
		Roles: roles,
	}
	access, err := accessTo(c.IdentityAccess)
	if err != nil {
		return err
	}
	verifier, err := identity.New(identity.Options{
		Issuer:      c.IdentityIssuer,
		ClientID:    c.IdentityClientID,
		Scope:       c.IdentityScope,
		Timeout:     c.UpstreamTimeout,
		Access:      access,
		Roles:       roles,
		Revocations: a.revocations,
		Log:         a.log,
	})
	if err != nil {
		return err
	}
	u.signIn.Verifier = verifier
	a.checks[identity.System] = verifier.Health
	return nil
}

// rolesOf returns where claims have the roles of a user.
func rolesOf(c *config.Config) identity.Roles {
	return identity.Roles{Claim: c.IdentityRolesClaim, Names: c.RoleNames()}
}
