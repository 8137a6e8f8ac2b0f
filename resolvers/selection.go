package resolvers

import (
	"strand/domain/editorial"
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

// storySelection converts the filter of stories.
func storySelection(f *model.StoryFilter) editorial.StorySelection {
	if f == nil {
		return editorial.StorySelection{}
	}
	s := editorial.StorySelection{VideosOnly: f.VideosOnly}
	s.Topics, _ = f.Topics.ValueOK()
	s.Categories, _ = f.Categories.ValueOK()
	if author, _ := f.Author.ValueOK(); author != nil {
		s.Author = *author
	}
	if year, _ := f.Year.ValueOK(); year != nil {
		s.Year = *year
	}
	return s
}
