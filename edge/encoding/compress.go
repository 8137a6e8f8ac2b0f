package encoding

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Quick is the compression level while a client waits: a higher level costs more time than it saves.
const Quick = 5

// compressor is a writer of one of the formats. Compressors are expensive to create (up to 10 MB) and are reused.
type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

// compressors holds the idle compressors by encoding and level.
var compressors sync.Map // compressorKind to *sync.Pool

type compressorKind struct {
	encoding Encoding
	level    int
}

func (k compressorKind) make() (compressor, error) {
	switch k.encoding {
	case Brotli:
		return brotli.NewWriterLevel(nil, k.level), nil
	case Gzip:
		return gzip.NewWriterLevel(nil, k.level)
	case Zstd:
		return zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderLevel(zstd.EncoderLevelFromZstd(k.level)), zstd.WithWindowSize(1<<20))
	}
	return nil, fmt.Errorf("unknown encoding %q", k.encoding)
}

// bufferPool holds reusable buffers for compressed data.
var bufferPool = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// compress compresses data.
func compress(e Encoding, level int, data []byte) ([]byte, error) {
	kind := compressorKind{e, level}
	idle, _ := compressors.LoadOrStore(kind, &sync.Pool{})
	pool := idle.(*sync.Pool)
	c, _ := pool.Get().(compressor)
	if c == nil {
		var err error
		if c, err = kind.make(); err != nil {
			return nil, fmt.Errorf("compress with %s: %w", e, err)
		}
	}
	out := bufferPool.Get().(*bytes.Buffer)
	out.Reset()
	defer bufferPool.Put(out)
	c.Reset(out)
	_, err := c.Write(data)
	if err == nil {
		err = c.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("compress with %s: %w", e, err)
	}
	compressed := bytes.Clone(out.Bytes())
	c.Reset(nil)
	pool.Put(c)
	return compressed, nil
}
