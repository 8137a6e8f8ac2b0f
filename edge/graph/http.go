package graph

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/edge/encoding"
	"strand/edge/respond"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/internal/slots"
	"strand/internal/telemetry"
	"strand/service/website/visit"
)

// maxBody bounds a request's body; maxQuery its URL.
const (
	maxBody  = 1 << 20
	maxQuery = 16 << 10
)

const (
	mediaJSON     = "application/json"
	mediaResponse = "application/graphql-response+json"
)

// Requests makes the resolvers' request from an HTTP request. It fails if the request has an invalid token.
type Requests func(*http.Request) (*visit.Request, error)

// Handler serves the graph over HTTP, by the GraphQL-over-HTTP specification: POST with JSON, GET for queries. A
// caller that accepts an event stream gets a stream.
func (e *Executor) Handler(requests Requests) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		media, ok := negotiate(r.Header.Values("Accept"))
		streams := isStream(r)
		if streams {
			// Errors before the stream begins are not events.
			media = mediaResponse
		} else if !ok {
			http.Error(w, "Accept "+mediaResponse+" or "+mediaJSON, http.StatusNotAcceptable)
			return
		}
		op, status, problem := e.read(r)
		op.isRouter = e.isRouter(r)
		if problem != nil {
			e.write(w, r, media, status, e.refuse(r.Context(), problem))
			return
		}
		req, err := requests(r)
		if err != nil {
			status := http.StatusServiceUnavailable
			switch apperr.CodeOf(err) {
			case apperr.Unauthenticated:
				status = http.StatusUnauthorized
			case apperr.Forbidden:
				status = http.StatusForbidden
			}
			e.write(w, r, media, status, e.refuse(r.Context(), e.present(r.Context(), err)))
			return
		}
		e.inspect(r, req, &op)
		caller := LimitCaller(req)
		if op.isRouter {
			caller = forwardedCaller(r, req)
		}
		r = r.WithContext(slots.WithCaller(r.Context(), caller))
		if streams {
			e.stream(w, r, req, op)
			return
		}
		e.write(w, r, media, 0, e.answer(r, req, op))
	})
}

// answer returns the shared answer of an anonymous persisted query, or executes the operation.
func (e *Executor) answer(r *http.Request, req *visit.Request, op Operation) *Answer {
	e.observe(r.Context(), op)
	if req.User == nil && !op.isTraced && !req.Provenance {
		ctx, _ := cache.WithReads(r.Context()) // of an answer that is not shared
		return e.ExecuteShared(ctx, req, op, r.Method == http.MethodPost)
	}
	leave, refused := e.enter(r.Context())
	if refused != nil {
		return refused
	}
	defer leave()
	return e.Execute(r.Context(), req, op, r.Method == http.MethodPost)
}

// enter waits until the caller may execute one more operation, at most for the time that a query may take.
func (e *Executor) enter(ctx context.Context) (leave func(), refused *Answer) {
	waiting := ctx
	if e.budget > 0 {
		var cancel context.CancelFunc
		waiting, cancel = context.WithTimeoutCause(ctx, e.budget, slots.ErrBusy)
		defer cancel()
	}
	leave, err := e.slots.Enter(waiting, slots.CallerOf(ctx))
	if err != nil {
		return nil, e.refuse(ctx, e.present(ctx, err))
	}
	return leave, nil
}

// ExecuteShared answers an anonymous caller. If the operation is a persisted query with the same answer for all
// anonymous users, it returns the cached answer. mutations reports whether mutations are allowed.
func (e *Executor) ExecuteShared(ctx context.Context, req *visit.Request, op Operation, mutations bool) *Answer {
	q, ok := e.sharedQuery(ctx, req, op)
	if ok {
		// A cached answer needs no slot.
		if answer, isFresh := cache.Get[*Answer](ctx, e.cache, q.key(req)); isFresh && !req.MayOpen(answer.Gate) {
			telemetry.RequestLogFrom(ctx).Set("cache", "hit")
			return answer
		}
	}
	leave, refused := e.enter(ctx)
	if refused != nil {
		return refused
	}
	defer leave()
	if !ok {
		return e.Execute(ctx, req, op, mutations)
	}
	telemetry.RequestLogFrom(ctx).Set("cache", "hit")
	return e.executeShared(ctx, req, op, q, func(ctx context.Context) {
		telemetry.RequestLogFrom(ctx).Set("cache", "miss")
	})
}

// ExecutePart executes a query for a part of a page, which shares its answer like ExecuteShared. The page itself has
// been admitted, so that its parts wait for no slot.
func (e *Executor) ExecutePart(ctx context.Context, req *visit.Request, op Operation) *Answer {
	q, ok := e.sharedQuery(ctx, req, op)
	if !ok {
		return e.Execute(ctx, req, op, false)
	}
	return e.executeShared(ctx, req, op, q, func(context.Context) {})
}

