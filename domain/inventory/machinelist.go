package inventory

import (
	"net/url"
	"slices"
	"unicode/utf8"

	"strand/domain/collation"
	"strand/domain/convert"
	"strand/domain/csvimport"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/site"
)

// MachinesPerPage is the number of machines on a page of the list.
const MachinesPerPage = 20

// MachineOrder is the order of a list of machines.
type MachineOrder string

const (
	orderByLocation    MachineOrder = "LOCATION"
	orderByProductLine MachineOrder = "PRODUCT_LINE"
)

// MachineOrders are all orders; the first is the default.
var MachineOrders = []MachineOrder{
	"NAME",
	"SERIAL_NUMBER",
	"PRODUCT",
	"NEWEST",
	"OLDEST",
	orderByLocation,
	orderByProductLine,
}

// MachineGrouping is the grouping of a list of machines.
type MachineGrouping string

const (
	GroupedByNothing     MachineGrouping = "NONE"
	GroupedByLocation    MachineGrouping = "LOCATION"
	GroupedByProductLine MachineGrouping = "PRODUCT_LINE"
)

// MachineGroupings are all groupings; the first is the default.
var MachineGroupings = []MachineGrouping{GroupedByNothing, GroupedByLocation, GroupedByProductLine}

// MachineFilter selects machines.
type MachineFilter struct {
	// IsRetired selects the retired machines instead of those in use.
	IsRetired    bool
	Text         string
	Locations    []string
	ProductLines []string
	Warranty     []Coverage
	Contract     []Coverage
	HasUpdate    bool
	// DueBefore selects machines with newer software or a service contract that ends before this day; empty for all.
	DueBefore string
}

// MachineSelection is a page of the inventory with its filter and order. Its state is the query of the URL.
type MachineSelection struct {
	Filter   MachineFilter
	Order    MachineOrder
	Grouping MachineGrouping
	Range    portal.ListRange
}

// The parameters of a selection, in addition to those of other lists.
const (
	paramLine     = "line"
	paramWarranty = "warranty"
	paramContract = "contract"
	paramUpdate   = "update"
	paramGroup    = "group"
	// ParamRetired selects the retired machines of an export.
	ParamRetired = "retired"
)

// ParseMachineSelection parses the query of a URL. Unknown values are ignored.
func ParseMachineSelection(rawQuery string, isRetired bool) MachineSelection {
	query := listing.Query(rawQuery)
	s := MachineSelection{
		Order:    MachineOrders[0],
		Grouping: GroupedByNothing,
		Range:    portal.ListRange{First: MachinesPerPage},
	}
	if order := MachineOrder(query.Get(portal.ParamSort)); slices.Contains(MachineOrders, order) {
		s.Order = order
	}
	if grouping := MachineGrouping(query.Get(paramGroup)); slices.Contains(MachineGroupings, grouping) {
		s.Grouping = grouping
	}
	s.Filter = MachineFilter{
		IsRetired:    isRetired,
		Locations:    listing.Choices(query[portal.ParamLocation]),
		ProductLines: listing.Choices(query[paramLine]),
		Warranty: listing.Known(
			query[paramWarranty],
			Coverages,
		),
		Contract:  listing.Known(query[paramContract], Coverages),
		HasUpdate: query.Get(paramUpdate) == "true",
	}
	if text := query.Get(portal.ParamText); utf8.RuneCountInString(text) <= portal.MaxSearchText {
		s.Filter.Text = text
	}
	s.Range.Read(query)
	return s
}

// Query returns the selection as the query of a URL, with its question mark. Equal selections give equal queries.
func (s MachineSelection) Query() string {
	query := url.Values{
		portal.ParamText:     {s.Filter.Text},
		portal.ParamLocation: s.Filter.Locations,
		paramLine:            s.Filter.ProductLines,
		paramWarranty:        listing.Texts(s.Filter.Warranty),
		paramContract:        listing.Texts(s.Filter.Contract),
		paramUpdate:          {listing.Flag(s.Filter.HasUpdate)},
	}
	if s.Order != MachineOrders[0] {
		query.Set(portal.ParamSort, string(s.Order))
	}
	if s.Grouping != GroupedByNothing {
		query.Set(paramGroup, string(s.Grouping))
	}
	s.Range.Write(query)
	return listing.Encode(query, 1)
}

// ReadOrder is the order in which the list is read: a grouped list is ordered by its groups, and by name within them.
func (s MachineSelection) ReadOrder() MachineOrder {
	switch s.Grouping {
	case GroupedByLocation:
		return orderByLocation
	case GroupedByProductLine:
		return orderByProductLine
	}
	return s.Order
}

// IsFiltered reports whether the filter excludes any machine.
func (f MachineFilter) IsFiltered() bool {
	return f.Text != "" || f.HasUpdate || len(f.Locations)+len(f.ProductLines)+len(f.Warranty)+len(f.Contract) > 0
}

// IsBounded reports whether a filter is within the limits.
func (f MachineFilter) IsBounded() bool {
	return utf8.RuneCountInString(f.Text) <= portal.MaxSearchText && len(f.Locations) <= MaxLocations &&
		len(f.ProductLines) <= MaxLocations &&
		len(f.Warranty) <= len(Coverages) &&
		len(f.Contract) <= len(Coverages)
}

// MaxMachineTotal is the highest total of machines that is counted exactly.
const MaxMachineTotal = 1000

// MachineListPage is a page of machines.
type MachineListPage struct {
	// Total is at most MaxMachineTotal; IsTotalExact is false if there are more.
	Total        int
	IsTotalExact bool
	Machines     []*Machine
	// Cursors are the pagination cursors of the machines.
	Cursors                      []string
	HasNextPage, HasPreviousPage bool
	// ProductLines are the product lines of all machines; nil if they were not requested.
	ProductLines []string
	// Choices are the counts for the filters, by the fields of MachineFilter in the contract.
	Choices listing.ChoiceCounts
}

