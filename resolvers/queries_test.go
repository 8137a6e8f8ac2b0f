package resolvers

import (
	"context"
	"encoding/json"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/location"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/gql"
	"strand/internal/apperr"
	"strand/internal/pubsub"
	"strand/internal/ratelimit"
	"strand/service/catalogue"
	"strand/service/editing"
	"strand/service/forms"
	portalservice "strand/service/portal"
	"strand/service/servicetest"
	"strand/service/website"
)

// newTestResolver returns a resolver that reads from systems in memory.
func newTestResolver(from *servicetest.Systems) *Resolver {
	log := slog.New(slog.DiscardHandler)
	products := &catalogue.Catalogue{PIM: from.PIM, Catalogue: from.PIM, Log: log}
	sites := &website.Sites{CMS: from.CMS, Assortment: products, Now: time.Now, Log: log}
	return &Resolver{
		CMS:        from.CMS,
		PIM:        from.PIM,
		SIS:        from.SIS,
		Portal:     from.SIS,
		Website:    sites,
		Assortment: products,
		Now:        time.Now,
		Log:        log,

		PortalPages:     &portalservice.Pages{SIS: from.SIS, Website: sites},
		Topics:          &pubsub.Hub{},
		Presences:       editing.NewPresences(nil, time.Now),
		UserMails:       portalservice.NewMailLimits(ratelimit.Limits{}),
		AdditionLimiter: ratelimit.New(2, time.Minute),
		TicketLimiter:   ratelimit.New(2, time.Hour),
	}
}

// execute executes the query with systems in memory. It returns the data and the codes of errors.
func (q queryTest) execute(t *testing.T, from *servicetest.Systems) (data any, codes []string) {
	t.Helper()
	resolver := newTestResolver(from)
	resolver.Translations, resolver.Forms = q.translations, q.forms
	exec := executor.New(gql.NewExecutableSchema(gql.Config{
		Resolvers:  resolver,
		Directives: gql.DirectiveRoot{Auth: Auth},
	}))
	if q.around != nil {
		exec.AroundFields(q.around)
	}
	exec.SetErrorPresenter(func(ctx context.Context, err error) *gqlerror.Error {
		presented := graphql.DefaultErrorPresenter(ctx, err)
		presented.Extensions = map[string]any{"code": string(apperr.CodeOf(err))}
		return presented
	})
	ctx, v := servicetest.NewVisit(graphql.StartOperationTrace(t.Context()), q.user)
	v.Editor = q.isEditor
	operation, errs := exec.CreateOperationContext(ctx, &graphql.RawParams{Query: q.query})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	respond, ctx := exec.DispatchOperation(ctx, operation)
	response := respond(ctx)
	if err := json.Unmarshal(response.Data, &data); err != nil {
		t.Fatal(err)
	}
	for _, e := range response.Errors {
		codes = append(codes, e.Extensions["code"].(string))
	}
	return data, codes
}

// queryTest pairs a query with what it returns and with the exact upstream calls that it makes.
type queryTest struct {
	query string
	user  *portal.User
	// isEditor means that an editor has logged in.
	isEditor     bool
	translations Translations
	forms        *forms.Submissions
	// around is called for each field; nil for nothing.
	around graphql.FieldMiddleware
	// fails is the beginning of the calls that fail; empty for none. sis are answers of sis by method.
	fails string
	sis   map[string]any
	data  string
	codes []string
	calls []string
	// inRealTime marks a query of a list with fields that gqlgen batches: they wait for a lock, during which the time
	// of a bubble does not advance.
	inRealTime bool
}

