package resolvers

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/editorial"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/gql"
	"strand/resolvers/provenance"
	"strand/service/servicetest"
)

// TestProvenance: the record, the field and the language that a value comes from, or the field of the graph that is
// computed.
//
// Rules: PROV-1.
func TestProvenance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hero := &editorial.HeroModule{ID: "hero", Title: new("Hello")}
		list := &editorial.AccordionModule{ID: "list", Items: []editorial.AccordionItem{{ID: "item", Title: "First"}}}
		about := servicetest.Page{Page: editorial.Page{
			ID: "about", Modules: []editorial.Module{hero, list},
			Image: &site.Image{ID: "dot", URL: "https://cms.example/dot.png", AlternativeText: "A dot"},
		}}
		from := presses(t).Page(about).Ticket(&ticketing.Ticket{ID: "7", Subject: "Noise"})
		sources := provenance.Sources{CMS: from.CMS, PIM: from.PIM, SIS: from.SIS}
		recorder := provenance.NewRecorder(sources, gql.NewExecutableSchema(gql.Config{}).Schema())
		test := queryTest{
			user: customer(0),
			query: `{ page(id: "about", locale: "de") { title canonicalUrl image { alternativeText source }
				modules { ... on HeroModule { heading: title }
				... on AccordionModule { items { title } } } }
				product(slug: "h20", locale: "en") { shortDescription url classification { name } }
				ticket(id: "7") { subject } }`,
			around: func(ctx context.Context, next graphql.Resolver) (any, error) {
				value, err := next(ctx)
				recorder.Record(ctx)
				return value, err
			},
		}
		if _, codes := test.execute(t, from); len(codes) > 0 {
			t.Fatal(codes)
		}
		found, got := recorder.Result(), map[string]string{}
		for _, o := range found.Objects {
			for _, v := range o.Values {
				s := found.Sources[v.Source]
				got[strings.TrimPrefix(o.Path+"."+v.Name, ".")] = strings.Join(strings.Fields(fmt.Sprint(
					s.System, " ", s.Type, " ", s.Record, " ", s.Components, " ", v.Field, " ", s.Locale, " ",
					s.FoundLocale,
				)), " ")
			}
		}
		want := map[string]string{
			"page.title":                   "cms Page about [] title de en",
			"page.canonicalUrl":            "strand [] Page.canonicalUrl de",
			"page.image.source":            "cms Page about [] image de en",
			"page.image.alternativeText":   "cms Asset dot [] alternativeText de de",
			"page.modules.0.heading":       "cms Page about [{modules hero}] title de en",
			"page.modules.1.items.0.title": "cms Page about [{modules list} {items item}] title de en",
			"product.shortDescription":     "pim Product h20 [] short_description en en",
			"product.url":                  "strand [] Product.url en",
			"product.classification.name":  "pim Classification presses [] name en en",
			"ticket.subject":               "sis Ticket 7 [] subject",
		}
		if !maps.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
