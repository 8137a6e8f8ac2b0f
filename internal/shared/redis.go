// Package shared connects the servers of a website by Redis or Valkey: a second level of the cache, the change events,
// leases and counters. Losing it costs speed, never correctness: each server continues alone, and discards what may
// have changed meanwhile when the connection returns. Values and events are authenticated and checked when they are
// read, so that another writer can slow servers down or end their cooperation, but not change what they answer.
package shared

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"golang.org/x/time/rate"

	"strand/domain/signedtoken"
	"strand/internal/health"
	"strand/internal/instrument"
	"strand/internal/telemetry"
)

const (
	// visitorTimeout limits an operation for which a visitor may wait.
	visitorTimeout = 50 * time.Millisecond
	// connectTimeout limits the first connection.
	connectTimeout = 5 * time.Second
	// storeTimeout limits an operation that no caller waits for.
	storeTimeout = 2 * time.Second
	// probeInterval is the longest interval of probes, which are sent after a failure.
	probeInterval = time.Second
	// reportAfter is the time without an answer after which a loss is logged: most failures are one late answer.
	reportAfter = 500 * time.Millisecond
	// healthTimeout limits State.
	healthTimeout = time.Second
	// healthLife is how long the value that Health writes is kept.
	healthLife = time.Minute
)

// System is the name of Redis among the systems.
const System = "redis"

// ErrUnavailable is returned while Redis does not answer.
var ErrUnavailable = errors.New("the shared cache does not answer")

// Redis is a connection to Redis or Valkey. It is safe for concurrent use.
type Redis struct {
	client rueidis.Client
	// peer describes the server in spans.
	peer []attribute.KeyValue
	// prefix is the prefix of all keys.
	prefix string
	// server is the id of this server.
	server string
	log    *slog.Logger
	// Timeout limits an operation for which a visitor may wait: 50 ms.
	Timeout time.Duration
	// isPaused is true between a failure and the next probe that is answered.
	isPaused atomic.Bool
	closed   chan struct{}
	// macs authenticates values. refused counts those that are not used; sometimes limits their log events.
	macs      signedtoken.MACs
	refused   metric.Int64Counter
	sometimes rate.Sometimes
	// loss logs that Redis does not answer, refusal that it answers, but refuses writes.
	loss, refusal health.Incident
}

// Open connects to the server of a URL such as redis://user:password@host:6379/0. Values are authenticated with a key,
// which all servers of a website have. Errors do not contain the password.
func Open(
	ctx context.Context, address, prefix string, key signedtoken.Key, log *slog.Logger,
) (*Redis, error) {
	macs, err := key.MACs("redis")
	if err != nil {
		return nil, err
	}
	o, err := rueidis.ParseURL(address)
	if err != nil {
		return nil, fmt.Errorf("not a URL of Redis: %w", withoutURL(err))
	}
	o.Dialer = net.Dialer{Timeout: connectTimeout, KeepAlive: time.Second}
	o.ConnWriteTimeout = connectTimeout
	o.DisableCache = true
	o.DisableRetry = true
	o.ForceSingleClient = o.Sentinel.MasterSet == ""
	o.ClientName = "strand"
	client, err := rueidis.NewClient(o)
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", strings.Join(o.InitAddress, ", "), err)
	}
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	if err := client.Do(ctx, client.B().Ping().Build()).Error(); err != nil {
		client.Close()
		return nil, fmt.Errorf("connect to %s: %w", strings.Join(o.InitAddress, ", "), err)
	}
	return &Redis{
		client:  client,
		peer:    peerOf(&o),
		prefix:  prefix,
		server:  rand.Text(),
		log:     log,
		Timeout: visitorTimeout,
		closed:  make(chan struct{}),
		macs:    macs,
		refused: instrument.New(otel.Meter("strand/shared").Int64Counter("strand.shared.refused",
			metric.WithDescription("Values of Redis that were not used, because no server of the website has written "+
				"them, or another release: value, event."))),
		sometimes: rate.Sometimes{Interval: refusedInterval},
		loss: health.Incident{
			Log: log, Level: slog.LevelError, Begin: "shared_cache_failed", End: "shared_cache_recovered",
			Attributes: []any{"system", System},
		},
		refusal: health.Incident{
			Log: log, Level: slog.LevelError, Begin: "shared_cache_refuses_writes", End: "shared_cache_accepts_writes",
			Attributes: []any{"system", System},
		},
	}, nil
}

// withoutURL removes the URL, which contains the password, from an error.
func withoutURL(err error) error {
	var failure *url.Error
	if errors.As(err, &failure) {
		return failure.Err
	}
	return err
}

// Close ends the connection.
func (r *Redis) Close() {
	close(r.closed)
	r.client.Close()
}

