package sisportal

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"strand/internal/sqlite"
)

const (
	// minSegment is the minimum number of tickets for a new segment; fewer unindexed tickets are scanned by each
	// search.
	minSegment = 256
	// maxSegment is the maximum number of tickets in a segment, so that it is written in a fraction of a second.
	maxSegment = 1 << 15
	// textBatch is the number of texts per read: the database has a single connection, for which other requests
	// wait.
	textBatch = 2000
	// maxGrams is the maximum number of n-grams by which a search is narrowed. The texts are compared afterwards.
	maxGrams = 32
)

// allOrganizations is the organization id of the index of all tickets.
const allOrganizations = ""

// ticketText is the searchable text of a ticket t. It never changes.
const ticketText = `'T-' || t.number || ' ' || t.subject || ' ' || t.description || ' ' || t.machine
	|| ' ' || t.serial_number`

// textIndex finds tickets by parts of their texts. Each organization has an index of its own tickets.
type textIndex struct {
	db *sql.DB
	// mu allows one writer at a time.
	mu sync.Mutex
}

// growAll extends the indexes of all organizations.
func (x *textIndex) growAll(ctx context.Context) error {
	rows, err := x.db.QueryContext(ctx,
		`SELECT organization_id FROM ticket_unindexed GROUP BY organization_id HAVING count(*) >= ?`, minSegment)
	if err != nil {
		return fmt.Errorf("read the unindexed tickets: %w", err)
	}
	organizations, err := scanAll(rows, func() (id string, err error) { return id, rows.Scan(&id) })
	if err != nil {
		return fmt.Errorf("read the unindexed tickets: %w", err)
	}
	return x.grow(ctx, organizations...)
}

// grow adds the newest tickets of organizations to segments, if there are enough of them.
func (x *textIndex) grow(ctx context.Context, organizations ...string) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range organizations {
		for {
			more, err := x.addSegment(ctx, id)
			if err != nil {
				return fmt.Errorf("index the tickets of the organization %q: %w", id, err)
			}
			if !more {
				break
			}
		}
	}
	return nil
}

// addSegment creates a segment of new tickets, and merges it with the segments that are not larger.
func (x *textIndex) addSegment(ctx context.Context, organizationID string) (more bool, err error) {
	rows, err := x.db.QueryContext(
		ctx,
		`SELECT number FROM ticket_unindexed WHERE organization_id = ? ORDER BY number LIMIT ?`,
		organizationID,
		maxSegment,
	)
	if err != nil {
		return false, err
	}
	added, err := scanAll(rows, func() (number uint32, err error) { return number, rows.Scan(&number) })
	if err != nil || len(added) < minSegment {
		return false, err
	}
	numbers, replaced, err := x.withSmaller(ctx, organizationID, added)
	if err != nil {
		return false, err
	}
	grams := gramPositions{}
	for from := 0; from < len(numbers); from += textBatch {
		if err := x.read(ctx, numbers, from, grams); err != nil {
			return false, err
		}
	}
	return true, sqlite.InTx(ctx, x.db, func(tx *sql.Tx) error {
		for _, id := range replaced {
			if _, err := tx.ExecContext(ctx, `DELETE FROM ticket_segments WHERE id = ?`, id); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, `DELETE FROM ticket_grams WHERE segment_id = ?`, id); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx,
			`DELETE FROM ticket_unindexed WHERE organization_id = ? AND number IN (SELECT value FROM json_each(?))`,
			organizationID, jsonList(added)); err != nil {
			return err
		}
		return writeSegment(ctx, tx, organizationID, numbers, grams)
	})
}

// withSmaller adds the tickets of segments to the tickets, starting at the smallest segment, while a segment is not
// larger than the tickets collected so far. The returned numbers are sorted.
func (x *textIndex) withSmaller(
	ctx context.Context,
	organizationID string,
	added []uint32,
) (numbers []uint32, replaced []int64, err error) {
	rows, err := x.db.QueryContext(ctx,
		`SELECT id, numbers FROM ticket_segments WHERE organization_id = ? AND size <= ? ORDER BY size`,
		organizationID, maxSegment/2)
	if err != nil {
		return nil, nil, err
	}
	numbers = slices.Clone(added)
	_, err = scanAll(rows, func() (struct{}, error) {
		var id int64
		var packed []byte
		err := rows.Scan(&id, &packed)
		if more := unpacked(packed); len(more) <= len(numbers) && len(numbers)+len(more) <= maxSegment {
			numbers, replaced = append(numbers, more...), append(replaced, id)
		}
		return struct{}{}, err
	})
	slices.Sort(numbers)
	return numbers, replaced, err
}

