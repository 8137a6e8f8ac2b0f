package commonpasswords

import (
	"slices"
	"testing"
)

// The binary search requires the order. The number of passwords detects a truncated list.
func TestList(t *testing.T) {
	all := list()
	if len(all) != 43_940 || !slices.IsSorted(all) {
		t.Errorf("%d passwords, sorted: %v", len(all), slices.IsSorted(all))
	}
	for _, password := range all {
		if len(password) < MinLength {
			t.Fatalf("%q is shorter than MinLength", password)
		}
		if !Contains(password) {
			t.Fatalf("%q is not found", password)
		}
	}
}
