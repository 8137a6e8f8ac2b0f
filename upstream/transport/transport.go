// Package transport carries GraphQL requests to upstream systems: with a deadline, retries of reads, a circuit breaker, a
// trace, and one clear error for each way to fail.
package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"

	"github.com/Khan/genqlient/graphql"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/internal/telemetry"
)

// maxAnswer bounds what is read of an upstream's answer.
const maxAnswer = 32 << 20

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
	Logger  *slog.Logger
}

// Client sends GraphQL requests to one upstream system. It implements genqlient's graphql.Client and is safe for
// concurrent use.
type Client struct {
	options Options
	http    *http.Client
	// once sends what must not be sent again.
	once    *http.Client
	breaker circuitbreaker.CircuitBreaker[*http.Response]
	calls   metric.Float64Histogram
}

// New makes a client. It does not call the system: one that is down must not keep the server from starting.
func New(o Options) (*Client, error) {
	if o.Timeout == 0 {
		o.Timeout = 3 * time.Second
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	calls, err := otel.Meter("strand/upstream").Float64Histogram("strand.upstream.duration",
		metric.WithUnit("s"), metric.WithDescription("Calls to upstream systems by system, operation and outcome."))
	if err != nil {
		return nil, fmt.Errorf("register the metric of upstream %s: %w", o.System, err)
	}
	c := &Client{options: o, calls: calls}
	retries := failsafehttp.NewRetryPolicyBuilder().
		WithBackoff(30*time.Millisecond, 300*time.Millisecond).
		WithJitterFactor(0.3).
		WithMaxRetries(2).
		ReturnLastFailure().
		Build()
	c.breaker = circuitbreaker.NewBuilder[*http.Response]().
		HandleIf(func(r *http.Response, err error) bool {
			return err != nil && !errors.Is(err, context.Canceled) || r != nil && r.StatusCode >= 500
		}).
		WithFailureThresholdRatio(5, 10).
		WithDelay(2 * time.Second).
		WithSuccessThreshold(1).
		OnStateChanged(func(e circuitbreaker.StateChangedEvent) {
			o.Logger.Warn("circuit breaker changed", "system", o.System, "from", e.OldState.String(), "to", e.NewState.String())
		}).
		Build()
	base := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: time.Second, KeepAlive: 30 * time.Second}).DialContext,
		MaxIdleConnsPerHost: 64,
		IdleConnTimeout:     90 * time.Second,
		ForceAttemptHTTP2:   true,
	}
	// A redirect would carry the token elsewhere.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	traced := otelhttp.NewTransport(base)
	c.http = &http.Client{Transport: failsafehttp.NewRoundTripper(traced, retries, c.breaker), CheckRedirect: stay}
	c.once = &http.Client{Transport: failsafehttp.NewRoundTripper(traced, c.breaker), CheckRedirect: stay}
	return c, nil
}

// Available says whether calls are let through: false while the circuit breaker is open.
func (c *Client) Available() bool { return !c.breaker.IsOpen() }

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

// Once makes requests under the context be sent once: what they do would be another thing the second time.
func Once(ctx context.Context) context.Context { return context.WithValue(ctx, onceKey{}, true) }

// MakeRequest sends one request. Every error is an *Error.
func (c *Client) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	start := time.Now()
	err := c.send(ctx, req, resp)
	outcome := "ok"
	var failure *Error
	if errors.As(err, &failure) {
		outcome = string(failure.Kind)
	}
	spent := time.Since(start)
	telemetry.RequestLogFrom(ctx).Upstream(c.options.System, spent)
	c.calls.Record(ctx, spent.Seconds(), metric.WithAttributes(
		attribute.String("system", c.options.System), attribute.String("operation", req.OpName), attribute.String("outcome", outcome)))
	c.options.Logger.DebugContext(ctx, "upstream call", "system", c.options.System, "operation", req.OpName,
		"variables", Truncate(req.Variables), "outcome", outcome, "duration", spent)
	return err
}

func (c *Client) send(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	body, err := json.Marshal(req)
	if err != nil {
		return c.fail(req, KindInternal, fmt.Errorf("encode variables: %w", err))
	}
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
	client := c.http
	if ctx.Value(onceKey{}) != nil {
		client = c.once
	}
	answer, err := client.Do(r)
	if err != nil {
		return c.fail(req, kindOf(err), err)
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	if err != nil {
		return c.fail(req, kindOf(err), fmt.Errorf("read the answer: %w", err))
	}
	if len(data) > maxAnswer {
		return c.fail(req, KindMalformed, fmt.Errorf("answer of more than %d bytes", maxAnswer))
	}
	isGraphQL := strings.Contains(answer.Header.Get("Content-Type"), "json")
	if answer.StatusCode != http.StatusOK && (answer.StatusCode >= 500 || !isGraphQL) {
		failure := c.fail(req, KindStatus, fmt.Errorf("status %d", answer.StatusCode))
		failure.Status = answer.StatusCode
		return failure
	}
	if err := json.Unmarshal(data, resp); err != nil {
		return c.fail(req, KindMalformed, fmt.Errorf("decode the answer: %w", err))
	}
	if len(resp.Errors) > 0 {
		failure := c.fail(req, KindGraphQL, resp.Errors)
		if code, ok := resp.Errors[0].Extensions["code"].(string); ok {
			failure.Code = code
		}
		return failure
	}
	var shape struct{ Data json.RawMessage }
	if err := json.Unmarshal(data, &shape); err != nil || len(shape.Data) == 0 || string(shape.Data) == "null" {
		// Decoded it would look like an upstream that has nothing.
		return c.fail(req, KindMalformed, errors.New("an answer without data and without errors"))
	}
	return nil
}

func (c *Client) fail(req *graphql.Request, kind Kind, cause error) *Error {
	return &Error{System: c.options.System, Operation: req.OpName, Kind: kind, Cause: cause}
}

// maxLogged is how much of a call's variables the query log shows (spec §9).
const maxLogged = 50

// secrets are the variables that no log shows, by their names.
var secrets = regexp.MustCompile(`"(\w*[pP]assword|oneTimeCode)":"(?:[^"\\]|\\.)*"`)

// Truncate renders variables for the query log, without secrets, cut at 50 characters (spec §9).
func Truncate(variables any) string {
	if variables == nil {
		return ""
	}
	data, err := json.Marshal(variables)
	if err != nil {
		return "?"
	}
	text := []rune(string(secrets.ReplaceAll(data, []byte(`"$1":"[hidden]"`))))
	if len(text) <= maxLogged {
		return string(text)
	}
	return string(text[:maxLogged]) + "…"
}
