// Package translation is the embedded translation service: it marks texts as translated and returns them some time later,
// so that the whole way of a translation can be seen without a translator.
package translation

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/99designs/gqlgen/graphql/handler/transport"

	"strand/domain/translation"
	"strand/internal/sqlite"
	"strand/upstream/embedded/translation/generated"
	contract "strand/upstream/translation"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// maxWait is the longest time between two looks for jobs that are done.
	maxWait = time.Minute
	// maxBody bounds a request, in bytes.
	maxBody = 16 << 20
)

// Options make a server.
type Options struct {
	// Dir is where its database is kept.
	Dir string
	// Delay is how long a translation takes.
	Delay time.Duration
	// Done is called with the references of jobs that are done; nil for nothing.
	Done   func(reference string)
	Logger *slog.Logger
}

// Server answers GraphQL requests at every path but /healthz. It can start and run without its database, and fails the
// requests then.
type Server struct {
	store *sqlite.Store
	delay time.Duration
	done  func(string)
	// created has an element when there is a new job.
	created chan struct{}
}

// New opens the database.
func New(o Options) (*Server, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	s := &Server{delay: o.Delay, done: o.Done, created: make(chan struct{}, 1)}
	s.store = sqlite.NewStore(context.Background(), sqlite.Options{
		Name: "embedded translation", File: filepath.Join(o.Dir, "translation.db"), Migrations: scripts, Log: o.Logger,
	})
	return s, nil
}

// Close closes the database; Run and KeepOpen must have ended.
func (s *Server) Close() error { return s.store.Close() }

// KeepOpen opens a database that cannot be used again and again, until the context ends.
func (s *Server) KeepOpen(ctx context.Context) { s.store.Run(ctx) }

// Handler serves the endpoint.
func (s *Server) Handler() http.Handler {
	graph := handler.New(generated.NewExecutableSchema(generated.Config{Resolvers: root{s}}))
	graph.AddTransport(transport.POST{})
	graph.Use(extension.Introspection{})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.Handle("/", http.MaxBytesHandler(graph, maxBody))
	return mux
}

// Run tells of jobs that are done until the context ends.
func (s *Server) Run(ctx context.Context) {
	for ctx.Err() == nil {
		s.tell(ctx)
		timer := time.NewTimer(s.nextDue(ctx))
		select {
		case <-ctx.Done():
		case <-s.created:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// nextDue is how long it takes until the next job is done, at most maxWait.
func (s *Server) nextDue(ctx context.Context) time.Duration {
	var next sql.NullInt64
	const query = `SELECT min(due_at) FROM jobs WHERE told_at IS NULL AND cancelled_at IS NULL`
	err := s.store.Do(ctx, func(db *sql.DB) error { return db.QueryRowContext(ctx, query).Scan(&next) })
	if err != nil || !next.Valid {
		return maxWait
	}
	return min(max(time.Until(time.UnixMilli(next.Int64)), time.Millisecond), maxWait)
}

// tell tells of the jobs that are done and were not told of. The store logs its own failures.
func (s *Server) tell(ctx context.Context) {
	var references []string
	err := s.store.Do(ctx, func(db *sql.DB) error {
		const query = `UPDATE jobs SET told_at = ?1 WHERE due_at <= ?1 AND told_at IS NULL AND cancelled_at IS NULL
			RETURNING reference`
		rows, err := db.QueryContext(ctx, query, time.Now().UnixMilli())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var reference string
			if err := rows.Scan(&reference); err != nil {
				return err
			}
			references = append(references, reference)
		}
		return rows.Err()
	})
	if err != nil || s.done == nil {
		return
	}
	for _, reference := range references {
		s.done(reference)
	}
}

// root answers the endpoint.
type root struct{ server *Server }

func (r root) Query() generated.QueryResolver       { return r }
func (r root) Mutation() generated.MutationResolver { return r }

func (r root) Jobs(ctx context.Context, references []string) ([]*generated.Job, error) {
	if len(references) > contract.MaxJobs {
		return nil, errors.New("too many references")
	}
	jobs := []*generated.Job{}
	for _, reference := range references {
		job, err := r.server.job(ctx, reference)
		if err != nil {
			return nil, err
		}
		if job != nil {
			jobs = append(jobs, job)
		}
	}
	return jobs, nil
}

func (r root) CreateJob(ctx context.Context, input generated.JobInput) (*generated.Job, error) {
	now := time.Now()
	const insert = `INSERT INTO jobs (reference, target_language, file, created_at, due_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`
	err := r.server.store.Do(ctx, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, insert, input.Reference, input.TargetLanguage, input.File, now.UnixMilli(),
			now.Add(r.server.delay).UnixMilli())
		return err
	})
	if err != nil {
		return nil, err
	}
	select {
	case r.server.created <- struct{}{}:
	default: // it is about to look
	}
	return r.server.job(ctx, input.Reference)
}

func (r root) CancelJob(ctx context.Context, reference string) (*generated.Job, error) {
	const cancel = `UPDATE jobs SET cancelled_at = ?1 WHERE reference = ?2 AND due_at > ?1 AND cancelled_at IS NULL`
	err := r.server.store.Do(ctx, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, cancel, time.Now().UnixMilli(), reference)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.server.job(ctx, reference)
}

// job reads a job; nil for none.
func (s *Server) job(ctx context.Context, reference string) (*generated.Job, error) {
	var language, file string
	var createdAt, dueAt int64
	var cancelledAt sql.NullInt64
	const query = `SELECT target_language, file, created_at, due_at, cancelled_at FROM jobs WHERE reference = ?`
	err := s.store.Do(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, query, reference).Scan(&language, &file, &createdAt, &dueAt, &cancelledAt)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	j := &generated.Job{
		Reference: reference,
		State:     generated.JobStateWaiting,
		CreatedAt: time.UnixMilli(createdAt).UTC(),
	}
	switch {
	case cancelledAt.Valid:
		j.State = generated.JobStateCancelled
	case dueAt <= time.Now().UnixMilli():
		translated, err := translate([]byte(file), language)
		if err != nil {
			problem := err.Error()
			j.State, j.Problem = generated.JobStateFailed, &problem
			break
		}
		text := string(translated)
		j.State, j.File = generated.JobStateDone, &text
	}
	return j, nil
}

// translate marks the texts of a file as translated.
func translate(file []byte, language string) ([]byte, error) {
	f, err := translation.Decode(file)
	if err != nil {
		return nil, err
	}
	for i, t := range f.Texts {
		f.Texts[i].Translation = Mark(t.Source, language)
	}
	return f.Encode()
}
