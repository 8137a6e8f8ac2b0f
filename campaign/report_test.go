package main

import "testing"

func TestBroke(t *testing.T) {
	for name, test := range map[string]struct {
		row  row
		want string
	}{
		"a page that is well":     {row{Class: "matrix", System: "cms", Fault: "refused", Word: allWell}, ""},
		"a notice":                {row{Class: "matrix", System: "pim", Fault: "hang", Word: partial, CacheControl: "no-store"}, ""},
		"a notice that is cached": {row{Class: "matrix", System: "pim", Fault: "hang", Word: partial, CacheControl: "public"}, "a failure may be cached"},
		"not found":               {row{Class: "matrix", System: "cms", Fault: "hang", Word: "status 404", Status: 404}, "wrong status for a failure"},
		"an empty list":           {row{Class: "matrix", System: "cms", Fault: "emptylists", Word: "status 404", Status: 404}, ""},
		"bare, cold":              {row{Class: "matrix", System: "cms", Fault: "hang", State: stateCold, Word: bareError}, ""},
		"bare, warm":              {row{Class: "matrix", System: "cms", Fault: "hang", State: stateWarm, Word: bareError}, "bare error page for a known site"},
		"too late":                {row{Class: "matrix", System: "sis", Fault: "hang", Word: partial, CacheControl: "no-store", WellAfter: -1}, "not well again in time"},
		"/readyz":                 {row{Class: "matrix", System: "sis", Fault: "hang", Target: "/readyz", Detail: `{"sis":"up"}`}, "/readyz says up"},
		"no write":                {row{Class: "data", Target: "form submit", Word: failed, Detail: "form submit UPSTREAM_UNAVAILABLE"}, ""},
		"a write with a defect":   {row{Class: "data", Target: "form submit", Word: failed, Detail: "form submit INTERNAL"}, failed},
		"no page":                 {row{Class: "data", Target: "home", Word: failed}, failed},
		"the server ends":         {row{Class: "data", Word: processDies}, processDies},
		"no renderer":             {row{Class: "renderers", Word: "status 503"}, ""},
		"an empty root":           {row{Class: "renderers", Word: blank}, blank},
		"a write is lost":         {row{Class: "kill", Word: "lost or doubled"}, "lost or doubled"},
	} {
		if got := broke(test.row); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
