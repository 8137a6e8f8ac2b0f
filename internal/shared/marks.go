package shared

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/redis/rueidis"
)

// Marks are set once for all servers with a Redis, such as those of calls that are executed once.
type Marks struct{ redis *Redis }

// NewMarks returns the marks of the servers with a Redis.
func NewMarks(redis *Redis) Marks { return Marks{redis} }

// Set sets a mark for a time, and reports whether it is new; ok is false while Redis does not answer.
func (m Marks) Set(ctx context.Context, name string, lifetime time.Duration) (isNew, ok bool) {
	// Redis does not contain the name.
	sum := sha256.Sum256([]byte(name))
	key := m.redis.key("mark", base64.RawURLEncoding.EncodeToString(sum[:]))
	results, err := m.redis.do(ctx,
		m.redis.client.B().Set().Key(key).Value("1").Nx().PxMilliseconds(lifetime.Milliseconds()).Build())
	if err != nil {
		return false, false
	}
	err = results[0].Error()
	return err == nil, err == nil || rueidis.IsRedisNil(err)
}
