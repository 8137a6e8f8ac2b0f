package sisportal

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	"modernc.org/sqlite"

	"strand/demo/sisportal/generated"
	"strand/demo/userstore"
	"strand/domain/portal"
)

// orderedScanShare is the divisor for the share of an organization's tickets above which matching tickets are searched
// in the order of the list, instead of being collected before.
const orderedScanShare = 8

// ticketQuery selects tickets of a user's organizations.
type ticketQuery struct {
	tx    *sql.Tx
	index *textIndex
	user  *userstore.User
	f     generated.TicketFilter
	// words contains the words of the text, in lower case, and registered their number in SQL.
	words      []string
	registered int64
	sorting    sorting
	// afterCursor is the condition for rows after a cursor, after an AND; empty for the first page.
	afterCursor     string
	afterCursorArgs []any
	limit           int

	total        int
	isTotalExact bool
	// idQueries contains, per organization, a query of the ids of its first tickets in the order.
	idQueries []string
	args      []any
	// releases is called after the query.
	releases []func()
}

// addOrganizations selects the tickets of each organization separately: an index has the order of one organization,
// and a query of several would sort all their tickets. Besides, the number of one organization's tickets does not
// slow down the others.
func (q *ticketQuery) addOrganizations(ctx context.Context) error {
	q.isTotalExact = true
	if len(q.words) > 0 {
		id, release := register(q.words)
		q.registered, q.releases = id, append(q.releases, release)
	}
	scope := scopeOf(q.user, portal.Ticketing)
	organizations := scope.organizations
	if scope.all {
		organizations = []string{allOrganizations}
	}
	for _, id := range organizations {
		if err := q.addOrganization(ctx, id); err != nil {
			return err
		}
	}
	if !q.isTotalExact {
		q.total = portal.MaxTicketTotal
	}
	return nil
}

func (q *ticketQuery) release() {
	for _, release := range q.releases {
		release()
	}
}

// addOrganization counts the tickets of an organization, and collects them if they are few. If they are many, they
// are searched in the order of the list.
func (q *ticketQuery) addOrganization(ctx context.Context, id string) error {
	from, filtered, err := q.sourceBySerialNumber(id), 0, error(nil)
	isCounted := q.f.SerialNumber == ""
	if isCounted {
		if from, filtered, err = q.sourceByCounts(ctx, id); err != nil || filtered == 0 {
			return err
		}
	}
	var everything int
	if err := q.tx.QueryRowContext(ctx, `SELECT coalesce(sum(total), 0) FROM ticket_counts c WHERE `+
		ofOrganization("c", id), organizationArgs(id)...).Scan(&everything); err != nil {
		return err
	}
	if len(q.words) == 0 && isCounted && filtered > min(everything/orderedScanShare, portal.MaxTicketTotal) {
		q.total += filtered
		q.selectInOrder(id, nil)
		return nil
	}
	var found *candidates
	if len(q.words) > 0 {
		found, err = q.index.candidates(ctx, q.tx, id, q.words, q.registered)
		if err != nil || found.size == 0 {
			return err
		}
	}
	// If the total is already above the limit, only the distinction between few and many matters.
	limit := max(portal.MaxTicketTotal+1-q.total, maxPageSize+1)
	if found == nil && isCounted {
		limit = portal.MaxTicketTotal + 1
	}
	var numbers []uint32
	if found != nil && isCounted && found.size < filtered {
		numbers, err = q.matchAmong(ctx, id, found, limit)
	} else {
		numbers, err = q.read(ctx, from, limit)
	}
	if err != nil {
		return err
	}
	q.total += len(numbers)
	if len(numbers) < limit {
		q.selectNumbers(numbers)
		return nil
	}
	q.isTotalExact = false
	if found == nil {
		q.selectInOrder(id, nil)
		return nil
	}
	if found.size > everything/orderedScanShare {
		q.selectInOrder(id, nil)
		return nil
	}
	set := roaring.New()
	if err := found.each(ctx, func(numbers []uint32) (bool, error) {
		set.AddMany(numbers)
		return true, nil
	}); err != nil {
		return err
	}
	q.selectInOrder(id, set)
	return nil
}

