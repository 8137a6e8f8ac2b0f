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
	s := testSite(t)
	c, err := config.Load("", s.settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"cms", "pim"} {
		report, err := app.CompareContract(t.Context(), c, system, "")
		if err != nil {
			t.Fatalf("%s: %v", system, err)
		}
		// The test content has no stories, media releases, services and capabilities, which is noted.
		differences := slices.DeleteFunc(report.Differences, func(d contract.Difference) bool {
			return d.IsNote && (strings.Contains(d.Problem, "no published record") ||
				strings.Contains(d.Problem, "were not tried"))
		})
		if len(differences) > 0 {
			t.Errorf("%s: %+v", system, differences)
		}
		for _, v := range report.Verdicts {
			if len(v.Lacks) > 0 {
				t.Errorf("%s: %s %s", system, v.Feature, v)
			}
		}
	}
	if _, err := app.CompareContract(t.Context(), c, "sis", ""); !errors.Is(err, app.ErrNotConfigured) {
		t.Error(err)
	}
	report, err := app.CompareContract(t.Context(), c, "pim", c.CMSURL)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range report.Verdicts {
		if len(v.Lacks) == 0 {
			t.Errorf("with the CMS as PIM, %s %s", v.Feature, v)
		}
	}
}
