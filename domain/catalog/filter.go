package catalog

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// The filters of a listing; those of figures and choices follow in the order of the facets.
const (
	noFilter = iota
	filterBrand
	filterCapability
	filterProcess
	firstFigure
)

// filters are the filters that are in use.
type filters []filter

// filter has the places of the products that match one filter.
type filter struct {
	of     int
	places *roaring.Bitmap
}

// filter finds the products that match each filter of a request.
func (l *list) filter(r ListRequest, processOf map[string]string, facets *ListResult) filters {
	found := filters{{noFilter, l.all}}
	if len(r.Selection.BrandIDs) > 0 {
		found = append(found, filter{filterBrand, either(l.brands, func(id string) bool {
			return slices.Contains(r.Selection.BrandIDs, id)
		})})
	}
	if len(r.Selection.Processes) > 0 {
		found = append(found, filter{filterProcess, either(l.classifications, func(slug string) bool {
			return slices.Contains(r.Selection.Processes, processOf[slug])
		})})
	}
	for _, id := range r.CapabilityIDs {
		found = append(found, filter{filterCapability, either(l.capabilities, func(of string) bool {
			return of == id
		})})
	}
	for n, f := range facets.Figures {
		if f.IsFiltered() {
			place := 0
			found = append(found, filter{firstFigure + n, l.where(func(p *IndexedProduct) bool {
				return f.matches(p.figureNear(f.name, &place), r.System)
			})})
		}
	}
	for n, c := range facets.Choices {
		if len(c.values) > 0 {
			found = append(found, filter{firstFigure + len(facets.Figures) + n, l.where(func(p *IndexedProduct) bool {
				chosen := p.choice(c.name)
				return chosen != nil && slices.Contains(c.values, chosen.slug)
			})})
		}
	}
	return found
}

// either returns the places of the products with any of the chosen values.
func either(places map[string]*roaring.Bitmap, isChosen func(value string) bool) *roaring.Bitmap {
	var chosen []*roaring.Bitmap
	for value, of := range places {
		if isChosen(value) {
			chosen = append(chosen, of)
		}
	}
	return roaring.FastOr(chosen...)
}

// where returns the places of the products that a function accepts.
func (l *list) where(accepts func(p *IndexedProduct) bool) *roaring.Bitmap {
	places := roaring.New()
	for n, p := range l.products {
		if accepts(p) {
			places.Add(uint32(n)) //nolint:gosec // as in list
		}
	}
	return places
}

// isEmpty reports whether nothing is selected.
func (f filters) isEmpty() bool { return len(f) == 1 }

// without returns the places of the products that match all filters but one; all filters with noFilter.
func (f filters) without(of int) *roaring.Bitmap {
	places := f[0].places // all
	for _, filter := range f[1:] {
		if filter.of != of {
			places = roaring.And(places, filter.places)
		}
	}
	return places
}

// size returns the number of places.
func size(places *roaring.Bitmap) int {
	return int(places.GetCardinality()) //nolint:gosec // there are fewer than 2^32
}

// counts counts the products with each value that are among others.
func counts(places map[string]*roaring.Bitmap, among *roaring.Bitmap) map[string]int {
	counted := make(map[string]int, len(places))
	for value, of := range places {
		counted[value] = int(of.AndCardinality(among)) //nolint:gosec // as in size
	}
	return counted
}

// choiceCounts counts the products with each text of a choice that are among others.
func (l *list) choiceCounts(c *ChoiceFacet, among *roaring.Bitmap) map[string]int {
	counted := map[string]int{}
	for place := range roaring.Values(among) {
		if chosen := l.products[place].choice(c.name); chosen != nil && c.labels[chosen.slug] != "" {
			counted[chosen.slug]++
		}
	}
	return counted
}
