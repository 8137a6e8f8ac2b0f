// Package graph executes operations of the public graph: in process for server-rendered pages, over HTTP for all
// other callers.
package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/99designs/gqlgen/graphql/handler/lru"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"go.opentelemetry.io/otel/trace"

	"strand/domain/editor"
	"strand/edge/encoding"
	"strand/gql"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/querylimit"
	"strand/internal/recovery"
	"strand/internal/slots"
	"strand/resolvers"
	"strand/resolvers/provenance"
	"strand/service/website/visit"
)

// Executor executes operations. It is safe for concurrent use.
type Executor struct {
	exec      *executor.Executor
	schema    *ast.Schema
	resolver  *resolvers.Resolver
	cache     *cache.Cache
	persisted *Persisted
	// urlOperations caches the operations parsed from URL queries: most callers send the same ones.
	urlOperations graphql.Cache[Operation]
	log           *slog.Logger
	// onlyPersisted refuses operations that are not persisted, except those of a router.
	onlyPersisted bool
	budget        time.Duration
	routerSecret  string
	costs         CostLimits
	guard         *querylimit.Guard
	slots         *slots.Slots
	openStreams   streamCounter
}

// Options configure an executor.
type Options struct {
	Resolver      *resolvers.Resolver
	Cache         *cache.Cache
	Persisted     *Persisted
	Log           *slog.Logger
	OnlyPersisted bool
	// Budget bounds how long a query waits for all its upstream calls together; 0 sets no bound. Mutations are
	// bounded by the timeouts of their calls alone, since they may send files.
	Budget time.Duration
	// RouterSecret authenticates a federation router, which may send any operation; empty disables this.
	RouterSecret string
	// Costs are the cost limits of operations.
	Costs CostLimits
	// Slots bound how many operations are executed at the same time; nil sets no bound.
	Slots *slots.Slots
}

// New returns an executor of the public graph.
func New(o Options) *Executor {
	config := gql.Config{Resolvers: o.Resolver, Directives: gql.DirectiveRoot{Auth: resolvers.Auth}}
	executable := gql.NewExecutableSchema(config)
	exec := executor.New(executable)
	e := &Executor{
		exec:          exec,
		schema:        executable.Schema(),
		resolver:      o.Resolver,
		cache:         o.Cache,
		persisted:     o.Persisted,
		urlOperations: lru.New[Operation](1000),
		log:           o.Log,
		onlyPersisted: o.OnlyPersisted,
		budget:        o.Budget,
		routerSecret:  o.RouterSecret,
		costs:         o.Costs,
		slots:         o.Slots,
	}
	e.guard = querylimit.Install(exec, exec.SetDefaultRulesFn, e.schema, querylimit.Options{
		Limits:   querylimit.DefaultLimits,
		IsPinned: o.Persisted.Allows,
		MaxSize:  maxFirst,
		Limit:    func(ctx context.Context) *querylimit.Cost { return permissionsOf(ctx).cost },
		// In development the same callers may read the schema.
		SuggestsNames: !o.OnlyPersisted,
	})
	exec.Use(introspection{})
	exec.Use(resolverSpans{})
	exec.SetErrorPresenter(e.present)
	exec.SetRecoverFunc(func(ctx context.Context, problem any) error {
		return recovery.Report(ctx, e.log, "graphql_resolver", problem)
	})
	return e
}

// Operation is one request to the graph.
type Operation struct {
	// DocumentID identifies a persisted operation; otherwise Query is the text.
	DocumentID    string
	Query         string
	OperationName string
	Variables     map[string]any
	Extensions    map[string]any
	// isOwn reports that the server itself sends the operation: its text does not come from a caller.
	isOwn bool
	// isNamed reports that the server executes an operation of the client for a page, and sends the answer itself.
	isNamed bool
	// isRouter reports that a router sends the operation; it may send any.
	isRouter bool
	// isTraced reports that the caller asks for the reads and the actual cost of the operation, and may see them.
	isTraced bool
	// lastForm stores the canonical form of a cached URL query; nil for other operations.
	lastForm *atomic.Pointer[canonicalForm]
}

