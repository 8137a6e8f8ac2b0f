// Package transport sends GraphQL requests to upstream systems: with a deadline, retries of reads, a circuit
// breaker per operation group, validation of responses against the contract, a trace, and one error type.
package transport

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/sync/semaphore"

	"strand/domain/finding"
	"strand/internal/cache"
	"strand/internal/calltrace"
	"strand/internal/instrument"
	"strand/internal/outbound"
	"strand/internal/slots"
	"strand/internal/telemetry"
	"strand/upstream/contract"
)

const (
	// maxAnswer is the maximum size of a response, in bytes after decompression.
	maxAnswer = 16 << 20
	// smallAnswer is the number of bytes that are read before memory for the rest is reserved; maxReading limits
	// the memory of all larger responses while they are read.
	smallAnswer = 1 << 20
	maxReading  = 96 << 20
	// maxDecoding limits the large responses that are decoded concurrently: a decoded response takes about ten
	// times its size.
	maxDecoding = 2
	maxRetries  = 2
)

// maxBackground limits the concurrent calls to a system for which no visitor waits, waiting ones included, so that they
// leave a part of its rate limit to visitors.
const maxBackground = 4

// callLimits limits the concurrent calls to a system, in total and per caller, so that a caller with many calls does
// not delay the others.
var callLimits = slots.Limits{All: 96, Caller: 24}

// responseMemory limits the memory of large responses of all systems while they are read.
var responseMemory = semaphore.NewWeighted(maxReading)

// decodeSlots limits the memory of large responses while they are decoded. Unlike reading, it never waits for a
// system.
var decodeSlots = semaphore.NewWeighted(maxDecoding)

// Options configures the client of an upstream system.
type Options struct {
	// System is the name of the system in errors, logs and metrics: `cms`.
	System string
	// URL is the GraphQL endpoint.
	URL string
	// Token is sent as a bearer token unless it is empty. It is never logged.
	Token string
	// Access is added to each request.
	Access outbound.Access
	// Timeout limits a call including its retries; zero means 3 s.
	Timeout time.Duration
	// Contract validates the responses; nil disables the validation.
	Contract *contract.Schema
	// Groups maps operations to a group with a common circuit breaker, because they depend on the same part of the
	// system. Other operations have a breaker of their own.
	Groups map[string]string
	// Optional are operations that a system may refuse because it lacks what they read: that is logged once, as a
	// warning.
	Optional []string
	// ForwardsCallerTokens is true if codes such as FORBIDDEN concern the caller of this server, whose token is
	// forwarded, and do not count as failures of the system.
	ForwardsCallerTokens bool
	// AcceptsPartial is true if data with errors is used, marked as degraded, as far as it satisfies the contract.
	AcceptsPartial bool
	// PageSize is the number of entries that the system returns of a list at most; zero for its default.
	PageSize int
	// Batches are the operations that read a list of records by id. Servers share their records one by one.
	Batches map[string]Batch
	// SharedFor is how long other servers may use the answers of an operation; zero for never. Those of others are used
	// as long as the cache serves entries.
	SharedFor map[string]time.Duration
	// Pager completes the lists of answers; nil for a system that returns whole lists.
	Pager  Pager
	Logger *slog.Logger
}

// Client sends GraphQL requests to an upstream system. It implements genqlient's graphql.Client and is safe for
// concurrent use.
type Client struct {
	options    Options
	http       *http.Client
	retries    retrypolicy.RetryPolicy[struct{}]
	breakers   breakers
	slots      *slots.Slots
	background *semaphore.Weighted
	calls      metric.Float64Histogram
	violations metric.Int64Counter
}