// source is the FROM and WHERE of a query of matching tickets.
type source struct {
	sql  string
	args []any
}

// ofOrganization returns the condition that limits a table to an organization.
func ofOrganization(table, id string) string {
	if id == allOrganizations {
		return "1"
	}
	return table + ".organization_id = ?"
}

func organizationArgs(id string) []any {
	if id == allOrganizations {
		return nil
	}
	return []any{id}
}

// sourceBySerialNumber returns the source of the tickets of a machine.
func (q *ticketQuery) sourceBySerialNumber(id string) source {
	where, args := q.conditions("+t")
	return source{
		`tickets t WHERE t.serial_number = ? AND ` + ofOrganization("t", id) + where + q.hasWords(),
		append(append(append([]any{q.f.SerialNumber}, organizationArgs(id)...), args...), q.wordArgs()...),
	}
}

// sourceByCounts returns the source of tickets by the counters that a filter selects, and the counters' sum.
func (q *ticketQuery) sourceByCounts(ctx context.Context, id string) (s source, total int, err error) {
	counts, same := "ticket_counts c", `tickets t INDEXED BY tickets_by_count ON`
	if q.f.OnlyMine {
		counts = "ticket_counts_of_contacts c"
		same = `tickets t INDEXED BY tickets_by_count_of_contact ON t.contact_id = c.contact_id AND`
	}
	where, args := q.conditions("c")
	where, args = ofOrganization("c", id)+where, append(organizationArgs(id), args...)
	err = q.tx.QueryRowContext(ctx, `SELECT coalesce(sum(total), 0) FROM `+counts+` WHERE `+where, args...).Scan(&total)
	return source{
		counts + ` CROSS JOIN ` + same + ` t.organization_id = c.organization_id AND t.location_id = c.location_id
			AND t.status = c.status AND t.type = c.type WHERE c.total > 0 AND ` + where + q.hasWords(),
		append(args, q.wordArgs()...),
	}, total, err
}

// conditions returns the conditions of the filter except words and serial number, each after an AND, on the columns
// of a table. A plus before the table's name prevents SQLite from using an index of the column.
func (q *ticketQuery) conditions(table string) (where string, args []any) {
	if q.f.OnlyMine {
		where, args = " AND "+table+".contact_id = ?", []any{q.user.ID}
	}
	addIn := func(column string, values []string) {
		if len(values) == 0 {
			return
		}
		for _, v := range values {
			args = append(args, v)
		}
		where += " AND " + table + "." + column + " IN (" + strings.TrimSuffix(strings.Repeat("?,", len(values)), ",") +
			")"
	}
	addIn("status", texts(q.f.Statuses))
	addIn("type", texts(q.f.Types))
	addIn("location_id", q.f.Locations)
	return where, args
}

// hasWords returns the condition on the texts of tickets t.
func (q *ticketQuery) hasWords() string {
	if len(q.words) == 0 {
		return ""
	}
	return ` AND ticket_has_words(?, ` + ticketText + `)`
}

func (q *ticketQuery) wordArgs() []any {
	if len(q.words) == 0 {
		return nil
	}
	return []any{q.registered}
}

// read reads the numbers of matching tickets, up to a limit.
func (q *ticketQuery) read(ctx context.Context, from source, limit int) ([]uint32, error) {
	rows, err := q.tx.QueryContext(ctx, `SELECT t.number FROM `+from.sql+` LIMIT ?`, append(from.args, limit)...)
	if err != nil {
		return nil, err
	}
	return scanAll(rows, func() (number uint32, err error) { return number, rows.Scan(&number) })
}

