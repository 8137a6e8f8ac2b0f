package outbox

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"strand/domain/form"
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
	err := o.store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		rows, err := db.QueryContext(
			ctx,
			`SELECT body, delivered_at IS NOT NULL FROM submissions WHERE user_id = $1 AND kind = $2
			ORDER BY accepted_at DESC LIMIT $3`,
			user,
			kind,
			limit,
		)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var body string
			var s UserSubmission
			if err := rows.Scan(&body, &s.IsDelivered); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(body), &s.Submission); err != nil {
				return err
			}
			found = append(found, s)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("list the submissions of a user: %w", err)
	}
	return found, nil
}
