// Package transport carries GraphQL requests to upstream systems: with a deadline, retries of reads, a circuit breaker per
// operation group, a check of the answer against the contract, a trace, and one error type.
package transport

import (
	"bytes"
	"context"
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
	"github.com/vektah/gqlparser/v2/gqlerror"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/semaphore"

	"strand/domain/finding"
	"strand/internal/cache"
	"strand/internal/outbound"
	"strand/internal/slots"
	"strand/internal/telemetry"
	"strand/upstream/contract"
)

const (
	// maxAnswer bounds an upstream's answer, after decompression.
	maxAnswer = 16 << 20
	// smallAnswer is how much of an answer is read before the memory for the rest is reserved; maxReading bounds what all
	// answers that are larger than that may take together while they are read.
	smallAnswer = 1 << 20
	maxReading  = 96 << 20
	// maxDecoding is how many of them are decoded at a time: decoded, an answer takes about ten times its size.
	maxDecoding = 2
	maxRetries  = 2
)

// places bound the calls to one system that run at the same time: one caller has a part of them only, so that others do
// not wait for a caller who asks for much.
var places = slots.Limits{All: 96, Caller: 24}

// reading bounds the memory of large answers, of all systems together.
var reading = semaphore.NewWeighted(maxReading)

// decoding bounds the memory of large answers that are decoded. Unlike reading, it waits for no system.
var decoding = semaphore.NewWeighted(maxDecoding)

// Options say how to reach an upstream system.
type Options struct {
	// System is its name in errors, logs and metrics: `cms`.
	System string
	// URL is its GraphQL endpoint.
	URL string
	// Token is sent as a bearer token where it is not empty. It is never logged.
	Token string
	// Timeout bounds one call with all its retries; 3 s when it is zero.
	Timeout time.Duration
	// Contract checks the answers; nil checks nothing.
	Contract *contract.Schema
	// Groups name the group of operations that share a circuit breaker, since they depend on the same part of the system.
	// An operation that is not listed has a breaker of its own.
	Groups map[string]string
	// BlamesCallers says that errors with codes such as FORBIDDEN are about the caller of this server, whose token is passed
	// on, and say nothing against the system.
	BlamesCallers bool
	// AcceptsPartial says that data that comes with errors is used, as degraded, where it keeps the contract.
	AcceptsPartial bool
	Logger         *slog.Logger
}

// Client sends GraphQL requests to one upstream system. It implements genqlient's graphql.Client and is safe for
// concurrent use.
type Client struct {
	options    Options
	http       *http.Client
	retries    retrypolicy.RetryPolicy[struct{}]
	breakers   breakers
	slots      *slots.Slots
	calls      metric.Float64Histogram
	violations metric.Int64Counter
}

