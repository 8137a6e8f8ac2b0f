package figure

import (
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
	switch ref.Limit {
	case Lowest:
		q, ok = q.Lowest()
	case Highest:
		q, ok = q.Highest()
	}
	l := site.Locale{LanguageCode: language}
	value = q.Format(l)
	if q.Unit != "" {
		value += "\u00a0" + quantity.FormatUnit(q.Unit, l)
	}
	return value, ok && value != "" && !MayContain(value)
}

func (f Figures) quantity(ref Reference, system site.MeasurementSystem) (q quantity.Quantity, ok bool) {
	if ref.Fact != "" {
		for _, fact := range f.Facts {
			if fact.Key == ref.Fact {
				return factQuantity(fact, system), true
			}
		}
		return q, false
	}
	product := f.Products[ref.Product]
	if product == nil || product.Detail == nil {
		return q, false
	}
	return catalog.Row(ref.Row, system, product.Detail.Specifications)
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
