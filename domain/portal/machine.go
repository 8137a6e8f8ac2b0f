package portal

import (
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"strand/domain/form"
	"strand/domain/site"
)

// Coverage is whether a warranty or a service contract holds.
type Coverage string

const (
	CoverageActive  Coverage = "ACTIVE"
	CoverageExpired Coverage = "EXPIRED"
	CoverageNone    Coverage = "NONE"
)

// Coverages are those there are.
var Coverages = []Coverage{CoverageActive, CoverageExpired, CoverageNone}

// CoverageOn is whether something that ends with a day (`2026-01-31`; empty for none) holds on another.
func CoverageOn(until, day string) Coverage {
	switch {
	case until == "":
		return CoverageNone
	case day <= until:
		return CoverageActive
	}
	return CoverageExpired
}

// Day is the day of an instant in UTC, the same for all users. Warranties and contracts end with a day.
func Day(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// Machine is one of a customer's inventory. Days are ISO dates; an empty one is none.
type Machine struct {
	ID, Name, SerialNumber string
	// ProductSlug is what it is in the catalogue; empty for none.
	ProductSlug string
	// ProductLine is the slug of the classification that the product is filed under; empty for none.
	ProductLine string
	LocationID  string
	// Location is nil where only its id was read.
	Location    *Location
	DeliveredOn string
	// WarrantyUntil and ContractUntil are the last days.
	WarrantyUntil, ContractName, ContractUntil string
	Options                                    []string
	Software                                   []InstalledSoftware
	// RetiredOn is empty for a machine in use.
	RetiredOn string
	// HasUpdate says that a newer version of installed software is there.
	HasUpdate bool
	// View is that of the page on which it is shown; nil for none.
	View *site.View
	// Now is when it was read; zero where its coverage is not asked for.
	Now time.Time
}

// InstalledSoftware is a version of a package on a machine.
type InstalledSoftware struct{ PackageID, Name, Version string }

// MachineCoverage is a warranty or a service contract.
type MachineCoverage struct {
	State Coverage
	// Name is that of a service contract; nil for a warranty.
	Name *string
	// Until is the last day; nil for none.
	Until *string
}

// Warranty is that of a machine.
func (m *Machine) Warranty() *MachineCoverage { return m.coverage("", m.WarrantyUntil) }

// ServiceContract is that of a machine.
func (m *Machine) ServiceContract() *MachineCoverage {
	return m.coverage(m.ContractName, m.ContractUntil)
}

func (m *Machine) coverage(name, until string) *MachineCoverage {
	return &MachineCoverage{State: CoverageOn(until, Day(m.Now)), Name: orNil(name), Until: orNil(until)}
}

// Delivery is the day of the delivery; nil where it was not read.
func (m *Machine) Delivery() *string { return orNil(m.DeliveredOn) }

// Retirement is the day from which a machine is out of use; nil for one in use.
func (m *Machine) Retirement() *string { return orNil(m.RetiredOn) }

func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// IsRetired says that a machine is out of use.
func (m *Machine) IsRetired() bool { return m.RetiredOn != "" }

// URL is the machine's page in the portal.
func (m *Machine) URL(v *site.View) string {
	return v.On(v.Directory.Main(), machinesFolder+url.PathEscape(m.ID))
}

// AbsoluteURL is the machine's page with its host, for a label.
func (m *Machine) AbsoluteURL(v *site.View) string {
	return v.AbsoluteOn(v.Directory.Main(), machinesFolder+url.PathEscape(m.ID))
}

// TicketsURL is the list of the tickets about the machine.
func (m *Machine) TicketsURL(v *site.View) string {
	return v.On(v.Directory.Main(), TicketsPath) + "?" + url.Values{paramSerialNumber: {m.SerialNumber}}.Encode()
}

// maxMachineName and maxSerialNumber bound what is typed, in characters.
const (
	maxMachineName  = 80
	maxSerialNumber = 40
)

// CheckMachineName trims a name and returns its problems.
func CheckMachineName(name string) (string, []form.Problem) {
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case name == "":
		return name, []form.Problem{{Field: "name", Code: form.CodeRequired, Message: "Please enter a name."}}
	case utf8.RuneCountInString(name) > maxMachineName, strings.ContainsFunc(name, unicode.IsControl):
		return name, []form.Problem{{Field: "name", Code: form.CodeInvalid, Message: "Please enter a valid value."}}
	}
	return name, nil
}

// NormalSerialNumber is a serial number as sis writes it. It is not ok for what cannot be one: such a text is never
// sent.
func NormalSerialNumber(text string) (serial string, ok bool) {
	serial = strings.ToUpper(strings.TrimSpace(text))
	if serial == "" || len(serial) > maxSerialNumber {
		return "", false
	}
	for _, r := range serial {
		if !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-./", r) {
			return "", false
		}
	}
	return serial, true
}

// UnknownSerialNumber is the answer to a serial number that cannot be added. It is the same for one that does not
// exist, one of another organization and one that is none, so that nothing can be learnt by trying.
var UnknownSerialNumber = form.Problem{Field: "serialNumber", Code: form.CodeInvalid,
	Message: "No machine with this serial number can be added."}

// UnknownLocation is the answer to a location that does not exist, or is not the user's.
var UnknownLocation = form.Problem{Field: "location", Code: form.CodeInvalid, Message: "Please select a location."}

// MachinePage is what the page of a machine shows.
type MachinePage struct {
	Machine *Machine
	// Locations are those that it can be moved to, its own included.
	Locations []*Location
	// Packages are the software that is for it.
	Packages []*SoftwarePackage
	// Tickets are those about it that changed last; nil for a user whose service tickets are not active.
	Tickets []*Ticket
}