// New makes a client. It does not call the system: one that is down must not keep the server from starting.
func New(o Options) (*Client, error) {
	if o.Timeout == 0 {
		o.Timeout = 3 * time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	meter := otel.Meter("strand/upstream")
	calls, err := meter.Float64Histogram("strand.upstream.duration", metric.WithUnit("s"),
		metric.WithDescription("Calls to upstream systems by system, operation and result."))
	if err != nil {
		return nil, fmt.Errorf("register the metrics of upstream %s: %w", o.System, err)
	}
	violations, err := meter.Int64Counter("strand.upstream.contract_violations",
		metric.WithDescription("Values of upstream answers that broke the contract, by system and operation."))
	if err != nil {
		return nil, fmt.Errorf("register the metrics of upstream %s: %w", o.System, err)
	}
	base := outbound.NewTransport(time.Second)
	base.MaxIdleConnsPerHost, base.MaxResponseHeaderBytes = 64, 64<<10
	return &Client{
		options: o,
		http:    outbound.NewClient(otelhttp.NewTransport(base), 0),
		retries: retrypolicy.NewBuilder[struct{}]().
			HandleIf(func(_ struct{}, err error) bool { return isTransient(err) }).
			WithBackoff(30*time.Millisecond, 300*time.Millisecond).
			WithJitterFactor(0.3).
			WithMaxRetries(maxRetries).
			ReturnLastFailure().
			Build(),
		breakers:   breakers{system: o.System, groups: o.Groups, log: o.Logger},
		slots:      slots.New(places),
		calls:      calls,
		violations: violations,
	}, nil
}

// System is the name of the upstream system.
func (c *Client) System() string { return c.options.System }

type headersKey struct{}

// WithHeaders makes requests under the context carry additional headers, such as the locales of a content request.
func WithHeaders(ctx context.Context, h http.Header) context.Context {
	return context.WithValue(ctx, headersKey{}, h)
}

func addHeaders(ctx context.Context, r *http.Request) {
	if extra, ok := ctx.Value(headersKey{}).(http.Header); ok {
		for name, values := range extra {
			r.Header[name] = values
		}
	}
}

type onceKey struct{}

// Once makes requests under the context be sent once: repeating them would have another effect.
func Once(ctx context.Context) context.Context { return context.WithValue(ctx, onceKey{}, true) }

// MakeRequest sends one request, within what is left of the context's deadline. Every error is an *Error.
func (c *Client) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	start := time.Now()
	err := c.send(ctx, req, resp)
	result := "ok"
	var failure *Error
	if errors.As(err, &failure) {
		result = string(failure.Kind)
	}
	spent := time.Since(start)
	telemetry.RequestLogFrom(ctx).Upstream(c.options.System, spent)
	c.calls.Record(ctx, spent.Seconds(), metric.WithAttributes(attribute.String("system", c.options.System),
		attribute.String("operation", req.OpName), attribute.String("result", result)))
	if c.options.Logger.Enabled(ctx, slog.LevelDebug) {
		c.options.Logger.DebugContext(ctx, "upstream_call", "system", c.options.System, "operation", req.OpName,
			"variables", Truncate(req.Variables), "result", result, "duration", spent)
	}
	return err
}

// send makes the attempts of one request.
func (c *Client) send(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	began, caller := time.Now(), ctx
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	body, err := json.Marshal(req)
	if err != nil {
		return c.fail(req, KindInternal, fmt.Errorf("encode variables: %w", err))
	}
	breaker := c.breakers.of(req.OpName)
	if breaker.isPaused() {
		return c.fail(req, KindCircuitOpen, errPaused)
	}
	policies := []failsafe.Policy[struct{}]{breaker.circuit, c.retries}
	if ctx.Value(onceKey{}) != nil {
		policies = policies[:1]
	}
	// Without the context: the policies would see its end in place of the failure.
	err = failsafe.With(policies...).Run(func() error {
		err := c.attempt(ctx, req, body, resp)
		var failure *Error
		if errors.As(err, &failure) && failure.Kind == KindTimeout && caller.Err() != nil && time.Since(began) < c.options.Timeout/2 {
			failure.Kind = KindCanceled // the caller had hardly any time left: that says nothing about the system
		}
		breaker.observe(ctx, req.OpName, err)
		return err
	})
	if err == nil {
		return nil
	}
	var failure *Error
	if !errors.As(err, &failure) {
		failure = c.fail(req, kindOf(err), err)
	}
	return failure
}

// attempt sends a request once and reads its answer.
func (c *Client) attempt(ctx context.Context, req *graphql.Request, body []byte, resp *graphql.Response) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.options.URL, bytes.NewReader(body))
	if err != nil {
		return c.fail(req, KindInternal, err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/graphql-response+json, application/json")
	if c.options.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.options.Token)
	}
	addHeaders(ctx, r)
	leave, err := c.slots.Enter(ctx, slots.CallerOf(ctx))
	if err != nil {
		// The call was not made, which says nothing about the system.
		return c.fail(req, KindCanceled, fmt.Errorf("wait for other calls to the system: %w", err))
	}
	defer leave()
	answer, err := c.http.Do(r)
	if err != nil {
		return c.fail(req, kindOf(err), err)
	}
	defer answer.Body.Close()
	data, release, err := c.read(ctx, answer.Body)
	defer release()
	if err != nil {
		return c.fail(req, kindOf(err), fmt.Errorf("read the answer: %w", err))
	}
	isJSON := strings.Contains(answer.Header.Get("Content-Type"), "json")
	if answer.StatusCode != http.StatusOK && (answer.StatusCode >= 500 || answer.StatusCode == http.StatusTooManyRequests || !isJSON) {
		failure := c.fail(req, KindStatus, fmt.Errorf("status %d", answer.StatusCode))
		failure.Status = answer.StatusCode
		failure.RetryAfter = retryAfter(answer.Header, time.Now())
		return failure
	}
	if len(data) >= smallAnswer {
		if err := decoding.Acquire(ctx, 1); err != nil {
			return c.fail(req, kindOf(err), fmt.Errorf("wait to decode a large answer: %w", err))
		}
		defer decoding.Release(1)
	}
	return c.decode(ctx, req, data, resp)
}

