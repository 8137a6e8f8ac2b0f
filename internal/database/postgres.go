package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/XSAM/otelsql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"strand/internal/apperr"
	"strand/internal/sqltrace"
)

const (
	// connectTimeout limits the check of a database, so that a server that cannot use it ends within ten seconds.
	connectTimeout = 8 * time.Second
	// dialTimeout limits one connection; a host may have several addresses.
	dialTimeout = 4 * time.Second
	// migrationTimeout limits the migration of a store, and waiting for another server that migrates it.
	migrationTimeout = 5 * time.Minute
	// lockEvery is the interval, in seconds, of the attempts to become the server that migrates.
	lockEvery    = 1
	lockAttempts = 300
	// maxConnections limits the connections of one server.
	maxConnections = 16
	maxIdle        = 4
	// maxIdleTime and maxLifetime close connections, so that a server follows its database to another address.
	maxIdleTime = 5 * time.Minute
	maxLifetime = 30 * time.Minute
)

// Server is a PostgreSQL database, in which every store has its own tables. It reconnects by itself.
type Server struct {
	pool     *sql.DB
	name     string
	password string
}

// Connect connects to the database at a URL (postgres://user:password@host:port/name) and checks that the stores can be
// created in it. Its errors do not contain the password.
func Connect(ctx context.Context, address string) (*Server, error) {
	c, err := parse(address)
	if err != nil {
		return nil, err
	}
	if c.ConnectTimeout == 0 || c.ConnectTimeout > dialTimeout {
		c.ConnectTimeout = dialTimeout
	}
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "strand"
	}
	s := &Server{
		pool: otelsql.OpenDB(stdlib.GetConnector(*c), sqltrace.Options(
			semconv.DBSystemNamePostgreSQL, semconv.ServerAddress(c.Host), semconv.ServerPort(int(c.Port)),
			semconv.DBNamespace(c.Database),
		)...),
		name:     nameOf(c),
		password: c.Password,
	}
	s.pool.SetMaxOpenConns(maxConnections)
	s.pool.SetMaxIdleConns(maxIdle)
	s.pool.SetConnMaxIdleTime(maxIdleTime)
	s.pool.SetConnMaxLifetime(maxLifetime)
	if err := s.Check(ctx); err != nil {
		return nil, errors.Join(err, s.pool.Close())
	}
	return s, nil
}

// Name returns host, port and name of the database at a URL.
func Name(address string) string {
	c, err := parse(address)
	if err != nil {
		return "(not a URL)"
	}
	return nameOf(c)
}

func nameOf(c *pgx.ConnConfig) string {
	return net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port))) + "/" + c.Database
}

func parse(address string) (*pgx.ConnConfig, error) {
	c, err := pgx.ParseConfig(address)
	if scheme, _, _ := strings.Cut(address, "://"); err == nil && scheme != "postgres" && scheme != "postgresql" {
		err = errors.New("the scheme is missing")
	}
	if err != nil {
		return nil, fmt.Errorf("it is not a URL such as postgres://user:password@host:5432/name: %w", withoutURL(err))
	}
	return c, nil
}

// errParsed is the reason in place of errors that may quote parts of the password, such as an invalid port.
var errParsed = errors.New("special characters of user and password must be percent-encoded")

// withoutURL returns the cause of an error about a URL, whose own text contains the URL with its password.
func withoutURL(err error) error {
	parsing := new(pgconn.ParseConfigError)
	if !errors.As(err, &parsing) {
		return err
	}
	if cause := errors.Unwrap(parsing); cause != nil && !errors.As(cause, new(*url.Error)) {
		return cause
	}
	return errParsed
}

// Close closes all connections.
func (s *Server) Close() error { return s.pool.Close() }

// Check connects to the database and reports why its tables could not be created or written. It changes nothing.
func (s *Server) Check(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	var isReadOnly, mayCreate bool
	err := s.pool.QueryRowContext(ctx, `SELECT current_setting('transaction_read_only')::boolean,
		coalesce(has_schema_privilege(current_schema(), 'CREATE'), FALSE)`).Scan(&isReadOnly, &mayCreate)
	switch {
	case err != nil:
		return s.hidePassword(fmt.Errorf("connect to %s: %w", s.name, err))
	case isReadOnly:
		return fmt.Errorf("%s: %w", s.name, errReadOnly)
	case !mayCreate:
		return fmt.Errorf("%s: %w", s.name, errNoPrivilege)
	}
	return nil
}

