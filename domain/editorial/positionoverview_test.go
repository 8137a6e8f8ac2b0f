package editorial

import (
	"fmt"
	"slices"
	"testing"

	"strand/domain/listing"
	"strand/domain/location"
)

// TestPositionOverview: positions by department and place, with the numbers that each option would select.
//
// Rules: JOB-5.
func TestPositionOverview(t *testing.T) {
	offices := location.Locations{
		{ID: "1", Slug: "thun", Name: "Office", Address: new("Street 1\n3600 Thun")},
		{ID: "2", Slug: "brno", Name: "Brno office"},
	}
	page := func(id string, d Department, office string) *Page {
		return &Page{ID: id, Position: &Position{Department: d, LocationID: office}}
	}
	all := []*Page{
		page("a", "SERVICE", "1"), page("b", "SERVICE", "2"), page("c", "SALES", "2"), page("d", "SALES", "gone"),
	}
	for name, test := range map[string]struct {
		open               []*Page
		offices            location.Locations
		query              string
		want               []string
		departments, place string
		isFiltered         bool
	}{
		"all": {all, offices, "", []string{"a", "b", "c", "d"}, "[SERVICE 2 SALES 2]", "[Brno office 2 Thun 1]", false},
		"a department": {
			all, offices, "department=SALES", []string{"c", "d"},
			"[SERVICE 2 SALES* 2]", "[Brno office 1 Thun 0]", true,
		},
		"a place": {
			all, offices, "place=brno", []string{"b", "c"}, "[SERVICE 1 SALES 1]", "[Brno office* 2 Thun 1]", true,
		},
		"both": {
			all, offices, "place=thun&department=SALES", nil, "[SERVICE 1 SALES* 0]", "[Brno office 1 Thun* 0]", true,
		},
		"nonsense": {
			all, offices, "place=x&department=%zz", []string{"a", "b", "c", "d"},
			"[SERVICE 2 SALES 2]", "[Brno office 2 Thun 1]", false,
		},
		"an unknown department": {
			all, offices, "department=x", nil, "[SERVICE 2 SALES 2]", "[Brno office 0 Thun 0]", true,
		},
		"one value":         {all[:1], offices, "", []string{"a"}, "[]", "[]", false},
		"without locations": {all, nil, "", []string{"a", "b", "c", "d"}, "[SERVICE 2 SALES 2]", "[]", false},
	} {
		o := NewPositionOverview(test.open, test.offices, "/en/jobs", "en", ParsePositionSelection(test.query))
		var got []string
		for _, p := range o.Positions {
			got = append(got, p.ID)
		}
		if !slices.Equal(got, test.want) || o.Total != len(test.want) || o.IsFiltered != test.isFiltered ||
			o.ResetURL != "/en/jobs" {
			t.Errorf("%s: %q, %+v", name, got, o)
		}
		if d, p := optionTexts(o.Departments), optionTexts(o.Places); d != test.departments || p != test.place {
			t.Errorf("%s: departments %s, places %s", name, d, p)
		}
	}
}

// optionTexts are the options of a filter with their counts; selected ones are marked.
func optionTexts(options []listing.Option) string {
	texts := []string{}
	for _, o := range options {
		mark := ""
		if o.Selected {
			mark = "*"
		}
		texts = append(texts, fmt.Sprintf("%s%s %d", o.Label, mark, o.Count))
	}
	return fmt.Sprint(texts)
}
