package app_test

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestRefusals_UnknownProduct: a slug that does not exist is an error of the field `product` (CAT-5).
func TestRefusals_UnknownProduct(t *testing.T) {
	s := testSite(t)
	var answer graphAnswer[struct{ Product *struct{ Name string } }]
	if err := json.Unmarshal([]byte(s.query(t, `{ product(slug: "nope") { name } }`)), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Data.Product != nil || len(answer.Errors) != 1 || answer.Errors[0].Extensions.Code != "NOT_FOUND" ||
		answer.Errors[0].Message != "No product found for slug: 'nope'" {
		t.Errorf("got %+v", answer)
	}
}

// refusedInput is the answer of a mutation that refuses its input.
type refusedInput struct {
	Result struct {
		UserErrors []struct {
			Field *string
			Code  string
		}
	}
}

// TestRefusals_UserErrors: the error of a value has the name of its field, and any other error has none.
func TestRefusals_UserErrors(t *testing.T) {
	s := testSite(t)
	for _, test := range []struct{ user, mutation, field, code string }{
		{"customer@example.com", `createTicket(input: {idempotencyKey: "refusals-ticket-1", type: QUESTION, concern: OTHER,
			location: "loc-helia-ingolstadt", subject: "Belt", description: "It slips."})`, "location", "INVALID"},
		{"admin@example.com", `undoUserChange(input: {id: "nope"})`, "", "NOT_FOUND"},
	} {
		var got refusedInput
		mutation := `mutation { result: ` + test.mutation + ` { userErrors { field code } } }`
		answer := s.queryAs(t, s.tokenOf(t, test.user), mutation, nil, &got)
		if len(answer.Errors) > 0 || len(got.Result.UserErrors) != 1 {
			t.Fatalf("%s: %+v %+v", test.mutation, answer.Errors, got)
		}
		e := got.Result.UserErrors[0]
		if e.Code != test.code || (test.field == "") != (e.Field == nil) || e.Field != nil && *e.Field != test.field {
			t.Errorf("%s: got %+v", test.mutation, e)
		}
	}
}

// TestSite_Countries: the countries of a site are in the order of their names in the language of the page (LOC-15).
func TestSite_Countries(t *testing.T) {
	s := testSite(t)
	var answer graphAnswer[struct {
		Resolve struct {
			Site struct {
				Countries []struct{ DisplayName string }
			}
		}
	}]
	query := `{ resolve(url: "http://localhost/de") { ... on PageResolution { site { countries { displayName } } } } }`
	if err := json.Unmarshal([]byte(s.query(t, query)), &answer); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range answer.Data.Resolve.Site.Countries {
		names = append(names, c.DisplayName)
	}
	if len(names) < 3 || !slices.IsSorted(names) {
		t.Errorf("got %q", names)
	}
}
