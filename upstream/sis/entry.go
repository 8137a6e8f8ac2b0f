package sis

import (
	"strand/domain/investor"
	"strand/internal/cache"
)

// Entry describes the cache entry of a table with texts in a locale as sis names it, and of the calendar for an empty kind;
// not ok where there is none.
func (r *Reader) Entry(kind investor.Kind, locale string) (_ cache.Inspection, ok bool) {
	if kind == "" {
		return r.cache.Inspect(calendarKey(locale))
	}
	return r.cache.Inspect(tableKey(kind, locale))
}

func tableKey(kind investor.Kind, locale string) string {
	return cache.Key("sis:table", string(kind), locale)
}

func calendarKey(locale string) string { return cache.Key("sis:calendar", locale) }
