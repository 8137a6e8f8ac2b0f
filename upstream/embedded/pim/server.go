// Package pim is the embedded product information management system: a GraphQL server over the sample catalogue
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

	"strand/upstream/embedded/pim/generated"
	"strand/upstream/embedded/watch"
)

// Options make a server.
type Options struct {
	// Dir is the PIM's folder of the content: `content/pim`.
	Dir string
	// AssetBaseURL is what the handles of pictures are appended to.
	AssetBaseURL string
	Logger       *slog.Logger
	// Generate is how many products to make up in place of a folder, for benchmarks; 0 reads the folder.
	Generate int
	// OnChange is called after the catalogue has changed; nil for nothing to call.
	OnChange func()
}

// Server answers GraphQL requests at every path but /healthz.
type Server struct {
	options Options
	current atomic.Pointer[catalog]
	watched *watch.Folder
	// good are the files as they were when nothing was wrong with them last; reported are the problems that are in the log
	// already. Only the watcher uses them.
	good     sources
	reported map[problem]bool
}

// New reads the catalogue and watches it until Close. What is wrong in it is logged and left out.
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

// read reads the catalogue and says whether it is another than before.
func (s *Server) read() (isChanged bool, err error) {
	c, used, problems, err := load(s.options.Dir, s.options.AssetBaseURL, s.good)
	if err != nil {
		return false, err
	}
	if len(s.good) > 0 && len(used) == 0 {
		return false, errors.New("no file is there") // a folder that is on its way
	}
	now := make(map[problem]bool, len(problems))
	for _, p := range problems {
		now[p] = true
		if !s.reported[p] {
			s.options.Logger.Error("catalogue_file_broken",
				"file", p.file, "line", p.line, "problem", p.text, "last_good_state_served", p.isKept)
		}
	}
	isChanged = !maps.EqualFunc(s.good, used, bytes.Equal)
	s.good, s.reported = used, now
	s.current.Store(c)
	return isChanged, nil
}

// Handler serves the GraphQL endpoint and the health check.
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
