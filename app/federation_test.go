package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"strand/demo/identity/identitytest"
)

const (
	entitiesQuery = `query Entities($representations: [_Any!]!) { _entities(representations: $representations) {
		... on Site { id } ... on Page { id } ... on Product { slug name } ... on Classification { slug type }
		... on Story { id }
		... on StoryContact { id } ... on MediaRelease { id } ... on Event { id } ... on Location { id } ... on
		Brand { id }
		... on Country { countryCode } ... on Ticket { id number } } }`
	routerSecret = "a-router-secret-of-32-characters"
)

// graphAnswer is a response of the graph as a client decodes it.
type graphAnswer[D any] struct {
	Data   D            `json:"data"`
	Errors []graphError `json:"errors"`
}

type graphError struct {
	Message    string `json:"message"`
	Path       []any  `json:"path"`
	Extensions struct {
		Code     string `json:"code"`
		Upstream string `json:"upstream"`
	} `json:"extensions"`
}

type entityAnswer = graphAnswer[struct {
	Entities []map[string]string `json:"_entities"`
}]

// post sends an operation to the graph and decodes the response.
func post[D any](t *testing.T, s *strand, query string, variables any, headers ...string) (int, graphAnswer[D]) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, s.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if host := r.Header.Get("Host"); host != "" {
		r.Host = host
	}
	response, text := s.do(t, r)
	var answer graphAnswer[D]
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return response.StatusCode, answer
}

func entitiesOf(t *testing.T, s *strand, representations []any, headers ...string) entityAnswer {
	t.Helper()
	_, answer := post[struct {
		Entities []map[string]string `json:"_entities"`
	}](t, s, entitiesQuery, map[string]any{"representations": representations}, headers...)
	return answer
}

func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

// TestEntities_EveryType reads an entity of each type by the key that the graph returns for it.
func TestEntities_EveryType(t *testing.T) {
	s := sampleSite(t)
	type id struct{ ID string }
	type edges struct{ Edges []struct{ Node id } }
	_, known := post[struct {
		Sites []struct {
			id
			Brand *id
		}
		Stories, MediaReleases, Events, Locations edges
		Countries                                 []struct{ CountryCode string }
		Story                                     struct{ StoryContacts []id }
	}](t, s, `{ sites { id brand { id } } stories(first: 1) { edges { node { id } } }
		mediaReleases(first: 1) { edges { node { id } } }
		events(first: 1) { edges { node { id } } } locations(first: 1) { edges { node { id } } }
		countries { countryCode }
		story(slug: "a-crimp-is-forever") { storyContacts { id } } }`, nil)
	if len(known.Errors) > 0 {
		t.Fatal(known.Errors)
	}
	_, home := post[struct{ Resolve struct{ Page id } }](t, s,
		`{ resolve(url: "http://localhost/en") { ... on PageResolution { page { id } } } }`, nil)
	d := known.Data
	brand := ""
	for _, site := range d.Sites {
		if site.Brand != nil {
			brand = site.Brand.ID
		}
	}
	representations := []any{
		map[string]string{"__typename": "Site", "id": d.Sites[0].ID},
		map[string]string{"__typename": "Brand", "id": brand},
		map[string]string{"__typename": "Story", "id": d.Stories.Edges[0].Node.ID},
		map[string]string{"__typename": "StoryContact", "id": d.Story.StoryContacts[0].ID},
		map[string]string{"__typename": "MediaRelease", "id": d.MediaReleases.Edges[0].Node.ID},
		map[string]string{"__typename": "Event", "id": d.Events.Edges[0].Node.ID},
		map[string]string{"__typename": "Location", "id": d.Locations.Edges[0].Node.ID},
		map[string]string{"__typename": "Page", "id": home.Data.Resolve.Page.ID},
		map[string]string{"__typename": "Country", "countryCode": d.Countries[0].CountryCode},
		map[string]string{"__typename": "Classification", "type": "PRODUCT", "slug": "crimping"},
		map[string]string{"__typename": "Product", "slug": "alpha-530"},
	}
	answer := entitiesOf(t, s, representations)
	if len(answer.Errors) > 0 || len(answer.Data.Entities) != len(representations) {
		t.Fatalf("got %v", answer)
	}
	for i, found := range answer.Data.Entities {
		for name, value := range representations[i].(map[string]string) {
			if name != "__typename" && found[name] != value {
				t.Errorf("%v: got %v", representations[i], found)
			}
		}
	}
}

