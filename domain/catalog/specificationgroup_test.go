package catalog

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"strand/domain/optional"
	"strand/domain/site"
)

// The names are not read: they are those of any language.
//
// Rules: CAT-43.
func TestSpecificationGroups(t *testing.T) {
	for name, test := range map[string]struct {
		// rows are values with their units.
		rows [][2]string
		want map[SpecificationGroupKind]string
	}{
		"a machine": {
			[][2]string{
				{"0.13–4", "mm²"}, {"4200", "pcs/h"}, {"± 0.02", "mm"}, {"6", ""}, {"7", "min"}, {"999 jobs", ""},
				{"USB", ""}, {"3 × 400 V AC, 50/60 Hz", ""}, {"3.8", "kW"}, {"6", "bar"}, {"200", "l/min"},
				{"≤ 70", "dB(A)"}, {"3200 × 1650 × 1900", "mm"}, {"1250", "kg"}, {"15–35", "°C"}, {"CE, RoHS", ""},
			},
			map[SpecificationGroupKind]string{
				GroupPerformance: "0 1 2 3 4", GroupMachine: "12 13", GroupConnections: "7 8 9 10",
				GroupEnvironment: "11 14", GroupFurther: "5 6 15",
			},
		},
		"a tester, whose voltage is what it does": {
			[][2]string{
				{"50–8000", "V"}, {"AC, DC", ""}, {"64", ""}, {"5", "mA"}, {"1 A–2 A", ""}, {"12", "ms"},
				{"230 V AC, 50/60 Hz", ""}, {"1.2", "kW"}, {"10", "A"}, {"24 V DC", ""},
			},
			map[SpecificationGroupKind]string{GroupPerformance: "0 1 2 3 4 5", GroupConnections: "6 7 8 9"},
		},
		"a dereeler, which carries a weight": {
			[][2]string{{"100", "kg"}, {"500", "mm"}, {"8", "m/s"}, {"1100 × 900 × 1300", "mm"}, {"140", "kg"}},
			map[SpecificationGroupKind]string{GroupPerformance: "0 1 2", GroupMachine: "3 4"},
		},
		"power and weight directly after the work": {
			[][2]string{{"0.5", "mm²"}, {"0.2", "kW"}, {"12", "kg"}, {"480", "mm"}},
			// A length is that of the work if nothing certain is before it.
			map[SpecificationGroupKind]string{GroupPerformance: "0 1 2 3"},
		},
		"lengths after the connections are those of the machine": {
			[][2]string{{"0.5", "mm²"}, {"6", "bar"}, {"480", "mm"}, {"320", "mm"}, {"12", "kg"}},
			map[SpecificationGroupKind]string{GroupPerformance: "0", GroupMachine: "2 3 4", GroupConnections: "1"},
		},
		"a PIM that lists the work last": {
			[][2]string{{"12", "kg"}, {"400 × 300 × 200", "mm"}, {"30–900", "mm"}, {"1200", "pcs/h"}},
			map[SpecificationGroupKind]string{GroupPerformance: "2 3", GroupMachine: "0 1"},
		},
		"unknown units are those of the work": {
			[][2]string{{"10600", "nm"}, {"4", ""}, {"3.5", "furlong"}, {"on request", "mm"}},
			map[SpecificationGroupKind]string{GroupPerformance: "0 1 2", GroupFurther: "3"},
		},
		"only texts": {[][2]string{{"IP 54", ""}, {"8", ""}}, map[SpecificationGroupKind]string{GroupFurther: "0 1"}},
		"nothing":    {nil, map[SpecificationGroupKind]string{}},
	} {
		var rows []Specification
		for i, row := range test.rows {
			rows = append(rows, Specification{Name: string(rune('a' + i)), Value: row[0], Unit: optional.Text(row[1])})
		}
		for _, system := range []site.MeasurementSystem{site.Metric, site.Imperial} {
			groups := SpecificationGroups(system, site.Locale{LanguageCode: "en"}, rows)
			got := map[SpecificationGroupKind]string{}
			for _, group := range groups {
				var indexes []string
				for _, s := range group.Specifications {
					indexes = append(indexes, strconv.Itoa(int(s.Name[0]-'a')))
				}
				got[group.Kind] = strings.Join(indexes, " ")
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s, %s: %v, want %v", name, system, got, test.want)
			}
		}
	}
}

// The groups contain the rows of Specifications, each once.
//
// Rules: CAT-43.
func TestSpecificationGroups_Order(t *testing.T) {
	row := func(name, value, unit string) Specification {
		return Specification{Name: name, Value: value, Unit: optional.Text(unit)}
	}
	shared := []Specification{
		row("Noise", "70", "dB(A)"), row("Weight", "80", "kg"), row("Output", "4200", "pcs/h"), row("Class", "1", ""),
	}
	v := (&Variant{Own: []Specification{row("Weight", "85", "kg")}, Shared: shared}).
		Localize(site.Locale{LanguageCode: "en"})
	var got []string
	for _, group := range v.SpecificationGroups(site.Metric) {
		for _, s := range group.Specifications {
			got = append(got, string(group.Kind)+" "+s.Name+" "+s.Value)
		}
	}
	want := []string{"PERFORMANCE Output 4,200", "MACHINE Weight 85", "ENVIRONMENT Noise 70", "FURTHER Class 1"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
