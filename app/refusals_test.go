package app_test

import (
	"testing"
)

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
