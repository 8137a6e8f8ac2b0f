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