var errPaused = errors.New("the system has asked to be left alone")

var errTooLarge = fmt.Errorf("the answer is larger than %d bytes", maxAnswer)

// read reads an answer; large ones wait until there is memory for them, until release is called.
func (c *Client) read(ctx context.Context, body io.Reader) (data []byte, release func(), err error) {
	release = func() {}
	data, err = io.ReadAll(io.LimitReader(body, smallAnswer))
	if err != nil || len(data) < smallAnswer {
		return data, release, err
	}
	if err := reading.Acquire(ctx, maxAnswer); err != nil {
		return nil, release, err
	}
	release = func() { reading.Release(maxAnswer) }
	rest, err := io.ReadAll(io.LimitReader(body, maxAnswer-smallAnswer+1))
	if err == nil && len(data)+len(rest) > maxAnswer {
		err = errTooLarge
	}
	return append(data, rest...), release, err
}

// decode reads a GraphQL answer into resp.
func (c *Client) decode(ctx context.Context, req *graphql.Request, answer []byte, resp *graphql.Response) error {
	var raw struct {
		Data       json.RawMessage `json:"data"`
		Errors     gqlerror.List   `json:"errors"`
		Extensions map[string]any  `json:"extensions"`
	}
	if err := json.Unmarshal(answer, &raw); err != nil {
		return c.fail(req, KindMalformed, fmt.Errorf("decode the answer: %w", err))
	}
	raw.Errors = slices.DeleteFunc(raw.Errors, func(e *gqlerror.Error) bool { return e == nil })
	hasData := len(raw.Data) > 0 && string(raw.Data) != "null"
	if len(raw.Errors) > 0 && (!hasData || !c.options.AcceptsPartial) {
		// As text: several fields and requests share this failure, and gqlgen writes the path and the extensions of the
		// answer into the first GraphQL error that it finds in one.
		failure := c.fail(req, KindGraphQL, errors.New(raw.Errors.Error()))
		failure.Code, _ = raw.Errors[0].Extensions["code"].(string)
		return failure
	}
	if !hasData {
		// Decoded, it would look like an upstream that has nothing.
		return c.fail(req, KindMalformed, errors.New("an answer without data and without errors"))
	}
	data, err := c.check(ctx, req, raw.Data)
	if err != nil {
		return err
	}
	if len(raw.Errors) > 0 {
		c.options.Logger.DebugContext(ctx, "upstream_partial_answer", "system", c.options.System, "operation", req.OpName,
			"error", raw.Errors)
		cache.MarkDegraded(ctx)
	}
	if err := json.Unmarshal(data, resp.Data); err != nil {
		return c.fail(req, KindMalformed, fmt.Errorf("decode the answer: %w", err))
	}
	resp.Extensions = raw.Extensions
	return nil
}

// check removes from an answer what breaks the contract.
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
	}
	if err != nil {
		return nil, c.fail(req, KindContract, err)
	}
	return checked, nil
}

// addFindings notes what was removed from an answer.
func addFindings(ctx context.Context, kind finding.Kind, removed []contract.Violation) {
	for _, v := range removed {
		cache.AddFinding(ctx, finding.Finding{
			Kind: kind, Document: v.Document, Record: v.Record, Field: v.Field, Message: v.Reason,
		})
	}
}

func (c *Client) fail(req *graphql.Request, kind Kind, cause error) *Error {
	return &Error{System: c.options.System, Operation: req.OpName, Kind: kind, Cause: cause, blamesCallers: c.options.BlamesCallers}
}
