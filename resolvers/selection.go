package resolvers

import (
	"strand/domain/listing"
	"strand/domain/location"
	"strand/gql/model"
)

// locationSelection converts the filter of locations.
func locationSelection(f *model.LocationFilter) location.Selection {
	var s location.Selection
	if f == nil {
		return s
	}
	s.Brands, _ = f.Brands.ValueOK()
	s.Countries, _ = f.Countries.ValueOK()
	types, _ := f.Types.ValueOK()
	s.Types = listing.Texts(types)
	regions, _ := f.Regions.ValueOK()
	s.Regions = listing.Texts(regions)
	return s
}