// matchAmong reads the numbers of matching tickets among candidates, up to a limit.
func (q *ticketQuery) matchAmong(
	ctx context.Context,
	id string,
	found *candidates,
	limit int,
) (matching []uint32, err error) {
	where, args := q.conditions("+t")
	where = ` WHERE ` + ofOrganization("+t", id) + where + q.hasWords()
	args = append(append(organizationArgs(id), args...), q.wordArgs()...)
	err = found.each(ctx, func(numbers []uint32) (bool, error) {
		for len(numbers) > 0 && len(matching) < limit {
			batch := numbers[:min(limit, len(numbers))]
			numbers = numbers[len(batch):]
			more, err := q.read(ctx, source{
				`json_each(?) n CROSS JOIN tickets t ON t.number = n.value` +
					where, append([]any{jsonList(batch)}, args...),
			}, limit-len(matching))
			if err != nil {
				return false, err
			}
			matching = append(matching, more...)
		}
		return len(matching) < limit, nil
	})
	return matching, err
}

// selectNumbers selects the first of the given tickets.
func (q *ticketQuery) selectNumbers(numbers []uint32) {
	if len(numbers) > 0 {
		q.add(source{`json_each(?) n CROSS JOIN tickets t ON t.number = n.value WHERE 1`, []any{jsonList(numbers)}})
	}
}

// selectInOrder selects the first matching tickets of an organization in the order of the list. set, unless nil,
// contains the candidates.
func (q *ticketQuery) selectInOrder(id string, set *roaring.Bitmap) {
	where, args := q.conditions("+t")
	args = append(organizationArgs(id), args...)
	if q.f.SerialNumber != "" {
		where, args = where+" AND +t.serial_number = ?", append(args, q.f.SerialNumber)
	}
	if set != nil {
		registered, release := register(set)
		q.releases = append(q.releases, release)
		where, args = where+" AND ticket_is_in(?, t.number)", append(args, registered)
	}
	index := q.sorting.index
	if id == allOrganizations {
		index += "_of_all"
	}
	q.add(source{`tickets t INDEXED BY ` + index + ` WHERE ` + ofOrganization("t", id) + where + q.hasWords(),
		append(args, q.wordArgs()...)})
}

func (q *ticketQuery) add(from source) {
	q.idQueries = append(q.idQueries, `SELECT id FROM (SELECT t.id FROM `+from.sql+q.afterCursor+
		` ORDER BY `+q.sorting.orderBy()+` LIMIT ?)`)
	q.args = append(append(append(q.args, from.args...), q.afterCursorArgs...), q.limit)
}

// registered contains the bitmaps and words of running queries by the number that the SQL contains: SQLite's custom
// functions are shared by the process.
var (
	registered     sync.Map
	lastRegistered atomic.Int64
)

// register makes a bitmap or words available to queries until release is called.
func register(value any) (id int64, release func()) {
	id = lastRegistered.Add(1)
	registered.Store(id, value)
	return id, func() { registered.Delete(id) }
}

// registeredArgument returns the registered value of a function's argument.
func registeredArgument[T any](arg driver.Value) (value T, err error) {
	id, _ := arg.(int64)
	found, _ := registered.Load(id)
	value, ok := found.(T)
	if !ok {
		return value, errors.New("the query has ended")
	}
	return value, nil
}

func init() {
	sqlite.MustRegisterDeterministicScalarFunction("ticket_is_in", 2,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			set, err := registeredArgument[*roaring.Bitmap](args[0])
			if err != nil {
				return nil, err
			}
			number, _ := args[1].(int64)
			return set.Contains(uint32(number)), nil
		})
	sqlite.MustRegisterDeterministicScalarFunction("ticket_has_words", 2,
		func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			words, err := registeredArgument[[]string](args[0])
			if err != nil {
				return nil, err
			}
			text, _ := args[1].(string)
			text = strings.ToLower(text)
			for _, word := range words {
				if !strings.Contains(text, word) {
					return false, nil
				}
			}
			return true, nil
		})
}
