// Package pim is the embedded product information management system: a GraphQL server over the sample catalogue
// (docs/content.md, 'The catalogue').
package pim

import (
	"io"
	"log/slog"
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
	// OnChange is called after the catalogue was read again; nil for nobody.
	OnChange func()
}

// Server answers GraphQL requests at every path but /healthz.
type Server struct {
	options Options
	current atomic.Pointer[catalog]
	watched *watch.Folder
}

// New reads the catalogue and watches it until Close. What is wrong in it is logged and left out.
func New(o Options) (*Server, error) {
	s := &Server{options: o}
	if o.Generate > 0 {
		s.current.Store(generate(o.Generate, o.AssetBaseURL))
		return s, nil
	}
	if err := s.read(); err != nil {
		return nil, err
	}
	var err error
	s.watched, err = watch.Start(o.Dir, o.Logger, func() {
		if err := s.read(); err != nil {
			o.Logger.Error("catalogue: the last good state goes on being served", "error", err)
			return
		}
		if o.OnChange != nil {
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

func (s *Server) read() error {
	c, problems, err := load(s.options.Dir, s.options.AssetBaseURL)
	if err != nil {
		return err
	}
	for _, p := range problems {
		s.options.Logger.Warn("catalogue: left out", "error", p)
	}
	s.current.Store(c)
	return nil
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