// Answer is the result of an operation.
type Answer struct {
	// Data is null if the request itself was invalid.
	Data   json.RawMessage
	Errors gqlerror.List
	// RequestError reports that the operation was not executed.
	RequestError bool
	// MaxAge is how long the answer may be cached; 0 if it is personal or incomplete.
	MaxAge time.Duration
	// changesAt is when the answer changes by itself; zero for never.
	changesAt time.Time
	// isShareable reports that the answer is the same for all anonymous users, even if a part is missing.
	isShareable bool
	// Tags are the tags of everything that the answer contains.
	Tags []string
	// Gate is the page whose gate withholds a part of the answer; empty if nothing is withheld.
	Gate string
	// Provenance contains the sources of the values; nil if it was not requested.
	Provenance *editor.Provenances
	// Body is the encoded answer; empty if the server executes the operation for a page.
	Body []byte
	// shared is the body of an answer that several callers get, with its compressed forms; nil if it is sent once.
	shared *encoding.Body
	// dataBody makes the body of the data alone, once; nil if the answer is sent once.
	dataBody func() *encoding.Body
}

// DataBody returns the data as a body, that of an answer for several callers with its compressed forms.
func (a *Answer) DataBody() *encoding.Body {
	if a.dataBody != nil {
		return a.dataBody()
	}
	return encoding.NewBody(a.Data)
}

// share prepares an answer that several callers get.
func (a *Answer) share() {
	a.shared = encoding.NewBody(a.Body)
	a.dataBody = sync.OnceValue(func() *encoding.Body { return encoding.NewBody(a.Data) })
}

// Execute executes one operation for one request. mutations reports whether mutations are allowed.
func (e *Executor) Execute(ctx context.Context, req *visit.Request, op Operation, mutations bool) *Answer {
	ctx = visit.WithOperation(graphql.StartOperationTrace(ctx), req, addError)
	ctx, span := startSpan(ctx)
	defer span.End()
	answer := e.answerOnce(ctx, req, op, mutations)
	markErrors(span, answer)
	return answer
}

// answerOnce answers an operation that has one answer.
func (e *Executor) answerOnce(ctx context.Context, req *visit.Request, op Operation, mutations bool) *Answer {
	opCtx, refused := e.prepare(ctx, req, &op, mutations)
	if refused == nil && opCtx.Operation.Operation == ast.Subscription {
		refused = e.refuse(
			ctx,
			requestError(
				apperr.Invalid,
				"a subscription is answered as a stream: send the header Accept: "+mediaEvents,
			),
		)
	}
	if refused != nil {
		return refused
	}
	return e.execute(ctx, req, op, opCtx)
}

// execute executes a prepared query or mutation.
func (e *Executor) execute(
	ctx context.Context, req *visit.Request, op Operation, opCtx *graphql.OperationContext,
) *Answer {
	timeOver := errTimeOver
	if op.isOwn || op.isNamed || e.persisted.Allows(op.Query) {
		timeOver = errBusy
	}
	bounds, release := e.bound(ctx, opCtx, timeOver)
	defer release()
	ctx = bounds.ctx
	if opCtx.Operation.Operation == ast.Query && e.budget > 0 {
		limited, cancel := budget.Apply(budget.With(ctx, e.budget))
		defer cancel()
		ctx = limited
	}
	var traced *tracer
	if op.isTraced {
		ctx, traced = e.traceOperation(ctx, opCtx)
	}
	var provenances *provenance.Recorder
	if req.Provenance || req.FieldPositions {
		provenances = e.recordProvenance(opCtx)
	}
	respond, ctx := e.exec.DispatchOperation(ctx, opCtx)
	response := respond(ctx)
	if response == nil {
		return e.refuse(ctx, e.present(ctx, fmt.Errorf("the operation was not executed: %w", context.Cause(ctx))))
	}
	if err := bounds.problem(len(response.Data)); err != nil {
		return e.refuse(ctx, e.present(ctx, err))
	}
	if !op.isNamed && !op.isOwn {
		addCost(response, opCtx)
	}
	traced.end(response)
	var provenance *editor.Provenances
	if provenances != nil {
		provenance = provenances.Result()
		if !req.Provenance {
			provenance = provenance.Positions()
		}
		if !op.isNamed {
			addExtension(response, "provenance", provenance)
		}
	}
	var body []byte
	if !op.isNamed { // pages read the data
		var err error
		if body, err = encodeResponse(response); err != nil {
			return e.refuse(ctx, e.present(ctx, fmt.Errorf("encode the answer: %w", err)))
		}
	}
	answer := &Answer{
		Data:       response.Data,
		Errors:     response.Errors,
		Body:       body,
		Tags:       req.Tags(),
		Gate:       req.Gate(),
		Provenance: provenance,
	}
	if policy := policyOf(opCtx.Operation); policy > 0 && !req.IsPrivate() {
		answer.isShareable = len(response.Errors) == 0 || answer.isDegraded()
		if len(response.Errors) == 0 && !cache.IsDegraded(ctx) {
			answer.MaxAge, answer.changesAt = policy, cache.NextChange(ctx)
		}
	}
	return answer
}

