// Package location contains the locations of the group, and the choice of the location that serves a visitor (rules
// LCN).
package location

import (
	"regexp"
	"slices"
	"strings"

	"strand/domain/convert"
	"strand/domain/listing"
	"strand/domain/optional"
	"strand/domain/site"
)

// Type is the function of a location.
type Type string

const (
	Headquarters   Type = "HEADQUARTERS"
	Sales          Type = "SALES"
	Service        Type = "SERVICE"
	SpareParts     Type = "SPARE_PARTS"
	Training       Type = "TRAINING"
	Representative Type = "REPRESENTATIVE"
)

// Types are all types, in the order of the filter.
var Types = []Type{Headquarters, Sales, Service, SpareParts, Training, Representative}

// Region is a region of the world.
type Region string

const (
	Europe           Region = "EUROPE"
	Americas         Region = "AMERICAS"
	AsiaPacific      Region = "ASIA_PACIFIC"
	MiddleEastAfrica Region = "MIDDLE_EAST_AFRICA"
)

// Regions are all regions, in the order of the filter.
var Regions = []Region{Europe, Americas, AsiaPacific, MiddleEastAfrica}

// Location is a location of the group or of a representative.
type Location struct {
	ID, Slug, Name string
	Types          []Type
	BrandIDs       []string
	// CountryCode is empty if unknown.
	CountryCode string
	// ServedCountries are further countries that the location serves.
	ServedCountries []string
	Region          Region
	// Coordinates are where it is on the map; nil if unknown.
	Coordinates *Coordinates
	// Address contains the lines of the postal address without the country.
	Address, Phone, Email, Website, Hours *string
}

// Coordinates are a point on the earth, in degrees.
type Coordinates struct{ Latitude, Longitude float64 }

// NewCoordinates returns a point; nil if it is not on the earth (LCN-7).
func NewCoordinates(latitude, longitude float64) *Coordinates {
	// The comparisons are false for NaN, too.
	if latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180 {
		return &Coordinates{latitude, longitude}
	}
	return nil
}

// IsEntity marks a location as an entity of the federated graph, which other graphs reference by its key.
func (*Location) IsEntity() {}

// Is reports whether the location has a type.
func (l *Location) Is(t Type) bool { return slices.Contains(l.Types, t) }

// postalCode matches a line of an address that begins or ends with a postal code: `6036 Dierikon`, `602 00 Brno`,
// `Shanghai 200131`, `Milwaukee, WI 53204`, `Toronto, ON M5V 2T6`, `London EC1A 1BB`.
var postalCode = regexp.MustCompile(`^(\d{4,6}|\d{3} \d{2}|\d{5}-\d{3}) (.+)$|` +
	`^(.+) (\d{4,6}|\d{3}-\d{4}|\d{5}-\d{4}|[A-Z]\d[A-Z] \d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2})$`)

// region matches a town with the code of its state or province, as between town and postal code in North America and
// Australia.
var region = regexp.MustCompile(`^(.+?),? ([A-Z]{2,3})$`)

// PostalAddress contains the parts of an address. Parts that are unknown are empty.
type PostalAddress struct {
	Street, Town string
	// Region is the code of the state or province.
	Region     string
	PostalCode string
}

// PostalAddress returns the parts of the address (LCN-6): its last line is the town, with the postal code in the usual
// positions, and the others are the street.
func (l *Location) PostalAddress() PostalAddress {
	if l.Address == nil {
		return PostalAddress{}
	}
	var lines []string
	for line := range strings.Lines(*l.Address) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return PostalAddress{}
	}
	last := len(lines) - 1
	address := PostalAddress{Street: strings.Join(lines[:last], ", "), Town: lines[last]}
	found := postalCode.FindStringSubmatch(address.Town)
	if found == nil {
		return address
	}
	address.Town, address.PostalCode = found[2]+found[3], found[1]+found[4]
	if found := region.FindStringSubmatch(found[3]); found != nil {
		address.Town, address.Region = found[1], found[2]
	}
	return address
}

// Town is the town of the address; nil if unknown.
func (l *Location) Town() *string {
	return optional.Text(l.PostalAddress().Town)
}

// Locations are all locations, sorted as in the CMS.
type Locations []*Location

// Selection contains the filters of the locations. Its state is the query of the URL.
type Selection struct {
	// Brands (ids), Types, Countries (codes) and Regions: the values of each are alternatives.
	Brands, Types, Countries, Regions []string
}

// The parameters of a selection.
const (
	paramBrand   = "brand"
	paramType    = "type"
	paramCountry = "country"
	paramRegion  = "region"
)

// Parameters are the parameters of a selection.
var Parameters = listing.Parameters{paramBrand, paramType, paramCountry, paramRegion}