// New returns a client. It does not call the system, so that the server can start while the system is down.
func New(o Options) *Client {
	if o.Timeout == 0 {
		o.Timeout = 3 * time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	meter := otel.Meter("strand/upstream")
	calls := instrument.New(meter.Float64Histogram("strand.upstream.duration", metric.WithUnit("s"),
		metric.WithExplicitBucketBoundaries(.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10),
		metric.WithDescription("Calls to upstream systems by system, operation and result.")))
	violations := instrument.New(meter.Int64Counter("strand.upstream.contract_violations",
		metric.WithDescription("Values of upstream responses that violated the contract, by system and operation.")))
	open := instrument.New(meter.Int64ObservableGauge("strand.upstream.breaker.open",
		metric.WithDescription("1 while an operation group is not called, because it fails or has asked for a pause.")))
	base := outbound.NewTransport(time.Second)
	base.MaxIdleConnsPerHost, base.MaxResponseHeaderBytes = 64, 64<<10
	c := &Client{
		options: o,
		http:    outbound.NewClient(tracedAbove(o.Access.Over(base)), 0),
		retries: retrypolicy.NewBuilder[struct{}]().
			HandleIf(func(_ struct{}, err error) bool { return isTransient(err) }).
			WithBackoff(30*time.Millisecond, 300*time.Millisecond).
			WithJitterFactor(0.3).
			WithMaxRetries(maxRetries).
			ReturnLastFailure().
			Build(),
		breakers:   breakers{system: o.System, groups: o.Groups, optional: o.Optional, log: o.Logger},
		slots:      slots.New(callLimits),
		background: semaphore.NewWeighted(maxBackground),
		calls:      calls,
		violations: violations,
	}
	instrument.New(meter.RegisterCallback(func(_ context.Context, to metric.Observer) error {
		c.breakers.observe(to, open)
		return nil
	}, open))
	return c
}

// System returns the name of the upstream system.
func (c *Client) System() string { return c.options.System }

// calls are the properties of the calls of a context.
type calls struct {
	headers http.Header
	isOnce  bool
	// timeout is that of calls which may take longer than those that visitors wait for; zero for others.
	timeout time.Duration
}

type callsKey struct{}

func callsOf(ctx context.Context) calls {
	c, _ := ctx.Value(callsKey{}).(calls)
	return c
}

func (c calls) in(ctx context.Context) context.Context { return context.WithValue(ctx, callsKey{}, c) }

// WithHeaders adds headers to the requests of a context, such as the locales of a content request.
func WithHeaders(ctx context.Context, h http.Header) context.Context {
	c := callsOf(ctx)
	c.headers = h
	return c.in(ctx)
}

func addHeaders(ctx context.Context, r *http.Request) {
	for name, values := range callsOf(ctx).headers {
		r.Header[name] = values
	}
}

// Once disables retries for the requests of a context, because they are not idempotent.
func Once(ctx context.Context) context.Context {
	c := callsOf(ctx)
	c.isOnce = true
	return c.in(ctx)
}

// WithTimeout lets the calls of a context take longer than the calls that visitors wait for, so that a slow answer does
// not count as a failure of the system. At most maxBackground of them are sent at once, and those that a rate limit
// refuses wait longer than other calls.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	c := callsOf(ctx)
	c.timeout = timeout
	return c.in(ctx)
}

func isBackground(ctx context.Context) bool { return callsOf(ctx).timeout > 0 }

// timeoutOf returns the limit of a call including its retries.
func (c *Client) timeoutOf(ctx context.Context) time.Duration {
	return max(c.options.Timeout, callsOf(ctx).timeout)
}

// MakeRequest sends a request within the remaining time of the context, and further ones for the rest of its lists.
// Every error is an *Error.
func (c *Client) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	if c.options.Pager == nil {
		return c.call(ctx, req, resp)
	}
	return c.readParts(ctx, req, resp)
}

// call answers one request, by what another server has stored or by the system.
func (c *Client) call(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	if answers, key := c.answers(ctx, req); answers != nil {
		if c.isBatch(req) {
			return c.callBatch(ctx, answers, req, resp)
		}
		started := time.Now()
		if answer := answers.Find(ctx, key)[key]; answer != nil {
			err := c.decode(ctx, req, http.StatusOK, answer, resp)
			if err == nil {
				cache.TraceOf(ctx).AddCall(c.options.System, req.OpName, resultOK, started, calltrace.Shared)
				return nil
			}
			answers.Refuse(ctx, err)
		}
	}
	return c.callSystem(ctx, req, resp)
}

// callSystem sends one request.
func (c *Client) callSystem(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	started := time.Now()
	ctx, span := c.startSpan(ctx, req)
	err := c.send(ctx, req, resp)
	telemetry.EndSpan(span, err)
	spent := time.Since(started)
	telemetry.RequestLogFrom(ctx).Upstream(c.options.System, spent)
	result := c.measure(ctx, req.OpName, spent, err)
	cache.TraceOf(ctx).AddCall(c.options.System, req.OpName, result, started, "")
	if c.options.Logger.Enabled(ctx, slog.LevelDebug) {
		c.options.Logger.DebugContext(ctx, "upstream_call", "system", c.options.System, "operation", req.OpName,
			"result", result, "duration", spent)
	}
	return err
}

