package sisusers

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"strand/internal/sqlite"
)

// RightsChange contains the users whose rights a transaction changed, and the organizations whose lists of users it
// changed.
type RightsChange struct{ Users, Organizations []string }

func (c *RightsChange) add(userID string, organizations ...string) {
	if !slices.Contains(c.Users, userID) {
		c.Users = append(c.Users, userID)
	}
	for _, id := range organizations {
		if !slices.Contains(c.Organizations, id) {
			c.Organizations = append(c.Organizations, id)
		}
	}
}

// action is an action of a user in a transaction.
type action struct {
	*Store
	tx      *sql.Tx
	actor   *User
	changed *RightsChange
	now     time.Time
	// signedOut is the id of a user whose sessions must end; empty for none.
	signedOut string
}

// runAction runs a transaction, and announces its changes after the commit.
func (s *Store) runAction(ctx context.Context, actor *User, do func(*action) error) error {
	if err := s.expire(ctx); err != nil {
		return err
	}
	a := &action{Store: s, actor: actor, changed: &RightsChange{}, now: s.now()}
	err := sqlite.InTx(ctx, s.db, func(tx *sql.Tx) error {
		a.tx = tx
		return do(a)
	})
	if err != nil {
		return err
	}
	s.announce(context.WithoutCancel(ctx), a.changed, a.signedOut)
	return nil
}

// announce ends the sessions of a user, and calls the observer.
func (s *Store) announce(ctx context.Context, changed *RightsChange, signedOut string) {
	if len(changed.Users) == 0 {
		return
	}
	if signedOut != "" && s.signOut != nil {
		if err := s.signOut(ctx, signedOut); err != nil {
			s.log.ErrorContext(ctx, "sessions_not_ended", "user", signedOut, "error", err)
		}
	}
	if s.observer != nil {
		s.observer(*changed)
	}
}
