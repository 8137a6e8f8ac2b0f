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
	"strand/service/website/visit"
)

// mediaEvents is the media type that a caller of a subscription accepts.
const mediaEvents = "text/event-stream"

// keepAlive is the interval of comments in a stream: proxies close idle connections.
const keepAlive = 15 * time.Second

// sendWithin is the write deadline of an event.
const sendWithin = 30 * time.Second

// A client reconnects this long after a stream has ended.
const (
	minRetry = time.Second
	maxRetry = 5 * time.Second
)

// maxStreams is the number of streams that one user may have open: a browser needs few, and each costs the server and
// sis resources.
const maxStreams = 20

// streamCounter counts the open streams by caller. It is safe for concurrent use; the zero value is ready.
type streamCounter struct {
	mu   sync.Mutex
	open map[string]int
}

// enter counts one more stream of a user until leave is called; not ok if the user has reached the limit.
func (w *streamCounter) enter(userID string) (leave func(), ok bool) {
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

// streamCaller returns the identity of a stream's caller: a user, or the IP address of an editor or an anonymous user.
func streamCaller(req *visit.Request) string {
	switch {
	case req.User != nil:
		return req.User.ID
	case req.Editor:
		return "editor " + req.ClientIP
	}
	return LimitCaller(req)
}

// isStream reports whether a caller requests a stream: it accepts event streams and nothing else.
func isStream(r *http.Request) bool {
	media, _, err := mime.ParseMediaType(r.Header.Get("Accept"))
	return err == nil && media == mediaEvents
}

// stream sends the answers of an operation as events, in the "distinct connections mode" of GraphQL over Server-Sent
// Events. A query or mutation has one answer. Errors of the operation are sent as an answer too.
func (e *Executor) stream(w http.ResponseWriter, r *http.Request, req *visit.Request, op Operation) {
	e.observe(r.Context(), op)
	ctx, span := startSpan(visit.WithOperation(graphql.StartOperationTrace(r.Context()), req, addError))
	defer span.End()
	opCtx, refused := e.prepare(ctx, req, &op, r.Method == http.MethodPost)
	if caller := streamCaller(req); refused == nil && opCtx.Operation.Operation == ast.Subscription {
		leave, ok := e.openStreams.enter(caller)
		if ok {
			defer leave()
		} else {
			refused = e.refuse(
				ctx, e.present(ctx, apperr.New(apperr.RateLimited, "too many streams are open: close one first")),
			)
		}
	}

	h := w.Header()
	h.Set("Content-Type", mediaEvents)
	h.Set("Cache-Control", "private, no-store")
	// Proxies such as nginx would buffer events otherwise.
	h.Set("X-Accel-Buffering", "no")
	events := events{w, http.NewResponseController(w)}
	defer events.release()
	if refused != nil {
		markErrors(span, refused)
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
		markErrors(span, answer)
		if events.next(answer.Body) {
			events.complete()
		}
		return
	}
	respond, ctx := e.exec.DispatchOperation(ctx, opCtx)
	answers := e.answers(ctx, respond)
	keepAliveTicker := time.NewTicker(keepAlive)
	defer keepAliveTicker.Stop()
	if !events.send(":\n\n") {
		return
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-keepAliveTicker.C:
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

// answers sends the results of respond in order, until there is none left or the context ends. A panic is sent as an
// INTERNAL error and ends the answers.
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

// events are written one by one; each method reports whether the write succeeded.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (e events) send(text string) bool {
	// The deadline frees the server from clients that stop reading. A connection without deadlines fails in other
	// ways.
	_ = e.control.SetWriteDeadline(time.Now().Add(sendWithin))
	_, err := e.w.Write([]byte(text))
	return err == nil && e.control.Flush() == nil
}

// release removes the write deadline, so that other requests can use the connection.
func (e events) release() { _ = e.control.SetWriteDeadline(time.Time{}) }

// next sends an answer as an event. Encoded JSON contains line breaks only as white space.
func (e events) next(body []byte) bool {
	return e.send("event: next\ndata: " + strings.ReplaceAll(string(body), "\n", " ") + "\n\n")
}

// complete ends a stream. The reconnection time is random, so that clients do not all reconnect at once after a
// restart.
func (e events) complete() {
	retry := minRetry + rand.N(maxRetry-minRetry)
	e.send("retry: " + strconv.FormatInt(retry.Milliseconds(), 10) + "\nevent: complete\ndata: \n\n")
}
