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

// maxBlock is how many bytes of a tail are put into one block: less than the smallest limit of the three formats.
const maxBlock = 1 << 15

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
	form, ok := s.forms[e]
	if !ok {
		return append(append(buffer, s.head...), tail...), nil
	}
	compressed, err := form()
	if err != nil {
		return nil, err
	}
	buffer = append(buffer, compressed...)
	for rest := tail; ; {
		block := rest[:min(len(rest), maxBlock)]
		rest = rest[len(block):]
		buffer = appendBlock(buffer, e, block, len(rest) == 0)
		if len(rest) == 0 {
			break
		}
	}
	if e == Gzip {
		// RFC 1952 §2.3.1: checksum and length of the whole.
		buffer = binary.LittleEndian.AppendUint32(buffer, crc32.Update(s.crc(), crc32.IEEETable, tail))
		buffer = binary.LittleEndian.AppendUint32(buffer, uint32(len(s.head)+len(tail)))
	}
	return buffer, nil
}

// appendBlock appends a block that holds at most maxBlock bytes as they are, or none at all. The last one ends the
// compressed data.
func appendBlock(buffer []byte, e Encoding, block []byte, isLast bool) []byte {
	n, last := len(block), byte(0)
	if isLast {
		last = 1
	}
	switch e {
	case Gzip:
		// RFC 1951 §3.2.4: a stored block.
		buffer = append(buffer, last, byte(n), byte(n>>8), ^byte(n), ^byte(n>>8))
		buffer = append(buffer, block...)
	case Brotli:
		// RFC 7932 §9.2: a meta-block that is not the last (bit 0), four nibbles of length (bits 1–2 are 0), the length
		// less one (16 bits), which no empty one has, uncompressed (1 bit), filled up to a byte.
		if n > 0 {
			bits := uint32(n-1)<<3 | 1<<19
			buffer = append(buffer, byte(bits), byte(bits>>8), byte(bits>>16))
			buffer = append(buffer, block...)
		}
		if isLast {
			buffer = append(buffer, 3) // an empty last meta-block
		}
	case Zstd:
		// RFC 8878 §3.1.1.2: a raw block.
		header := uint32(n)<<3 | uint32(last)
		buffer = append(buffer, byte(header), byte(header>>8), byte(header>>16))
		buffer = append(buffer, block...)
	}
	return buffer
}

// Size is about how many bytes the document takes once it was asked for in every encoding: pages shrink to less than a
// fifth.
func (s *Stitched) Size() int64 { return int64(len(s.head)) + int64(len(s.head))*3/5 }
