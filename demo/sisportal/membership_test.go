package sisportal_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var instants = regexp.MustCompile(`"20\d\d-[^"]*"`)

// TestRequestMembership_Alike: every name gets the same response, whether an organization has it, with administrators
// or without, and later reads are the same as well.
//
// Rules: PORT-22.
func TestRequestMembership_Alike(t *testing.T) {
	answers := map[string][]string{}
	for _, company := range []string{
		"Nordkabel Systeme AG", "Helia Automotive GmbH", "Lumenwerk Bordnetze GmbH", "No such company",
	} {
		d := start(t)
		send := func(query string) string {
			body, err := json.Marshal(map[string]any{"query": query, "variables": map[string]any{"company": company}})
			if err != nil {
				t.Fatal(err)
			}
			got := string(d.send(t, "user-new", http.MethodPost, "", body, http.StatusOK))
			return instants.ReplaceAllString(strings.ReplaceAll(got, company, "…"), `"…"`)
		}
		const own = `membership { company status requestedAt notifiedAt reason }
			organizations { name } accesses { application }`
		const request = `mutation($company: String!) { requestMembership(company: $company) { outcome own { ` + own +
			` } } }`
		got := send(request) + send(request) + send(`{ ownAccess { `+own+` } pendingRequestCount }`) +
			send(`mutation { cancelMembershipRequest { outcome own { `+own+` } } }`)
		answers[got] = append(answers[got], company)
		if !strings.Contains(got, "PENDING") || strings.Contains(got, "errors") {
			t.Errorf("%s: %s", company, got)
		}
	}
	if len(answers) != 1 {
		t.Errorf("the answers differ: %q", answers)
	}
}

func TestRequestMembership_InvalidCompany(t *testing.T) {
	d := start(t)
	for _, company := range []string{
		"", " \u200b", strings.Repeat("x", 10_000), "<b>x</b>", "see https://evil.example",
	} {
		const request = `mutation($company: String!) { requestMembership(company: $company) { outcome } }`
		codes := d.as(t, "user-new", request, map[string]any{"company": company}, nil)
		if len(codes) != 1 || codes[0] != "BAD_USER_INPUT" {
			t.Errorf("%.30q: %q", company, codes)
		}
	}
}
