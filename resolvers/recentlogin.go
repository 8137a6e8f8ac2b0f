package resolvers

import (
	"context"

	"strand/service/website/visit"
	"strand/upstream/sisportal"
)

// requireRecentLogin returns sisportal.ErrRecentLogin unless the caller's ID token proves a login within the last five
// minutes. sis may check it again.
func (r *Resolver) requireRecentLogin(ctx context.Context) error {
	if u := visit.Of(ctx).User; u == nil || !u.HasRecentLogin(r.Now()) {
		return sisportal.ErrRecentLogin
	}
	return nil
}
