package app

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"strand/config"
	"strand/edge"
	"strand/upstream/cms"
	"strand/upstream/embedded/directory"
	embeddedidentity "strand/upstream/embedded/identity"
	"strand/upstream/identity"
)

// openDirectory opens the directory of the embedded systems' customers.
func (a *App) openDirectory(c *config.Config, log *slog.Logger) (*directory.Directory, error) {
	people, err := directory.Open(directory.Options{Dir: filepath.Join(c.DataDir, "directory"),
		ContentDir: filepath.Join(c.ContentDir, "identity"), Logger: log})
	if err == nil {
		a.closers = append(a.closers, func(context.Context) error { return people.Close() })
	}
	return people, err
}

// identityServer signs customers in, in the browser, and verifies their tokens.
type identityServer struct {
	signIn edge.SignIn
	// registrationURL is the page to register at; empty for none.
	registrationURL string
	// signOut ends every session of a user; nil for an identity server elsewhere.
	signOut func(ctx context.Context, userID string) error
}

// connectIdentity starts the embedded provider where no identity server is configured.
func (a *App) connectIdentity(
	c *config.Config, customers *directory.Directory, reader *cms.Reader, log *slog.Logger,
) (idp identityServer, err error) {
	idp.signIn = edge.SignIn{Issuer: c.IdentityIssuer, ClientID: c.IdentityClientID, Scope: c.IdentityScope}
	idp.registrationURL = c.IdentityRegistrationURL
	revocations, err := openRevocations(c.DataDir, log)
	if err != nil {
		return idp, err
	}
	a.closers = append(a.closers, func(context.Context) error { return revocations.Close() })
	a.stores["revocations"] = revocations.Reason
	a.inBackground(revocations.KeepOpen)
	a.inBackground(func(ctx context.Context) { forget(ctx, revocations, log) })
	a.inBackground(func(ctx context.Context) { refresh(ctx, revocations, log) })
	if idp.signIn.Issuer == "" {
		provider, err := a.embedIdentity(c, customers, reader, revoke(revocations, log), log)
		if err != nil {
			return idp, err
		}
		idp.signIn.Issuer, idp.signIn.ClientID = provider.Issuer, embeddedidentity.ClientID
		idp.registrationURL, idp.signOut = provider.RegistrationURL, provider.SignOutEverywhere
	}
	idp.signIn.Tokens, err = identity.New(identity.Options{Issuer: idp.signIn.Issuer, ClientID: idp.signIn.ClientID,
		Timeout: c.UpstreamTimeout, Revocations: revocations, Log: log})
	return idp, err
}

// openRevocations opens the revocations that a folder keeps.
func openRevocations(dir string, log *slog.Logger) (*identity.Revocations, error) {
	return identity.OpenRevocations(context.Background(), filepath.Join(dir, "revocations.db"), log, nil)
}

// revoke refuses the tokens of sessions that ended early.
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

func forget(ctx context.Context, revocations *identity.Revocations, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(cleanEvery):
		}
		if err := revocations.Forget(ctx); err != nil && ctx.Err() == nil && revocations.Reason() == "" {
			log.WarnContext(ctx, "revocations_not_removed", "error", err)
		}
	}
}

// refreshEvery is how long a session that was revoked at another server on the same data folder may go on here.
const refreshEvery = 2 * time.Second

func refresh(ctx context.Context, revocations *identity.Revocations, log *slog.Logger) {
	ticks := time.NewTicker(refreshEvery)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		if err := revocations.Refresh(ctx); err != nil && ctx.Err() == nil && revocations.Reason() == "" {
			log.WarnContext(ctx, "revocations_not_refreshed", "error", err)
		}
	}
}