// TestEntities_WrongRepresentations: an invalid representation is a client error and does not affect the others.
//
// Rules: ERR-4.
func TestEntities_WrongRepresentations(t *testing.T) {
	s := testSite(t)
	good := map[string]any{"__typename": "Product", "slug": "alpha-530"}
	for name, wrong := range map[string]any{
		"no type":                      map[string]any{"slug": "alpha-530"},
		"a type that is not text":      map[string]any{"__typename": 1, "slug": "alpha-530"},
		"an unknown type":              map[string]any{"__typename": "Machinery", "id": "1"},
		"a type that is not an entity": map[string]any{"__typename": "Variant", "id": "1"},
		"no key":                       map[string]any{"__typename": "Product"},
		"a null key":                   map[string]any{"__typename": "Product", "slug": nil},
		"an incomplete key":            map[string]any{"__typename": "Classification", "slug": "crimping"},
		"a wrong value": map[string]any{
			"__typename": "Classification", "slug": "crimping", "type": "MACHINE",
		},
		"a malformed key": map[string]any{"__typename": "Site", "id": map[string]any{"a": 1}},
		"a list as a key": map[string]any{"__typename": "Page", "id": []string{"main-about"}},
	} {
		t.Run(name, func(t *testing.T) {
			answer := entitiesOf(t, s, []any{wrong, good})
			if len(answer.Errors) != 1 || answer.Errors[0].Extensions.Code != "BAD_USER_INPUT" ||
				len(answer.Errors[0].Path) != 2 || answer.Errors[0].Path[1] != 0.0 {
				t.Fatalf("errors: %v", answer.Errors)
			}
			if found := answer.Data.Entities; len(found) != 2 || found[0] != nil || found[1]["name"] != "Alpha 530" {
				t.Errorf("entities: %v", found)
			}
		})
	}
	for name, representations := range map[string]any{
		"null": []any{nil}, "a text": []any{"Product"}, "not a list": "Product", "too many": make([]map[string]string,
			1001),
	} {
		_, answer := post[any](t, s, entitiesQuery, map[string]any{"representations": representations})
		if len(answer.Errors) == 0 || slices.Contains([]string{"INTERNAL", ""}, answer.Errors[0].Extensions.Code) {
			t.Errorf("%s: %v", name, answer.Errors)
		}
	}
}

// TestEntities_Tickets: a caller who may not read a ticket by its id may not read it as an entity.
func TestEntities_Tickets(t *testing.T) {
	s := portalSite(t)
	customer := identitytest.IDToken(s.browser(t).SignIn(customerEmail))
	stranger := identitytest.IDToken(s.browser(t).SignIn("new@example.com"))
	number := s.create(t, customer, newKey(), locationOfCustomer)
	_, mine := post[struct {
		Tickets struct {
			Edges []struct{ Node struct{ ID, Number string } }
		}
	}](t, s,
		`{ tickets { edges { node { id number } } } }`, nil, bearer(customer)...)
	ticket := mine.Data.Tickets.Edges[0].Node
	representations := []any{
		map[string]string{"__typename": "Ticket", "id": ticket.ID}, map[string]string{"__typename": "Ticket",
			"id": "none"},
	}
	for name, test := range map[string]struct {
		headers []string
		code    string
	}{"anonymous": {nil, "UNAUTHENTICATED"}, "without the role": {bearer(stranger), "FORBIDDEN"}} {
		answer := entitiesOf(t, s, representations, test.headers...)
		found := answer.Data.Entities
		if len(answer.Errors) != 1 || answer.Errors[0].Extensions.Code != test.code || found[0] != nil ||
			found[1] != nil {
			t.Errorf("%s: %v", name, answer)
		}
	}
	answer := entitiesOf(t, s, representations, bearer(customer)...)
	if len(answer.Errors) != 0 || answer.Data.Entities[0]["number"] != ticket.Number || answer.Data.Entities[1] != nil {
		t.Errorf("the customer (%s): %v", number, answer)
	}
}

// TestPublishedSDL: the published schema contains nothing about the implementation of the server.
func TestPublishedSDL(t *testing.T) {
	s := testSite(t)
	_, answer := post[struct {
		Service struct{ SDL string } `json:"_service"`
	}](t, s, `{ _service { sdl } }`, nil)
	sdl := answer.Data.Service.SDL
	for _, unwanted := range []string{"@go", "@entityResolver", "§", "spec "} {
		if strings.Contains(sdl, unwanted) {
			t.Errorf("the SDL has %q", unwanted)
		}
	}
	if !strings.Contains(sdl, "https://specs.apollo.dev/federation/v2.9") {
		t.Error("the SDL does not link Federation 2.9")
	}
	_, schema := post[struct {
		Schema struct {
			Types []struct {
				Name, Description string
				Fields            []struct{ Name, Description string }
			}
			Directives []struct{ Name, Description string }
		} `json:"__schema"`
	}](t, s, `{ __schema { types { name description fields { name description } }
		directives { name description } } }`, nil)
	for _, kind := range schema.Data.Schema.Types {
		for _, field := range kind.Fields {
			if strings.Contains(field.Description, "§") {
				t.Errorf("%s.%s: %s", kind.Name, field.Name, field.Description)
			}
		}
		if strings.Contains(kind.Description, "§") {
			t.Errorf("%s: %s", kind.Name, kind.Description)
		}
	}
	for _, directive := range schema.Data.Schema.Directives {
		if strings.HasPrefix(directive.Name, "go") {
			t.Errorf("the directive @%s is published", directive.Name)
		}
	}
}

// TestMutationByGET: mutations require POST, for every accepted media type.
//
// Rules: SEC-11.
func TestMutationByGET(t *testing.T) {
	s := testSite(t)
	for _, accept := range []string{"application/json", "application/graphql-response+json"} {
		query := url.QueryEscape(`mutation { resetSecondFactor { needsLogin } }`)
		response, text := s.get(t, "", "/graphql?query="+query, "Accept", accept)
		var answer graphAnswer[any]
		if err := json.Unmarshal([]byte(text), &answer); err != nil {
			t.Fatal(err)
		}
		if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != http.MethodPost ||
			len(answer.Errors) != 1 || answer.Errors[0].Extensions.Code != "METHOD_NOT_ALLOWED" {
			t.Errorf("%s: %d, Allow %q, %v", accept, response.StatusCode, response.Header.Get("Allow"), answer.Errors)
		}
	}
}