// check executes the query with systems in memory.
func (q queryTest) check(t *testing.T, content func(*testing.T) *servicetest.Systems) {
	t.Helper()
	var data, want any
	var codes, calls []string
	systems := content(t)
	run := func(t *testing.T) {
		if q.fails != "" {
			systems.Fail(q.fails)
		}
		for method, value := range q.sis {
			if values, areSeveral := value.([]any); areSeveral {
				systems.Answer(method, values...)
			} else {
				systems.Answer(method, value)
			}
		}
		data, codes = q.execute(t, systems)
		calls = systems.Calls()
	}
	if q.inRealTime {
		run(t)
	} else {
		synctest.Test(t, func(t *testing.T) { // a batch is sent when all fields wait
			run(t)
			synctest.Wait()
			calls = systems.Calls()
		})
	}
	if q.data != "" {
		if err := json.Unmarshal([]byte(q.data), &want); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(data, want) {
		got, _ := json.Marshal(data)
		t.Errorf("data %s, want %s", got, q.data)
	}
	if !slices.Equal(codes, q.codes) {
		t.Errorf("errors %q, want %q", codes, q.codes)
	}
	if !slices.Equal(calls, q.calls) {
		t.Errorf("calls %q, want %q", calls, q.calls)
	}
}

// TestQueries pairs queries with the exact upstream calls that they make.
//
// Rules: CAT-45.
func TestQueries(t *testing.T) {
	customer := &portal.User{ID: "u", Roles: []string{"kmx_int_serviceticketing_active"}}
	const (
		language = "canonicalUrl isLanguageFallback contentLanguage { languageCode }"
	)
	// The routes of products are made of the tree.
	const products = "pim.Tree PRODUCT en"
	content := func(t *testing.T) *servicetest.Systems {
		machine := func(slug string, descriptions servicetest.Names) servicetest.Product {
			return servicetest.Product{
				Product:      catalog.Product{Slug: slug, Name: strings.ToUpper(slug), ClassificationSlug: "presses"},
				Detail:       catalog.Detail{CapabilityIDs: []string{"crimp"}},
				Descriptions: descriptions,
			}
		}
		return servicetest.New(t).
			Classification(catalog.TypeProduct, catalog.ClassificationRecord{Slug: "presses"}, nil).
			Product(machine("a", servicetest.Names{"en": "A press", "de": "Eine Presse"})).
			Product(machine("b", servicetest.Names{"en": "Another press"})).
			Capability("crimp", servicetest.Names{"en": "Crimping"}).
			Capability("cut", servicetest.Names{"en": "Cutting"}).
			Story(&editorial.Story{ID: "1", Slug: "one", Title: "One"}).
			Story(&editorial.Story{ID: "2", Slug: "two", Title: "Two"}).
			Page(servicetest.Page{Page: editorial.Page{ID: "about", Title: "Page about"}}).
			Page(servicetest.Page{Page: editorial.Page{ID: "contact", Title: "Page contact"}}).
			Location(&location.Location{ID: "1", Slug: "zug", Name: "Zug", CountryCode: "CH"}).
			Ticket(&ticketing.Ticket{ID: "7", Subject: "Noise"})
	}
	for name, test := range map[string]queryTest{
		"products are read in one batch": {
			query: `{ products(slugs: ["a", "b", "a", "unknown"], locale: "en") { slug name } }`,
			data:  `{"products":[{"slug":"a","name":"A"},{"slug":"b","name":"B"},{"slug":"a","name":"A"}]}`,
			calls: []string{inEnglish, "pim.Products en [a b unknown]", products},
		},
		"a product that does not exist": {
			query: `{ product(slug: "unknown", locale: "en") { name } }`,
			data:  `{"product":null}`,
			codes: []string{string(apperr.NotFound)},
			calls: []string{inEnglish, "pim.Products en [unknown]"},
		},
		"a product in English": {
			query: `{ product(slug: "a", locale: "en") { ` + language + ` } }`,
			data: `{"product":{"canonicalUrl":"http://localhost/en/products/presses/a","isLanguageFallback":false,` +
				`"contentLanguage":{"languageCode":"en"}}}`,
			calls: []string{inEnglish, "pim.Products en [a]", products},
		},
		"a translated product": {
			query: `{ product(slug: "a", locale: "de") { ` + language + ` } }`,
			data: `{"product":{"canonicalUrl":"http://localhost/de/products/presses/a","isLanguageFallback":false,` +
				`"contentLanguage":{"languageCode":"de"}}}`,
			calls: []string{
				"cms.Navigations [de en]", "pim.Products de [a]", "pim.Products en [a]", "pim.Tree PRODUCT de",
			},
		},
		"a product without a translation is in English, whose page is the canonical one": {
			query: `{ product(slug: "b", locale: "de") { ` + language + ` } }`,
			data: `{"product":{"canonicalUrl":"http://localhost/en/products/presses/b","isLanguageFallback":true,` +
				`"contentLanguage":{"languageCode":"en"}}}`,
			calls: []string{
				"cms.Navigations [de en]", "pim.Products de [b]", "pim.Products en [b]", "pim.Tree PRODUCT de",
			},
		},
		"a PIM that does not answer": {
			query: `{ product(slug: "a", locale: "en") { name } }`,
			fails: "pim.",
			data:  `{"product":null}`,
			codes: []string{string(apperr.UpstreamUnavailable)},
			calls: []string{inEnglish, "pim.Products en [a]"},
		},
		"too many products are refused before a call": {
			query: `{ products(slugs: [` + strings.Repeat(`"a",`, 101) + `]) { name } }`,
			codes: []string{string(apperr.Invalid)},
		},
		"an unsupported locale is refused before a call": {
			query: `{ product(slug: "a", locale: "ja") { name } }`,
			data:  `{"product":null}`,
			codes: []string{string(apperr.Invalid)},
		},
		"a page": {
			query: `{ page(id: "about", locale: "en") { title type } }`,
			data:  `{"page":{"title":"Page about","type":"CONTENT"}}`,
			calls: []string{inEnglish, "cms.Pages [about]"},
		},
		"pages of several fields are read in one batch": {
			query: `{ a: page(id: "about", locale: "en") { title } b: page(id: "contact", locale: "en") { title } }`,
			data:  `{"a":{"title":"Page about"},"b":{"title":"Page contact"}}`,
			calls: []string{inEnglish, "cms.Pages [about contact]"},
		},
		"the products of all capabilities are read by one call": {
			query: `{ capabilities(locale: "en") { id products { slug } } }`,
			data: `{"capabilities":[{"id":"crimp","products":[{"slug":"a"},{"slug":"b"}]},
				{"id":"cut","products":[]}]}`,
			calls:      []string{inEnglish, "pim.ByCapabilities en [crimp cut]", "pim.Capabilities en", products},
			inRealTime: true,
		},
		"the bodies of all stories are read by one call": {
			query: `{ stories(locale: "en", first: 10) { edges { node { slug modules { __typename } } } } }`,
			data: `{"stories":{"edges":[{"node":{"slug":"one","modules":[]}},
				{"node":{"slug":"two","modules":[]}}]}}`,
			calls: []string{"cms.Bodies story [1 2]", inEnglish, "cms.Stories en"},
		},
		"locations": {
			query: `{ locations(locale: "en") { edges { node { name } } } }`,
			data:  `{"locations":{"edges":[{"node":{"name":"Zug"}}]}}`,
			calls: []string{"cms.Locations", inEnglish},
		},
		"a ticket of an anonymous user is refused before a call": {
			query: `{ ticket(id: "7") { subject } }`,
			data:  `{"ticket":null}`,
			codes: []string{string(apperr.Unauthenticated)},
		},
		"a ticket without the role is refused before a call": {
			query: `{ ticket(id: "7") { subject } }`,
			user:  &portal.User{ID: "u"},
			data:  `{"ticket":null}`,
			codes: []string{string(apperr.Forbidden)},
		},
		"a ticket is read in the name of the user": {
			query: `{ ticket(id: "7") { subject } other: ticket(id: "8") { subject } }`,
			user:  customer,
			data:  `{"ticket":{"subject":"Noise"},"other":null}`,
			calls: []string{"sis.TicketsByID token [7 8]"},
		},
		"tickets are read with filter, order and size": {
			query: `{ tickets(filter: { text: "hum" }, order: SUBJECT, first: 5) { totalCount edges { cursor } } }`,
			user:  customer,
			data:  `{"tickets":{"totalCount":1,"edges":[{"cursor":"7"}]}}`,
			calls: []string{`sis.Tickets token {"Filter":{"Text":"hum"},"Order":"SUBJECT","Range":{"First":5}}`},
		},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, content) })
	}
}
