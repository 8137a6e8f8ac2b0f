package portal

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"strand/domain/listing"
)

// MachinesPerPage is how many machines one part of the list shows.
const MachinesPerPage = 20

// MachineOrder is what a list of machines goes by.
type MachineOrder string

const (
	orderByLocation    MachineOrder = "LOCATION"
	orderByProductLine MachineOrder = "PRODUCT_LINE"
)

// MachineOrders are those there are; the first is the usual one.
var MachineOrders = []MachineOrder{
	"NAME",
	"SERIAL_NUMBER",
	"PRODUCT",
	"NEWEST",
	"OLDEST",
	orderByLocation,
	orderByProductLine,
}

// MachineGrouping is what a list of machines is divided by.
type MachineGrouping string

const (
	GroupedByNothing     MachineGrouping = "NONE"
	GroupedByLocation    MachineGrouping = "LOCATION"
	GroupedByProductLine MachineGrouping = "PRODUCT_LINE"
)

// MachineGroupings are those there are; the first is the usual one.
var MachineGroupings = []MachineGrouping{GroupedByNothing, GroupedByLocation, GroupedByProductLine}

// MachineFilter selects machines.
type MachineFilter struct {
	// IsRetired selects the retired ones instead of those in use.
	IsRetired    bool
	Text         string
	Locations    []string
	ProductLines []string
	Warranty     []Coverage
	Contract     []Coverage
	HasUpdate    bool
}

// MachineSelection is what is shown of the inventory. Its state is the query of the address.
type MachineSelection struct {
	Filter   MachineFilter
	Order    MachineOrder
	Grouping MachineGrouping
	Range    ListRange
}

// The parameters of a selection, beside those of tickets.
const (
	paramLine         = "line"
	paramWarranty     = "warranty"
	paramContract     = "contract"
	paramUpdate       = "update"
	paramGroup        = "group"
	paramSerialNumber = "serial"
	// ParamRetired selects the retired machines of an export.
	ParamRetired = "retired"
)

// ParseMachineSelection reads the query of an address. What it does not know it leaves out.
func ParseMachineSelection(rawQuery string, isRetired bool) MachineSelection {
	query := listing.Query(rawQuery)
	s := MachineSelection{
		Order:    MachineOrders[0],
		Grouping: GroupedByNothing,
		Range:    ListRange{First: MachinesPerPage},
	}
	if order := MachineOrder(query.Get(paramSort)); slices.Contains(MachineOrders, order) {
		s.Order = order
	}
	if grouping := MachineGrouping(query.Get(paramGroup)); slices.Contains(MachineGroupings, grouping) {
		s.Grouping = grouping
	}
	s.Filter = MachineFilter{
		IsRetired: isRetired, Locations: listing.Choices(query[paramLocation]),
		ProductLines: listing.Choices(query[paramLine]),
		Warranty:     known(query[paramWarranty], Coverages), Contract: known(query[paramContract], Coverages),
		HasUpdate: query.Get(paramUpdate) == "true",
	}
	if text := query.Get(paramText); utf8.RuneCountInString(text) <= maxTicketQuery {
		s.Filter.Text = text
	}
	s.Range.read(query)
	return s
}

// Query is the selection as the query of an address, with its question mark. Equal selections give equal queries.
func (s MachineSelection) Query() string {
	query := url.Values{}
	add := func(name string, values ...string) {
		for _, v := range values {
			if v != "" {
				query.Add(name, v)
			}
		}
	}
	add(paramText, s.Filter.Text)
	add(paramLocation, s.Filter.Locations...)
	add(paramLine, s.Filter.ProductLines...)
	add(paramWarranty, texts(s.Filter.Warranty)...)
	add(paramContract, texts(s.Filter.Contract)...)
	if s.Filter.HasUpdate {
		add(paramUpdate, "true")
	}
	if s.Order != MachineOrders[0] {
		add(paramSort, string(s.Order))
	}
	if s.Grouping != GroupedByNothing {
		add(paramGroup, string(s.Grouping))
	}
	add(paramAfter, s.Range.After)
	add(paramBefore, s.Range.Before)
	return listing.Encode(query, 1)
}

// ReadOrder is the order that a list is read in: a grouped one goes by its groups, and by name within them.
func (s MachineSelection) ReadOrder() MachineOrder {
	switch s.Grouping {
	case GroupedByLocation:
		return orderByLocation
	case GroupedByProductLine:
		return orderByProductLine
	}
	return s.Order
}

// IsFiltered says whether anything of the list is left out.
func (f MachineFilter) IsFiltered() bool {
	return f.Text != "" || f.HasUpdate || len(f.Locations)+len(f.ProductLines)+len(f.Warranty)+len(f.Contract) > 0
}

// IsBounded says whether a filter asks for no more than a user would.
func (f MachineFilter) IsBounded() bool {
	return utf8.RuneCountInString(f.Text) <= maxTicketQuery && len(f.Locations) <= maxLocations &&
		len(f.ProductLines) <= maxLocations &&
		len(f.Warranty) <= len(Coverages) &&
		len(f.Contract) <= len(Coverages)
}

// MachinePart is a part of a list.
type MachinePart struct {
	// Total is at most 1,001; TotalIsExact is false for more than 1,000.
	Total        int
	TotalIsExact bool
	Machines     []*Machine
	// Cursors are those of the machines.
	Cursors                      []string
	HasNextPage, HasPreviousPage bool
	// ProductLines are those of all machines; nil where they were not asked for.
	ProductLines []string
}

