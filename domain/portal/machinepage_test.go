package portal

import (
	"testing"
)

// TestMachinePage_OmitUpdates: a retired machine has no newer software.
func TestMachinePage_OmitUpdates(t *testing.T) {
	v := &SoftwareVersion{OlderOnMachines: 1, SameOnMachines: 1}
	page := &MachinePage{
		Machine:  &Machine{RetiredOn: "2026-01-31", HasUpdate: true},
		Packages: []*SoftwarePackage{{Versions: []*SoftwareVersion{v}}},
	}
	page.OmitUpdates()
	if page.Machine.HasUpdate || v.IsNewer() || !v.IsInstalled() {
		t.Errorf("%+v %+v", page.Machine, v)
	}
}
