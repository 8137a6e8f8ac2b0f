// Package sqlite opens the SQLite databases of the data folder: durable, with one writer, and migrated.
package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/XSAM/otelsql"
	"github.com/pressly/goose/v3"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	_ "modernc.org/sqlite" // the driver, without cgo

	"strand/internal/sqltrace"
)

// checkTimeout bounds the integrity check when a database is opened. A database that is too large for this time is
// used unchecked.
const checkTimeout = 10 * time.Second

// Open opens or creates a database and applies the missing migrations (*.sql). A committed transaction survives a
// crash of the process and of the machine. A file with damaged pages is an error; it is not changed.
func Open(file string, migrations fs.FS) (*sql.DB, error) {
	if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
		return nil, fmt.Errorf("make the folder of the database %s: %w", file, err)
	}
	if err := restrict(file); err != nil {
		return nil, fmt.Errorf("restrict the database %s to its owner: %w", file, err)
	}
	db, err := Connect(file)
	if err != nil {
		return nil, err
	}
	err = check(db)
	if err == nil {
		err = Migrate(db, migrations, goose.DefaultTablename)
	}
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return db, nil
}

// Connect returns a connection to a database, which is opened at the first use.
func Connect(file string) (*sql.DB, error) {
	options := url.Values{
		"_pragma": {"journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(5000)", "foreign_keys(ON)"},
		"_txlock": {"immediate"},
	}
	db, err := otelsql.Open("sqlite", "file:"+filepath.ToSlash(file)+"?"+options.Encode(),
		sqltrace.Options(semconv.DBSystemNameSQLite)...)
	if err != nil {
		return nil, fmt.Errorf("open the database %s: %w", file, err)
	}
	// SQLite has one writer; a second connection would only wait for it.
	db.SetMaxOpenConns(1)
	return db, nil
}

// ownerOnly is the file mode of a database, since it contains personal data and secrets.
const ownerOnly fs.FileMode = 0o600

// restrict makes a database readable by its owner alone, before anything is written into it. SQLite gives the -wal
// and -shm files the mode of the database, but existing ones may come from an earlier version of this program.
func restrict(file string) error {
	created, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_RDWR, ownerOnly)
	if err == nil {
		return created.Close()
	}
	for _, name := range []string{file, file + "-wal", file + "-shm"} {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() || info.Mode().Perm()&^ownerOnly == 0 {
			continue // opening the database reports it
		}
		if err := os.Chmod(name, info.Mode().Perm()&ownerOnly); err != nil {
			return err
		}
	}
	return nil
}

// ErrDamaged reports that a file can be opened, but that parts of it cannot be read.
var ErrDamaged = errors.New("the database is damaged")

// check looks for damaged pages.
func check(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), checkTimeout)
	defer cancel()
	var found string
	err := db.QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&found)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return fmt.Errorf("check the database: %w", err)
	case found != "ok":
		return fmt.Errorf("%w: %s", ErrDamaged, found)
	}
	return nil
}

// Migrate applies the missing migrations of a database. Packages that share a database use separate version tables.
func Migrate(db *sql.DB, migrations fs.FS, versionTable string) error {
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, migrations, goose.WithTableName(versionTable))
	if err == nil {
		_, err = provider.Up(context.Background())
	}
	if err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	return nil
}

// InTx runs do in a transaction, which is committed as a whole, or rolled back if do fails or panics.
func InTx(ctx context.Context, db *sql.DB, do func(*sql.Tx) error) error {
	return InTxWith(ctx, db, nil, do)
}

// InTxWith is InTx with options of the transaction.
func InTxWith(ctx context.Context, db *sql.DB, o *sql.TxOptions, do func(*sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, o)
	if err != nil {
		return fmt.Errorf("begin a transaction: %w", err)
	}
	// This runs after a panic too, since an open transaction holds the only connection. It does nothing after the
	// commit.
	defer func() { _ = tx.Rollback() }()
	if err := do(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit a transaction: %w", err)
	}
	return nil
}
