// Package inventory contains the rules of a customer's inventory: machines with their locations and software, their
// lists and CSV files.
package inventory

import (
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"strand/domain/form"
	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/site"
)

// Coverage is the state of a warranty or a service contract.
type Coverage string

const (
	CoverageActive  Coverage = "ACTIVE"
	CoverageExpired Coverage = "EXPIRED"
	CoverageNone    Coverage = "NONE"
)

// Coverages are all states.
var Coverages = []Coverage{CoverageActive, CoverageExpired, CoverageNone}

// CoverageOn returns the state, on a day, of a coverage whose last day is until (`2026-01-31`; empty for none).
func CoverageOn(until, day string) Coverage {
	switch {
	case until == "":
		return CoverageNone
	case day <= until:
		return CoverageActive
	}
	return CoverageExpired
}

// Day is the date of an instant in UTC, the same for all users. Warranties and contracts end with a day.
func Day(now time.Time) string { return now.UTC().Format(time.DateOnly) }

// Machine is a machine of a customer's inventory. Dates are ISO dates, empty for none.
type Machine struct {
	ID, Name, SerialNumber string
	// ProductSlug is the product of the catalogue; empty for none.
	ProductSlug string
	// ProductLine is the slug of the product's classification; empty for none.
	ProductLine string
	LocationID  string
	// Concern is the concern of a ticket about the machine; nil if it was not read or is not known.
	Concern *TicketConcern
	// Location is nil if only its id was read.
	Location    *Location
	DeliveredOn string
	// WarrantyUntil and ContractUntil are the last days.
	WarrantyUntil, ContractName, ContractUntil string
	Options                                    []string
	Software                                   []InstalledSoftware
	// RetiredOn is empty for a machine in use.
	RetiredOn string
	// HasUpdate is true if a newer version of installed software exists.
	HasUpdate bool
	// SiteContext is the site context of the page that shows the machine; nil for none.
	SiteContext *site.Context
	// Now is the time of reading; zero if the coverage was not requested.
	Now time.Time
}

// InstalledSoftware is a version of a package on a machine.
type InstalledSoftware struct{ PackageID, Name, Version string }

// MachineCoverage is a warranty or a service contract.
type MachineCoverage struct {
	State Coverage
	// Name is the name of a service contract; nil for a warranty.
	Name *string
	// Until is the last day; nil for none.
	Until *string
}

// Warranty is the warranty of the machine.
func (m *Machine) Warranty() *MachineCoverage { return m.coverage("", m.WarrantyUntil) }

// ServiceContract is the service contract of the machine.
func (m *Machine) ServiceContract() *MachineCoverage {
	return m.coverage(m.ContractName, m.ContractUntil)
}

func (m *Machine) coverage(name, until string) *MachineCoverage {
	return &MachineCoverage{
		State: CoverageOn(until, Day(m.Now)),
		Name:  optional.Text(name),
		Until: optional.Text(until),
	}
}

// MachineNeed is what a machine needs.
type MachineNeed string

const (
	NeedContractEnded MachineNeed = "SERVICE_CONTRACT_ENDED"
	NeedContractEnds  MachineNeed = "SERVICE_CONTRACT_ENDS"
	NeedUpdate        MachineNeed = "SOFTWARE_UPDATE"
)

// contractNotice is the number of days before the end of a service contract in which it is to be renewed (MACH-15).
const contractNotice = 60

// DueBefore returns the day before which a service contract ends that is to be renewed now.
func DueBefore(now time.Time) string { return Day(now.AddDate(0, 0, contractNotice+1)) }

// Needs returns what the machine needs (MACH-15).
func (m *Machine) Needs() []MachineNeed {
	needs := []MachineNeed{}
	switch contract := m.ServiceContract(); {
	case m.IsRetired():
		return needs
	case contract.State == CoverageExpired:
		needs = append(needs, NeedContractEnded)
	case contract.State == CoverageActive && m.ContractUntil < DueBefore(m.Now):
		needs = append(needs, NeedContractEnds)
	}
	if m.HasUpdate {
		needs = append(needs, NeedUpdate)
	}
	return needs
}

// Delivery is the date of delivery; nil if it was not read.
func (m *Machine) Delivery() *string { return optional.Text(m.DeliveredOn) }

// Retirement is the date from which the machine is out of use; nil for a machine in use.
func (m *Machine) Retirement() *string { return optional.Text(m.RetiredOn) }

// IsRetired reports whether the machine is out of use.
func (m *Machine) IsRetired() bool { return m.RetiredOn != "" }

// URL is the URL of the machine's page in the portal.
func (m *Machine) URL(siteCtx *site.Context) string {
	return siteCtx.URLOn(siteCtx.Directory.Main(), portal.MachinePath(m.ID))
}

// AbsoluteURL is the absolute URL of the machine's page, for a label.
func (m *Machine) AbsoluteURL(siteCtx *site.Context) string {
	return siteCtx.AbsoluteURLOn(siteCtx.Directory.Main(), portal.MachinePath(m.ID))
}

// ParamSerialNumber is the parameter for the serial number of the machine whose tickets are listed, ParamMachine that
// for the machine that a new ticket is about.
const (
	ParamSerialNumber = "serial"
	ParamMachine      = "machine"
)

// TicketsURL is the URL of the list of tickets about the machine.
func (m *Machine) TicketsURL(siteCtx *site.Context) string {
	return siteCtx.URLOn(
		siteCtx.Directory.Main(),
		portal.TicketsPath,
	) + "?" + url.Values{
		ParamSerialNumber: {m.SerialNumber},
	}.Encode()
}

// Maximum lengths of input, in characters.
const (
	maxMachineName  = 80
	maxSerialNumber = 40
)

// CheckMachineName trims a name and returns its problems.
func CheckMachineName(name string) (string, []form.Problem) {
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case form.IsBlank(name):
		return "", []form.Problem{{Field: "name", Code: form.CodeRequired, Message: "Please enter a name."}}
	case utf8.RuneCountInString(name) > maxMachineName, strings.ContainsFunc(name, unicode.IsControl):
		return name, []form.Problem{{Field: "name", Code: form.CodeInvalid, Message: "Please enter a valid value."}}
	}
	return name, nil
}

// NormalSerialNumber returns a serial number in the form of sis. ok is false for a text that cannot be a serial number;
// such a text is never sent to sis.
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

// UnknownSerialNumber is the problem of a serial number that cannot be added. It is the same for a malformed one, an
// unknown one and one of another organization, so that callers cannot find out which serial numbers exist.
var UnknownSerialNumber = form.Problem{
	Field:   "serialNumber",
	Code:    form.CodeInvalid,
	Message: "No machine with this serial number can be added.",
}

// UnknownLocation is the problem of a location that does not exist or is not the user's.
var UnknownLocation = form.Problem{Field: "location", Code: form.CodeInvalid, Message: "Please select a location."}

// NewTicketURL is the URL at which a ticket about the machine is created.
func (m *Machine) NewTicketURL(siteCtx *site.Context) string {
	query := url.Values{ParamMachine: {m.ID}}
	return siteCtx.URLOn(siteCtx.Directory.Main(), portal.NewTicketPath) + "?" + query.Encode()
}