// read adds the texts of the tickets of a segment, starting at an index.
func (x *textIndex) read(ctx context.Context, numbers []uint32, from int, grams gramPositions) error {
	batch := numbers[from:min(from+textBatch, len(numbers))]
	rows, err := x.db.QueryContext(
		ctx,
		`SELECT t.number, `+ticketText+` FROM json_each(?) n CROSS JOIN tickets t ON t.number = n.value`,
		jsonList(batch),
	)
	if err != nil {
		return err
	}
	_, err = scanAll(rows, func() (struct{}, error) {
		var number uint32
		var text string
		err := rows.Scan(&number, &text)
		if position, ok := slices.BinarySearch(numbers, number); ok {
			grams.add(uint16(position), strings.ToLower(text))
		}
		return struct{}{}, err
	})
	return err
}

func writeSegment(
	ctx context.Context,
	tx *sql.Tx,
	organizationID string,
	numbers []uint32,
	grams gramPositions,
) error {
	result, err := tx.ExecContext(ctx, `INSERT INTO ticket_segments (organization_id, size, numbers) VALUES (?, ?, ?)`,
		organizationID, len(numbers), packed(numbers))
	if err != nil {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, `INSERT INTO ticket_grams (segment_id, gram, places) VALUES (?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, gram := range slices.Sorted(maps.Keys(grams)) {
		if _, err := insert.ExecContext(ctx, id, gram, encodePositions(*grams[gram])); err != nil {
			return err
		}
	}
	return nil
}

// gramPositions maps n-grams to the positions of the tickets that contain them.
type gramPositions map[uint32]*[]uint16

// add adds a text in lower case. N-grams with a space are left out, since words do not contain one.
func (g gramPositions) add(position uint16, text string) {
	enter := func(gram uint32) {
		positions := g[gram]
		if positions == nil {
			positions = &[]uint16{}
			g[gram] = positions
		}
		if n := len(*positions); n == 0 || (*positions)[n-1] != position {
			*positions = append(*positions, position)
		}
	}
	for i := range len(text) {
		for n := 1; n <= 3 && i+n <= len(text) && text[i+n-1] != ' '; n++ {
			enter(gramOf(text[i : i+n]))
		}
	}
}

// gramOf returns the number of an n-gram of one to three bytes.
func gramOf(bytes string) uint32 {
	gram := uint32(len(bytes))
	for i := range len(bytes) {
		gram = gram<<8 | uint32(bytes[i])
	}
	return gram
}

// gramsOf returns the n-grams by which words in lower case are found.
func gramsOf(words []string) []uint32 {
	seen := map[uint32]bool{}
	for _, word := range words {
		for i := 0; i == 0 || i+3 <= len(word); i++ {
			if len(seen) < maxGrams {
				seen[gramOf(word[i:min(i+3, len(word))])] = true
			}
		}
	}
	return slices.Collect(maps.Keys(seen))
}

// positionSet is a bitmap of the tickets of a segment.
type positionSet [maxSegment / 64]uint64

func (p *positionSet) count() (n int) {
	for _, word := range p {
		n += bits.OnesCount64(word)
	}
	return n
}

// encodePositions encodes positions as two bytes each or as a bitmap, whichever is shorter.
func encodePositions(all []uint16) []byte {
	if 2*len(all) < maxSegment/8 {
		short := make([]byte, 0, 2*len(all))
		for _, position := range all {
			short = binary.LittleEndian.AppendUint16(short, position)
		}
		return short
	}
	long := make([]byte, maxSegment/8)
	for _, position := range all {
		long[position/8] |= 1 << (position % 8)
	}
	return long
}

func decodePositions(data []byte) *positionSet {
	p := &positionSet{}
	if len(data) == maxSegment/8 {
		for i := range p {
			p[i] = binary.LittleEndian.Uint64(data[8*i:])
		}
		return p
	}
	for ; len(data) > 1; data = data[2:] {
		position := binary.LittleEndian.Uint16(data)
		p[position/64] |= 1 << (position % 64)
	}
	return p
}

func packed(numbers []uint32) []byte {
	data := make([]byte, 0, 4*len(numbers))
	for _, n := range numbers {
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	return data
}

func unpacked(data []byte) []uint32 {
	numbers := make([]uint32, len(data)/4)
	for i := range numbers {
		numbers[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	return numbers
}

func jsonList(numbers []uint32) string {
	list, _ := json.Marshal(numbers) // numbers can always be encoded
	return string(list)
}

// candidates contains the tickets of an organization whose texts may contain all words of a search.
type candidates struct {
	tx       *sql.Tx
	segments []segmentCandidates
	// unindexed contains tickets outside of the index whose texts contain all words.
	unindexed []uint32
	size      int
}

// segmentCandidates contains the candidates of a segment.
type segmentCandidates struct {
	id        int64
	positions *positionSet
	// gramsFound is the number of n-grams of the search that the segment contains.
	gramsFound int
	// size is the number of positions.
	size int
}

// candidates searches the words that are registered for SQL under a number.
func (x *textIndex) candidates(
	ctx context.Context,
	tx *sql.Tx,
	organizationID string,
	words []string,
	registered int64,
) (*candidates, error) {
	c := &candidates{tx: tx}
	grams := gramsOf(words)
	rows, err := tx.QueryContext(ctx, `SELECT s.id, p.places FROM ticket_segments s CROSS JOIN json_each(?) g
		CROSS JOIN ticket_grams p ON p.segment_id = s.id AND p.gram = g.value WHERE s.organization_id = ?`,
		jsonList(grams), organizationID)
	if err != nil {
		return nil, err
	}
	found := map[int64]*segmentCandidates{}
	_, err = scanAll(rows, func() (struct{}, error) {
		var id int64
		var data sql.RawBytes
		if err := rows.Scan(&id, &data); err != nil {
			return struct{}{}, err
		}
		positions := decodePositions(data)
		segment := found[id]
		if segment == nil {
			segment = &segmentCandidates{id: id, positions: positions}
			found[id] = segment
		}
		for i := range segment.positions {
			segment.positions[i] &= positions[i]
		}
		segment.gramsFound++
		return struct{}{}, nil
	})
	if err != nil {
		return nil, err
	}
	for _, segment := range found {
		if segment.gramsFound != len(grams) {
			continue
		}
		if segment.size = segment.positions.count(); segment.size > 0 {
			c.segments, c.size = append(c.segments, *segment), c.size+segment.size
		}
	}
	slices.SortFunc(c.segments, func(a, b segmentCandidates) int { return cmp.Compare(a.id, b.id) })
	rows, err = tx.QueryContext(
		ctx,
		`SELECT t.number FROM ticket_unindexed u CROSS JOIN tickets t ON t.number = u.number
		WHERE u.organization_id = ? AND ticket_has_words(?, `+ticketText+`)`,
		organizationID,
		registered,
	)
	if err != nil {
		return nil, err
	}
	c.unindexed, err = scanAll(rows, func() (number uint32, err error) { return number, rows.Scan(&number) })
	c.size += len(c.unindexed)
	return c, err
}

// each calls do with the numbers of the candidates, one segment at a time, until do returns false.
func (c *candidates) each(ctx context.Context, do func(numbers []uint32) (more bool, err error)) error {
	if len(c.unindexed) > 0 {
		if more, err := do(c.unindexed); err != nil || !more {
			return err
		}
	}
	for _, segment := range c.segments {
		var data []byte
		if err := c.tx.QueryRowContext(ctx, `SELECT numbers FROM ticket_segments WHERE id = ?`, segment.id).
			Scan(&data); err != nil {
			return err
		}
		numbers := make([]uint32, 0, segment.size)
		for i, word := range segment.positions {
			for ; word != 0; word &= word - 1 {
				position := 64*i + bits.TrailingZeros64(word)
				numbers = append(numbers, binary.LittleEndian.Uint32(data[4*position:]))
			}
		}
		if more, err := do(numbers); err != nil || !more {
			return err
		}
	}
	return nil
}
