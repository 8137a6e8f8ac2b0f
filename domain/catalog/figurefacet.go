package catalog

import (
	"math"
	"slices"

	"strand/domain/quantity"
	"strand/domain/site"
)

// FigureFacet is a figure that products can be filtered and sorted by.
type FigureFacet struct {
	Slug, Label string
	// ForeignLanguage is the language of the label, if it is another one than that of the page.
	ForeignLanguage *string
	Unit            *string
	// IsRange is true if the products have ranges: then a product fits a value.
	IsRange bool
	// Filter is the filter in use, as it was typed; its values are empty for none.
	Filter FigureFilter
	// InvalidParameters are the parameters of the URL whose values cannot be read.
	InvalidParameters []string
	// Lowest and Highest are the limits of all products of the listing.
	Lowest, Highest string
	// Count is the number of products that match all filters, Of that without the filter of the figure.
	Count, Of int
	// IsSorted is true if the listing is sorted by the figure.
	IsSorted bool

	measure string
	name    int32
	all     limits
	asked   limits
	// fits, low and high are the values of the filter that were read; Texts for none.
	fits, low, high quantity.Quantity
}

// Asked returns the values of the filter that were read: the one that products must fit, and the limits. Values that
// are missing or cannot be read are texts.
func (f *FigureFacet) Asked() (fits, low, high quantity.Quantity) { return f.fits, f.low, f.high }

// Fits is the value of the filter.
func (f *FigureFacet) Fits() string { return f.Filter.Fits }

// Min is the lower limit of the filter.
func (f *FigureFacet) Min() string { return f.Filter.Min }

// Max is the upper limit of the filter.
func (f *FigureFacet) Max() string { return f.Filter.Max }

// FitsParameter is the parameter of the URL with the value that products must fit.
func (f *FigureFacet) FitsParameter() string { return paramFits + f.Slug }

// MinParameter is the parameter of the URL with the lower limit.
func (f *FigureFacet) MinParameter() string { return paramMin + f.Slug }

// MaxParameter is the parameter of the URL with the upper limit.
func (f *FigureFacet) MaxParameter() string { return paramMax + f.Slug }

// SortLowest is the value of the URL for the order with the lowest value first.
func (f *FigureFacet) SortLowest() string { return sortLow + f.Slug }

// SortHighest is the value of the URL for the order with the highest value first.
func (f *FigureFacet) SortHighest() string { return sortHigh + f.Slug }

// FinderParameter is the parameter with which the finder of pages outside of the listing asks for the figure (CAT-61);
// nil for a figure that is no part of the finder.
func (f *FigureFacet) FinderParameter() *string {
	switch f.measure {
	case quantity.CrossSection:
		return new(paramWire)
	case quantity.Output:
		return new(paramOutput)
	}
	return nil
}

// IsInvalid reports whether a value of the filter is given and none can be read.
func (f *FigureFacet) IsInvalid() bool {
	return f.Filter.Fits+f.Filter.Min+f.Filter.Max != "" && !f.IsFiltered()
}

// IsFiltered reports whether a valid value of the figure is asked for.
func (f *FigureFacet) IsFiltered() bool {
	return !math.IsInf(f.asked.low, -1) || !math.IsInf(f.asked.high, 1)
}

// matches reports whether the figure of a product, which may be nil, fits the values that are asked for: its range
// contains them, or its value lies between them.
func (f *FigureFacet) matches(of *figure, system site.MeasurementSystem) bool {
	if of == nil {
		return false
	}
	has := of.in(system)
	if f.IsRange {
		return has.low <= f.asked.low+tolerance*math.Abs(f.asked.low) &&
			has.high >= f.asked.high-tolerance*math.Abs(f.asked.high)
	}
	return (math.IsInf(f.asked.low, -1) || has.high >= f.asked.low-tolerance*math.Abs(f.asked.low)) &&
		(math.IsInf(f.asked.high, 1) || has.low <= f.asked.high+tolerance*math.Abs(f.asked.high))
}

// read reads the values of the filter, as they are typed on pages of a locale (CAT-51). Reversed limits are swapped.
func (f *FigureFacet) read(unit string, l site.Locale) {
	read := func(typed, parameter string) (q quantity.Quantity, low, high float64, ok bool) {
		if typed == "" {
			return q, 0, 0, false
		}
		if q, ok = quantity.Read(typed, unit, l); ok {
			low, high, ok = q.Limits()
		}
		if !ok {
			f.InvalidParameters = append(f.InvalidParameters, parameter)
		}
		return q, low, high, ok
	}
	if f.IsRange {
		if q, low, high, ok := read(f.Filter.Fits, f.FitsParameter()); ok {
			f.fits, f.asked = q, limits{low, high}
		}
		return
	}
	if q, low, _, ok := read(f.Filter.Min, f.MinParameter()); ok {
		f.low, f.asked.low = q, low
	}
	if q, _, high, ok := read(f.Filter.Max, f.MaxParameter()); ok {
		f.high, f.asked.high = q, high
	}
	if f.isReversed() {
		f.asked.low, f.asked.high = f.asked.high, f.asked.low
		f.low, f.high = f.high, f.low
		f.Filter.Min, f.Filter.Max = f.Filter.Max, f.Filter.Min
	}
}

// isReversed reports whether the lower limit that is asked for is above the upper one.
func (f *FigureFacet) isReversed() bool {
	return f.IsFiltered() && f.low.Kind != quantity.Text && f.high.Kind != quantity.Text && f.asked.low > f.asked.high
}

// plain returns the filter in the form that is read in all languages; what cannot be read stays as it is.
func (f *FigureFacet) plain() FigureFilter {
	plain := func(typed string, q quantity.Quantity) string {
		if q.Kind == quantity.Text {
			return typed
		}
		return q.Plain()
	}
	filter := f.Filter
	if f.IsRange {
		filter.Fits = plain(filter.Fits, f.fits)
	} else {
		filter.Min, filter.Max = plain(filter.Min, f.low), plain(filter.Max, f.high)
	}
	return filter
}

// Plain returns a selection with the values of its figures in the form that is read in all languages, for links.
func (r *ListResult) Plain(s Selection) Selection {
	s.Figures = slices.Clone(s.Figures)
	for n, filter := range s.Figures {
		if at := slices.IndexFunc(r.Figures, func(f *FigureFacet) bool { return f.Slug == filter.Slug }); at >= 0 {
			s.Figures[n] = r.Figures[at].plain()
		}
	}
	return s
}

// place returns the place of a value between the limits of all products, from 0 to 1. Values that differ by more than
// two orders of magnitude have a logarithmic scale.
func (f *FigureFacet) place(v float64) float64 {
	low, high := f.all.low, f.all.high
	if low > 0 && high > 100*low {
		v, low, high = math.Log(max(v, low)), math.Log(low), math.Log(high)
	}
	if high <= low {
		return 0
	}
	return min(max((v-low)/(high-low), 0), 1)
}
