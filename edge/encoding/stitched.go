package encoding

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"hash/crc32"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// Stitched is a document whose greater part is compressed once and whose tail, which differs with every response, is
// appended uncompressed: each of the formats has blocks that hold bytes as they are. So a page is compressed once and
// still carries a nonce of its own.
type Stitched struct {
	head  []byte
	crc   uint32
	forms map[Encoding][]byte
}

// maxTail bounds what Append takes: the smallest limit of the three formats, with room to spare.
const maxTail = 1 << 15

// Stitch compresses the part of a document that stays the same; it must not be empty.
func Stitch(head []byte) (*Stitched, error) {
	s := &Stitched{head: head, crc: crc32.ChecksumIEEE(head), forms: map[Encoding][]byte{}}
	var out bytes.Buffer
	g, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("compress with gzip: %w", err)
	}
	if _, err = g.Write(head); err == nil {
		err = g.Flush()
	}
	if err != nil {
		return nil, fmt.Errorf("compress with gzip: %w", err)
	}
	s.forms[Gzip] = bytes.Clone(out.Bytes())

	out.Reset()
	b := brotli.NewWriterLevel(&out, 6)
	if _, err = b.Write(head); err == nil {
		err = b.Flush()
	}
	if err != nil {
		return nil, fmt.Errorf("compress with brotli: %w", err)
	}
	s.forms[Brotli] = bytes.Clone(out.Bytes())

	out.Reset()
	z, err := zstd.NewWriter(&out, zstd.WithEncoderCRC(false), zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithWindowSize(1<<20))
	if err != nil {
		return nil, fmt.Errorf("compress with zstd: %w", err)
	}
	if _, err = z.Write(head); err == nil {
		err = z.Flush()
	}
	if err != nil {
		return nil, fmt.Errorf("compress with zstd: %w", err)
	}
	s.forms[Zstd] = bytes.Clone(out.Bytes())
	return s, nil
}

// Append returns the whole document in an encoding: the compressed part as it is, and what is to be written after it.
func (s *Stitched) Append(e Encoding, tail []byte) (head, rest []byte) {
	if len(tail) > maxTail {
		tail = tail[:maxTail]
	}
	n := len(tail)
	switch e {
	case Gzip:
		// RFC 1951 §3.2.4: a final stored block; RFC 1952 §2.3.1: checksum and length of the whole.
		crc := crc32.Update(s.crc, crc32.IEEETable, tail)
		size := uint32(len(s.head) + n)
		rest = append(make([]byte, 0, n+13), 1, byte(n), byte(n>>8), ^byte(n), ^byte(n>>8))
		rest = append(rest, tail...)
		rest = append(rest, byte(crc), byte(crc>>8), byte(crc>>16), byte(crc>>24), byte(size), byte(size>>8), byte(size>>16), byte(size>>24))
	case Brotli:
		// RFC 7932 §9.2: a meta-block that is not the last (bit 0), four nibbles of length (bits 1–2 are 0), the length
		// less one (16 bits), uncompressed (1 bit), filled up to a byte; then an empty last meta-block.
		bits := uint32(n-1)<<3 | 1<<19
		rest = append(make([]byte, 0, n+4), byte(bits), byte(bits>>8), byte(bits>>16))
		rest = append(rest, tail...)
		rest = append(rest, 3)
	case Zstd:
		// RFC 8878 §3.1.1.2: a raw block that is the last.
		header := uint32(n)<<3 | 1
		rest = append(make([]byte, 0, n+3), byte(header), byte(header>>8), byte(header>>16))
		rest = append(rest, tail...)
	default:
		return s.head, tail
	}
	return s.forms[e], rest
}

// Size is how many bytes the document takes in all its forms.
func (s *Stitched) Size() int64 {
	size := len(s.head)
	for _, form := range s.forms {
		size += len(form)
	}
	return int64(size)
}
