package sisportal

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"modernc.org/sqlite"
)

// shortWords finds tickets by words of one or two letters, of which the database's index of texts knows nothing. It
// keeps the texts in memory, some 150 bytes each, from the first such search on. The text of a ticket never changes.
type shortWords struct {
	db *sql.DB

	mu sync.Mutex
	// last is the rowid of the last ticket that is kept: others are read before each search.
	last    int64
	numbers []uint32
	texts   []string
}

// textBatch is how many texts are read at once.
const textBatch = 20_000

// maxListed is how many tickets a query names one by one, so that it reads those alone.
const maxListed = 500

// find selects the tickets that contain all words, in lower case. The condition for a query is of the table t; release
// is called after the query.
func (w *shortWords) find(
	ctx context.Context,
	words []string,
) (condition string, args []any, release func(), err error) {
	numbers, texts, err := w.kept(ctx)
	if err != nil {
		return "", nil, nil, err
	}
	found := roaring.New()
next:
	for i, text := range texts {
		for _, word := range words {
			if !strings.Contains(text, word) {
				continue next
			}
		}
		found.Add(numbers[i])
	}
	if n := found.GetCardinality(); n <= maxListed {
		for _, number := range found.ToArray() {
			args = append(args, number)
		}
		return "t.number IN (" + strings.TrimSuffix(strings.Repeat("?,", len(args)), ",") + ")", args, func() {}, nil
	}
	set := lastSet.Add(1)
	sets.Store(set, found)
	return "ticket_is_in(?, t.number)", []any{set}, func() { sets.Delete(set) }, nil
}

// kept are the texts of all tickets. The slices are not to be changed.
func (w *shortWords) kept(ctx context.Context) ([]uint32, []string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for {
		n, err := w.readMore(ctx)
		if err != nil {
			return nil, nil, fmt.Errorf("read the texts of tickets: %w", err)
		}
		if n < textBatch {
			return w.numbers, w.texts, nil
		}
	}
}

func (w *shortWords) readMore(ctx context.Context) (n int, err error) {
	rows, err := w.db.QueryContext(
		ctx,
		`SELECT rowid, number, 'T-' || number || ' ' || subject || ' ' || description || ' ' || machine
		|| ' ' || serial_number FROM tickets WHERE rowid > ? ORDER BY rowid LIMIT ?`,
		w.last,
		textBatch,
	)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for ; rows.Next(); n++ {
		var rowid int64
		var number uint32
		var text string
		if err := rows.Scan(&rowid, &number, &text); err != nil {
			return n, err
		}
		w.last = rowid
		w.numbers, w.texts = append(w.numbers, number), append(w.texts, strings.ToLower(text))
	}
	return n, rows.Err()
}

// sets are the tickets of searches that are under way, by a number that the query names. Functions of SQLite belong to
// the process.
var (
	sets    sync.Map
	lastSet atomic.Int64
)

func init() {
	sqlite.MustRegisterDeterministicScalarFunction("ticket_is_in", 2,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			id, _ := args[0].(int64)
			number, _ := args[1].(int64)
			set, ok := sets.Load(id)
			if !ok {
				return nil, errors.New("there is no such set of tickets")
			}
			return set.(*roaring.Bitmap).Contains(uint32(number)), nil
		})
}
