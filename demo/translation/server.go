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
	"strand/internal/sqlite"
	contract "strand/upstream/translation"
)

//go:embed migrations/*.sql
var migrations embed.FS

const (
	// checkEvery is the interval of the checks for finished jobs.
	checkEvery = time.Second
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

// Server responds to GraphQL requests at every path except /healthz.
type Server struct {
	db    *sql.DB
	delay time.Duration
	done  func(string)
	log   *slog.Logger
}

// New opens the database.
func New(o Options) (*Server, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	db, err := sqlite.Open(filepath.Join(o.Dir, "translation.db"), scripts)
	if err != nil {
		return nil, err
	}
	return &Server{db: db, delay: o.Delay, done: o.Done, log: o.Logger}, nil
}

// Close closes the database; Run must have returned.
func (s *Server) Close() error { return s.db.Close() }

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
	ticker := time.NewTicker(checkEvery)
	defer ticker.Stop()
	for {
		s.reportFinished(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// reportFinished reports the finished jobs that were not reported.
func (s *Server) reportFinished(ctx context.Context) {
	references, err := database.All(ctx, s.db, database.Text, `UPDATE jobs SET told_at = ?1
		WHERE due_at <= ?1 AND told_at IS NULL AND cancelled_at IS NULL RETURNING reference`, time.Now().UnixMilli())
	if err != nil && ctx.Err() == nil {
		s.log.ErrorContext(ctx, "finished_translations_not_read", "error", err)
	}
	if s.done == nil {
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

// prices are those of 1,000 words in EUR, by target language.
var prices = []struct {
	language string
	amount   float64
}{
	{"cs", 75}, {"de", 80}, {"en", 80}, {"es", 70}, {"fr", 80}, {"hu", 85}, {"ja", 120}, {"pt", 70}, {"ro", 75},
	{"sk", 75}, {"zh", 95},
}

func (root) Prices(_ context.Context, sourceLanguage string) ([]*generated.Price, error) {
	found := []*generated.Price{}
	for _, p := range prices {
		if p.language != sourceLanguage {
			found = append(found, &generated.Price{
				SourceLanguage: sourceLanguage, TargetLanguage: p.language, Currency: "EUR", PerThousandWords: p.amount,
			})
		}
	}
	return found, nil
}

func (r root) CreateJob(ctx context.Context, input generated.JobInput) (*generated.Job, error) {
	now := time.Now()
	const insert = `INSERT INTO jobs (reference, target_language, file, created_at, due_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`
	if _, err := r.server.db.ExecContext(ctx, insert, input.Reference, input.TargetLanguage, input.File,
		now.UnixMilli(), now.Add(r.server.delay).UnixMilli()); err != nil {
		return nil, err
	}
	return r.server.job(ctx, input.Reference)
}

func (r root) CancelJob(ctx context.Context, reference string) (*generated.Job, error) {
	const cancel = `UPDATE jobs SET cancelled_at = ?1 WHERE reference = ?2 AND due_at > ?1 AND cancelled_at IS NULL`
	if _, err := r.server.db.ExecContext(ctx, cancel, time.Now().UnixMilli(), reference); err != nil {
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
	err := s.db.QueryRowContext(ctx, query, reference).Scan(&language, &file, &createdAt, &dueAt, &cancelledAt)
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
