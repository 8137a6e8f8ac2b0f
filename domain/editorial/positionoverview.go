package editorial

import (
	"slices"

	"strand/domain/listing"
	"strand/domain/location"
)

// The parameters of a selection of positions.
const (
	paramDepartment = "department"
	paramPlace      = "place"
)

// PositionParameters are the parameters of a selection of positions.
var PositionParameters = listing.Parameters{paramDepartment, paramPlace}

// PositionSelection contains the filters of the open positions. Its state is the query of the URL.
type PositionSelection struct {
	// Departments, and Places (slugs of locations): the values of each are alternatives.
	Departments, Places []string
}

// ParsePositionSelection parses the query of a URL.
func ParsePositionSelection(rawQuery string) PositionSelection {
	query := listing.Query(rawQuery)
	return PositionSelection{
		Departments: listing.Choices(query[paramDepartment]),
		Places:      listing.Choices(query[paramPlace]),
	}
}

// PositionOverview is a selection of open positions with the options of its filters.
type PositionOverview struct {
	Total      int
	IsFiltered bool
	Positions  []*Page
	// Departments and Places are the options of the filters, empty for fewer than two values. The count of an option is
	// the number of positions that it would select, given the other filter.
	Departments, Places []listing.Option
	// ResetURL is the path of the page without filters.
	ResetURL string
}

// NewPositionOverview returns the positions of a selection of the open ones with its filters (JOB-5). A position whose
// location is unknown has no place. The client translates the labels of departments.
func NewPositionOverview(
	open []*Page, locations location.Locations, base, lang string, s PositionSelection,
) *PositionOverview {
	place := func(p *Page) *location.Location { return locations.ByID(p.Position.LocationID) }
	department := func(p *Page) string { return string(p.Position.Department) }
	slug := func(p *Page) string {
		if at := place(p); at != nil {
			return at.Slug
		}
		return ""
	}
	isOf := func(chosen []string, value string) bool { return len(chosen) == 0 || slices.Contains(chosen, value) }
	inDepartment := func(p *Page) bool { return isOf(s.Departments, department(p)) }
	atPlace := func(p *Page) bool { return isOf(s.Places, slug(p)) }
	found := []*Page{}
	for _, p := range open {
		if inDepartment(p) && atPlace(p) {
			found = append(found, p)
		}
	}
	departments := optionsOf(open, department, department, atPlace)
	places := optionsOf(open, slug, func(p *Page) string {
		at := place(p)
		if town := at.Town(); town != nil {
			return *town
		}
		return at.Name
	}, inDepartment)
	return &PositionOverview{
		Total:       len(found),
		IsFiltered:  len(s.Departments)+len(s.Places) > 0,
		Positions:   found,
		Departments: listing.Options(departments, s.Departments),
		Places:      listing.SortedOptions(places, s.Places, lang),
		ResetURL:    base,
	}
}

// optionsOf returns an option for each value of the positions but the empty one, in their order, with the number of
// those that the other filter selects; none for fewer than two values.
func optionsOf(open []*Page, value, label func(*Page) string, isCounted func(*Page) bool) []listing.Option {
	var options []listing.Option
	for _, p := range open {
		v := value(p)
		if v == "" {
			continue
		}
		at := slices.IndexFunc(options, func(o listing.Option) bool { return o.Value == v })
		if at < 0 {
			at = len(options)
			options = append(options, listing.Option{Value: v, Label: label(p), IsOffered: true})
		}
		if isCounted(p) {
			options[at].Count++ //nolint:gosec // an index that was found in it
		}
	}
	if len(options) < 2 {
		return nil
	}
	return options
}