// MachineList is a part of the inventory, as an address selects it.
type MachineList struct {
	Selection MachineSelection
	Part      *MachinePart
	// All are the locations that the user may see.
	All []*Location
	// LineNames are the names of product lines by their slugs, in the language of the page; nil while they cannot be
	// read.
	LineNames map[string]string
	// Language is that of the page.
	Language string
	// Base is the address of the list without a query.
	Base string
}

// MachineGroup are machines of a part that belong together.
type MachineGroup struct {
	// Location and ProductLine are what they have in common; nil for another grouping.
	Location    *Location
	ProductLine *ProductLine
	Machines    []*Machine
}

// ProductLine is a classification of the catalogue that products are filed under.
type ProductLine struct {
	Slug string
	// Name is the slug while the PIM cannot be read.
	Name string
}

func (l *MachineList) line(slug string) *ProductLine {
	if name := l.LineNames[slug]; name != "" {
		return &ProductLine{slug, name}
	}
	return &ProductLine{slug, slug}
}

// Groups are the machines of the part by the grouping; one group for none.
func (l *MachineList) Groups() []*MachineGroup {
	groups := []*MachineGroup{}
	for _, m := range l.Part.Machines {
		group := &MachineGroup{}
		isSame := len(groups) > 0
		switch l.Selection.Grouping {
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

// Total is how many machines the selection has in all its parts, at most 1,001.
func (l *MachineList) Total() int { return l.Part.Total }

// TotalIsExact is false for more than 1,000 machines.
func (l *MachineList) TotalIsExact() bool { return l.Part.TotalIsExact }

// IsRetired says whether these are the retired machines.
func (l *MachineList) IsRetired() bool { return l.Selection.Filter.IsRetired }

// Text is what is searched for.
func (l *MachineList) Text() string { return l.Selection.Filter.Text }

// HasUpdate says whether only machines with newer software are shown.
func (l *MachineList) HasUpdate() bool { return l.Selection.Filter.HasUpdate }

// Order is what the list goes by.
func (l *MachineList) Order() MachineOrder { return l.Selection.Order }

// Grouping is what the list is divided by.
func (l *MachineList) Grouping() MachineGrouping { return l.Selection.Grouping }

// OrderOptions are the orders that can be selected.
func (*MachineList) OrderOptions() []MachineOrder { return MachineOrders }

// GroupingOptions are the groupings that can be selected.
func (*MachineList) GroupingOptions() []MachineGrouping { return MachineGroupings }

// LocationOptions are the locations that can be chosen.
func (l *MachineList) LocationOptions() []*TicketLocationOption {
	options := make([]*TicketLocationOption, len(l.All))
	for i, location := range l.All {
		options[i] = &TicketLocationOption{
			Location: location,
			Selected: slices.Contains(l.Selection.Filter.Locations, location.ID),
		}
	}
	return options
}

// ProductLineOption is a product line that can be chosen.
type ProductLineOption struct {
	ProductLine *ProductLine
	Selected    bool
}

// ProductLineOptions are the product lines that can be chosen, in the order of their names.
func (l *MachineList) ProductLineOptions() []*ProductLineOption {
	options := []*ProductLineOption{}
	for _, slug := range l.Part.ProductLines {
		options = append(
			options,
			&ProductLineOption{l.line(slug), slices.Contains(l.Selection.Filter.ProductLines, slug)},
		)
	}
	order := collate.New(language.Make(l.Language), collate.IgnoreCase)
	slices.SortStableFunc(
		options,
		func(a, b *ProductLineOption) int { return order.CompareString(a.ProductLine.Name, b.ProductLine.Name) },
	)
	return options
}

// CoverageOption is a state of a warranty or contract that can be chosen.
type CoverageOption struct {
	State    Coverage
	Selected bool
}

// WarrantyOptions are the states of warranties that can be chosen.
func (l *MachineList) WarrantyOptions() []*CoverageOption {
	return coverageOptions(l.Selection.Filter.Warranty)
}

// ContractOptions are the states of service contracts that can be chosen.
func (l *MachineList) ContractOptions() []*CoverageOption {
	return coverageOptions(l.Selection.Filter.Contract)
}

func coverageOptions(selected []Coverage) []*CoverageOption {
	options := make([]*CoverageOption, len(Coverages))
	for i, state := range Coverages {
		options[i] = &CoverageOption{state, slices.Contains(selected, state)}
	}
	return options
}

// IsFiltered says whether anything is left out.
func (l *MachineList) IsFiltered() bool { return l.Selection.Filter.IsFiltered() }

// ResetURL is the list without filters.
func (l *MachineList) ResetURL() string {
	return l.Base + MachineSelection{Order: l.Selection.Order, Grouping: l.Selection.Grouping}.Query()
}

// MaxImportBytes is how large an imported file may be.
func (*MachineList) MaxImportBytes() int { return MaxImportBytes }

// ExportURL is the selection as a CSV file, with a pass.
func (l *MachineList) ExportURL(pass string) string {
	selection := l.Selection
	selection.Range = ListRange{}
	query := listing.Query(strings.TrimPrefix(selection.Query(), "?"))
	query.Set(ParamPass, pass)
	if l.IsRetired() {
		query.Set(ParamRetired, "true")
	}
	return InventoryExportPath + "?" + query.Encode()
}

// PreviousURL is the part before; nil for the first.
func (l *MachineList) PreviousURL() *string {
	return previousURL(l.Part.HasPreviousPage, l.Part.Cursors, l.at)
}

// NextURL is the part after; nil for the last.
func (l *MachineList) NextURL() *string { return nextURL(l.Part.HasNextPage, l.Part.Cursors, l.at) }

func (l *MachineList) at(r ListRange) string {
	selection := l.Selection
	selection.Range = r
	return l.Base + selection.Query()
}
