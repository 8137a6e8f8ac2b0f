package inventory

import (
	"slices"

	"strand/domain/convert"
	"strand/domain/listing"
)

// Location is a site of an organization at which machines are installed. Tickets are filed for a location.
type Location struct {
	ID, Name, City, Country string
	// Organization is the name of the location's organization.
	Organization string
}

// MaxLocations is the maximum number of selected locations of a filter.
const MaxLocations = 100

// LocationOption is a location of the filter.
type LocationOption struct {
	Location *Location
	Selected bool
	// Count is the number of records that the location selects with the other filters; nil if it was not counted.
	Count *int
}

// LocationOptions returns the locations of a filter.
func LocationOptions(all []*Location, selected []string, counts listing.ChoiceCounts) []*LocationOption {
	return convert.All(all, func(l *Location) *LocationOption {
		return &LocationOption{
			Location: l, Selected: slices.Contains(selected, l.ID), Count: counts.Of("locations", l.ID),
		}
	})
}
