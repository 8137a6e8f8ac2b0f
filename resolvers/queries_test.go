package resolvers

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/investor"
	"strand/domain/location"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/gql"
	"strand/internal/apperr"
	"strand/service/catalogue"
	"strand/service/website"
	"strand/service/website/visit"
)

// upstreamCalls records the calls of fake readers.
type upstreamCalls struct {
	mu   sync.Mutex
	made []string
}

func (c *upstreamCalls) add(format string, arguments ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made = append(c.made, fmt.Sprintf(format, arguments...))
}

// addShared records a call whose concurrent repetitions the readers answer once.
func (c *upstreamCalls) addShared(format string, arguments ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if call := fmt.Sprintf(format, arguments...); !slices.Contains(c.made, call) {
		c.made = append(c.made, call)
	}
}

// fakeCMS has one site with a page. Methods that no test expects are those of a nil reader, which panic.
type fakeCMS struct {
	website.CMS
	CMSReader
	*upstreamCalls
	dir *site.Directory
}

func (c fakeCMS) Directory(context.Context, site.Stage) (*site.Directory, error) { return c.dir, nil }

func (c fakeCMS) Navigations(
	_ context.Context, _ *site.Directory, _ site.Stage, languages []string,
) (map[string]*site.Navigation, error) {
	c.addShared("cms.Navigations %v", languages)
	item := func(id, slug string) *site.Item {
		page := &site.PageRef{ID: id, Slug: slug, Languages: []string{"en"}, Protection: site.ProtectionNone}
		return &site.Item{ID: id, Title: id, Page: page}
	}
	return map[string]*site.Navigation{"main": {
		Site:   c.dir.Main(),
		Home:   []*site.Item{item("home", "home")},
		Items:  []*site.Item{item("about", "about"), item("contact", "contact")},
		Footer: &site.Footer{},
	}}, nil
}

func (c fakeCMS) CachedPage(context.Context, *site.Context, string) (*editorial.Page, bool) {
	return nil, false
}

func (c fakeCMS) Pages(ctx context.Context, _ *site.Context, ids []string) ([]*editorial.Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.add("cms.Pages %v", slices.Sorted(slices.Values(ids)))
	pages := make([]*editorial.Page, len(ids))
	for i, id := range ids {
		if id != "unknown" {
			pages[i] = &editorial.Page{ID: id, Title: "Page " + id, Language: site.PageLanguage{LanguageCode: "en"}}
		}
	}
	return pages, nil
}

func (c fakeCMS) Locations(context.Context, *site.Context) (location.Locations, error) {
	c.add("cms.Locations")
	return location.Locations{{ID: "1", Slug: "zug", Name: "Zug", CountryCode: "CH"}}, nil
}

// fakePIM has every product but "unknown".
type fakePIM struct {
	catalogue.PIM
	PIMReader
	*upstreamCalls
	fails bool
}

func (p fakePIM) CachedProduct(context.Context, string, string) (*catalog.Product, bool) {
	return nil, false
}

func (p fakePIM) Tree(_ context.Context, t catalog.Type, language, country string) (*catalog.Tree, error) {
	p.addShared("pim.Tree %s %s %s", t, language, country)
	if t != catalog.TypeProduct {
		return &catalog.Tree{}, nil
	}
	return catalog.NewTree(t, []catalog.ClassificationRecord{{ID: "1", Slug: "presses", Name: "Presses"}}, country), nil
}

func (p fakePIM) Products(_ context.Context, language string, slugs []string) (map[string]*catalog.Product, error) {
	p.add("pim.Products %s %v", language, slugs)
	if p.fails {
		return nil, apperr.New(apperr.UpstreamUnavailable, "the PIM does not answer")
	}
	found := map[string]*catalog.Product{}
	for _, slug := range slugs {
		if slug != "unknown" {
			found[slug] = &catalog.Product{Slug: slug, Name: strings.ToUpper(slug), ClassificationSlug: "presses"}
		}
	}
	return found, nil
}

// fakeSIS has no tables.
type fakeSIS struct {
	SISReader
	*upstreamCalls
}

func (s fakeSIS) Calendar(_ context.Context, locale string) ([]*investor.Date, error) {
	s.add("sis.Calendar %s", locale)
	return nil, nil
}

// fakeTickets has one ticket.
type fakeTickets struct {
	*upstreamCalls
}

func (p fakeTickets) Ticket(_ context.Context, idToken, id string) (*ticketing.Ticket, error) {
	p.add("sis.Ticket %s %s", idToken, id)
	if id != "7" {
		return nil, nil
	}
	return &ticketing.Ticket{ID: id, Subject: "Noise"}, nil
}

func (p fakeTickets) Tickets(
	_ context.Context, idToken string, s ticketing.TicketSelection,
) (*ticketing.TicketListPage, error) {
	p.add("sis.Tickets %s %q %s %d", idToken, s.Filter.Text, s.Order, s.Range.First)
	return &ticketing.TicketListPage{
		Tickets: []*ticketing.Ticket{{ID: "7", Subject: "Noise"}}, Cursors: []string{"c"}, Total: 1, IsTotalExact: true,
	}, nil
}