// encodeResponse encodes a response. Data alone is JSON already and is not read again.
func encodeResponse(r *graphql.Response) ([]byte, error) {
	if len(r.Errors) > 0 || len(r.Extensions) > 0 || r.Data == nil {
		return json.Marshal(r)
	}
	return slices.Concat([]byte(`{"data":`), r.Data, []byte(`}`)), nil
}

// addCost adds the estimated cost of the operation and its limit to the answer.
func addCost(response *graphql.Response, opCtx *graphql.OperationContext) {
	if cost, ok := querylimit.StatsOf(opCtx); ok {
		addExtension(response, "cost", cost)
	}
}

// recordProvenance records the provenance of an operation's values. Operations without this call have no overhead for
// provenance.
func (e *Executor) recordProvenance(opCtx *graphql.OperationContext) *provenance.Recorder {
	provenances := e.resolver.NewProvenanceRecorder(e.schema)
	next := opCtx.ResolverMiddleware
	opCtx.ResolverMiddleware = func(ctx context.Context, resolve graphql.Resolver) (any, error) {
		value, err := next(ctx, resolve)
		if err == nil {
			provenances.Record(ctx)
		}
		return value, err
	}
	return provenances
}

// isDegraded reports whether a part is missing because an upstream system, or this server, has failed.
func (a *Answer) isDegraded() bool {
	for _, e := range a.Errors {
		if code, _ := e.Extensions["code"].(string); code != string(apperr.UpstreamUnavailable) &&
			code != string(apperr.Internal) {
			return false
		}
	}
	return len(a.Errors) > 0
}

// prepare parses and validates an operation. It returns an answer for an invalid operation, otherwise nil.
func (e *Executor) prepare(
	ctx context.Context, req *visit.Request, op *Operation, mutations bool,
) (*graphql.OperationContext, *Answer) {
	if problem := e.expand(op); problem != nil {
		return nil, e.refuse(ctx, problem)
	}
	ctx = e.withPermissions(ctx, req, op)
	now := graphql.Now()
	opCtx, errs := e.exec.CreateOperationContext(ctx, &graphql.RawParams{
		Query:         op.Query,
		OperationName: op.OperationName,
		Variables:     op.Variables,
		Extensions:    op.Extensions,
		ReadTime:      graphql.TraceTiming{Start: now, End: now},
	})
	if len(errs) > 0 {
		if op.OperationName == "" && opCtx != nil && opCtx.Doc != nil && len(opCtx.Doc.Operations) > 1 {
			errs = gqlerror.List{validationError("the document has several operations: send the operationName of one")}
		}
		if opCtx != nil && opCtx.Operation != nil && codeOf(errs[0]) == errcode.ValidationFailed {
			// gqlgen has not accepted the variables, and does not always say which value was sent.
			if problem := checkVariables(e.schema, opCtx.Operation, op.Variables); problem != nil {
				errs = gqlerror.List{problem}
			}
		}
		return nil, e.refuse(ctx, querylimit.FirstErrors(errs)...)
	}
	if !op.isOwn && !op.isNamed {
		if problem := checkVariables(e.schema, opCtx.Operation, op.Variables); problem != nil {
			return nil, e.refuse(ctx, problem)
		}
	}
	if opCtx.Operation.Operation != ast.Query && visit.IsPreview(ctx) {
		return nil, e.refuse(ctx, requestError(apperr.Forbidden, "a preview is read-only: send queries only"))
	}
	if opCtx.Operation.Operation != ast.Query && !mutations {
		return nil, e.refuse(
			ctx,
			requestError(apperr.MethodNotAllowed, "only queries may be sent with GET: send this operation with POST"),
		)
	}
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		describeOperation(span, opCtx, op.isOwn || op.isNamed || e.persisted.Allows(op.Query))
	} else {
		// The extensions only make spans for fields, and a page has hundreds of fields.
		opCtx.ResolverMiddleware = func(ctx context.Context, resolve graphql.Resolver) (any, error) {
			return resolve(ctx)
		}
	}
	e.spell(opCtx)
	checkRepresentations(opCtx, e.schema)
	return opCtx, nil
}

