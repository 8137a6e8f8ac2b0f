package resolvers

import (
	"strings"
	"testing"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/service/servicetest"
)

// presses is a catalogue whose products and services have everything, and two stories about them.
func presses(t *testing.T) *servicetest.Systems {
	product := func(slug, classification string, d catalog.Detail) servicetest.Product {
		return servicetest.Product{
			Product: catalog.Product{Slug: slug, Name: strings.ToUpper(slug), ClassificationSlug: classification},
			Detail:  d,
		}
	}
	relation := func(kind catalog.RelationType, slug, classification string) catalog.Relation {
		p := product(slug, classification, catalog.Detail{}).Product
		return catalog.Relation{Type: kind, Product: &p}
	}
	return servicetest.New(t).
		Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "crimping", Name: "Crimping"}, nil).
		Classification(catalog.TypeProduct,
			catalog.ClassificationRecord{Slug: "presses", Name: "Presses", ParentID: "crimping"}, nil).
		Classification(catalog.TypeService, catalog.ClassificationRecord{Slug: "care", Name: "Care"}, nil).
		Capability("seal", servicetest.Names{"en": "Seal loading"}).
		Product(product("h20", "presses", catalog.Detail{
			CapabilityIDs:  []string{"seal"},
			Specifications: []catalog.Specification{{Name: "Force", Value: "20"}},
			Related: []catalog.Relation{
				relation(catalog.Related, "h40", "presses"), relation(catalog.Related, "h20", "presses"),
				relation(catalog.Component, "head", "crimping"), relation(catalog.Service, "visit", "care"),
			},
			ModularSystem: []*catalog.ModularUnit{{Name: "Feeder"}},
			Documents:     []*catalog.Document{{Name: "Brochure", URL: "/brochure.pdf", FileName: "brochure.pdf"}},
		})).
		Product(product("h40", "presses", catalog.Detail{
			Specifications: []catalog.Specification{{Name: "Force", Value: "40"}},
		})).
		Product(product("head", "crimping", catalog.Detail{})).
		Product(product("visit", "care", catalog.Detail{Benefits: []string{"Less downtime"}})).
		Story(&editorial.Story{ID: "1", Slug: "one", Title: "One", ProductSlugs: []string{"h20", "h40"}}).
		Story(&editorial.Story{ID: "2", Slug: "two", Title: "Two", ProductSlugs: []string{"h40", "gone"}})
}

