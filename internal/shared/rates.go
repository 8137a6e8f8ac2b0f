package shared

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"time"
)

// rateScript counts up to n events in a sliding window and returns how many would have been within the limit; a
// negative n uncounts events. Events of the previous window count in proportion to the overlap. It gets the key of a
// counter, the limit, the window in milliseconds, and n. Time is that of Redis, so that the clocks of servers may
// differ.
const rateScript = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window, n = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local number = math.floor(now / window)
local stored = redis.call('HMGET', KEYS[1], 'window', 'latest', 'previous')
local passed = number - tonumber(stored[1] or number)
local latest, previous = tonumber(stored[2] or 0), tonumber(stored[3] or 0)
if passed ~= 0 then
  previous = passed == 1 and latest or 0
  latest = 0
end
local room = limit - latest - math.floor(previous * (1 - now % window / window) + 0.5)
local counted = math.max(n, -latest)
if n > 0 then counted = math.max(math.min(n, room), 0) end
if counted ~= 0 then
  redis.call('HSET', KEYS[1], 'window', number, 'latest', latest + counted, 'previous', previous)
  redis.call('PEXPIRE', KEYS[1], 2 * window)
end
return room`

// Rates counts the events of rate limits on all servers. It implements ratelimit.Servers.
type Rates struct {
	redis  *Redis
	secret []byte
}

// NewRates returns the counters of the servers with a Redis. The secret is that of all servers: without it, clients
// cannot be guessed from the keys of counters.
func NewRates(redis *Redis, secret []byte) Rates { return Rates{redis, secret} }

// Count counts up to n events of a client.
func (r Rates) Count(
	ctx context.Context, name, client string, n, limit int, window time.Duration,
) (room int, ok bool) {
	command := r.redis.client.B().Eval().Script(rateScript).Numkeys(1).Key(r.key(name, client)).
		Arg(strconv.Itoa(limit), milliseconds(window), strconv.Itoa(n)).Build()
	results, err := r.redis.do(ctx, command)
	if err != nil {
		return 0, false
	}
	found, err := results[0].AsInt64()
	return int(found), err == nil
}

// key returns the key of a counter. It contains no IP address, mail address or user.
func (r Rates) key(name, client string) string {
	mac := hmac.New(sha256.New, r.secret)
	mac.Write([]byte(client))
	return r.redis.key("rate", name, base64.RawURLEncoding.EncodeToString(mac.Sum(nil)))
}
