package sqllist

import (
	"slices"
	"strings"
	"testing"
)

// TestCollated: names are sorted without regard to case and accents, and by the values of their numbers.
func TestCollated(t *testing.T) {
	names := []string{"Öl", "Alpha 10", "alpha 9", "Zug", "Olm"}
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(Collated(a), Collated(b)) })
	if want := []string{"alpha 9", "Alpha 10", "Öl", "Olm", "Zug"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
