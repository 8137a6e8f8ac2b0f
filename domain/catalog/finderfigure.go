package catalog

import (
	"slices"

	"strand/domain/quantity"
)

// FinderFigure is a figure that the finder of a home page asks for (CAT-61).
type FinderFigure string

const (
	FinderCrossSection FinderFigure = "CROSS_SECTION"
	FinderOutput       FinderFigure = "OUTPUT"
)

// minFinderShare is the share of the products of a brand that have a figure of its finder. It is smaller than that of
// filters: the largest cables of a brand are a few of its products.
const minFinderShare = 0.2

// FinderFigures are all figures of a finder, in its order.
var FinderFigures = []FinderFigure{FinderCrossSection, FinderOutput}

func (f FinderFigure) measure() string {
	if f == FinderOutput {
		return quantity.Output
	}
	return quantity.CrossSection
}

// FinderFiguresOfBrand returns the figures of a finder that at least a fifth of the products of a brand have.
func (i *Index) FinderFiguresOfBrand(brandID string) []FinderFigure {
	products, counts := 0, map[FinderFigure]int{}
	for _, p := range i.products {
		if p.BrandID != brandID {
			continue
		}
		products++
		for _, f := range FinderFigures {
			isOf := func(has figure) bool { return i.figures[has.name].measure == f.measure() }
			if slices.ContainsFunc(p.figures, isOf) {
				counts[f]++
			}
		}
	}
	figures := []FinderFigure{}
	for _, f := range FinderFigures {
		if products > 0 && float64(counts[f]) >= minFinderShare*float64(products) {
			figures = append(figures, f)
		}
	}
	return figures
}
