package graph

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/internal/apperr"
	"strand/internal/recovery"
	"strand/internal/telemetry"
	"strand/resolvers"
	"strand/upstream/transport"
)

// mediaEvents is what a caller accepts who wants to hear of changes.
const mediaEvents = "text/event-stream"

// keepAlive is how often a stream says something: proxies close connections that are silent for long.
const keepAlive = 15 * time.Second

// sendWithin is how long an event may take to be sent.
const sendWithin = 30 * time.Second

// A client comes back this long after a stream has ended.
const (
	minRetry = time.Second
	maxRetry = 5 * time.Second
)

// maxStreams is how many streams one person may have open: a browser has few, and each costs the server and sis something.
const maxStreams = 20

// watchers counts the open streams of everybody. It is safe for concurrent use; the zero value is ready.
type watchers struct {
	mu   sync.Mutex
	open map[string]int
}

// enter counts one more of somebody's until leave is called; not ok where they have enough.
func (w *watchers) enter(userID string) (leave func(), ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open[userID] >= maxStreams {
		return nil, false
	}
	if w.open == nil {
		w.open = map[string]int{}
	}
	w.open[userID]++
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.open[userID]--; w.open[userID] == 0 {
			delete(w.open, userID)
		}
	}, true
}

// callerOf names who opens a stream: a user, or the address of an editor or an anonymous user.
func callerOf(req *resolvers.Request) string {
	switch {
	case req.User != nil:
		return req.User.ID
	case req.Editor:
		return "editor " + req.Address
	}
	return CallerOf(req)
}

// isStream says whether a caller wants a stream: one that says so and nothing else.
func isStream(r *http.Request) bool {
	media, _, err := mime.ParseMediaType(r.Header.Get("Accept"))
	return err == nil && media == mediaEvents
}

// stream answers an operation as events, one for each answer, as the "distinct connections mode" of GraphQL over Server-Sent Events
// has it. A query or mutation has one answer. What is wrong with the operation is an answer too.
func (e *Executor) stream(w http.ResponseWriter, r *http.Request, req *resolvers.Request, op Operation) {
	gathered := telemetry.RequestLogFrom(r.Context())
	gathered.Set("operation", op.OperationName)
	gathered.Set("variables", transport.Truncate(op.Variables))
	ctx := resolvers.WithRequest(graphql.StartOperationTrace(r.Context()), req)
	opCtx, refused := e.prepare(ctx, req, &op, r.Method == http.MethodPost)
	if caller := callerOf(req); refused == nil && opCtx.Operation.Operation == ast.Subscription {
		leave, ok := e.watchers.enter(caller)
		if ok {
			defer leave()
		} else {
			refused = e.refuse(ctx, e.present(ctx, apperr.New(apperr.RateLimited, "too many streams are open: end one first")))
		}
	}

	h := w.Header()
	h.Set("Content-Type", mediaEvents)
	h.Set("Cache-Control", "private, no-store")
	// Proxies of the nginx kind would keep events back.
	h.Set("X-Accel-Buffering", "no")
	events := events{w, http.NewResponseController(w)}
	defer events.release()
	if refused != nil {
		if events.next(refused.Body) {
			events.complete()
		}
		return
	}
	if opCtx.Operation.Operation != ast.Subscription {
		leave, answer := e.enter(ctx)
		if answer == nil {
			defer leave()
			answer = e.execute(ctx, req, op, opCtx)
		}
		if events.next(answer.Body) {
			events.complete()
		}
		return
	}
	respond, ctx := e.exec.DispatchOperation(ctx, opCtx)
	answers := e.answers(ctx, respond)
	silent := time.NewTicker(keepAlive)
	defer silent.Stop()
	if !events.send(":\n\n") {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-silent.C:
			if !events.send(":\n\n") {
				return
			}
		case body, ok := <-answers:
			if !ok {
				events.complete()
				return
			}
			if !events.next(body) {
				return
			}
		}
	}
}

// answers sends what respond answers, one after the other, until there is no more or the context ends. A panic is
// answered as INTERNAL and ends them.
func (e *Executor) answers(ctx context.Context, respond graphql.ResponseHandler) <-chan []byte {
	answers := make(chan []byte)
	send := func(body []byte) bool {
		select {
		case answers <- body:
			return true
		case <-ctx.Done():
			return false
		}
	}
	recovery.Go(ctx, e.log, "graphql_stream", func() {
		defer close(answers)
		err := recovery.Do(ctx, e.log, "graphql_stream", func() error {
			for response := respond(ctx); response != nil; response = respond(ctx) {
				body, err := json.Marshal(response)
				if err != nil {
					return fmt.Errorf("encode an answer: %w", err)
				}
				if !send(body) {
					return nil
				}
			}
			return nil
		})
		if err != nil {
			send(e.refuse(ctx, e.present(ctx, err)).Body)
		}
	})
	return answers
}

// events are written one by one; each says whether it could be.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (e events) send(text string) bool {
	// Whoever reads no more does not hold the server; a connection without deadlines has other ways to break.
	_ = e.control.SetWriteDeadline(time.Now().Add(sendWithin))
	_, err := e.w.Write([]byte(text))
	return err == nil && e.control.Flush() == nil
}

// release gives the connection back to requests that are no streams.
func (e events) release() { _ = e.control.SetWriteDeadline(time.Time{}) }

// next sends an answer. JSON has no line breaks of its own.
func (e events) next(body []byte) bool {
	return e.send("event: next\ndata: " + strings.ReplaceAll(string(body), "\n", " ") + "\n\n")
}

// complete ends a stream. Streams that a server ends when it stops do not all come back at the same moment.
func (e events) complete() {
	retry := minRetry + rand.N(maxRetry-minRetry)
	e.send("retry: " + strconv.FormatInt(retry.Milliseconds(), 10) + "\nevent: complete\ndata: \n\n")
}
