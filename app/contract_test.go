package app_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"strand/app"
	"strand/config"
	"strand/upstream/contract"
)

// TestCompareContract: the sample systems offer what the contracts require.
func TestCompareContract(t *testing.T) {
	s := startWith(t, testContent)
	c, err := config.Load("", s.settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"cms", "pim"} {
		differences, err := app.CompareContract(t.Context(), c, system, "")
		// The test content has no stories and media releases, which is noted.
		differences = slices.DeleteFunc(differences, func(d contract.Difference) bool {
			return d.IsNote && strings.Contains(d.Problem, "no published record")
		})
		if err != nil || len(differences) > 0 {
			t.Errorf("%s: %v %+v", system, err, differences)
		}
	}
	if _, err := app.CompareContract(t.Context(), c, "sis", ""); !errors.Is(err, app.ErrNotConfigured) {
		t.Error(err)
	}
	if differences, err := app.CompareContract(t.Context(), c, "pim", c.CMSURL); err != nil || len(differences) == 0 {
		t.Errorf("the CMS as PIM: %v %+v", err, differences)
	}
}
