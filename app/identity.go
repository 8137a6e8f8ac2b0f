package app

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"strand/config"
	"strand/edge"
	"strand/upstream/cms"
	embeddedidentity "strand/upstream/embedded/identity"
	"strand/upstream/embedded/userstore"
	"strand/upstream/identity"
)

const (
	// revocationCleanupInterval is the interval at which expired revocations are removed.
	revocationCleanupInterval = time.Hour
	// revocationRefreshInterval is the maximum time for which a session stays accepted after another server with the
	// same data folder revoked it.
	revocationRefreshInterval = 2 * time.Second
)

// openUserStore opens the user store of the embedded systems.
func (a *App) openUserStore(c *config.Config, log *slog.Logger) (*userstore.Store, error) {
	users, err := userstore.Open(userstore.Options{
		Dir:                filepath.Join(c.DataDir, "directory"),
		ContentDir:         filepath.Join(c.ContentDir, "identity"),
		InvitationLifetime: c.EmbeddedInvitationLife,
		Logger:             log,
	})
	if err == nil {
		a.closers = append(a.closers, func(context.Context) error { return users.Close() })
	}
	return users, err
}

// identityServer contains the settings for signing in and the verifier of ID tokens.
type identityServer struct {
	signIn edge.SignIn
	// registrationURL is the URL of the registration page; empty if registration is disabled.
	registrationURL string
	// signOut ends all sessions of a user except that of an ID token (sid); nil for a remote identity server.
	signOut func(ctx context.Context, userID, exceptSID string) error
}

// connectIdentity starts the embedded provider unless an identity server is configured.
func (a *App) connectIdentity(
	c *config.Config, users *userstore.Store, reader *cms.Reader, log *slog.Logger,
) (idp identityServer, err error) {
	idp.signIn = edge.SignIn{Issuer: c.IdentityIssuer, ClientID: c.IdentityClientID, Scope: c.IdentityScope}
	idp.registrationURL = c.IdentityRegistrationURL
	revocations, err := openRevocations(c.DataDir, log)
	if err != nil {
		return idp, err
	}
	a.stores["revocations"] = revocations.Reason
	a.maintainRevocations(revocations, log)
	if idp.signIn.Issuer == "" {
		provider, err := a.embedIdentity(c, users, reader, revoke(revocations, log), log)
		if err != nil {
			return idp, err
		}
		idp.signIn.Issuer, idp.signIn.ClientID = provider.Issuer, embeddedidentity.ClientID
		idp.registrationURL, idp.signOut = provider.RegistrationURL, provider.SignOutOthers
	}
	idp.signIn.Verifier, err = identity.New(identity.Options{
		Issuer:      idp.signIn.Issuer,
		ClientID:    idp.signIn.ClientID,
		Timeout:     c.UpstreamTimeout,
		Revocations: revocations,
		Log:         log,
	})
	return idp, err
}

// openRevocations opens the database of revocations in a folder.
func openRevocations(dir string, log *slog.Logger) (*identity.Revocations, error) {
	return identity.OpenRevocations(context.Background(), filepath.Join(dir, "revocations.db"), log, nil)
}

// revoke returns a function that revokes the tokens of sessions that ended early.
func revoke(
	revocations *identity.Revocations, log *slog.Logger,
) func(context.Context, *embeddedidentity.Provider, []string) {
	return func(ctx context.Context, _ *embeddedidentity.Provider, sids []string) {
		for _, sid := range sids {
			if err := revocations.RevokeSession(ctx, sid); err != nil {
				log.ErrorContext(ctx, "revocation_not_stored", "error", err)
			}
		}
	}
}

// maintainRevocations reopens, refreshes and cleans the revocations until the app is closed.
func (a *App) maintainRevocations(r *identity.Revocations, log *slog.Logger) {
	a.closers = append(a.closers, func(context.Context) error { return r.Close() })
	a.inBackground(r.KeepOpen)
	a.inBackground(func(ctx context.Context) {
		maintain(ctx, revocationCleanupInterval, r, log, "revocations_not_removed", r.RemoveExpired)
	})
	a.inBackground(func(ctx context.Context) {
		maintain(ctx, revocationRefreshInterval, r, log, "revocations_not_refreshed", r.Refresh)
	})
}

// maintain calls a function at an interval until the context ends. It logs errors, except those of an unusable
// store, which reports them itself.
func maintain(ctx context.Context, every time.Duration, r *identity.Revocations, log *slog.Logger, event string,
	do func(context.Context) error) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if err := do(ctx); err != nil && ctx.Err() == nil && r.Reason() == "" {
			log.WarnContext(ctx, event, "error", err)
		}
	}
}
