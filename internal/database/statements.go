package database

import (
	"context"
	"database/sql"
)

// Exec runs a statement as Do does, and returns the number of changed rows.
func (s *Store) Exec(ctx context.Context, statement string, arguments ...any) (changed int64, err error) {
	err = s.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		result, err := db.ExecContext(ctx, statement, arguments...)
		if err == nil {
			changed, err = result.RowsAffected()
		}
		return err
	})
	return changed, err
}

// QueryRow reads the columns of the first row as Do does; sql.ErrNoRows if there is none.
func (s *Store) QueryRow(ctx context.Context, columns []any, query string, arguments ...any) error {
	return s.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		return db.QueryRowContext(ctx, query, arguments...).Scan(columns...)
	})
}

// Query returns the rows of a query as Do does. columns returns where the columns of a row are stored.
func Query[T any](
	ctx context.Context, s *Store, columns func(*T) []any, query string, arguments ...any,
) (all []T, err error) {
	err = s.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		all, err = All(ctx, db, func(row Row) (found T, err error) {
			err = row.Scan(columns(&found)...)
			return found, err
		}, query, arguments...)
		return err
	})
	return all, err
}
