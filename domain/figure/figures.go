package figure

import (
	"slices"
	"strings"

	"strand/domain/catalog"
	"strand/domain/quantity"
	"strand/domain/site"
)

// Figures are the figures that references can name.
type Figures struct {
	Facts []*site.Fact
	// Products are by slug, with the names of their rows in English.
	Products map[string]*catalog.DetailedProduct
}

// Value returns a figure with its unit, written for a language in a measurement system.
func (f Figures) Value(ref Reference, language string, system site.MeasurementSystem) (value string, ok bool) {
	q, ok := f.quantity(ref, system)
	if !ok {
		return "", false
	}
	l := site.Locale{LanguageCode: language}
	value, unit := q.Format(l), quantity.FormatUnit(q.Unit, l)
	switch {
	case ref.Part == UnitOnly:
		value = unit
	case ref.Part == "" && unit != "":
		// A text does not wrap within a range or before its unit.
		value = strings.ReplaceAll(value, "–", "–\u2060") + "\u00a0" + unit
	}
	return value, value != "" && !MayContain(value)
}

// quantity returns a figure in a measurement system, else in the other one.
func (f Figures) quantity(ref Reference, system site.MeasurementSystem) (q quantity.Quantity, ok bool) {
	if ref.Fact != "" {
		at := slices.IndexFunc(f.Facts, func(fact *site.Fact) bool { return fact.Key == ref.Fact })
		if at < 0 {
			return q, false
		}
		return factQuantity(f.Facts[at], system), true
	}
	product := f.Products[ref.Product]
	if product == nil || product.Detail == nil {
		return q, false
	}
	for _, s := range []site.MeasurementSystem{system, site.Metric, site.Imperial} {
		if q, ok = catalog.Row(ref.Row, s, product.Detail.Specifications); ok {
			if q, ok = limitOf(q, ref.Limit); ok {
				return q, true
			}
		}
	}
	return q, false
}

func limitOf(q quantity.Quantity, l Limit) (quantity.Quantity, bool) {
	switch l {
	case Lowest:
		return q.Lowest()
	case Highest:
		return q.Highest()
	}
	return q, true
}

func factQuantity(fact *site.Fact, system site.MeasurementSystem) quantity.Quantity {
	if fact.IsText {
		return quantity.NewText(fact.Value, fact.Unit)
	}
	q := quantity.Parse(fact.Value, fact.Unit)
	if converted, ok := q.In(system); ok {
		return converted
	}
	return q
}