// MachineList is the page of the inventory that a URL selects.
type MachineList struct {
	MachineSelection
	*MachineListPage
	// AllLocations are the locations that the user may see.
	AllLocations []*Location
	// LineNames are the names of product lines by slug, in the language of the page; nil while the PIM is unavailable.
	LineNames map[string]string
	// SiteContext is the site context of the page.
	SiteContext *site.Context
	// Base is the URL of the list without a query.
	Base string
}

// MachineGroup is a group of machines on a page.
type MachineGroup struct {
	// Location and ProductLine are the common value of the group; nil for another grouping.
	Location    *Location
	ProductLine *ProductLine
	Machines    []*Machine
}

// ProductLine is a classification of the catalogue to which products are assigned.
type ProductLine struct {
	Slug string
	// Name is the slug while the PIM is unavailable.
	Name string
}

func (l *MachineList) line(slug string) *ProductLine {
	if name := l.LineNames[slug]; name != "" {
		return &ProductLine{slug, name}
	}
	return &ProductLine{slug, slug}
}

// Groups returns the machines of the page by group; a single group without a grouping.
func (l *MachineList) Groups() []*MachineGroup {
	groups := []*MachineGroup{}
	for _, m := range l.Machines {
		group := &MachineGroup{}
		isSame := len(groups) > 0
		switch l.Grouping {
		case GroupedByLocation:
			group.Location = m.Location
			isSame = isSame && groups[len(groups)-1].Location.ID == m.Location.ID
		case GroupedByProductLine:
			group.ProductLine = l.line(m.ProductLine)
			isSame = isSame && groups[len(groups)-1].ProductLine.Slug == m.ProductLine
		}
		if !isSame {
			groups = append(groups, group)
		}
		last := groups[len(groups)-1]
		last.Machines = append(last.Machines, m)
	}
	return groups
}

// IsRetired reports whether the list shows the retired machines.
func (l *MachineList) IsRetired() bool { return l.Filter.IsRetired }

// Text is the search text.
func (l *MachineList) Text() string { return l.Filter.Text }

// HasUpdate reports whether the list shows only machines with newer software.
func (l *MachineList) HasUpdate() bool { return l.Filter.HasUpdate }

// OrderOptions are the available orders.
func (*MachineList) OrderOptions() []MachineOrder { return MachineOrders }

// GroupingOptions are the available groupings.
func (*MachineList) GroupingOptions() []MachineGrouping { return MachineGroupings }

// LocationOptions are the locations of the filter.
func (l *MachineList) LocationOptions() []*LocationOption {
	return LocationOptions(l.AllLocations, l.Filter.Locations, l.Choices)
}

// ProductLineOption is a product line of the filter.
type ProductLineOption struct {
	ProductLine *ProductLine
	Selected    bool
	// Count is as for a location.
	Count *int
}

// ProductLineOptions are the product lines of the filter, sorted by name.
func (l *MachineList) ProductLineOptions() []*ProductLineOption {
	options := []*ProductLineOption{}
	for _, slug := range l.ProductLines {
		options = append(options, &ProductLineOption{
			ProductLine: l.line(slug),
			Selected:    slices.Contains(l.Filter.ProductLines, slug),
			Count:       l.Choices.Of("productLines", slug),
		})
	}
	order := collation.Of(l.SiteContext.Locale.LanguageCode)
	slices.SortStableFunc(
		options,
		func(a, b *ProductLineOption) int { return order.Compare(a.ProductLine.Name, b.ProductLine.Name) },
	)
	return options
}

// CoverageOption is a state of a warranty or contract in the filter.
type CoverageOption struct {
	State    Coverage
	Selected bool
	// Count is as for a location.
	Count *int
}

// WarrantyOptions are the states of warranties in the filter.
func (l *MachineList) WarrantyOptions() []*CoverageOption {
	return l.coverageOptions("warranty", l.Filter.Warranty)
}

// ContractOptions are the states of service contracts in the filter.
func (l *MachineList) ContractOptions() []*CoverageOption {
	return l.coverageOptions("contract", l.Filter.Contract)
}

func (l *MachineList) coverageOptions(field string, selected []Coverage) []*CoverageOption {
	return convert.All(Coverages, func(state Coverage) *CoverageOption {
		return &CoverageOption{state, slices.Contains(selected, state), l.Choices.Of(field, string(state))}
	})
}

// UpdateCount is the number of machines with newer software that match the other filters; nil if it was not counted.
func (l *MachineList) UpdateCount() *int { return l.Choices.Of("hasUpdate", "true") }

// IsFiltered reports whether the filter excludes any machine.
func (l *MachineList) IsFiltered() bool { return l.Filter.IsFiltered() }

// ResetURL is the URL of the list without filters.
func (l *MachineList) ResetURL() string {
	return l.Base + MachineSelection{Order: l.Order, Grouping: l.Grouping}.Query()
}

// MaxImportBytes is the maximum size of an imported file in bytes.
func (*MachineList) MaxImportBytes() int { return csvimport.MaxBytes }

// PreviousURL is the URL of the previous page; nil for the first.
func (l *MachineList) PreviousURL() *string {
	return portal.PreviousURL(l.HasPreviousPage, l.Cursors, l.at)
}

// NextURL is the URL of the next page; nil for the last.
func (l *MachineList) NextURL() *string {
	return portal.NextURL(l.HasNextPage, l.Cursors, l.at)
}

func (l *MachineList) at(r portal.ListRange) string {
	selection := l.MachineSelection
	selection.Range = r
	return l.Base + selection.Query()
}