// ParseSelection parses the query of a URL. Unknown values are ignored.
func ParseSelection(rawQuery string) Selection {
	query := listing.Query(rawQuery)
	return Selection{
		Brands:    listing.Choices(query[paramBrand]),
		Types:     listing.Choices(query[paramType]),
		Countries: listing.Choices(query[paramCountry]),
		Regions:   listing.Choices(query[paramRegion]),
	}
}

// IsFiltered reports whether the selection excludes any location.
func (s Selection) IsFiltered() bool {
	return len(s.Brands)+len(s.Types)+len(s.Countries)+len(s.Regions) > 0
}

func (s Selection) matches(l *Location) bool {
	isAny := func(chosen []string, has func(string) bool) bool {
		return len(chosen) == 0 || slices.ContainsFunc(chosen, has)
	}
	return isAny(s.Brands, func(id string) bool { return slices.Contains(l.BrandIDs, id) }) &&
		isAny(s.Types, func(t string) bool { return l.Is(Type(t)) }) &&
		isAny(s.Countries, func(code string) bool { return l.CountryCode == code }) &&
		isAny(s.Regions, func(r string) bool { return l.Region == Region(r) })
}

// ByID returns the location with an id, or nil.
func (all Locations) ByID(id string) *Location {
	return convert.First(all, func(l *Location) bool { return l.ID == id })
}

// Select returns the locations of a selection.
func (all Locations) Select(s Selection) Locations {
	found := Locations{}
	for _, l := range all {
		if s.matches(l) {
			found = append(found, l)
		}
	}
	return found
}

// For returns the location that serves a country: its own sales office, else the sales office that serves it, else its
// representative, else any other location for it; otherwise, and for the international locale, the headquarters. It
// returns nil if there are none.
func (all Locations) For(country string) *Location {
	in := func(l *Location) bool { return country != "" && l.CountryCode == country }
	serves := func(l *Location) bool { return country != "" && slices.Contains(l.ServedCountries, country) }
	for _, fits := range []func(*Location) bool{
		func(l *Location) bool { return in(l) && l.Is(Sales) },
		func(l *Location) bool { return serves(l) && l.Is(Sales) },
		func(l *Location) bool { return (in(l) || serves(l)) && l.Is(Representative) },
		func(l *Location) bool { return in(l) || serves(l) },
		func(l *Location) bool { return l.Is(Headquarters) },
	} {
		if i := slices.IndexFunc(all, fits); i >= 0 {
			return all[i] //nolint:gosec // an index that was found in it
		}
	}
	return nil
}

// Overview is a selection of locations with the options of its filters.
type Overview struct {
	Total      int
	IsFiltered bool
	Locations  []*Location
	// Brands, Types, Countries and Regions are the options of the filters. The count of an option is the number of
	// locations that it would select, given the other filters.
	Brands, Types, Countries, Regions []listing.Option
	// ResetURL is the path of the page without filters.
	ResetURL string
}

// Overview returns the locations of a selection with its filters. The client translates the labels of types and
// regions.
func (all Locations) Overview(base string, s Selection, siteCtx *site.Context) *Overview {
	found := all.Select(s)
	o := &Overview{Total: len(found), IsFiltered: s.IsFiltered(), Locations: found, ResetURL: base}
	lang := siteCtx.Locale.LanguageCode
	// option selects the locations with one value, of those that the other filters select.
	option := func(others Selection, value, label string, alone Selection) listing.Option {
		return listing.Option{Value: value, Label: label, Count: len(all.Select(others).Select(alone))}
	}
	brands, types, countries, regions := s, s, s, s
	brands.Brands, types.Types, countries.Countries, regions.Regions = nil, nil, nil, nil
	o.Brands = listing.SortedOptions(convert.All(siteCtx.Directory.Brands, func(b *site.Brand) listing.Option {
		return option(brands, b.ID, b.Name, Selection{Brands: []string{b.ID}})
	}), s.Brands, lang)
	o.Types = listing.Options(convert.All(Types, func(t Type) listing.Option {
		return option(types, string(t), string(t), Selection{Types: []string{string(t)}})
	}), s.Types)
	o.Countries = listing.SortedOptions(convert.All(siteCtx.Directory.Countries, func(c *site.Country) listing.Option {
		return option(countries, c.CountryCode, c.DisplayName(lang), Selection{Countries: []string{c.CountryCode}})
	}), s.Countries, lang)
	o.Regions = listing.Options(convert.All(Regions, func(r Region) listing.Option {
		return option(regions, string(r), string(r), Selection{Regions: []string{string(r)}})
	}), s.Regions)
	return o
}
