// Package translation is the sample translation service: it marks texts as translated and returns them after a
// delay, so that the process of a translation can be tested without a translator.
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

	"strand/demo/translation/generated"
	"strand/domain/translation"
	"strand/internal/database"
	contract "strand/upstream/translation"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// maxWait is the longest pause between two checks for finished jobs.
	maxWait = time.Minute
	// maxBody is the maximum size of a request, in bytes.
	maxBody = 16 << 20
)

// Options configures a server.
type Options struct {
	// Dir is the folder of the database.
	Dir string
	// Delay is the duration of a translation.
	Delay time.Duration
	// Done is called with the references of finished jobs; may be nil.
	Done   func(reference string)
	Logger *slog.Logger
}

// Server responds to GraphQL requests at every path except /healthz. It starts and runs without its database;
// requests fail then.
type Server struct {
	store *database.Store
	delay time.Duration
	done  func(string)
	// created receives an element when a job is created.
	created chan struct{}
}

// New opens the database.
func New(o Options) (*Server, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	s := &Server{delay: o.Delay, done: o.Done, created: make(chan struct{}, 1)}
	s.store = database.NewStore(context.Background(), database.Options{
		Name:       "embedded translation",
		Location:   database.Location{File: filepath.Join(o.Dir, "translation.db")},
		Migrations: scripts,
		Log:        o.Logger,
	})
	return s, nil
}

// Close closes the database; Run and KeepOpen must have returned.
func (s *Server) Close() error { return s.store.Close() }

// KeepOpen reopens an unusable database at intervals until the context ends.
func (s *Server) KeepOpen(ctx context.Context) { s.store.Run(ctx) }

// Handler returns the handler of the endpoint.
func (s *Server) Handler() http.Handler {
	graph := handler.New(generated.NewExecutableSchema(generated.Config{Resolvers: root{s}}))
	graph.AddTransport(transport.POST{})
	graph.Use(extension.Introspection{})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.Handle("/", http.MaxBytesHandler(graph, maxBody))
	return mux
}

// Run reports finished jobs until the context ends.
func (s *Server) Run(ctx context.Context) {
	for ctx.Err() == nil {
		s.reportFinished(ctx)
		timer := time.NewTimer(s.nextDue(ctx))
		select {
		case <-ctx.Done():
		case <-s.created:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// nextDue returns the time until the next job is finished, at most maxWait.
func (s *Server) nextDue(ctx context.Context) time.Duration {
	var next sql.NullInt64
	const query = `SELECT min(due_at) FROM jobs WHERE told_at IS NULL AND cancelled_at IS NULL`
	err := s.store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		return db.QueryRowContext(ctx, query).Scan(&next)
	})
	if err != nil || !next.Valid {
		return maxWait
	}
	return min(max(time.Until(time.UnixMilli(next.Int64)), time.Millisecond), maxWait)
}

// reportFinished reports the finished jobs that were not reported. The store logs its own failures.
func (s *Server) reportFinished(ctx context.Context) {
	var references []string
	err := s.store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
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

// root resolves the schema.
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
	err := r.server.store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, insert, input.Reference, input.TargetLanguage, input.File, now.UnixMilli(),
			now.Add(r.server.delay).UnixMilli())
		return err
	})
	if err != nil {
		return nil, err
	}
	select {
	case r.server.created <- struct{}{}:
	default: // a check is already due
	}
	return r.server.job(ctx, input.Reference)
}

func (r root) CancelJob(ctx context.Context, reference string) (*generated.Job, error) {
	const cancel = `UPDATE jobs SET cancelled_at = ?1 WHERE reference = ?2 AND due_at > ?1 AND cancelled_at IS NULL`
	err := r.server.store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
		_, err := db.ExecContext(ctx, cancel, time.Now().UnixMilli(), reference)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.server.job(ctx, reference)
}

// job reads a job; nil if it does not exist.
func (s *Server) job(ctx context.Context, reference string) (*generated.Job, error) {
	var language, file string
	var createdAt, dueAt int64
	var cancelledAt sql.NullInt64
	const query = `SELECT target_language, file, created_at, due_at, cancelled_at FROM jobs WHERE reference = ?`
	err := s.store.Do(ctx, func(ctx context.Context, db *sql.DB) error {
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