// TestQueries_Catalogue: products, services and classifications, and the calls for them.
//
// Rules: CALL-6, CAT-5, CAT-9, CAT-18, CAT-23, CAT-32, CAT-36, NAV-16.
func TestQueries_Catalogue(t *testing.T) {
	const (
		products, services = "pim.Tree PRODUCT en", "pim.Tree SERVICE en"
	)
	page := func(path, fields string) string {
		return `{ resolve(url: "http://localhost` + path + `") { ... on PageResolution { ` + fields + ` } } }`
	}
	for name, test := range map[string]queryTest{
		"the details of several products are read by one call": {
			inRealTime: true,
			query: `{ products(slugs: ["h20", "h40", "gone"], locale: "en") { name benefits specifications { value }
				capabilities { name } related(type: RELATED) { name } components: related(type: COMPONENT) { route }
				services: related(type: SERVICE) { name url } modularSystem { name } } }`,
			data: `{"products":[{"benefits":[],"capabilities":[{"name":"Seal loading"}],
				"components":[{"route":"/products/crimping/head"}],"modularSystem":[{"name":"Feeder"}],"name":"H20",
				"related":[{"name":"H40"}],"services":[{"name":"VISIT","url":"/en/services/care/visit"}],
				"specifications":[{"value":"20"}]},{"benefits":[],"capabilities":[],"components":[],"modularSystem":[],
				"name":"H40","related":[],"services":[],"specifications":[{"value":"40"}]}]}`,
			calls: []string{
				inEnglish,
				"pim.Capabilities en",
				"pim.Details en [h20 h40]",
				"pim.Products en [gone h20 h40]",
				products,
				services,
			},
		},
		"the details of a product": {
			query: `{ product(slug: "h20", locale: "en") { name url specifications { value } capabilities { name } } }`,
			data: `{"product":{"capabilities":[{"name":"Seal loading"}],"name":"H20","specifications":[{"value":"20"}],
				"url":"/en/products/crimping/presses/h20"}}`,
			calls: []string{
				inEnglish,
				"pim.Capabilities en",
				"pim.Details en [h20]",
				products,
			},
		},
		"a product without details": {
			query: `{ product(slug: "h20", locale: "en") { name url } }`,
			data:  `{"product":{"name":"H20","url":"/en/products/crimping/presses/h20"}}`,
			calls: []string{inEnglish, "pim.Products en [h20]", products},
		},
		"a service": {
			query: `{ product(slug: "visit", locale: "en") { type url benefits relatedServiceGroups { services { slug } } } }`,
			data: `{"product":{"benefits":["Less downtime"],"relatedServiceGroups":[],"type":"SERVICE",
				"url":"/en/services/care/visit"}}`,
			calls: []string{
				inEnglish,
				"pim.Details en [visit]",
				"pim.ServiceDetails en [visit]",
				products,
				services,
			},
		},
		"the products of stories are read by one call": {
			inRealTime: true,
			query:      `{ stories(first: 100, locale: "en") { edges { node { title featuredProducts { name url } } } } }`,
			data: `{"stories":{"edges":[{"node":{"featuredProducts":[{"name":"H20",
				"url":"/en/products/crimping/presses/h20"},{"name":"H40",
				"url":"/en/products/crimping/presses/h40"}],"title":"One"}},
				{"node":{"featuredProducts":[{"name":"H40","url":"/en/products/crimping/presses/h40"}],
				"title":"Two"}}]}}`,
			calls: []string{
				inEnglish,
				"cms.Stories en",
				"pim.Products en [gone h20 h40]",
				products,
			},
		},
		"a story without the PIM": {
			query: page("/en/stories/one", `stories { ... on Story { title featuredProducts { name } } }`),
			fails: "pim.",
			data:  `{"resolve":{"stories":{"title":"One","featuredProducts":[]}}}`,
			calls: []string{inEnglish, "cms.Stories en", "pim.Products en [h20 h40]"},
		},
		"the data sheet is the first document of a product": {
			query: `{ product(slug: "h20", locale: "de-CH") { dataSheetUrl(system: IMPERIAL)
				documents { name url language fileName extension } } }`,
			data: `{"product":{"dataSheetUrl":"/de-ch/products/crimping/presses/h20/data-sheet.pdf?system=imperial",
				"documents":[{"extension":"PDF","fileName":"h20-data-sheet.pdf","language":"de",
				"name":"Datenblatt H20","url":"/de-ch/products/crimping/presses/h20/data-sheet.pdf"},
				{"extension":"","fileName":"brochure.pdf","language":null,"name":"Brochure","url":"/brochure.pdf"}]}}`,
			calls: []string{
				"cms.Navigations [de en]", "pim.Details de [h20]", "pim.Products en [h20]", "pim.Tree PRODUCT de",
			},
		},
		"a service has no data sheet": {
			query: `{ product(slug: "visit", locale: "en") { dataSheetUrl documents { type } } }`,
			data:  `{"product":{"dataSheetUrl":null,"documents":[]}}`,
			calls: []string{inEnglish, "pim.Details en [visit]", "pim.ServiceDetails en [visit]", products, services},
		},
		"entities of a type are read by one call": {
			inRealTime: true,
			query: `{ _entities(representations: [{__typename: "Product", slug: "gone"}, {__typename: "Product", slug: "h20"},
				{__typename: "Product", slug: "h40"}, {__typename: "Product", slug: "h40"}]) {
				... on Product { name } } }`,
			data:  `{"_entities":[null,{"name":"H20"},{"name":"H40"},{"name":"H40"}]}`,
			calls: []string{inEnglish, "pim.Products en [gone h20 h40]", products},
		},
		"services related by their classification": {
			query: `{ product(slug: "h20", locale: "en") { relatedServiceGroups { classification { slug }
				services { slug } } } }`,
			data: `{"product":{"relatedServiceGroups":[{"classification":{"slug":"care"},
				"services":[{"slug":"visit"}]}]}}`,
			calls: []string{
				inEnglish,
				"pim.Details en [h20]",
				products,
				services,
			},
		},
		"a classification": {
			query: `{ classification(slug: "presses", type: PRODUCT, locale: "en") { id parentId
				supportedCountries lineage { slug } products { total page pageCount products { slug } } } }`,
			data: `{"classification":{"id":"presses","lineage":[{"slug":"crimping"},{"slug":"presses"}],
				"parentId":"crimping","products":{"page":1,"pageCount":1,"products":[{"slug":"h20"},{"slug":"h40"}],
				"total":2},"supportedCountries":[]}}`,
			calls: []string{
				inEnglish,
				"pim.Capabilities en",
				"pim.Index PRODUCT en",
				products,
			},
		},
		"a page of a classification that is out of range": {
			query: `{ classification(slug: "presses", type: PRODUCT, locale: "en") { products(page: 10001) { page } } }`,
			data:  `{"classification":{"products":null}}`,
			codes: []string{"BAD_USER_INPUT"},
			calls: []string{inEnglish, products},
		},
		"the breadcrumb of a product": {
			query: page("/en/products/crimping/presses/h20", `breadcrumb { title url }`),
			data: `{"resolve":{"breadcrumb":[{"title":"home","url":"/en"},{"title":"Crimping",
				"url":"/en/products/crimping"},{"title":"Presses","url":"/en/products/crimping/presses"},
				{"title":"H20","url":null}]}}`,
			calls: []string{inEnglish, "pim.Details en [h20]", products},
		},
		"the breadcrumb of a classification": {
			query: page("/en/products/crimping/presses", `breadcrumb { title url }`),
			data: `{"resolve":{"breadcrumb":[{"title":"home","url":"/en"},{"title":"Crimping",
				"url":"/en/products/crimping"},{"title":"Presses","url":"/en/products/crimping/presses"}]}}`,
			calls: []string{inEnglish, products},
		},
		"a comparison": {
			query: page("/en/products/crimping/presses?compare=h20,gone,h40", `comparison { isShown
				classification { slug } candidates { slug } columns { product { slug } variant { id } }
				rowGroups(system: METRIC) { kind rows { name } } }`),
			data: `{"resolve":{"comparison":{"candidates":[],"classification":{"slug":"presses"},
				"columns":[{"product":{"slug":"h20"},"variant":null},{"product":{"slug":"h40"},"variant":null}],
				"isShown":true,"rowGroups":[{"kind":"FURTHER","rows":[{"name":"Force"}]}]}}}`,
			calls: []string{
				inEnglish,
				"pim.Details en [gone h20 h40]",
				"pim.Index PRODUCT en",
				products,
			},
		},
		"no comparison": {
			query: page("/en/products/crimping/presses", `comparison { isShown }`),
			data:  `{"resolve":{"comparison":null}}`,
			calls: []string{inEnglish, products},
		},
		"a comparison of unknown products": {
			query: page("/en/products/crimping/presses?compare=gone", `comparison { isShown classification { slug }
				candidates { slug } columns { product { slug } } rowGroups(system: METRIC) { kind } }`),
			data: `{"resolve":{"comparison":{"candidates":[],"classification":null,"columns":[],"isShown":false,
				"rowGroups":[]}}}`,
			calls: []string{inEnglish, "pim.Details en [gone]", products},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, presses) })
	}
}
