package shared

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/redis/rueidis"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"strand/domain/signedtoken"
)

// format is the version of stored values: its byte, a message authentication code, and the data. The code covers format
// and key, so that neither another writer of Redis nor a value of another key is believed.
const format = "1"

// Kinds of values, for events and metrics.
const (
	kindValue = "value"
	kindEvent = "event"
)

// Reasons why a value is refused.
var (
	errSize    = errors.New("it is larger than any value of a server")
	errFormat  = errors.New("another release has written it")
	errCode    = errors.New("no server with this secret has written it")
	errContent = errors.New("its content is invalid")
)

// sealed returns the stored form of data under a key.
func (r *Redis) sealed(key string, data []byte) string {
	return format + string(r.macs.Make(format+key, data)) + string(data)
}

// opened returns the data of a value that is stored under a key.
func (r *Redis) opened(key string, value []byte) ([]byte, error) {
	const start = len(format) + signedtoken.MACSize
	switch {
	case len(value) < start || string(value[:len(format)]) != format:
		return nil, errFormat
	case !r.macs.Valid(value[len(format):start], format+key, value[start:]):
		return nil, errCode
	}
	return value[start:], nil
}

// get is the command that reads a value of at most size bytes. A larger one is read in part, and refused by bytesOf.
func (r *Redis) get(key string, size int) rueidis.Completed {
	return r.client.B().Getrange().Key(key).Start(0).End(int64(size)).Build()
}

// bytesOf returns the data of a value that get has read; nil for none and for one that is refused.
func (r *Redis) bytesOf(ctx context.Context, kind, key string, size int, result rueidis.RedisResult) []byte {
	value, err := result.AsBytes()
	if err != nil || len(value) == 0 {
		return nil
	}
	if len(value) > size {
		r.refuse(ctx, kind, errSize)
		return nil
	}
	data, err := r.opened(key, value)
	if err != nil {
		r.refuse(ctx, kind, err)
		return nil
	}
	return data
}

// refuse counts a value that cannot be used, and logs it at most once a minute.
func (r *Redis) refuse(ctx context.Context, kind string, reason error) {
	r.refused.Add(ctx, 1, metric.WithAttributes(attribute.String("kind", kind)))
	r.sometimes.Do(func() {
		r.log.WarnContext(ctx, "shared_value_refused", "kind", kind, "error", reason, "action",
			"give all servers of a website the same STRAND_SECRET, and nothing else access to Redis")
	})
}

// refusedInterval is the shortest interval of events about refused values.
const refusedInterval = time.Minute

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
