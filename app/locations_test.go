package app_test

import "testing"

// TestLocations: filters, order, pagination and translations of the locations, and the locations that serve a
// country.
//
// Rules: LCN-4.
func TestLocations(t *testing.T) {
	s := sampleSite(t)
	for _, test := range []struct{ name, query, path, want string }{
		{"all", `{ locations(first: 1) { totalCount edges { node { slug types } } pageInfo { hasNextPage } } }`,
			"data.locations", `{"totalCount": 24, "edges": [{"node": {"slug": "dierikon",
				"types": ["HEADQUARTERS", "TRAINING"]}}], "pageInfo": {"hasNextPage": true}}`},
		{"a region", `{ locations(filter: {regions: [AMERICAS]}, first: 50) { edges { node { slug } } } }`,
			"data.locations.edges", `[{"node": {"slug": "milwaukee"}}, {"node": {"slug": "salt-lake-city"}},
				{"node": {"slug": "queretaro"}}, {"node": {"slug": "sao-paulo"}}]`},
		{"a type", `{ locations(filter: {types: [TRAINING]}, first: 50) { edges { node { slug } } } }`,
			"data.locations.edges", `[{"node": {"slug": "dierikon"}}, {"node": {"slug": "porta-westfalica"}},
				{"node": {"slug": "budapest"}}, {"node": {"slug": "milwaukee"}}, {"node": {"slug": "shanghai"}},
				{"node": {"slug": "nagoya"}}]`},
		{"countries", `{ locations(filter: {countries: ["US", "CH"]}, first: 50) { edges { node { slug } } } }`,
			"data.locations.edges", `[{"node": {"slug": "dierikon"}}, {"node": {"slug": "rotkreuz"}}, {"node": {"slug": "thun"}},
				{"node": {"slug": "milwaukee"}}, {"node": {"slug": "salt-lake-city"}}]`},
		{"a brand", `{ locations(filter: {brands: ["cirris"]}, first: 50) { edges { node { slug } } } }`,
			"data.locations.edges", `[{"node": {"slug": "dierikon"}}, {"node": {"slug": "thun"}}, {"node": {"slug": "wertheim"}},
				{"node": {"slug": "milwaukee"}}, {"node": {"slug": "salt-lake-city"}}]`},
		{"all filters", `{ locations(filter: {regions: [AMERICAS], types: [SALES], countries: ["US"],
			brands: ["cirris"]}) { edges { node { slug } } } }`,
			"data.locations.edges", `[{"node": {"slug": "milwaukee"}}, {"node": {"slug": "salt-lake-city"}}]`},
		{"nothing", `{ locations(filter: {countries: ["AQ"]}) { totalCount edges { cursor } } }`,
			"data.locations", `{"totalCount": 0, "edges": []}`},
		{"a country with a location", `{ expert(locale: "de-CH") { slug hours } }`,
			"data.expert", `{"slug": "rotkreuz", "hours": "Mo–Fr, 08:00–17:00"}`},
		{"a country that is served from another", `{ expert(locale: "de-LI") { country { countryCode } } }`,
			"data.expert", `{"country": {"countryCode": "CH"}}`},
		{"a country that no location serves", `{ expert(locale: "en") { slug } }`,
			"data.expert", `{"slug": "dierikon"}`},
		{"by its key", `{ _entities(representations: [{__typename: "Location", id: "location-nagoya"}]) {
			... on Location { name } } }`, "data._entities", `[{"name": "Komax Japan"}]`},
		{"as the URL selects them", `{ resolve(url: "http://localhost/de/contacts?type=TRAINING&region=EUROPE") {
			... on PageResolution { locations { total isFiltered resetUrl regions { value count selected }
				locations { slug } } } } }`,
			"data.resolve.locations", `{"total": 3, "isFiltered": true, "resetUrl": "/de/contacts",
				"regions": [{"value": "EUROPE", "count": 3, "selected": true},
					{"value": "AMERICAS", "count": 1, "selected": false},
					{"value": "ASIA_PACIFIC", "count": 2, "selected": false}],
				"locations": [{"slug": "dierikon"}, {"slug": "porta-westfalica"}, {"slug": "budapest"}]}`},
		{"on other pages", `{ resolve(url: "http://localhost/de") { ... on PageResolution { locations { total } } } }`,
			"data.resolve", `{"locations": null}`},
		{"too many", `{ locations(first: 101) { totalCount } }`, "errors.0.extensions.code", `"BAD_USER_INPUT"`},
	} {
		t.Run(test.name, func(t *testing.T) { checkAt(t, s.query(t, test.query), test.path, test.want) })
	}
}
