package encoding

import (
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// Stitched is a document whose greater part is compressed once and whose tail, which differs with every response, is
// appended uncompressed: each of the formats has blocks that hold bytes as they are. So a page is compressed once and
// still carries a nonce of its own. It is compressed for an encoding when that is first asked for. It is safe for
// concurrent use.
type Stitched struct {
	head  []byte
	crc   func() uint32
	forms map[Encoding]func() ([]byte, error)
}

// maxTail bounds what Append takes: the smallest limit of the three formats, with room to spare.
const maxTail = 1 << 15

// Stitch takes the part of a document that stays the same; it must not be empty, nor change.
func Stitch(head []byte) *Stitched {
	s := &Stitched{
		head:  head,
		crc:   sync.OnceValue(func() uint32 { return crc32.ChecksumIEEE(head) }),
		forms: make(map[Encoding]func() ([]byte, error), len(Preferred)),
	}
	for _, e := range Preferred {
		s.forms[e] = sync.OnceValues(func() ([]byte, error) { return compress(e, Quick, head, false) })
	}
	return s
}

// Append appends the whole document in an encoding to a buffer: the compressed part, and the tail after it.
func (s *Stitched) Append(buffer []byte, e Encoding, tail []byte) ([]byte, error) {
	if len(tail) > maxTail {
		tail = tail[:maxTail]
	}
	form, ok := s.forms[e]
	if !ok {
		return append(append(buffer, s.head...), tail...), nil
	}
	compressed, err := form()
	if err != nil {
		return nil, err
	}
	buffer = append(buffer, compressed...)
	n := len(tail)
	switch e {
	case Gzip:
		// RFC 1951 §3.2.4: a final stored block; RFC 1952 §2.3.1: checksum and length of the whole.
		buffer = append(buffer, 1, byte(n), byte(n>>8), ^byte(n), ^byte(n>>8))
		buffer = append(buffer, tail...)
		buffer = binary.LittleEndian.AppendUint32(buffer, crc32.Update(s.crc(), crc32.IEEETable, tail))
		buffer = binary.LittleEndian.AppendUint32(buffer, uint32(len(s.head)+n))
	case Brotli:
		// RFC 7932 §9.2: a meta-block that is not the last (bit 0), four nibbles of length (bits 1–2 are 0), the length
		// less one (16 bits), uncompressed (1 bit), filled up to a byte; then an empty last meta-block.
		bits := uint32(n-1)<<3 | 1<<19
		buffer = append(buffer, byte(bits), byte(bits>>8), byte(bits>>16))
		buffer = append(append(buffer, tail...), 3)
	case Zstd:
		// RFC 8878 §3.1.1.2: a raw block that is the last.
		header := uint32(n)<<3 | 1
		buffer = append(buffer, byte(header), byte(header>>8), byte(header>>16))
		buffer = append(buffer, tail...)
	}
	return buffer, nil
}

// Size is about how many bytes the document takes once it was asked for in every encoding: pages shrink to less than a
// fifth.
func (s *Stitched) Size() int64 { return int64(len(s.head)) + int64(len(s.head))*3/5 }
