package editorial

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"strand/domain/optional"
	"strand/domain/site"
)

// Department is a part of the group in which people work.
type Department string

// Position is an open position that a page describes (rules JOB).
type Position struct {
	ID         string
	Department Department
	// LocationID is the id of the place of work; empty if unknown.
	LocationID string
	// WorkloadMin and WorkloadMax are in per cent of a full-time job, see Workload.
	WorkloadMin, WorkloadMax int
	Salary                   *Salary
	// PublicationDate and ValidThrough are the first and the last day for applications: `2026-11-20`.
	PublicationDate, ValidThrough string
	// Withdrawn is true if the editors have closed the position before its last day.
	Withdrawn bool
	// PageID is the id of the page.
	PageID string
	site.Localized
}

// Salary is the salary of a year, for a full-time job.
type Salary struct {
	Min, Max int
	// Currency is a code of ISO 4217.
	Currency string
}

var currencyCode = regexp.MustCompile(`^[A-Z]{3}$`)

// NewSalary returns a salary, with its limits in order; nil if a limit or the currency is missing.
func NewSalary(low, high int, currency string) *Salary {
	if low <= 0 || high <= 0 || !currencyCode.MatchString(currency) {
		return nil
	}
	return &Salary{Min: min(low, high), Max: max(low, high), Currency: currency}
}

// Workload returns the limits of a workload in order, and within 1 and 100 per cent (JOB-1).
func Workload(low, high int) (from, to int) {
	within := func(percent int) int { return min(max(percent, 1), 100) }
	low, high = within(low), within(high)
	return min(low, high), max(low, high)
}

// ClosedAt reports whether no applications are accepted at a time (JOB-2): the editors have closed the position, or its
// last day is over, in UTC. A position without a valid last day stays open until it is closed.
func (p *Position) ClosedAt(now time.Time) bool {
	over := p.over()
	return p.Withdrawn || !over.IsZero() && !now.Before(over)
}

// NextChange returns when the position closes by itself; zero if it is closed, or never does.
func (p *Position) NextChange(now time.Time) time.Time {
	if p.ClosedAt(now) {
		return time.Time{}
	}
	return p.over()
}

// over is the beginning of the day after the last one.
func (p *Position) over() time.Time { return optional.DayAfter(p.ValidThrough) }

// OpenPositions returns those pages whose positions accept applications at a time, the newest first, and when the list
// changes; zero for never (JOB-1, JOB-2).
func OpenPositions(pages []*Page, now time.Time) (open []*Page, next time.Time) {
	open = []*Page{}
	for _, p := range pages {
		if p == nil || p.Position == nil || p.Position.ClosedAt(now) {
			continue
		}
		open = append(open, p)
		next = optional.Earlier(next, p.Position.NextChange(now))
	}
	slices.SortStableFunc(open, func(a, b *Page) int {
		return strings.Compare(b.Position.PublicationDate, a.Position.PublicationDate)
	})
	return open, next
}
