package shared

import (
	"context"
	"time"
)

const (
	// leasedFor is how long a lease lasts if the server that has it ends, unless it is prolonged.
	leasedFor = 5 * time.Second
	// holdPoll is the pause between attempts at the lease of another server.
	holdPoll = 200 * time.Millisecond
)

// The scripts get the key of a lease, this server, and a duration in milliseconds.
const (
	// It prolongs the lease of the same server, also one that Redis has lost, unless another server has been faster.
	acquireScript = `local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`
	releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`
)

// Leases reserve names for one server at a time. While Redis does not answer, every server gets what it asks for.
type Leases struct{ redis *Redis }

// NewLeases returns the leases of the servers with a Redis.
func NewLeases(redis *Redis) Leases { return Leases{redis} }

func (l Leases) run(ctx context.Context, script, name string, otherwise int64) int64 {
	command := l.redis.client.B().Eval().Script(script).Numkeys(1).Key(l.redis.key("lease", name)).
		Arg(l.redis.server, milliseconds(leasedFor)).Build()
	results, err := l.redis.do(ctx, command)
	if err != nil {
		return otherwise
	}
	n, err := results[0].AsInt64()
	if err != nil {
		return otherwise
	}
	return n
}

// Acquire reserves a name or prolongs its lease, and reports whether this server has it now.
func (l Leases) Acquire(ctx context.Context, name string) bool {
	return l.run(ctx, acquireScript, name, 1) == 1
}

// Release ends a lease.
func (l Leases) Release(ctx context.Context, name string) { l.run(ctx, releaseScript, name, 0) }

// Hold reserves a name until release is called. It waits while another server has the name; if ctx ends first, it
// returns without the name.
func (l Leases) Hold(ctx context.Context, name string) (release func()) {
	for !l.Acquire(ctx, name) {
		select {
		case <-ctx.Done():
			return func() {}
		case <-time.After(holdPoll):
		}
	}
	renewal, stop := context.WithCancel(context.WithoutCancel(ctx))
	renewals := time.NewTicker(leasedFor / 4)
	go func() {
		defer renewals.Stop()
		for {
			select {
			case <-renewal.Done():
				return
			case <-renewals.C:
				l.Acquire(renewal, name)
			}
		}
	}()
	return func() {
		stop()
		l.Release(context.WithoutCancel(ctx), name)
	}
}
