package app

import (
	"context"
	"log/slog"
	"path/filepath"
	"time"

	"strand/config"
	"strand/edge"
	"strand/internal/health"
	"strand/upstream/cms"
	"strand/upstream/embedded/directory"
	embeddedidentity "strand/upstream/embedded/identity"
	"strand/upstream/identity"
)

// people are those of the embedded systems; nil where none of them is embedded.
func (a *App) people(c *config.Config, log *slog.Logger) (*directory.Directory, error) {
	if c.IdentityIssuer != "" && c.SISPortalURL != "" {
		return nil, nil
	}
	return a.openDirectory(c, log)
}

func (a *App) openDirectory(c *config.Config, log *slog.Logger) (*directory.Directory, error) {
	people, err := directory.Open(directory.Options{Dir: filepath.Join(c.DataDir, "directory"),
		ContentDir: filepath.Join(c.ContentDir, "identity"), Logger: log})
	if err == nil {
		a.closers = append(a.closers, func(context.Context) error { return people.Close() })
	}
	return people, err
}

// identityServer is whom the browser signs people in with, and what checks their tokens.
type identityServer struct {
	signIn edge.SignIn
	// registrationURL is where somebody registers; empty where nobody can.
	registrationURL string
	// signOut ends every session of a user; nil for an identity server elsewhere.
	signOut func(ctx context.Context, userID string) error
}

// identity starts the embedded provider where no identity server is configured.
func (a *App) identity(
	c *config.Config, people *directory.Directory, reader *cms.Reader, checks map[string]health.Check, log *slog.Logger,
) (who identityServer, err error) {
	who.signIn = edge.SignIn{Issuer: c.IdentityIssuer, ClientID: c.IdentityClientID, Scope: c.IdentityScope}
	who.registrationURL = c.IdentityRegistrationURL
	revocations, err := openRevocations(c.DataDir, log)
	if err != nil {
		return who, err
	}
	a.closers = append(a.closers, func(context.Context) error { return revocations.Close() })
	a.stores["revocations"] = revocations.Reason
	a.inBackground(revocations.KeepOpen)
	a.inBackground(func(ctx context.Context) { forget(ctx, revocations, log) })
	if who.signIn.Issuer == "" {
		provider, err := a.embedIdentity(c, people, reader, revoke(revocations, log), log)
		if err != nil {
			return who, err
		}
		who.signIn.Issuer, who.signIn.ClientID = provider.Issuer, embeddedidentity.ClientID
		who.registrationURL, who.signOut = provider.RegistrationURL, provider.SignOutEverywhere
	}
	who.signIn.Tokens, err = identity.New(identity.Options{Issuer: who.signIn.Issuer, ClientID: who.signIn.ClientID,
		Timeout: c.UpstreamTimeout, Revocations: revocations, Log: log})
	if err == nil {
		checks["identity"] = who.signIn.Tokens.Health
	}
	return who, err
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
