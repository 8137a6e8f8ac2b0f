package catalog

import (
	"regexp"
	"slices"
	"strings"

	"strand/domain/quantity"
)

// SpecificationGroup is a group of technical data in a data sheet.
type SpecificationGroup string

const (
	// GroupProcess is what the machine does with its material: sizes, forces, times and speeds.
	GroupProcess SpecificationGroup = "PROCESS"
	// GroupMachine is the machine itself: its dimensions, weight and noise.
	GroupMachine SpecificationGroup = "MACHINE"
	// GroupConnection is what the machine is connected to: power, compressed air and networks.
	GroupConnection SpecificationGroup = "CONNECTION"
	// GroupEnvironment is where the machine may be used: temperatures and conformity.
	GroupEnvironment SpecificationGroup = "ENVIRONMENT"
	// GroupFurther are all other rows.
	GroupFurther SpecificationGroup = "FURTHER"
)

// groupsOfUnits are the groups of the units that do not measure a process.
var groupsOfUnits = map[string]SpecificationGroup{
	"kg": GroupMachine, "lb": GroupMachine, "dB(A)": GroupMachine,
	"kW": GroupConnection, "kVA": GroupConnection,
	"bar": GroupConnection, "psi": GroupConnection,
	"l/min": GroupConnection, "Nl/min": GroupConnection, "cfm": GroupConnection,
	"°C": GroupEnvironment, "°F": GroupEnvironment,
}

// axes is the number of lengths of a machine's dimensions: length, width and height.
const axes = 3

var (
	// supplyPattern finds the voltage or frequency of a power supply in a text: `3 × 400 V AC, 50/60 Hz`.
	supplyPattern = regexp.MustCompile(`\d\s*(?:V\s*(?:AC|DC)|Hz)\b`)
	// interfaces and marks are the words of values that are lists of them, in lower case.
	interfaces = []string{
		"bluetooth", "can", "canopen", "ethercat", "ethernet", "ethernet/ip", "io-link", "modbus", "mqtt", "opc ua",
		"profibus", "profinet", "rs-232", "rs-485", "usb", "wi-fi", "wlan", "wpcs",
	}
	marks = []string{"ccc", "ce", "csa", "emc", "fcc", "reach", "rohs", "ukca", "ul"}
)

// groupOf returns the group of a value. Names are not looked at, since they differ in each language and PIM (CAT-43).
func groupOf(value string, q quantity.Quantity) SpecificationGroup {
	switch {
	case len(q.Lengths()) == axes:
		return GroupMachine
	case q.Unit != "":
		if group, ok := groupsOfUnits[q.Unit]; ok {
			return group
		}
		return GroupProcess
	case supplyPattern.MatchString(value), isListOf(value, interfaces):
		return GroupConnection
	case isListOf(value, marks):
		return GroupEnvironment
	}
	return GroupFurther
}

// isListOf reports whether a text is a list of words.
func isListOf(text string, words []string) bool {
	for part := range strings.SplitSeq(text, ",") {
		if !slices.Contains(words, strings.ToLower(strings.TrimSpace(part))) {
			return false
		}
	}
	return true
}
