// Package optional contains conversions of values that may be missing.
package optional

import "time"

// Text returns nil for an empty text.
func Text(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// OrEmpty returns the value of a pointer; the zero value, such as an empty text, for nil.
func OrEmpty[T any](value *T) (zero T) {
	if value == nil {
		return zero
	}
	return *value
}

// Earlier returns the earlier one of two times; zero is never.
func Earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// DayAfter returns the beginning of the day after an ISO date, in UTC; zero for a malformed date.
func DayAfter(date string) time.Time {
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}
	}
	return day.AddDate(0, 0, 1)
}