// expand replaces the id of a persisted operation by its text.
func (e *Executor) expand(op *Operation) *gqlerror.Error {
	if op.DocumentID != "" {
		text, ok := e.persisted.Text(op.DocumentID)
		if ok {
			op.Query = text
			return nil
		}
		if op.Query == "" {
			return requestError(apperr.PersistedQueryNotFound, "PersistedQueryNotFound")
		}
	}
	if op.Query == "" {
		return requestError(apperr.Invalid, "send a query, or the documentId of a persisted operation")
	}
	if e.onlyPersisted && !op.isOwn && !op.isRouter && !e.persisted.Allows(op.Query) {
		return requestError(
			apperr.PersistedQueryOnly,
			"only persisted operations are answered: send the documentId of one, or, as a router, the secret in the "+
				"header "+RouterHeader,
		)
	}
	return nil
}

// hashExtension reads the id that Apollo Client sends: extensions.persistedQuery.sha256Hash.
func hashExtension(extensions map[string]any) (string, bool) {
	p, ok := extensions["persistedQuery"].(map[string]any)
	if !ok {
		return "", false
	}
	hash, ok := p["sha256Hash"].(string)
	return hash, ok && hash != ""
}

// policyOf returns how long an answer may be cached: the shortest @cacheControl of its root fields; 0 if one has none
// or is private.
func policyOf(op *ast.OperationDefinition) time.Duration {
	if op.Operation != ast.Query {
		return 0
	}
	age := -1
	if !strictest(op.SelectionSet, &age) || age < 0 {
		return 0
	}
	return time.Duration(age) * time.Second
}

func strictest(set ast.SelectionSet, age *int) bool {
	for _, s := range set {
		switch s := s.(type) {
		case *ast.Field:
			if s.Name == "__typename" {
				continue
			}
			d := s.Definition.Directives.ForName("cacheControl")
			if d == nil {
				return false
			}
			arguments := d.ArgumentMap(nil)
			seconds, ok := arguments["maxAge"].(int64)
			if scope, _ := arguments["scope"].(string); !ok || scope == "PRIVATE" {
				return false
			}
			if *age < 0 || int(seconds) < *age {
				*age = int(seconds)
			}
		case *ast.InlineFragment:
			if !strictest(s.SelectionSet, age) {
				return false
			}
		case *ast.FragmentSpread:
			if !strictest(s.Definition.SelectionSet, age) {
				return false
			}
		}
	}
	return true
}

// ClientOperation returns the operation of our own client with a name. A missing operation is refused when it is
// executed.
func (e *Executor) ClientOperation(name string, variables map[string]any) Operation {
	id, ok := e.persisted.ID(name)
	if !ok {
		id = name
	}
	return Operation{DocumentID: id, OperationName: name, Variables: variables, isNamed: true}
}

// ServerOperation returns an operation of the server itself, for its endpoints beside the graph.
func ServerOperation(query string, variables map[string]any) Operation {
	return Operation{Query: query, Variables: variables, isOwn: true}
}