// probe checks that the database answers and can be written. It writes nothing: a server whose disk is full ends.
func (s *Server) probe(ctx context.Context, _ *sql.DB) error { return s.Check(ctx) }

func (s *Server) check() error { return nil }

// failed closes the connections that are not in use: after a failover they may lead to a server that is a standby now,
// or to nothing.
func (s *Server) failed() {
	s.pool.SetMaxIdleConns(-1)
	s.pool.SetMaxIdleConns(maxIdle)
}

var (
	errReadOnly    = errors.New("the database is read-only: it is a standby, or its default is read-only transactions")
	errNoPrivilege = errors.New("the user may not create tables in the first schema of its search_path")
)

// minHidden is the length of the shortest password that is hidden: shorter ones are parts of words.
const minHidden = 4

func (s *Server) hidePassword(err error) error {
	if len(s.password) < minHidden || !strings.Contains(err.Error(), s.password) {
		return err
	}
	return apperr.WithText(err, strings.ReplaceAll(err.Error(), s.password, "[hidden]"))
}

func (s *Server) open(ctx context.Context, store string, migrations fs.FS) (*sql.DB, error) {
	if err := s.Check(ctx); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, migrationTimeout)
	defer cancel()
	// Of several servers that start at the same time, one migrates.
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(lockEvery, lockAttempts))
	if err != nil {
		return nil, fmt.Errorf("migrate the database: %w", err)
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, s.pool, migrations,
		goose.WithTableName(store+"_migrations"), goose.WithSessionLocker(locker))
	if err == nil {
		_, err = provider.Up(ctx)
	}
	if err != nil {
		return nil, s.hidePassword(fmt.Errorf("migrate the database: %w", err))
	}
	return s.pool, nil
}

// close does nothing: the stores share the connections.
func (s *Server) close(*sql.DB) error { return nil }

func (s *Server) place() string { return s.name }

// Classes of SQLSTATE, see https://www.postgresql.org/docs/current/errcodes-appendix.html.
const (
	classConnection    = "08"
	classAuthorization = "28"
	classRollback      = "40"
	classResources     = "53"
	classOperator      = "57"
	diskFull           = "53100"
	tooManyConnections = "53300"
	unknownDatabase    = "3D000"
	readOnly           = "25006"
)

// isConflict reports whether a transaction failed only because of another one at the same time.
func isConflict(err error) bool {
	answer := new(pgconn.PgError)
	return errors.As(err, &answer) && strings.HasPrefix(answer.Code, classRollback)
}

// isPassing: the database has answered, and neither ends the connection nor lacks resources.
func (s *Server) isPassing(err error) bool {
	answer := new(pgconn.PgError)
	if !errors.As(err, &answer) || answer.Code == readOnly {
		return false
	}
	switch answer.Code[:min(2, len(answer.Code))] {
	case classConnection, classAuthorization, classResources, classOperator:
		return false
	}
	return true
}

// Action returns what an operator can do about an error of Connect.
func Action(err error) string { return (&Server{}).reasonOf(err).action }

func (s *Server) reasonOf(err error) reason {
	const check = "check STRAND_DATABASE_URL: "
	answer := new(pgconn.PgError)
	switch isAnswer := errors.As(err, &answer); {
	case errors.Is(err, errClosed):
		return reason{"the store is closed", "start the server again"}
	case errors.Is(err, errReadOnly), isAnswer && answer.Code == readOnly:
		return reason{"the database is read-only", check + "it must lead to the primary server"}
	case errors.Is(err, errNoPrivilege):
		return reason{"the user may not create tables", "grant the user CREATE on the schema"}
	case isAnswer && strings.HasPrefix(answer.Code, classAuthorization):
		return reason{"the database refuses the user", check + "user and password"}
	case isAnswer && answer.Code == unknownDatabase:
		return reason{"the database does not exist", check + "the name of the database"}
	case isAnswer && answer.Code == diskFull:
		return reason{"there is no space left", "free space on the volume of the database"}
	case isAnswer && answer.Code == tooManyConnections:
		return reason{"the database has no free connection",
			"raise max_connections: each server uses up to " + strconv.Itoa(maxConnections)}
	case isAnswer && !strings.HasPrefix(answer.Code, classConnection) && !strings.HasPrefix(answer.Code, classOperator):
		return reason{"the database fails", "read the error, and the log of the database"}
	}
	return reason{"the database is unreachable", "start the database; " + check + "host and port"}
}
