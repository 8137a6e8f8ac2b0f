package outbox

import (
	"context"
	"fmt"

	"strand/domain/form"
	"strand/internal/database"
)

// UserSubmission is a submission of a signed-in user.
type UserSubmission struct {
	form.Submission
	IsDelivered bool
}

// OfUser returns the latest submissions of a form by a user, newest first, of at most keepOfUser ago.
func (o *Outbox) OfUser(ctx context.Context, user string, kind form.Kind, limit int) ([]UserSubmission, error) {
	found := []UserSubmission{}
	if user == "" {
		return found, nil
	}
	type row struct {
		key, body   string
		isDelivered bool
	}
	rows, err := database.Query(ctx, o.store, func(r *row) []any { return []any{&r.key, &r.body, &r.isDelivered} },
		`SELECT key, body, delivered_at IS NOT NULL FROM submissions WHERE user_id = $1 AND kind = $2
		ORDER BY accepted_at DESC LIMIT $3`,
		user, kind, limit)
	if err != nil {
		return nil, fmt.Errorf("list the submissions of a user: %w", err)
	}
	for _, r := range rows {
		found = append(found, UserSubmission{*decode(kind, r.key, r.body), r.isDelivered})
	}
	return found, nil
}