// executeShared returns the cached answer of a query, or executes it for all callers. onMiss is called before it is
// executed.
func (e *Executor) executeShared(
	ctx context.Context, req *visit.Request, op Operation, q *sharedQuery, onMiss func(context.Context),
) *Answer {
	// All callers that wait for the answer share it.
	anonymous := req.Anonymous()
	anonymous.Scheme, anonymous.Host = q.scheme, q.host
	load := func(ctx context.Context) (cache.Loaded[*Answer], error) {
		onMiss(ctx)
		a := e.Execute(ctx, anonymous, q.operation(), false)
		if a.isDegraded() {
			cache.MarkDegraded(ctx)
		}
		loaded := cache.Loaded[*Answer]{
			Value:   a,
			Tags:    a.Tags,
			NoStore: !a.isShareable,
			// Callers can invent any number of values for the variables.
			Unconfirmed: !q.isConfirmed || anonymous.IsUnconfirmed(),
		}
		if a.MaxAge > 0 {
			loaded.Freshness = cache.Freshness{Fresh: a.MaxAge, Stale: cache.DefaultFreshness.Stale}
			a.share()
			loaded.Size = int64(len(a.Data)) + a.shared.Size()*3/2 // with its compressed forms
		}
		return loaded, nil
	}
	key := q.key(req)
	answer, err := cache.Load(ctx, e.cache, key, cache.Encoded(key+answerForm, encodeAnswer, decodeAnswer, load))
	if err != nil {
		return e.refuse(ctx, e.present(ctx, err))
	}
	if req.MayOpen(answer.Gate) {
		return e.Execute(ctx, req, op, false)
	}
	return answer
}

// answerForm is the version of sharedAnswer.
const answerForm = " 2"

// sharedAnswer is the form in which servers share an answer.
type sharedAnswer struct {
	Data, Body []byte
	MaxAge     time.Duration
	ChangesAt  time.Time
	Tags       []string
	Gate       string
}

// encodeAnswer returns the form in which servers share an answer; nil for one that is incomplete or personal.
func encodeAnswer(a *Answer) ([]byte, error) {
	if a.MaxAge == 0 || !a.isShareable || len(a.Errors) > 0 || a.Provenance != nil {
		return nil, nil
	}
	return json.Marshal(sharedAnswer{a.Data, a.Body, a.MaxAge, a.changesAt, a.Tags, a.Gate})
}

func decodeAnswer(data []byte) (*Answer, error) {
	var s sharedAnswer
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	if s.MaxAge <= 0 || s.MaxAge > cache.MaxFresh || len(s.Data) == 0 {
		return nil, errors.New("no server makes such an answer")
	}
	a := &Answer{
		Data: s.Data, Body: s.Body, MaxAge: s.MaxAge, changesAt: s.ChangesAt, Tags: s.Tags, Gate: s.Gate,
		isShareable: true,
	}
	a.share()
	return a, nil
}

// read reads an operation from a request, or from the cache of URL queries. The status is that of an invalid request.
func (e *Executor) read(r *http.Request) (op Operation, status int, problem *gqlerror.Error) {
	query := r.URL.RawQuery
	if r.Method != http.MethodPost {
		if op, ok := e.urlOperations.Get(r.Context(), query); ok {
			return op, 0, nil
		}
	}
	if op, status, problem = read(r); problem != nil {
		return op, status, problem
	}
	if op.DocumentID == "" {
		hash, _ := hashExtension(op.Extensions)
		if problem := e.persisted.checkHash(hash, op.Query); problem != nil {
			return op, 0, problem
		}
		op.DocumentID = hash
	}
	op.OperationName = cmp.Or(op.OperationName, e.persisted.name(op.DocumentID))
	if r.Method != http.MethodPost && e.persisted.IsQuery(op.DocumentID) && op.isFlat() {
		op.lastForm = new(atomic.Pointer[canonicalForm])
		e.urlOperations.Add(r.Context(), query, op)
	}
	return op, 0, nil
}

// isFlat reports whether the variables contain no objects and lists. The executor changes those in place, so such an
// operation must not be reused.
func (op Operation) isFlat() bool {
	for _, v := range op.Variables {
		switch v.(type) {
		case map[string]any, []any:
			return false
		}
	}
	return true
}

