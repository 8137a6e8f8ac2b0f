// Package sisportal is the embedded authenticated endpoint of sis: it stores accounts and tickets in the database
// of the user store, and authenticates users by ID tokens.
package sisportal

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler"
	"github.com/99designs/gqlgen/graphql/handler/extension"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/demo/sisportal/generated"
	"strand/demo/sisusers"
	"strand/domain/portal"
	"strand/internal/querylimit"
	"strand/internal/sqlite"
)

// Path is the path of the endpoint.
const Path = "/portal"

// maxBody is the maximum size of a request, in bytes.
const maxBody = 1 << 20

// maxCost is the maximum cost of an operation: at least twice the cost of each operation in
// upstream/sisportal/operations.graphql.
var maxCost = querylimit.Cost{Objects: 20_000, Values: 200_000}

// Options configures a server.
type Options struct {
	// Dir is the folder of the tickets' files; tickets are in the database of the user store.
	Dir   string
	Users *sisusers.Store
	// ContentDir is the folder of the sample tickets; empty means no samples.
	ContentDir string
	// Changed is called with the id of every changed ticket; may be nil.
	Changed func(ticketID string)
	// Verify returns the user of an ID token.
	Verify func(ctx context.Context, token string) (*portal.User, error)
	// Sessions are nil with a remote identity server.
	Sessions Sessions
	// Now is the clock; nil means the system clock.
	Now func() time.Time
	// Introspection enables introspection, for development.
	Introspection bool
	Logger        *slog.Logger
}

//go:embed migrations/*.sql
var migrations embed.FS

// Server responds to GraphQL requests at Path, and stores and serves files below it.
type Server struct {
	db     *sql.DB
	dir    string
	now    func() time.Time
	users  *sisusers.Store
	verify func(ctx context.Context, token string) (*portal.User, error)
	// sessions may be nil.
	sessions Sessions
	changed  func(ticketID string)
	log      *slog.Logger
	// mailsQueued wakes Run.
	mailsQueued chan struct{}

	introspection bool

	software *software
}

// New returns a server.
func New(o Options) (*Server, error) {
	scripts, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	if err := sqlite.Migrate(o.Users.DB(), scripts, "sisportal_version"); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(o.Dir, 0o750); err != nil {
		return nil, fmt.Errorf("create the folder of the tickets' files: %w", err)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(string) {}
	}
	s := &Server{
		db:            o.Users.DB(),
		dir:           o.Dir,
		now:           o.Now,
		users:         o.Users,
		verify:        o.Verify,
		sessions:      o.Sessions,
		changed:       o.Changed,
		log:           o.Logger,
		introspection: o.Introspection,
		mailsQueued:   make(chan struct{}, 1),
	}
	if s.software, err = readSoftware(o.ContentDir); err != nil {
		return nil, err
	}
	if err := s.seed(context.Background(), o.ContentDir); err != nil {
		return nil, err
	}
	return s, nil
}

// Handler returns the handler of the endpoint.
func (s *Server) Handler() http.Handler {
	schema := generated.NewExecutableSchema(generated.Config{Resolvers: types{s}})
	graph := handler.New(schema)
	querylimit.Install(graph, graph.SetValidationRulesFn, schema.Schema(), querylimit.Options{
		Limits:  querylimit.DefaultLimits,
		MaxSize: maxPageSize,
		Limit:   func(context.Context) *querylimit.Cost { return &maxCost },
	})
	graph.AroundFields(func(ctx context.Context, next graphql.Resolver) (any, error) {
		if errors.Is(ctx.Err(), context.Canceled) {
			return nil, ctx.Err()
		}
		if isPortalField(graphql.GetFieldContext(ctx)) && caller(ctx) == nil {
			return nil, errUnauthenticated
		}
		return next(ctx)
	})
	graph.AddTransport(transport.POST{})
	if s.introspection {
		graph.Use(extension.Introspection{})
	}
	graph.SetErrorPresenter(s.present)
	mux := http.NewServeMux()
	mux.Handle("POST "+Path, http.MaxBytesHandler(graph, maxBody))
	mux.HandleFunc("PUT "+Path+"/files/{id}", signedIn(s.put))
	mux.HandleFunc("GET "+Path+"/files/{id}", signedIn(s.get))
	mux.HandleFunc("GET "+Path+"/software/{id}", signedIn(s.download))
	return s.authenticate(mux)
}

// isPortalField reports whether a field is one of Query or Mutation, except those of introspection.
func isPortalField(f *graphql.FieldContext) bool {
	return (f.Object == "Query" || f.Object == "Mutation") && !strings.HasPrefix(f.Field.Name, "__")
}

// signedIn refuses anonymous callers of files.
func signedIn(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if caller(r.Context()) == nil {
			http.Error(w, errUnauthenticated.Error(), http.StatusUnauthorized)
			return
		}
		next(w, r)
	}
}

// refusal is an error with a code of the contract.
type refusal struct{ code, message string }

func (r refusal) Error() string { return r.message }

var (
	errUnauthenticated = refusal{"UNAUTHENTICATED", "an ID token is required"}
	errForbidden       = refusal{"FORBIDDEN", "the account is managed internally"}
	errRecentLogin     = refusal{"RECENT_LOGIN_REQUIRED", "a login within the last five minutes is required"}
)

func (s *Server) present(ctx context.Context, err error) *gqlerror.Error {
	shown := graphql.DefaultErrorPresenter(ctx, err)
	var refused refusal
	if errors.As(err, &refused) {
		shown.Extensions = map[string]any{"code": refused.code}
	} else if !errors.As(err, new(*gqlerror.Error)) {
		s.log.ErrorContext(ctx, "sis_operation_failed", "path", shown.Path.String(), "error", err)
		shown.Message = "internal error"
	}
	return shown
}

type userKey struct{}

type tokenKey struct{}

// authenticate authenticates the caller. A user of a remote identity server is added to the user store on the first
// request.
func (s *Server) authenticate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := r.Context()
		if _, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok {
			claims, err := s.verify(ctx, token)
			if err == nil {
				user, err := s.users.Ensure(
					ctx,
					sisusers.User{
						ID:         claims.ID,
						Email:      claims.Email,
						FirstName:  claims.FirstName,
						LastName:   claims.LastName,
						Roles:      claims.Roles,
						IsEmployee: claims.IsEmployee(),
					},
				)
				if errors.Is(err, sisusers.ErrNotFound) {
					// The user was deleted. The token may remain valid for a while.
					next.ServeHTTP(w, r)
					return
				}
				if err != nil {
					s.log.ErrorContext(ctx, "sis_user_not_read", "user", claims.ID, "error", err)
					http.Error(w, "internal error", http.StatusInternalServerError)
					return
				}
				ctx = context.WithValue(context.WithValue(ctx, userKey{}, user), tokenKey{}, claims)
			}
		}
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// caller returns the signed-in user; nil for an anonymous caller, for whom no resolver is called.
func caller(ctx context.Context) *sisusers.User {
	u, _ := ctx.Value(userKey{}).(*sisusers.User)
	return u
}

// sessionOf returns the sid of the caller's ID token; empty for none.
func sessionOf(ctx context.Context) string {
	if user, ok := ctx.Value(tokenKey{}).(*portal.User); ok {
		return user.SessionID
	}
	return ""
}

// requireRecentLogin returns errRecentLogin unless the caller's ID token proves a login within the last five minutes.
func (s *Server) requireRecentLogin(ctx context.Context) error {
	if user, ok := ctx.Value(tokenKey{}).(*portal.User); ok && user.HasRecentLogin(s.now()) {
		return nil
	}
	return errRecentLogin
}