// ping reports whether Redis answers.
func (r *Redis) ping(ctx context.Context) error {
	return r.client.Do(ctx, r.client.B().Ping().Build()).Error()
}

// Health returns whether Redis answers and accepts writes, which changes are shared by: a full server and a read-only
// replica answer, but refuse them.
func (r *Redis) Health(ctx context.Context) health.State {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	write := r.client.B().Set().Key(r.key("probe")).Value("1").PxMilliseconds(healthLife.Milliseconds()).Build()
	result := r.client.Do(ctx, write)
	if err := result.NonRedisError(); err != nil {
		return health.State{
			Status: health.Down, Reason: "no answer: this server sees changes late", Cause: withoutURL(err).Error(),
		}
	}
	if err := result.Error(); err != nil {
		r.refusal.Failed(ctx, "error", err, "effect", "other servers see changes late")
		return health.State{
			Status: health.Down, Reason: "it refuses writes, so changes are not shared", Cause: err.Error(),
		}
	}
	r.refusal.Works(ctx)
	return health.State{Status: health.Up}
}

func (r *Redis) key(parts ...string) string { return r.prefix + ":" + strings.Join(parts, ":") }

// do runs commands within Timeout. After a failure of the connection it fails at once until a probe is answered in
// time, so that visitors do not wait for each attempt.
func (r *Redis) do(ctx context.Context, commands ...rueidis.Completed) ([]rueidis.RedisResult, error) {
	if r.isPaused.Load() {
		return nil, ErrUnavailable
	}
	limited, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	results := r.send(limited, commands...)
	for _, result := range results {
		err := result.NonRedisError()
		if err == nil || ctx.Err() != nil {
			continue
		}
		if r.isPaused.CompareAndSwap(false, true) {
			go r.probe(context.WithoutCancel(ctx), err)
		}
		return nil, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return results, ctx.Err()
}

// send sends commands together, with a span.
func (r *Redis) send(ctx context.Context, commands ...rueidis.Completed) []rueidis.RedisResult {
	if !telemetry.IsTraced(ctx) {
		return r.client.DoMulti(ctx, commands...)
	}
	name := commandName(commands) // before the commands are sent, which reuses their memory
	ctx, span := telemetry.StartSpan(ctx, trace.SpanKindClient, name, append(r.peer, semconv.DBOperationName(name))...)
	if len(commands) > 1 {
		span.SetAttributes(semconv.DBOperationBatchSize(len(commands)))
	}
	results := r.client.DoMulti(ctx, commands...)
	var failure error
	for _, result := range results {
		if err := result.Error(); err != nil && !rueidis.IsRedisNil(err) {
			failure = err
			break
		}
	}
	telemetry.EndSpan(span, failure)
	return results
}

// commandName returns the name of commands by the conventions of OpenTelemetry: GET, PIPELINE GET, PIPELINE.
func commandName(commands []rueidis.Completed) string {
	name := commands[0].Commands()[0]
	if len(commands) == 1 {
		return name
	}
	for i := range commands {
		if commands[i].Commands()[0] != name {
			return "PIPELINE"
		}
	}
	return "PIPELINE " + name
}

// peerOf returns the attributes of spans that describe the server.
func peerOf(o *rueidis.ClientOption) []attribute.KeyValue {
	peer := []attribute.KeyValue{semconv.DBSystemNameRedis, semconv.DBNamespace(strconv.Itoa(o.SelectDB))}
	if len(o.InitAddress) == 0 {
		return slices.Clip(peer)
	}
	host, text, err := net.SplitHostPort(o.InitAddress[0])
	if err != nil { // a path
		return slices.Clip(append(peer, semconv.ServerAddress(o.InitAddress[0])))
	}
	peer = append(peer, semconv.ServerAddress(host))
	if port, err := strconv.Atoi(text); err == nil {
		peer = append(peer, semconv.ServerPort(port))
	}
	return slices.Clip(peer)
}

// probe ends a pause that a failure began when the server answers in time. Most failures are one late answer of a busy
// machine: the first probes follow each other quickly.
func (r *Redis) probe(ctx context.Context, failure error) {
	started := time.Now()
	for pause := time.Millisecond; ; pause = min(2*pause, probeInterval) {
		limited, cancel := context.WithTimeout(ctx, r.Timeout)
		err := r.ping(limited)
		cancel()
		if err == nil {
			r.isPaused.Store(false)
			r.loss.Works(ctx)
			return
		}
		if time.Since(started) > reportAfter {
			r.loss.Failed(ctx, "error", failure)
		}
		select {
		case <-r.closed:
			return
		case <-time.After(pause):
		}
	}
}
