package portalentry

import (
	"testing"

	"strand/domain/inventory"
)

// TestMachinePage_OmitUpdates: a retired machine has no newer software.
func TestMachinePage_OmitUpdates(t *testing.T) {
	v := &inventory.SoftwareVersion{OlderOnMachines: 1, SameOnMachines: 1}
	page := &MachinePage{
		Machine:  &inventory.Machine{RetiredOn: "2026-01-31", HasUpdate: true},
		Packages: []*inventory.SoftwarePackage{{Versions: []*inventory.SoftwareVersion{v}}},
	}
	page.OmitUpdates()
	if page.Machine.HasUpdate || v.IsNewer() || !v.IsInstalled() {
		t.Errorf("%+v %+v", page.Machine, v)
	}
}
