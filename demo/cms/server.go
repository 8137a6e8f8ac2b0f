// Package cms is the embedded content management system: a GraphQL server for the content folder with the
// conventions of Hygraph's content API, so that a Hygraph project can replace it.
package cms

import (
	"crypto/subtle"
	_ "embed" // the contract
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"
	"github.com/vektah/gqlparser/v2/validator/rules"
	"golang.org/x/time/rate"

	"strand/demo/cms/content"
	contract "strand/upstream/cms"
)

// Options configures a server.
type Options struct {
	// Dir is the content folder of the CMS: `content/cms`.
	Dir string
	// Token is required to read drafts. If it is empty, drafts cannot be read.
	Token  string
	Logger *slog.Logger
	Limits Limits
	// OnChange is called with the changed entries after a reload; may be nil.
	OnChange func([]content.Ref)
}

// Server responds to GraphQL requests at every path except /assets/{handle} and /healthz.
type Server struct {
	schema *ast.Schema
	folder *content.Folder
	token  string
	log    *slog.Logger
	limits Limits
	rate   *rate.Limiter
	// returned is the content that a cache in front of the CMS returns.
	returned lagging
}

// New reads the content and watches it until Close.
func New(o Options) (*Server, error) {
	required, err := gqlparser.LoadSchema(&ast.Source{Name: "contract.graphql", Input: contract.Contract})
	if err != nil {
		return nil, err
	}
	schema, err := hygraphSchema(contract.Contract)
	if err != nil {
		return nil, err
	}
	folder, err := content.Watch(o.Dir, required, o.Logger, o.OnChange)
	if err != nil {
		return nil, err
	}
	limits := o.Limits.withDefaults()
	return &Server{
		schema: schema, folder: folder, token: o.Token, log: o.Logger, limits: limits,
		rate: rate.NewLimiter(rate.Limit(limits.RequestsPerSecond), limits.RequestsPerSecond),
	}, nil
}

// Close stops watching the content.
func (s *Server) Close() error { return s.folder.Close() }

// SourceLocation returns the location of a field of an entry, in a file below the folder of the CMS, and the time of
// the entry's change. The component is the id of a part of the entry; empty for a field of the entry itself.
func (s *Server) SourceLocation(
	stage content.Stage, ref content.Ref, locale, component, field string,
) (_ content.SourceLocation, changed time.Time, ok bool) {
	entry := s.folder.Snapshot().Store(stage).Entry(ref)
	if entry == nil {
		return content.SourceLocation{}, changed, false
	}
	location, ok := entry.SourceLocation(locale, component, field)
	return location, entry.UpdatedAt, ok
}

// Handler returns the handler of the GraphQL endpoint, the assets and the health check.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok\n") })
	mux.HandleFunc("GET /assets/{handle}", s.asset)
	mux.HandleFunc("/", s.graphql)
	return mux
}

// asset serves the original file, with ranges and validators.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	store := s.folder.Snapshot().Store(content.Published)
	entry := store.Entry(content.Ref{Type: "Asset", ID: r.PathValue("handle")})
	if entry == nil {
		http.NotFound(w, r)
		return
	}
	if entry.Fields["isProtected"] == true && !s.mayDraft(r) {
		http.Error(w, "not allowed", http.StatusForbidden)
		return
	}
	f, err := os.Open(entry.Path)
	if err != nil {
		s.log.Warn("asset_not_readable", "asset", entry.ID, "error", err)
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	if t, ok := entry.Fields["mimeType"].(string); ok && t != "" {
		w.Header().Set("Content-Type", t)
	}
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, filepath.Base(entry.Path), entry.UpdatedAt, f)
}

// maxBody is the maximum size of a request body, in bytes.
const maxBody = 1 << 20

type request struct {
	Query         string         `json:"query"`
	OperationName string         `json:"operationName"`
	Variables     map[string]any `json:"variables"`
}

