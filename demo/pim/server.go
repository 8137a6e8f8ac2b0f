// Package pim is the embedded product information management system: a GraphQL server for the sample catalogue
// (docs/content.md, 'The catalogue').
package pim

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/99designs/gqlgen/graphql/handler/transport"

	"strand/demo/pim/generated"
	"strand/demo/watch"
)

// Options configures a server.
type Options struct {
	// Dir is the content folder of the PIM: `content/pim`.
	Dir string
	// AssetBaseURL is the prefix of the URLs of images.
	AssetBaseURL string
	Logger       *slog.Logger
	// Generate is the number of products to generate instead of reading the folder, for benchmarks; 0 reads the
	// folder.
	Generate int
	// OnChange is called after the catalogue has changed; may be nil.
	OnChange func()
}

// Server responds to GraphQL requests at every path except /healthz.
type Server struct {
	options Options
	current atomic.Pointer[catalog]
	watched *watch.Folder
	// served contains the texts of the catalogue's files; reported contains the problems that were logged. Only the
	// watcher uses them.
	served   sources
	reported map[problem]bool
}

// New reads the catalogue and watches it until Close. Invalid content is logged; it is left out at the start. Later the
// last good catalogue is served as a whole while any file is broken.
func New(o Options) (*Server, error) {
	s := &Server{options: o}
	if o.Generate > 0 {
		s.current.Store(generate(o.Generate, o.AssetBaseURL))
		return s, nil
	}
	if _, err := s.read(); err != nil {
		return nil, err
	}
	var err error
	s.watched, err = watch.Start(o.Dir, o.Logger, func() {
		isChanged, err := s.read()
		if err != nil {
			o.Logger.Error("catalogue_unreadable", "folder", o.Dir, "error", err, "last_good_state_served", true)
			return
		}
		if isChanged && o.OnChange != nil {
			o.OnChange()
		}
	})
	return s, err
}

// Close stops watching the catalogue.
func (s *Server) Close() error {
	if s.watched == nil {
		return nil
	}
	return s.watched.Close()
}

// read reads the catalogue and reports whether it has changed.
func (s *Server) read() (isChanged bool, err error) {
	c, texts, problems, err := load(s.options.Dir, s.options.AssetBaseURL)
	if err != nil {
		return false, err
	}
	isFirst := s.current.Load() == nil
	if len(s.served) > 0 && len(texts)+len(problems) == 0 {
		return false, errors.New("the folder contains no file") // the folder may be incomplete while it is copied
	}
	now := make(map[problem]bool, len(problems))
	for _, p := range problems {
		now[p] = true
		if !s.reported[p] {
			s.options.Logger.Error("catalogue_file_broken",
				"file", p.file, "line", p.line, "problem", p.text, "last_good_state_served", !isFirst)
		}
	}
	s.reported = now
	if len(problems) > 0 && !isFirst {
		return false, nil
	}
	isChanged = !maps.EqualFunc(s.served, texts, bytes.Equal)
	s.served = texts
	s.current.Store(c)
	return isChanged, nil
}

// Handler returns the handler of the GraphQL endpoint and the health check.
func (s *Server) Handler() http.Handler {
	graph := handler.New(generated.NewExecutableSchema(generated.Config{Resolvers: root{s}}))
	graph.AddTransport(transport.POST{})
	graph.AddTransport(transport.GET{})
	graph.Use(extension.Introspection{})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.Handle("/", http.MaxBytesHandler(graph, 1<<20))
	return mux
}
