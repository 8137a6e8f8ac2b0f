package shared

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/redis/rueidis"

	"strand/internal/cache"
)

const (
	// maxRecord limits a record, in bytes before compression; larger ones are not shared.
	maxRecord = 16 << 20
	// reservedFor is how long a load is reserved if the server that loads ends.
	reservedFor = 5 * time.Second
)

// Records stores the records of the cache. It implements cache.Second.
type Records struct {
	redis  *Redis
	stream *Stream
	packer *zstd.Encoder
	opener *zstd.Decoder
}

// stored is the stored form of a record.
type stored struct {
	Keys     []string          `json:"keys"`
	Answers  map[string][]byte `json:"answers"`
	Loaded   time.Time         `json:"loaded"`
	Epoch    string            `json:"epoch"`
	Position position          `json:"position"`
}

// NewRecords returns the records that contain the changes of a stream.
func NewRecords(redis *Redis, stream *Stream) (*Records, error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	opener, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxRecord), zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return &Records{redis, stream, packer, opener}, nil
}

// A key leads to the id of a record, since a load has several keys.
func (s *Records) pointer(key string) string     { return s.redis.key("key", key) }
func (s *Records) record(id string) string       { return s.redis.key("record", id) }
func (s *Records) reservation(key string) string { return s.redis.key("loading", key) }

// Fetch returns the records of some keys, and the keys without one that another server is loading.
func (s *Records) Fetch(ctx context.Context, keys []string) (map[string]*cache.Record, []string) {
	b := s.redis.client.B()
	commands := make([]rueidis.Completed, 0, 2*len(keys))
	for _, key := range keys {
		commands = append(commands, b.Get().Key(s.pointer(key)).Build(), b.Exists().Key(s.reservation(key)).Build())
	}
	results, err := s.redis.do(ctx, commands...)
	if err != nil {
		return nil, nil
	}
	keysOf := map[string][]string{}
	var loading []string
	for i, key := range keys {
		if id, err := results[2*i].ToString(); err == nil {
			keysOf[id] = append(keysOf[id], key)
		}
		if n, err := results[2*i+1].AsInt64(); err == nil && n > 0 {
			loading = append(loading, key)
		}
	}
	if len(keysOf) == 0 {
		return nil, loading
	}
	ids := make([]string, 0, len(keysOf))
	commands = commands[:0]
	for id := range keysOf {
		ids = append(ids, id)
		commands = append(commands, b.Get().Key(s.record(id)).Build())
	}
	if results, err = s.redis.do(ctx, commands...); err != nil {
		return nil, loading
	}
	records := map[string]*cache.Record{}
	for i, id := range ids {
		packed, err := results[i].AsBytes()
		if err != nil {
			continue
		}
		if record := s.unpack(packed); record != nil {
			for _, key := range keysOf[id] {
				records[key] = record
			}
		}
	}
	return records, loading
}

// unpack returns a stored record; nil if it is unreadable, or if it is unknown which changes it contains.
func (s *Records) unpack(packed []byte) *cache.Record {
	data, err := s.opener.DecodeAll(packed, nil)
	if err != nil {
		return nil
	}
	var r stored
	if err := json.Unmarshal(data, &r); err != nil || len(r.Keys) == 0 {
		return nil
	}
	sequence, ok := s.stream.sequenceAt(r.Epoch, r.Position)
	if !ok {
		return nil
	}
	return &cache.Record{Keys: r.Keys, Answers: r.Answers, Loaded: r.Loaded, Sequence: sequence}
}

// Reserve tells other servers that this one loads some keys, and returns those that another server is loading.
func (s *Records) Reserve(ctx context.Context, keys []string) (loading []string) {
	b := s.redis.client.B()
	commands := make([]rueidis.Completed, 0, len(keys))
	for _, key := range keys {
		commands = append(commands, b.Set().Key(s.reservation(key)).Value(s.redis.server).Nx().
			PxMilliseconds(reservedFor.Milliseconds()).Build())
	}
	results, err := s.redis.do(ctx, commands...)
	if err != nil {
		return nil
	}
	for i, key := range keys {
		if rueidis.IsRedisNil(results[i].Error()) {
			loading = append(loading, key)
		}
	}
	return loading
}

// Release stores a record for keys, unless it is nil, and ends reservations.
func (s *Records) Release(
	ctx context.Context, reserved []string, record *cache.Record, keys []string, lifetime time.Duration,
) {
	b := s.redis.client.B()
	var commands []rueidis.Completed
	if packed := s.pack(record); packed != nil && lifetime > 0 {
		id := rand.Text()
		commands = append(commands, b.Set().Key(s.record(id)).Value(rueidis.BinaryString(packed)).
			PxMilliseconds(lifetime.Milliseconds()).Build())
		for _, key := range keys {
			commands = append(commands,
				b.Set().Key(s.pointer(key)).Value(id).PxMilliseconds(lifetime.Milliseconds()).Build())
		}
	}
	for _, key := range reserved {
		commands = append(commands, b.Del().Key(s.reservation(key)).Build())
	}
	if len(commands) > 0 {
		// Without an answer, other servers load the keys themselves, and the reservations expire.
		limited, cancel := context.WithTimeout(ctx, storeTimeout)
		defer cancel()
		_ = s.redis.client.DoMulti(limited, commands...)
	}
}

// pack returns the stored form of a record; nil for none.
func (s *Records) pack(r *cache.Record) []byte {
	if r == nil {
		return nil
	}
	size := 0
	for _, answer := range r.Answers {
		size += len(answer)
	}
	epoch, at, ok := s.stream.positionOf(r.Sequence)
	if size > maxRecord/2 || !ok {
		return nil
	}
	data, err := json.Marshal(stored{r.Keys, r.Answers, r.Loaded, epoch, at})
	if err != nil {
		return nil
	}
	return s.packer.EncodeAll(data, nil)
}