// resultOK is the result of a call that succeeded.
const resultOK = "ok"

// measure records a call with its result, which it returns.
func (c *Client) measure(ctx context.Context, operation string, spent time.Duration, err error) (result string) {
	result = resultOK
	var failure *Error
	if errors.As(err, &failure) {
		result = string(failure.Kind)
		if failure.Kind == KindGraphQL && !failure.isFailure() {
			result = "refused" // the input of the caller, which says nothing about the system
		}
	}
	c.calls.Record(ctx, spent.Seconds(), metric.WithAttributes(attribute.String("system", c.options.System),
		attribute.String("operation", operation), attribute.String("result", result)))
	return result
}

// send sends a request with its retries.
func (c *Client) send(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	started, caller, timeout := time.Now(), ctx, c.timeoutOf(ctx)
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	body, err := json.Marshal(req)
	if err != nil {
		return c.fail(req, KindInternal, fmt.Errorf("encode variables: %w", err))
	}
	if isBackground(ctx) {
		if err := c.background.Acquire(ctx, 1); err != nil {
			return c.fail(req, KindCanceled, fmt.Errorf("wait for other calls without a visitor: %w", err))
		}
		defer c.background.Release(1)
	}
	breaker := c.breakers.of(req.OpName)
	if !breaker.awaitRate(ctx) {
		return c.fail(req, KindCircuitOpen, breaker.withCause(errPaused))
	}
	policies := []failsafe.Policy[struct{}]{breaker.circuit, c.retries}
	if callsOf(ctx).isOnce {
		policies = policies[:1]
	}
	for {
		// The context is left out: the policies would report its end instead of the failure.
		err = failsafe.With(policies...).Run(func() error {
			err := c.attempt(ctx, req, body, resp)
			var failure *Error
			if errors.As(err, &failure) && failure.Kind == KindTimeout && caller.Err() != nil &&
				time.Since(started) < timeout/2 {
				failure.Kind = KindCanceled // the caller had too little time left, which is not a failure of the system
			}
			breaker.observe(ctx, req.OpName, err, isRateLimited(err))
			return err
		})
		if err == nil {
			return nil
		}
		if !isRateLimited(err) {
			break
		}
		if !breaker.awaitRate(ctx) {
			breaker.observe(ctx, req.OpName, err, false)
			break
		}
	}
	var failure *Error
	if !errors.As(err, &failure) {
		kind := kindOf(err)
		if kind == KindCircuitOpen {
			err = breaker.withCause(err)
		}
		failure = c.fail(req, kind, err)
	}
	return failure
}

// attempt sends a request once and decodes the response.
func (c *Client) attempt(ctx context.Context, req *graphql.Request, body []byte, resp *graphql.Response) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL, bytes.NewReader(body))
	if err != nil {
		return c.fail(req, KindInternal, telemetry.CleanError(err))
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/graphql-response+json, application/json")
	if c.options.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.options.Token)
	}
	addHeaders(ctx, r)
	leave, err := c.slots.Enter(ctx, slots.CallerOf(ctx))
	if err != nil {
		// The request was not sent, which is not a failure of the system.
		return c.fail(req, KindCanceled, fmt.Errorf("wait for concurrent calls to the system: %w", err))
	}
	defer leave()
	answer, err := c.http.Do(r)
	if err != nil {
		return c.fail(req, kindOf(err), telemetry.CleanError(err))
	}
	defer answer.Body.Close()
	trace.SpanFromContext(ctx).SetAttributes(semconv.HTTPResponseStatusCode(answer.StatusCode))
	data, release, err := c.read(ctx, answer.Body)
	defer release()
	if err != nil {
		return c.fail(req, kindOf(err), fmt.Errorf("read the response: %w", err))
	}
	isJSON := strings.Contains(answer.Header.Get("Content-Type"), "json")
	if answer.StatusCode != http.StatusOK &&
		(answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests || !isJSON) {
		failure := c.fail(req, KindStatus, fmt.Errorf("status %d", answer.StatusCode))
		if isInvalidStatus(answer.StatusCode) {
			failure.Kind = KindInvalidRequest
		}
		failure.Status = answer.StatusCode
		failure.RetryAfter = retryAfter(answer.Header, time.Now())
		if isRateLimited(failure) && failure.RetryAfter == 0 {
			failure.RetryAfter = defaultPause
		}
		return failure
	}
	if len(data) >= smallAnswer {
		if err := decodeSlots.Acquire(ctx, 1); err != nil {
			return c.fail(req, kindOf(err), fmt.Errorf("wait to decode a large response: %w", err))
		}
		defer decodeSlots.Release(1)
	}
	if err := c.decode(ctx, req, answer.StatusCode, data, resp); err != nil {
		return err
	}
	if answers, key := c.answers(ctx, req); answers != nil && !c.isBatch(req) && !isNothing(data) {
		c.share(ctx, answers, req, key, data)
	}
	return nil
}

