package shared

import (
	"bytes"
	"context"
	"encoding/binary"
	"time"
)

// maxPost is the maximum number of bytes of a posted value, and maxPosts that of values that are read.
const (
	maxPost  = 4 << 10
	maxPosts = 1000
	// boardLifetime is when a board without new values is removed.
	boardLifetime = time.Hour
)

// Board has values that servers show each other for a short time.
type Board struct {
	redis *Redis
	key   string
}

// NewBoard returns the board of a name at a Redis.
func NewBoard(redis *Redis, name string) *Board { return &Board{redis, redis.key("board", name)} }

// Post stores a value under an id for a time of at most an hour, and returns the values of all ids whose time is not
// over. ok is false while Redis does not answer.
func (b *Board) Post(ctx context.Context, id string, value []byte, lifetime time.Duration) (values [][]byte, ok bool) {
	if len(value) > maxPost {
		return nil, false
	}
	build, now := b.redis.client.B(), time.Now()
	until, present := milliseconds64(now.Add(lifetime)), milliseconds64(now)
	results, err := b.redis.do(ctx,
		build.Hset().Key(b.key).FieldValue().
			FieldValue(id, b.redis.sealed(b.key+" "+id, append(until, value...))).Build(),
		build.Pexpire().Key(b.key).Milliseconds(boardLifetime.Milliseconds()).Build(),
		build.Hgetall().Key(b.key).Build())
	if err != nil {
		return nil, false
	}
	posts, err := results[len(results)-1].AsStrMap()
	if err != nil {
		return nil, false
	}
	var over []string
	for id, post := range posts {
		opened, err := b.redis.opened(b.key+" "+id, []byte(post))
		switch {
		case err != nil:
			b.redis.refuse(ctx, kindValue, err)
			over = append(over, id)
		case len(opened) < len(until) || bytes.Compare(opened[:len(until)], present) <= 0:
			over = append(over, id)
		case len(values) == maxPosts:
			over = append(over, id) // bounds the board
		default:
			values = append(values, opened[len(until):])
		}
	}
	if len(over) > 0 {
		// A failure leaves them to the next post.
		_, _ = b.redis.do(ctx, build.Hdel().Key(b.key).Field(over...).Build())
	}
	return values, true
}

// milliseconds64 encodes a time so that the bytes of a later one are greater.
func milliseconds64(t time.Time) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(t.UnixMilli())) //nolint:gosec // positive
}
