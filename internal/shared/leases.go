package shared

import (
	"context"
	"time"
)

const (
	// leasedFor is how long a lease lasts if the server that has it ends. Renew prolongs it.
	leasedFor = 5 * time.Second
	// wantedFor is how long another server's attempt at a lease is visible to the server that has it.
	wantedFor = 2 * time.Second
	// holdPoll is the pause between attempts at the lease of another server.
	holdPoll = 200 * time.Millisecond
)

// The scripts get the keys of a lease and of the attempts at it, this server, and the durations in milliseconds.
const (
	acquireScript = `local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then redis.call('SET', KEYS[2], '1', 'PX', ARGV[3]) return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`
	// A lease that Redis has lost is taken again, unless another server has been faster.
	renewScript = `local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1 + redis.call('EXISTS', KEYS[2])`
	releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1], KEYS[2]) end
return 0`
)

// Leases reserve names, such as those of uploads, for one server at a time. While Redis does not answer, every server
// gets what it asks for.
type Leases struct{ redis *Redis }

// NewLeases returns the leases of the servers with a Redis.
func NewLeases(redis *Redis) Leases { return Leases{redis} }

func (l Leases) run(ctx context.Context, script, name string, otherwise int64) int64 {
	command := l.redis.client.B().Eval().Script(script).Numkeys(2).
		Key(l.redis.key("lease", name), l.redis.key("lease-wanted", name)).
		Arg(l.redis.server, milliseconds(leasedFor), milliseconds(wantedFor)).Build()
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

// Acquire reserves a name, and reports whether this server has it now.
func (l Leases) Acquire(ctx context.Context, name string) bool {
	return l.run(ctx, acquireScript, name, 1) == 1
}

// Renew prolongs a lease. It reports whether this server still has it, and whether another one has asked for it lately.
func (l Leases) Renew(ctx context.Context, name string) (held, wanted bool) {
	n := l.run(ctx, renewScript, name, 1)
	return n > 0, n > 1
}

// Release ends a lease.
func (l Leases) Release(ctx context.Context, name string) { l.run(ctx, releaseScript, name, 0) }

// IsHeld reports whether a server has a name.
func (l Leases) IsHeld(ctx context.Context, name string) bool {
	results, err := l.redis.do(ctx, l.redis.client.B().Exists().Key(l.redis.key("lease", name)).Build())
	if err != nil {
		return false
	}
	n, err := results[0].AsInt64()
	return err == nil && n > 0
}

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
				l.Renew(renewal, name)
			}
		}
	}()
	return func() {
		stop()
		l.Release(context.WithoutCancel(ctx), name)
	}
}