// answers returns the answers that the load under a context shares with other servers, and the key of a request in
// them: nil for what is no query, or depends on the token of a caller.
func (c *Client) answers(ctx context.Context, req *graphql.Request) (answers *cache.Answers, key string) {
	headers := callsOf(ctx).headers
	answers = cache.AnswersOf(ctx)
	if answers == nil || operationType(req.Query) != "query" || headers.Get("Authorization") != "" {
		return nil, ""
	}
	hash := sha256.New()
	// Encoding cannot fail: the request was sent, or will be refused when it is.
	_ = json.NewEncoder(hash).Encode([]any{c.options.System, c.options.URL, headers, req})
	return answers, cache.Key("answer", hex.EncodeToString(hash.Sum(nil)))
}

// share stores what the system has answered, unless a part is missing.
func (c *Client) share(ctx context.Context, answers *cache.Answers, req *graphql.Request, key string, answer []byte) {
	if cache.IsDegraded(ctx) {
		return
	}
	lifetime, ok := c.options.SharedFor[req.OpName]
	if !ok {
		lifetime = cache.DefaultFreshness.Fresh + cache.DefaultFreshness.Stale
	}
	answers.Add(ctx, key, answer, lifetime)
}

// isNothing reports whether all fields of an answer are null or empty lists: "nothing there" is not shared.
func isNothing(answer []byte) bool {
	isNothing := true
	gjson.GetBytes(answer, "data").ForEach(func(_, field gjson.Result) bool {
		isNothing = field.Type == gjson.Null || field.IsArray() && len(field.Array()) == 0
		return isNothing
	})
	return isNothing
}

var errPaused = errors.New("the system has requested a pause (Retry-After)")

var errTooLarge = fmt.Errorf("the response is larger than %d bytes", maxAnswer)

// read reads a response. For a large one it waits for memory, which the caller returns by release.
func (c *Client) read(ctx context.Context, body io.Reader) (data []byte, release func(), err error) {
	release = func() {}
	data, err = io.ReadAll(io.LimitReader(body, smallAnswer))
	if err != nil || len(data) < smallAnswer {
		return data, release, err
	}
	if err := responseMemory.Acquire(ctx, maxAnswer); err != nil {
		return nil, release, err
	}
	release = func() { responseMemory.Release(maxAnswer) }
	rest, err := io.ReadAll(io.LimitReader(body, maxAnswer-smallAnswer+1))
	if err == nil && len(data)+len(rest) > maxAnswer {
		err = errTooLarge
	}
	return append(data, rest...), release, err
}

// envelope is a GraphQL response whose data is not decoded.
type envelope struct {
	Data       json.RawMessage `json:"-"`
	Errors     gqlerror.List   `json:"errors"`
	Extensions map[string]any  `json:"extensions"`
}

// readEnvelope reads a response without decoding its data, which is most of it.
func readEnvelope(answer []byte) (e envelope, err error) {
	root := gjson.ParseBytes(answer)
	if !gjson.ValidBytes(answer) || !root.IsObject() {
		return e, json.Unmarshal(answer, &e) // the error says where
	}
	root.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "data":
			e.Data = json.RawMessage(value.Raw)
		case "errors":
			err = json.Unmarshal([]byte(value.Raw), &e.Errors)
		case "extensions":
			err = json.Unmarshal([]byte(value.Raw), &e.Extensions)
		}
		return err == nil
	})
	return e, err
}

