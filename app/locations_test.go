package app_test

import (
	"strings"
	"testing"
)

// TestLocations: filters, order, pagination and translations of the locations, and the locations that serve a
// country.
func TestLocations(t *testing.T) {
	s := startWith(t, "../content")
	for _, test := range []struct{ name, query, want string }{
		{"all", `{ locations(first: 1) { totalCount edges { node { slug types } } pageInfo { hasNextPage } } }`,
			`{"data":{"locations":{"totalCount":24,"edges":[{"node":{"slug":"dierikon","types":["HEADQUARTERS","TRAINING"]}}],"pageInfo":{"hasNextPage":true}}}}`},
		{"filters", `{ locations(filter: {regions: [AMERICAS], types: [SALES], countries: ["US"]}) { edges { node { slug brands { name } country { countryCode } region } } } }`, `"countryCode":"US"},"region":"AMERICAS"`},
		{"a brand", `{ locations(filter: {brands: ["cirris"], regions: [AMERICAS]}) { edges { node { slug brands { name } } } } }`, `{"slug":"salt-lake-city","brands":[{"name":"Cirris"}]}`},
		{"nothing", `{ locations(filter: {countries: ["AQ"]}) { totalCount edges { cursor } } }`,
			`{"data":{"locations":{"totalCount":0,"edges":[]}}}`},
		{"a country with a location", `{ expert(locale: "de-CH") { slug hours } }`,
			`{"data":{"expert":{"slug":"rotkreuz","hours":"Mo–Fr, 08:00–17:00"}}}`},
		{"a country that is served from another", `{ expert(locale: "de-LI") { country { countryCode } } }`, `"CH"`},
		{"a country that no location serves", `{ expert(locale: "en") { slug } }`, `"dierikon"`},
		{"by its key", `{ _entities(representations: [{__typename: "Location", id: "location-nagoya"}]) { ... on Location { name } } }`, `Japan`},
		{"as the URL selects them", `{ resolve(url: "http://localhost/de/contacts?type=TRAINING&region=EUROPE") { ... on PageResolution { locations { total isFiltered resetUrl regions { value count selected } locations { slug } } } } }`,
			`{"total":3,"isFiltered":true,"resetUrl":"/de/contacts","regions":[{"value":"EUROPE","count":3,"selected":true},`},
		{"on other pages", `{ resolve(url: "http://localhost/de") { ... on PageResolution { locations { total } } } }`,
			`{"data":{"resolve":{"locations":null}}}`},
		{"too many", `{ locations(first: 101) { totalCount } }`, `BAD_USER_INPUT`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := s.query(t, test.query); !strings.Contains(got, test.want) {
				t.Errorf("%s\nlacks %s", got, test.want)
			}
		})
	}
}
