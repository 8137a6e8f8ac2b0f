package database

import (
	"context"
	"database/sql"
)

// Queryer is a database or a transaction.
type Queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Row is a row whose columns are read.
type Row interface{ Scan(into ...any) error }

// Each calls scan with each row of a query. The rows are closed then, since the next query of SQLite waits for the
// single connection.
func Each(ctx context.Context, db Queryer, scan func(Row) error, query string, args ...any) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// All reads all rows of a query; not nil without rows.
func All[T any](ctx context.Context, db Queryer, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	found := []T{}
	err := Each(ctx, db, func(row Row) error {
		item, err := scan(row)
		found = append(found, item)
		return err
	}, query, args...)
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Text reads a row of one text.
func Text(row Row) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}