// decode decodes a GraphQL response into resp.
func (c *Client) decode(
	ctx context.Context, req *graphql.Request, status int, answer []byte, resp *graphql.Response,
) error {
	malformed := KindMalformed
	if isInvalidStatus(status) {
		malformed = KindInvalidRequest
	}
	raw, err := readEnvelope(answer)
	if err != nil {
		return c.fail(req, malformed, fmt.Errorf("decode the response: %w", err))
	}
	raw.Errors = slices.DeleteFunc(raw.Errors, func(e *gqlerror.Error) bool { return e == nil })
	hasData := len(raw.Data) > 0 && string(raw.Data) != "null"
	if len(raw.Errors) > 0 && (!hasData || !c.options.AcceptsPartial) {
		// The error is converted to text: several fields and requests share this failure, and gqlgen would write
		// the path and the extensions of its own response into a GraphQL error.
		failure := c.fail(req, KindGraphQL, errors.New(withoutInput(raw.Errors.Error(), req.Variables)))
		failure.Code, _ = raw.Errors[0].Extensions["code"].(string)
		if c.isInvalidRequest(status, raw.Errors[0], failure.Code) {
			failure.Kind, failure.Status = KindInvalidRequest, status
		}
		return failure
	}
	if !hasData {
		// Decoded, such a response would look like an upstream system without data.
		return c.fail(req, malformed, errors.New("a response without data and without errors"))
	}
	response := resp
	parts, inParts := resp.Data.(*part)
	if inParts {
		response = parts.add(raw.Data)
	}
	if response != nil {
		if err := c.finish(ctx, req, raw.Data, response); err != nil {
			return err
		}
	}
	if len(raw.Errors) > 0 {
		c.options.Logger.DebugContext(
			ctx, "upstream_partial_answer",
			"system", c.options.System,
			"operation", req.OpName,
			"error", withoutInput(raw.Errors.Error(), req.Variables),
		)
		cache.MarkDegraded(ctx)
	}
	resp.Extensions = raw.Extensions
	return nil
}

// finish checks data and decodes it into resp.
func (c *Client) finish(
	ctx context.Context, req *graphql.Request, data json.RawMessage, resp *graphql.Response,
) error {
	checked, err := c.check(ctx, req, data)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(checked, resp.Data); err != nil {
		return c.fail(req, KindMalformed, fmt.Errorf("decode the response: %w", err))
	}
	return nil
}

// check removes the values that violate the contract from a response.
func (c *Client) check(ctx context.Context, req *graphql.Request, data json.RawMessage) (json.RawMessage, error) {
	if c.options.Contract == nil {
		return data, nil
	}
	checked, result, err := c.options.Contract.Check(req.Query, data)
	if result != nil {
		c.breakers.of(req.OpName).reportUnknown(ctx, req.OpName, result.Unknown)
		if len(result.Violations) > 0 {
			c.violations.Add(ctx, int64(len(result.Violations)), metric.WithAttributes(
				attribute.String("system", c.options.System), attribute.String("operation", req.OpName)))
			c.breakers.of(req.OpName).reportViolations(ctx, req.OpName, result.Violations)
			cache.MarkDegraded(ctx)
		}
		addFindings(ctx, finding.BrokenContract, result.Violations)
		addFindings(ctx, finding.UnknownType, result.Unknown)
		addFindings(ctx, finding.InvalidValue, result.Invalid)
	}
	if err != nil {
		return nil, c.fail(req, KindContract, err)
	}
	return checked, nil
}

// addFindings adds a finding for each removed value of a response.
func addFindings(ctx context.Context, kind finding.Kind, removed []contract.Violation) {
	for _, v := range removed {
		cache.AddNote(ctx, finding.Finding{
			Kind:     kind,
			Document: v.Document,
			Record:   v.Record,
			Field:    v.Field,
			Message:  v.Reason,
		})
	}
}

func (c *Client) fail(req *graphql.Request, kind Kind, cause error) *Error {
	return &Error{
		System:               c.options.System,
		Operation:            req.OpName,
		Kind:                 kind,
		Cause:                cause,
		forwardsCallerTokens: c.options.ForwardsCallerTokens,
	}
}
