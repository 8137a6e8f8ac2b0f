package identity

import "context"

// Rotate creates the next signing key.
func (p *Provider) Rotate(ctx context.Context) error { return p.store.Rotate(ctx) }

// SignOutEverywhere ends every session of a user.
func (p *Provider) SignOutEverywhere(ctx context.Context, userID string) error {
	return p.store.signOutEverywhere(ctx, userID)
}
