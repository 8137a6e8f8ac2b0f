package sisportal_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"strand/demo/sisportal"
)

// codesOf returns the error codes of a response with any status.
func (d *testServer) codesOf(t *testing.T, query string, variables map[string]any) (codes []string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, d.URL+sisportal.Path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer user-customer")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		Errors []struct{ Extensions struct{ Code string } }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	for _, e := range answer.Errors {
		codes = append(codes, e.Extensions.Code)
	}
	return codes
}

// TestServer_HostileOperations: an expensive operation is refused before it is validated or executed.
func TestServer_HostileOperations(t *testing.T) {
	d := start(t)
	const tickets = `tickets(filter: {}, first: 200) { edges { node { id comments { text author { fullName } } } } }`
	aliased := func(n int, field string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(" a" + strings.Repeat("x", i) + ": " + field)
		}
		return "{" + b.String() + " }"
	}
	for name, test := range map[string]struct{ query, code string }{
		"a normal operation":   {`{ ` + tickets + ` }`, ""},
		"aliases of lists":     {aliased(50, tickets), "COMPLEXITY_LIMIT_EXCEEDED"},
		"one field repeatedly": {"{ profile { " + strings.Repeat("id ", 2000) + "} }", "COMPLEXITY_LIMIT_EXCEEDED"},
		"many tokens":          {"{ profile { " + strings.Repeat("id ", 20_000) + "} }", "COMPLEXITY_LIMIT_EXCEEDED"},
	} {
		codes := d.codesOf(t, test.query, nil)
		if test.code == "" && len(codes) > 0 || test.code != "" && len(codes) == 0 ||
			len(codes) > 0 && test.code != "" && codes[0] != test.code {
			t.Errorf("%s: %v", name, codes)
		}
	}
	if codes := d.codesOf(t, `{ __schema { types { name } } }`, nil); len(codes) == 0 {
		t.Error("introspection is enabled")
	}
}

// TestServer_HostileInput: sis validates its input independently of its callers.
func TestServer_HostileInput(t *testing.T) {
	d := start(t)
	profile := func(change map[string]any) map[string]any {
		input := map[string]any{
			"firstName": "Carla", "lastName": "Muster", "company": "Nordkabel", "telephone": "", "address": "",
			"postalCode": "", "city": "", "country": "CH", "language": "de",
		}
		for name, value := range change {
			input[name] = value
		}
		return map[string]any{"input": input}
	}
	const update = `mutation($input: ProfileInput!) { updateProfile(input: $input) { company } }`
	for name, test := range map[string]struct {
		change map[string]any
		fails  bool
	}{
		"unchanged":            {nil, false},
		"another country":      {map[string]any{"country": "JP"}, false},
		"no country":           {map[string]any{"country": ""}, false},
		"300 KB of company":    {map[string]any{"company": strings.Repeat("x", 300_000)}, true},
		"an unknown country":   {map[string]any{"country": "ZZZZ"}, true},
		"a reserved country":   {map[string]any{"country": "ZZ"}, true},
		"a group of countries": {map[string]any{"country": "150"}, true},
		"an unknown language":  {map[string]any{"language": "tlhingan"}, true},
		"no name":              {map[string]any{"firstName": " "}, true},
	} {
		codes := d.codesOf(t, update, profile(test.change))
		if test.fails != slices.Equal(codes, []string{"BAD_USER_INPUT"}) || !test.fails && len(codes) > 0 {
			t.Errorf("%s: %v", name, codes)
		}
	}

	ticket := func(change map[string]any) map[string]any {
		input := map[string]any{
			"key": "hostile-0123456789", "locationId": "loc-nordkabel-winterthur", "type": "MALFUNCTION",
			"concern": "CRIMPING", "subject": "Hum", "description": "It hums.",
		}
		for name, value := range change {
			input[name] = value
		}
		return map[string]any{"input": input}
	}
	file := func(name, media string) map[string]any {
		return map[string]any{"id": strings.Repeat("a", 32), "fileName": name, "mediaType": media, "size": 3}
	}
	for name, change := range map[string]map[string]any{
		"a long subject":     {"subject": strings.Repeat("x", 10_000)},
		"a long description": {"description": strings.Repeat("x", 100_000)},
		"a long machine":     {"machine": strings.Repeat("x", 100_000)},
		"a long key":         {"key": strings.Repeat("x", 101)},
		"a page as a file":   {"attachments": []any{file("hum.png", "text/html")}},
		"a drawing":          {"attachments": []any{file("hum.svg", "image/svg+xml")}},
		"a long file name":   {"attachments": []any{file(strings.Repeat("x", 300), "image/png")}},
		"many files":         {"attachments": slices.Repeat([]any{file("hum.png", "image/png")}, 11)},
	} {
		if codes := d.codesOf(t, create, ticket(change)); !slices.Equal(codes, []string{"BAD_USER_INPUT"}) {
			t.Errorf("%s: %v", name, codes)
		}
	}
	made, codes := d.file(t, "user-customer", "loc-nordkabel-winterthur", "fair-0123456789", "Hum")
	if len(codes) > 0 {
		t.Fatal(codes)
	}
	const comment = `mutation($input: CommentInput!) { addComment(input: $input) { id } }`
	for name, text := range map[string]string{"no comment": " ", "a long comment": strings.Repeat("x", 100_000)} {
		input := map[string]any{"input": map[string]any{"ticketId": made.ID, "key": "k-0123456789abcdef", "text": text}}
		if codes := d.codesOf(t, comment, input); !slices.Equal(codes, []string{"BAD_USER_INPUT"}) {
			t.Errorf("%s: %v", name, codes)
		}
	}
}

// TestServer_Anonymous: no field is resolved for a caller without a valid token.
func TestServer_Anonymous(t *testing.T) {
	d := start(t)
	for _, operation := range []string{
		`{ profile { id } }`,
		`{ a: inventory(filter: {}, first: 1) { total } }`,
		`query { ...F } fragment F on Query { software { id } }`,
		`mutation { resetSecondFactor }`,
	} {
		for _, token := range []string{"", "invalid"} {
			if codes := d.as(t, token, operation, nil, nil); len(codes) != 1 || codes[0] != "UNAUTHENTICATED" {
				t.Errorf("%s: %v", operation, codes)
			}
		}
	}
	d.send(t, "", http.MethodGet, "/software/x", nil, http.StatusUnauthorized)
	d.send(t, "", http.MethodPut, "/files/0123456789abcdef", nil, http.StatusUnauthorized)
}