// read reads an operation from a request. The status is that of an invalid request.
func read(r *http.Request) (op Operation, status int, problem *gqlerror.Error) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		if len(r.URL.RawQuery) > maxQuery {
			return op, http.StatusRequestURITooLong, requestError(
				apperr.Invalid,
				"the query is too long for a URL: use POST",
			)
		}
		q := r.URL.Query()
		op = Operation{Query: q.Get("query"), OperationName: q.Get("operationName"), DocumentID: q.Get("documentId")}
		for name, into := range map[string]*map[string]any{"variables": &op.Variables, "extensions": &op.Extensions} {
			if text := q.Get(name); text != "" {
				if err := decode([]byte(text), into); err != nil {
					return op, http.StatusBadRequest, requestError(apperr.Invalid, name+": a JSON object is needed")
				}
			}
		}
		return op, 0, nil
	case http.MethodPost:
		mediaType, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if charset := parameters["charset"]; err != nil || mediaType != mediaJSON ||
			charset != "" && !strings.EqualFold(charset, "utf-8") {
			return op, http.StatusUnsupportedMediaType, requestError(
				apperr.Invalid,
				"Content-Type: application/json is needed",
			)
		}
		body, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
		if err != nil {
			return op, http.StatusRequestEntityTooLarge, requestError(
				apperr.Invalid,
				fmt.Sprintf("the body must not be larger than %d bytes", maxBody),
			)
		}
		return parse(body)
	}
	return op, http.StatusMethodNotAllowed, requestError(apperr.MethodNotAllowed, "the graph answers GET and POST")
}

// parse reads a POST body.
func parse(body []byte) (op Operation, status int, problem *gqlerror.Error) {
	var raw struct {
		Query, OperationName, DocumentID *json.RawMessage
		Variables, Extensions            *json.RawMessage
	}
	if err := json.Unmarshal(body, &raw); err != nil {
		return op, http.StatusBadRequest, requestError(
			apperr.Invalid,
			"the body must be a JSON object with query, operationName, variables, extensions",
		)
	}
	for name, field := range map[string]struct {
		from *json.RawMessage
		to   *string
	}{
		"query": {raw.Query, &op.Query}, "operationName": {raw.OperationName, &op.OperationName},
		"documentId": {raw.DocumentID, &op.DocumentID},
	} {
		if field.from != nil && json.Unmarshal(*field.from, field.to) != nil {
			return op, http.StatusBadRequest, requestError(apperr.Invalid, name+": a string is needed")
		}
	}
	for name, field := range map[string]struct {
		from *json.RawMessage
		to   *map[string]any
	}{"variables": {raw.Variables, &op.Variables}, "extensions": {raw.Extensions, &op.Extensions}} {
		if field.from != nil && decode(*field.from, field.to) != nil {
			return op, http.StatusBadRequest, requestError(apperr.Invalid, name+": a JSON object is needed")
		}
	}
	return op, 0, nil
}

// decode decodes a JSON object and keeps numbers as json.Number.
func decode(data []byte, into *map[string]any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	for name, value := range *into {
		(*into)[name] = withIntegers(value)
	}
	return nil
}

// negotiate chooses the media type of the answer; JSON if the caller has no preference.
func negotiate(accepts []string) (string, bool) {
	accept := strings.Join(accepts, ",")
	if strings.TrimSpace(accept) == "" {
		return mediaJSON, true
	}
	best, quality := "", 0.0
	for _, part := range strings.Split(accept, ",") {
		mediaType, parameters, err := mime.ParseMediaType(strings.TrimSpace(part))
		if err != nil {
			continue
		}
		q := 1.0
		if text, ok := parameters["q"]; ok {
			if q, err = strconv.ParseFloat(text, 64); err != nil {
				continue
			}
		}
		switch mediaType {
		case mediaResponse, mediaJSON:
		case "*/*", "application/*":
			mediaType, q = mediaJSON, q-0.001
		default:
			continue
		}
		if q > quality {
			best, quality = mediaType, q
		}
	}
	return best, best != ""
}

// write sends an answer. With a status of 0, the answer and the media type determine the status.
func (e *Executor) write(w http.ResponseWriter, r *http.Request, media string, status int, a *Answer) {
	if status == 0 {
		status = statusOf(media, a)
	}
	h := w.Header()
	if status == http.StatusMethodNotAllowed {
		h.Set("Allow", allowedMethods(r))
	}
	switch status {
	case http.StatusTooManyRequests:
		h.Set("Retry-After", "1")
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", strconv.Itoa(respond.RetryAfter))
	}
	h.Set("Content-Type", media+"; charset=utf-8")
	h.Set("Vary", "Accept, Accept-Encoding, Authorization, Cookie")
	if a.MaxAge > 0 && r.Method != http.MethodPost {
		// Browsers revalidate every time and mostly get 304, since purges do not reach them.
		freshness := "public, max-age=0, s-maxage=" + respond.PublicFor(a.MaxAge, a.changesAt)
		if a.changesAt.IsZero() {
			freshness += ", stale-while-revalidate=60"
		}
		h.Set("Cache-Control", freshness)
	} else {
		h.Set("Cache-Control", "private, no-store")
		h.Add("Vary", "Accept-Language")
	}
	if a.shared != nil && status == http.StatusOK {
		a.shared.Serve(w, r)
		return
	}
	encoding.Send(w, r, status, a.Body)
}
