package pim

import (
	"strand/domain/catalog"
	"strand/internal/cache"
)

// Entry describes the cache entry that contains a record in a language; false if no entry contains it. kind is the
// type of a classification.
func (r *Reader) Entry(language, model, id string, kind catalog.Type) (_ cache.Inspection, ok bool) {
	switch model {
	case "Product":
		if found, ok := r.cache.Inspect(detailKey(language, id)); ok {
			return found, true
		}
		return r.cache.Inspect(productKey(language, id))
	case "Classification":
		return r.cache.Inspect(classificationsKey(kind, language))
	case "Capability":
		return r.cache.Inspect(capabilitiesKey(language))
	}
	return cache.Inspection{}, false
}

func classificationsKey(kind catalog.Type, language string) string {
	return cache.Key("pim:classifications", string(kind), language)
}

func capabilitiesKey(language string) string { return cache.Key("pim:capabilities", language) }
