package productrequest

import (
	"slices"

	"strand/domain/form"
	"strand/domain/location"
	"strand/domain/optional"
)

// answerDays is the promised time of an answer, in working days.
const answerDays = 1

// Office returns the office that a request is addressed to (REQ-2): the one that sells all brands of the machines in a
// country, else the headquarters with the group's mailbox. Without brands, it is the office of any brand.
func Office(all location.Locations, country string, brandIDs ...string) *form.Office {
	if country != "" {
		offices := slices.DeleteFunc(slices.Clone(all), func(l *location.Location) bool {
			isOther := func(brand string) bool { return brand != "" && !slices.Contains(l.BrandIDs, brand) }
			return slices.ContainsFunc(brandIDs, isOther) ||
				!slices.Contains(append([]string{l.CountryCode}, l.ServedCountries...), country)
		})
		if found := offices.For(country); found != nil && !isOnlyHeadquarters(found) {
			return officeOf(found, false)
		}
	}
	return GroupOffice(all)
}

// isOnlyHeadquarters reports whether a location is the group's headquarters and sells nothing itself.
func isOnlyHeadquarters(l *location.Location) bool {
	return l.Is(location.Headquarters) && !l.Is(location.Sales) && !l.Is(location.Representative)
}

// GroupOffice returns the mailbox of the group: that of its headquarters. Without locations, it has no name.
func GroupOffice(all location.Locations) *form.Office {
	if headquarters := all.For(""); headquarters != nil {
		return officeOf(headquarters, true)
	}
	return &form.Office{IsGroup: true, WorkingDays: answerDays}
}

func officeOf(l *location.Location, isGroup bool) *form.Office {
	return &form.Office{
		LocationID:  l.ID,
		IsGroup:     isGroup,
		WorkingDays: answerDays,
		Name:        &l.Name,
		Phone:       l.Phone,
		Email:       l.Email,
		Address:     l.Address,
		CountryCode: optional.Text(l.CountryCode),
	}
}
