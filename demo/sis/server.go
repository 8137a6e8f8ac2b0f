// Package sis is the embedded public endpoint of sis: it stores submissions and publishes investor tables.
package sis

import (
	"database/sql"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/99designs/gqlgen/graphql/handler/transport"

	"strand/demo/files"
	"strand/demo/sis/generated"
	"strand/internal/sqlite"
)

//go:embed migrations/*.sql
var migrations embed.FS

// PublicPath is the path of the public endpoint.
const PublicPath = "/public"

// Options configures a server.
type Options struct {
	// Dir is the folder of the database and the files.
	Dir string
	// ContentDir is the folder of the published content: `content/sis`.
	ContentDir string
	Logger     *slog.Logger
}

// Server responds to GraphQL requests at PublicPath, accepts files below it, and responds to /healthz.
type Server struct {
	db        *sql.DB
	investors *investors
	files     string
	log       *slog.Logger
}

// New opens the store.
func New(o Options) (*Server, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	s := &Server{files: filepath.Join(o.Dir, "files"), log: o.Logger}
	if err := os.MkdirAll(s.files, 0o750); err != nil {
		return nil, fmt.Errorf("create the folder of sis: %w", err)
	}
	if s.investors, err = loadInvestors(o.ContentDir); err != nil {
		return nil, err
	}
	s.db, err = sqlite.Open(filepath.Join(o.Dir, "sis.db"), scripts)
	return s, err
}

// Close closes the store.
func (s *Server) Close() error { return s.db.Close() }

// maxFile is the maximum size of a file, in bytes; Strand's own limit is lower.
const maxFile = 200 << 20

// Handler returns the handler of the endpoint.
func (s *Server) Handler() http.Handler {
	graph := handler.New(generated.NewExecutableSchema(generated.Config{Resolvers: root{s}}))
	graph.AddTransport(transport.POST{})
	graph.Use(extension.Introspection{})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.Handle("POST "+PublicPath, http.MaxBytesHandler(graph, 1<<20))
	mux.HandleFunc("PUT "+PublicPath+"/files/{id}", s.put)
	return mux
}

var ids = regexp.MustCompile(`^[0-9A-Za-z_-]{1,100}$`)

// put stores a file. It is idempotent.
func (s *Server) put(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if !ids.MatchString(id) {
		http.Error(w, "malformed id", http.StatusBadRequest)
		return
	}
	size, err := files.Keep(s.files, id, http.MaxBytesReader(w, r.Body, maxFile))
	if err == nil {
		_, err = s.db.ExecContext(
			r.Context(),
			`INSERT INTO files (id, media_type, size, received_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			id,
			r.Header.Get("Content-Type"),
			size,
			time.Now().UnixMilli(),
		)
	}
	if err != nil {
		s.log.ErrorContext(r.Context(), "sis_file_not_stored", "id", id, "error", err)
		http.Error(w, "the file could not be stored", http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusCreated)
}