func (s *Server) graphql(w http.ResponseWriter, r *http.Request) {
	if !s.rate.Allow() {
		w.Header().Set("Retry-After", "1")
		fail(w, http.StatusTooManyRequests, "TOO_MANY_REQUESTS", "too many requests")
		return
	}
	var req request
	size := len(r.URL.RawQuery)
	switch r.Method {
	case http.MethodGet:
		req.Query, req.OperationName = r.URL.Query().Get("query"), r.URL.Query().Get("operationName")
		if v := r.URL.Query().Get("variables"); v != "" {
			if err := json.Unmarshal([]byte(v), &req.Variables); err != nil {
				fail(w, http.StatusBadRequest, "BAD_REQUEST", "variables: must be a JSON object")
				return
			}
		}
	case http.MethodPost:
		body := &countingReader{from: http.MaxBytesReader(w, r.Body, maxBody)}
		err := json.NewDecoder(body).Decode(&req)
		size = body.bytes
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			fail(w, http.StatusRequestEntityTooLarge, "BAD_REQUEST", "the body is too large")
			return
		}
		if err != nil {
			fail(w, http.StatusBadRequest, "BAD_REQUEST", "the body is not a JSON request: "+err.Error())
			return
		}
	default:
		w.Header().Set("Allow", "GET, POST")
		fail(w, http.StatusMethodNotAllowed, "BAD_REQUEST", "use GET or POST")
		return
	}
	doc, errs := gqlparser.LoadQueryWithRules(s.schema, req.Query, rules.NewDefaultRules())
	if len(errs) > 0 {
		respond(w, http.StatusBadRequest, nil, errs)
		return
	}
	op := doc.Operations.ForName(req.OperationName)
	if op == nil {
		fail(w, http.StatusBadRequest, "BAD_REQUEST", "the operation "+req.OperationName+" is not in the query")
		return
	}
	if op.Operation == ast.Query && size > s.limits.QueryBytes {
		fail(w, http.StatusRequestEntityTooLarge, "BAD_REQUEST", "the query is too large")
		return
	}
	if isIntrospection(op) {
		found := introspect(r.Context(), s.schema, req)
		respond(w, http.StatusOK, found.Data, found.Errors)
		return
	}
	variables, err := validator.VariableValues(s.schema, op, req.Variables)
	if err != nil {
		fail(w, http.StatusBadRequest, "BAD_REQUEST", err.Error())
		return
	}
	e := &execution{
		schema:    s.schema,
		snapshot:  s.returned.of(s.folder.Snapshot(), s.limits.Lag),
		folder:    s.folder,
		operation: &graphql.OperationContext{Doc: doc, Operation: op, Variables: variables},
		mayDraft:  s.mayDraft(r),
		limits:    s.limits,
		assets:    "http://" + r.Host + "/assets/",
		scope:     scope{stage: stageOf(r.Header.Get("gcms-stage")), locales: localesOf(r.Header.Get("gcms-locales"))},
	}
	data, errs := e.run()
	respond(w, http.StatusOK, data, errs)
}

// mayDraft reports whether a request has the token for drafts and protected data.
func (s *Server) mayDraft(r *http.Request) bool {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	return ok && s.token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) == 1
}

func stageOf(header string) content.Stage {
	if strings.EqualFold(header, string(content.Draft)) {
		return content.Draft
	}
	return content.Published
}

func localesOf(header string) []string {
	var locales []string
	for _, l := range strings.Split(header, ",") {
		if l = strings.TrimSpace(l); l != "" {
			locales = append(locales, l)
		}
	}
	if len(locales) == 0 {
		return []string{"en"}
	}
	return locales
}

func fail(w http.ResponseWriter, status int, code, message string) {
	respond(w, status, nil, gqlerror.List{{Message: message, Extensions: map[string]any{"code": code}}})
}

func respond(w http.ResponseWriter, status int, data any, errs gqlerror.List) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	body := map[string]any{"data": data}
	if len(errs) > 0 {
		body["errors"] = errs
	}
	_ = json.NewEncoder(w).Encode(body) // the caller may have disconnected
}
