package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"strand/internal/sqlite"
)

// adopted is the suffix of a file whose rows are in the database.
const adopted = ".adopted"

// adopt moves the rows of a store from its file into the PostgreSQL database, when an installation changes to it. Rows
// that the database has already stay as they are. Afterwards the file is renamed. A file that cannot be adopted is
// logged and tried again at the next start.
func (s *Store) adopt(ctx context.Context, db *sql.DB) {
	name := s.o.Location.File
	if _, err := os.Stat(name); s.o.Location.Server == nil || errors.Is(err, fs.ErrNotExist) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, migrationTimeout)
	defer cancel()
	n, err := copyRows(ctx, name, s.o.Migrations, db)
	if err == nil {
		err = os.Rename(name, name+adopted)
	}
	if err != nil {
		s.o.Log.ErrorContext(ctx, "store_not_adopted", "store", s.o.Name, "file", name, "error", err, "action",
			"stop servers that use the file and start this one again, or move the file away: its rows are not used")
		return
	}
	s.o.Log.InfoContext(ctx, "store_adopted", "store", s.o.Name, "file", name+adopted, "rows", n)
}

// copyRows copies the rows of all tables of a file in one transaction and returns their number.
func copyRows(ctx context.Context, name string, migrations fs.FS, to *sql.DB) (n int, err error) {
	from, err := sqlite.Open(name, migrations)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, from.Close()) }()
	// It fails while another process has the file open, and leaves one file without -wal and -shm.
	if _, err := from.ExecContext(ctx, `PRAGMA journal_mode = DELETE`); err != nil {
		return 0, fmt.Errorf("%s is in use: %w", name, err)
	}
	tables, err := tablesOf(ctx, from)
	if err != nil {
		return 0, err
	}
	err = sqlite.InTx(ctx, to, func(tx *sql.Tx) error {
		for _, table := range tables {
			copied, err := copyTable(ctx, from, tx, table)
			if err != nil {
				return fmt.Errorf("copy the table %s: %w", table, err)
			}
			n += copied
		}
		return nil
	})
	return n, err
}

func tablesOf(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM sqlite_schema WHERE type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'goose\_%' ESCAPE '\'`)
	if err != nil {
		return nil, fmt.Errorf("list the tables: %w", err)
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, fmt.Errorf("list the tables: %w", err)
		}
		names = append(names, name)
	}
	return names, rows.Err()
}

func copyTable(ctx context.Context, from *sql.DB, to *sql.Tx, table string) (n int, err error) {
	rows, err := from.QueryContext(ctx, `SELECT * FROM `+table)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		return 0, err
	}
	names, parameters := make([]string, len(columns)), make([]string, len(columns))
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i, column := range columns {
		names[i], parameters[i], targets[i] = column.Name(), fmt.Sprintf("$%d", i+1), &values[i]
		if column.DatabaseTypeName() == "BOOLEAN" { // SQLite has no booleans and returns a number
			targets[i] = &boolean{&values[i]}
		}
	}
	insert, err := to.PrepareContext(ctx, `INSERT INTO `+table+` (`+strings.Join(names, ", ")+`) VALUES (`+
		strings.Join(parameters, ", ")+`) ON CONFLICT DO NOTHING`)
	if err != nil {
		return 0, err
	}
	defer insert.Close()
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return n, err
		}
		if _, err := insert.ExecContext(ctx, values...); err != nil {
			return n, err
		}
		n++
	}
	return n, rows.Err()
}

// boolean stores a column of SQLite as a boolean or nil.
type boolean struct{ to *any }

// Scan implements sql.Scanner.
func (b *boolean) Scan(value any) error {
	var flag sql.NullBool
	if err := flag.Scan(value); err != nil {
		return err
	}
	*b.to = nil
	if flag.Valid {
		*b.to = flag.Bool
	}
	return nil
}
