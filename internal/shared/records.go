package shared

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/redis/rueidis"

	"strand/domain/signedtoken"
	"strand/internal/cache"
)

const (
	// maxRecord limits a record, in bytes before compression; larger ones are not shared.
	maxRecord = 16 << 20
	// maxStored limits the stored form of a record, and maxPointer that of its id.
	maxStored  = maxRecord
	maxPointer = 128
	// maxKeys and maxAnswers limit the keys and the answers of a record.
	maxKeys    = 20_000
	maxAnswers = 20_000
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
	opener, err := newOpener()
	if err != nil {
		return nil, err
	}
	return &Records{redis, stream, packer, opener}, nil
}

// newOpener returns the decoder of records.
func newOpener() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxRecord), zstd.WithDecoderConcurrency(1))
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
		commands = append(commands, s.redis.get(s.pointer(key), maxPointer),
			b.Exists().Key(s.reservation(key)).Build())
	}
	results, err := s.redis.do(ctx, commands...)
	if err != nil {
		return nil, nil
	}
	keysOf := map[string][]string{}
	var loading []string
	for i, key := range keys {
		if id := s.redis.bytesOf(ctx, kindPointer, s.pointer(key), maxPointer, results[2*i]); id != nil {
			keysOf[string(id)] = append(keysOf[string(id)], key)
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
		commands = append(commands, s.redis.get(s.record(id), maxStored))
	}
	if results, err = s.redis.do(ctx, commands...); err != nil {
		return nil, loading
	}
	records := map[string]*cache.Record{}
	for i, id := range ids {
		packed := s.redis.bytesOf(ctx, kindRecord, s.record(id), maxStored, results[i])
		if packed == nil {
			continue
		}
		if record := s.unpack(ctx, packed); record != nil {
			for _, key := range keysOf[id] {
				records[key] = record
			}
		}
	}
	return records, loading
}

// unpack returns a stored record; nil if it is invalid, or if it is unknown which changes it contains.
func (s *Records) unpack(ctx context.Context, packed []byte) *cache.Record {
	r, err := decode(s.opener, packed)
	if err != nil {
		s.redis.refuse(ctx, kindRecord, err)
		return nil
	}
	sequence, ok := s.stream.sequenceAt(r.Epoch, r.Position)
	if !ok {
		return nil
	}
	return &cache.Record{Keys: r.Keys, Answers: r.Answers, Loaded: r.Loaded, Sequence: sequence}
}

// decode returns a record with bounded content.
func decode(opener *zstd.Decoder, packed []byte) (*stored, error) {
	data, err := opener.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errContent, err)
	}
	r := new(stored)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%w: %w", errContent, err)
	}
	if len(r.Keys) == 0 || !r.isBounded() {
		return nil, errContent
	}
	return r, nil
}

func (r *stored) isBounded() bool { return len(r.Keys) <= maxKeys && len(r.Answers) <= maxAnswers }

// Refuse reports a record whose answers cannot be used.
func (s *Records) Refuse(ctx context.Context, reason error) { s.redis.refuse(ctx, kindRecord, reason) }

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
		set := func(key string, data []byte) {
			commands = append(commands, b.Set().Key(key).Value(s.redis.sealed(key, data)).
				PxMilliseconds(lifetime.Milliseconds()).Build())
		}
		set(s.record(id), packed)
		for _, key := range keys {
			set(s.pointer(key), []byte(id))
		}
	}
	for _, key := range reserved {
		commands = append(commands, b.Del().Key(s.reservation(key)).Build())
	}
	if len(commands) > 0 {
		// Without an answer, other servers load the keys themselves, and the reservations expire.
		limited, cancel := context.WithTimeout(ctx, storeTimeout)
		defer cancel()
		_ = s.redis.send(limited, commands...)
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
	record := stored{r.Keys, r.Answers, r.Loaded, epoch, at}
	data, err := json.Marshal(record)
	if err != nil || len(data) > maxRecord || !record.isBounded() {
		return nil
	}
	packed := s.packer.EncodeAll(data, nil)
	if len(packed) > maxStored-signedtoken.MACSize-len(format) {
		return nil
	}
	return packed
}
