package catalog

import (
	"cmp"
	"slices"

	"strand/domain/quantity"
	"strand/domain/site"
)

// InSystem returns a selection, whose values are plain, with the values of its figures converted to a measurement
// system; a value that cannot be converted is left out.
func (i *Index) InSystem(s Selection, from, to site.MeasurementSystem) Selection {
	converted := s.OnPage(1)
	converted.Figures, converted.System = nil, to
	for _, filter := range s.Figures {
		id, ok := i.figureOf[filter.Slug]
		if !ok {
			continue
		}
		inSystem := func(value string) string {
			q, ok := quantity.Read(value, i.units[id].in(from), site.Locale{})
			if !ok {
				return ""
			}
			low, high, _ := q.Limits()
			q, ok = quantity.Between(low, high, i.units[id].in(to))
			if !ok {
				return ""
			}
			return q.Plain()
		}
		converted = converted.WithFigure(FigureFilter{
			Slug: filter.Slug, Fits: inSystem(filter.Fits), Min: inSystem(filter.Min), Max: inSystem(filter.Max),
		})
	}
	slices.SortFunc(converted.Figures, func(a, b FigureFilter) int { return cmp.Compare(a.Slug, b.Slug) })
	return converted
}

// Translated returns the selection with the slugs of its figures and choices in the language of this index. others are
// the indexes of the site's other languages, since the query of a URL is kept when the visitor changes the language.
// What no index has is left out (CAT-22).
func (i *Index) Translated(s Selection, others func(yield func(*Index) bool)) Selection {
	s.Figures, s.Choices = slices.Clone(s.Figures), slices.Clone(s.Choices)
	// translate replaces what other knows, and returns whether something is left.
	translate := func(other *Index) (isLeft bool) {
		figure := func(slug *string) {
			if *slug == "" || i.HasFigure(*slug) {
				return
			}
			isLeft = true
			if other != nil {
				if found, ok := i.TranslateFigure(other, *slug); ok {
					*slug = found
				}
			}
		}
		for n := range s.Figures {
			figure(&s.Figures[n].Slug)
		}
		figure(&s.SortedBy)
		for n, c := range s.Choices {
			if _, ok := i.choiceNamed(c.Slug); ok {
				continue
			}
			isLeft = true
			if other != nil {
				s.Choices[n] = i.translateChoices(other, c)
			}
		}
		return isLeft
	}
	if !translate(nil) {
		return s
	}
	for other := range others {
		if translate(other); !translate(nil) {
			return s
		}
	}
	s.Figures = slices.DeleteFunc(s.Figures, func(f FigureFilter) bool { return !i.HasFigure(f.Slug) })
	s.Choices = slices.DeleteFunc(s.Choices, func(c ChoiceFilter) bool { _, ok := i.choiceNamed(c.Slug); return !ok })
	if s.Sort == SortFigure && !i.HasFigure(s.SortedBy) {
		s.Sort, s.SortedBy, s.IsDescending = SortPosition, "", false
	}
	return s
}

// translateChoices returns a filter with the slugs in the language of this index, as far as they are known.
func (i *Index) translateChoices(other *Index, filter ChoiceFilter) ChoiceFilter {
	translated := ChoiceFilter{Slug: filter.Slug}
	for _, value := range filter.Values {
		if name, found, ok := i.TranslateChoice(other, filter.Slug, value); ok {
			translated.Slug = name
			translated.Values = append(translated.Values, found)
		}
	}
	if len(translated.Values) == 0 {
		return filter
	}
	return translated
}

// WithTask returns the selection with what the finder asks for as filters of the figures in the language of this index:
// the cross-section of a wire, and the lowest output (CAT-61). A filter of the URL by the same figure stays.
func (i *Index) WithTask(s Selection) Selection {
	for _, asked := range []struct{ value, measure string }{
		{s.wire, quantity.CrossSection}, {s.output, quantity.Output},
	} {
		if asked.value == "" {
			continue
		}
		slug, isRange := i.commonFigure(asked.measure)
		if slug == "" || s.figure(slug) != (FigureFilter{Slug: slug}) {
			continue
		}
		if isRange {
			s = s.WithFigure(FigureFilter{Slug: slug, Fits: asked.value})
		} else {
			s = s.WithFigure(FigureFilter{Slug: slug, Min: asked.value})
		}
	}
	s.wire, s.output = "", ""
	slices.SortFunc(s.Figures, func(a, b FigureFilter) int { return cmp.Compare(a.Slug, b.Slug) })
	return s
}

// commonFigure returns the slug of the figure of a measure that most products have, and whether these have ranges;
// empty for none.
func (i *Index) commonFigure(measure string) (slug string, isRange bool) {
	counts, ranges := make([]int, len(i.figures)), make([]int, len(i.figures))
	for _, p := range i.products {
		for _, f := range p.figures {
			counts[f.name]++
			if f.isRange {
				ranges[f.name]++
			}
		}
	}
	most := 0
	for n, f := range i.figures {
		if f.measure == measure && counts[n] > most {
			most, slug, isRange = counts[n], f.slug, 2*ranges[n] >= counts[n]
		}
	}
	return slug, isRange
}
