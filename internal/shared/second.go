package shared

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/redis/rueidis"

	"strand/domain/signedtoken"
	"strand/internal/cache"
)

// maxValue limits what is stored under a key, in bytes before compression; larger values are not shared.
const maxValue = 16 << 20

// Second stores answers of upstream systems and finished values. It implements cache.Second.
type Second struct {
	redis  *Redis
	stream *Stream
	packer *zstd.Encoder
	opener *zstd.Decoder
}

// header is what is stored before the data, in a line of JSON.
type header struct {
	Loaded time.Time `json:"loaded"`
	// Position is the place in the stream with the id Epoch up to which the data contains the changes.
	Epoch    string   `json:"epoch"`
	Position position `json:"position"`
}

// NewSecond returns a second level with the changes of a stream.
func NewSecond(redis *Redis, stream *Stream) (*Second, error) {
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	opener, err := newOpener()
	if err != nil {
		return nil, err
	}
	return &Second{redis, stream, packer, opener}, nil
}

// newOpener returns the decoder of values.
func newOpener() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxValue), zstd.WithDecoderConcurrency(1))
}

// Find returns what is stored under some keys, without values of which it is unknown which changes they contain.
func (s *Second) Find(ctx context.Context, keys []string) map[string]*cache.Stored {
	commands := make([]rueidis.Completed, len(keys))
	for i, key := range keys {
		commands[i] = s.redis.get(s.name(key), maxValue)
	}
	results, err := s.redis.do(ctx, commands...)
	if err != nil {
		return nil
	}
	found := map[string]*cache.Stored{}
	for i, key := range keys {
		packed := s.redis.bytesOf(ctx, kindValue, s.name(key), maxValue, results[i])
		if packed == nil {
			continue
		}
		h, data, err := decode(s.opener, packed)
		if err != nil {
			s.Refuse(ctx, err)
			continue
		}
		if sequence, ok := s.stream.sequenceAt(h.Epoch, h.Position); ok {
			found[key] = &cache.Stored{Data: data, Loaded: h.Loaded, Sequence: sequence}
		}
	}
	return found
}

func (s *Second) name(key string) string { return s.redis.key("value", key) }

// decode returns the header and the data of a stored value.
func decode(opener *zstd.Decoder, packed []byte) (h header, data []byte, err error) {
	whole, err := opener.DecodeAll(packed, nil)
	if err != nil {
		return h, nil, fmt.Errorf("%w: %w", errContent, err)
	}
	first, data, ok := bytes.Cut(whole, []byte("\n"))
	if !ok {
		return h, nil, errContent
	}
	if err := json.Unmarshal(first, &h); err != nil {
		return h, nil, fmt.Errorf("%w: %w", errContent, err)
	}
	return h, data, nil
}

// Refuse reports a value whose content cannot be used.
func (s *Second) Refuse(ctx context.Context, reason error) { s.redis.refuse(ctx, kindValue, reason) }

// Store stores something under a key for a time.
func (s *Second) Store(ctx context.Context, key string, v *cache.Stored, lifetime time.Duration) {
	packed := s.pack(v)
	if packed == nil {
		return
	}
	limited, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	name := s.name(key)
	// Without an answer, other servers load for themselves.
	_ = s.redis.send(limited, s.redis.client.B().Set().Key(name).Value(s.redis.sealed(name, packed)).
		PxMilliseconds(lifetime.Milliseconds()).Build())
}

// pack returns the stored form of a value; nil for none.
func (s *Second) pack(v *cache.Stored) []byte {
	epoch, at, ok := s.stream.positionOf(v.Sequence)
	if !ok {
		return nil
	}
	first, err := json.Marshal(header{v.Loaded, epoch, at})
	if err != nil || len(first)+len(v.Data) >= maxValue {
		return nil
	}
	packed := s.packer.EncodeAll(bytes.Join([][]byte{first, v.Data}, []byte("\n")), nil)
	if len(packed) > maxValue-signedtoken.MACSize-len(format) {
		return nil
	}
	return packed
}