// newFakeResolver returns a resolver with fake readers, its sites, and the calls that it makes.
func newFakeResolver(t *testing.T, pimFails bool) (*Resolver, *site.Directory, *upstreamCalls) {
	t.Helper()
	main := &site.Site{ID: "main", TechnicalName: "main", Name: "Group", IsMain: true, Domains: []string{"localhost"}}
	dir, err := site.NewDirectory(
		[]*site.Language{{LanguageCode: "en"}, {LanguageCode: "de"}},
		[]*site.Country{{CountryCode: "CH", SupportedLanguages: []string{"de", "en"}, DefaultLanguage: "de"}},
		[]*site.Site{main},
		nil,
	)
	if err != nil {
		t.Fatal(err)
	}
	made := &upstreamCalls{}
	cms, pim := fakeCMS{upstreamCalls: made, dir: dir}, fakePIM{upstreamCalls: made, fails: pimFails}
	log := slog.New(slog.DiscardHandler)
	products := &catalogue.Catalogue{PIM: pim, Log: log}
	return &Resolver{
		CMS:          cms,
		PIM:          pim,
		SIS:          fakeSIS{upstreamCalls: made},
		TicketReader: fakeTickets{made},
		Website:      &website.Sites{CMS: cms, Assortment: products, Now: time.Now, Log: log},
		Assortment:   products,
		Now:          time.Now,
		Log:          log,
	}, dir, made
}

// executeWithFakes executes a query with fake readers. It returns the data, the codes of errors and the calls, sorted.
func executeWithFakes(t *testing.T, query string, user *portal.User, pimFails bool) (data any, codes, calls []string) {
	t.Helper()
	resolver, _, made := newFakeResolver(t, pimFails)
	exec := executor.New(gql.NewExecutableSchema(gql.Config{
		Resolvers:  resolver,
		Directives: gql.DirectiveRoot{Auth: Auth},
	}))
	exec.SetErrorPresenter(func(ctx context.Context, err error) *gqlerror.Error {
		presented := graphql.DefaultErrorPresenter(ctx, err)
		presented.Extensions = map[string]any{"code": string(apperr.CodeOf(err))}
		return presented
	})
	req := &visit.Request{Scheme: "http", Host: "localhost", User: user}
	if user != nil {
		req.IDToken = "token"
	}
	ctx := visit.WithRequest(graphql.StartOperationTrace(t.Context()), req)
	operation, errs := exec.CreateOperationContext(ctx, &graphql.RawParams{Query: query})
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
	slices.Sort(made.made)
	return data, codes, made.made
}

// TestQueries pairs queries with the exact upstream calls that they make.
func TestQueries(t *testing.T) {
	customer := &portal.User{ID: "u", Roles: []string{"kmx_int_serviceticketing_active"}}
	const navigation = "cms.Navigations [en]"
	// The routes of products are made of the tree.
	const products = "pim.Tree PRODUCT en ALL"
	for name, test := range map[string]struct {
		query    string
		user     *portal.User
		pimFails bool
		data     string
		codes    []string
		calls    []string
	}{
		"products are read in one batch": {
			query: `{ products(slugs: ["a", "b", "a", "unknown"], locale: "en") { slug name } }`,
			data:  `{"products":[{"slug":"a","name":"A"},{"slug":"b","name":"B"},{"slug":"a","name":"A"}]}`,
			calls: []string{navigation, "pim.Products en [a b unknown]", products},
		},
		"a product that does not exist": {
			query: `{ product(slug: "unknown", locale: "en") { name } }`,
			data:  `{"product":null}`,
			codes: []string{string(apperr.NotFound)},
			calls: []string{navigation, "pim.Products en [unknown]"},
		},
		"a PIM that does not answer": {
			query:    `{ product(slug: "a", locale: "en") { name } }`,
			pimFails: true,
			data:     `{"product":null}`,
			codes:    []string{string(apperr.UpstreamUnavailable)},
			calls:    []string{navigation, "pim.Products en [a]"},
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
			query: `{ page(id: "about", locale: "en") { title } }`,
			data:  `{"page":{"title":"Page about"}}`,
			calls: []string{navigation, "cms.Pages [about]"},
		},
		"pages of several fields are read in one batch": {
			query: `{ a: page(id: "about", locale: "en") { title } b: page(id: "contact", locale: "en") { title } }`,
			data:  `{"a":{"title":"Page about"},"b":{"title":"Page contact"}}`,
			calls: []string{navigation, "cms.Pages [about contact]"},
		},
		"locations": {
			query: `{ locations(locale: "en") { edges { node { name } } } }`,
			data:  `{"locations":{"edges":[{"node":{"name":"Zug"}}]}}`,
			calls: []string{"cms.Locations", navigation},
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
			calls: []string{"sis.Ticket token 7", "sis.Ticket token 8"},
		},
		"tickets are read with filter, order and size": {
			query: `{ tickets(filter: { text: "hum" }, order: SUBJECT, first: 5) { totalCount edges { cursor } } }`,
			user:  customer,
			data:  `{"tickets":{"totalCount":1,"edges":[{"cursor":"c"}]}}`,
			calls: []string{`sis.Tickets token "hum" SUBJECT 5`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var data any
			var codes, calls []string
			// With the time of a bubble, a batch is sent when all fields wait.
			synctest.Test(t, func(t *testing.T) {
				data, codes, calls = executeWithFakes(t, test.query, test.user, test.pimFails)
			})
			var want any
			if test.data != "" {
				if err := json.Unmarshal([]byte(test.data), &want); err != nil {
					t.Fatal(err)
				}
			}
			if !reflect.DeepEqual(data, want) {
				t.Errorf("data %v, want %v", data, want)
			}
			if !slices.Equal(codes, test.codes) {
				t.Errorf("errors %q, want %q", codes, test.codes)
			}
			if !slices.Equal(calls, test.calls) {
				t.Errorf("calls %q, want %q", calls, test.calls)
			}
		})
	}
}
