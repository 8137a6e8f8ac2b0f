package sis

import (
	"strand/domain/investor"
	"strand/internal/cache"
)

// Entry describes the cache entry of an investor table in a locale of sis, or of the calendar for an empty kind;
// false if there is none.
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
