package main

import "testing"

func TestBrokenRule(t *testing.T) {
	for name, test := range map[string]struct {
		row  row
		want string
	}{
		"a cell of the matrix": {row{
			Class:  "matrix",
			System: "sis",
			Fault:  "hang",
			Target: "/readyz",
			Detail: `{"sis":"up"}`,
		}, "/readyz says up"},
		"no write": {row{
			Class:  "data",
			Target: "form submit",
			Word:   failed,
			Detail: "form submit UPSTREAM_UNAVAILABLE",
		}, ""},
		"a write with a defect": {row{
			Class:  "data",
			Target: "form submit",
			Word:   failed,
			Detail: "form submit INTERNAL",
		}, failed},
		"no page":         {row{Class: "data", Target: "home", Word: failed}, failed},
		"the server ends": {row{Class: "data", Word: processDies}, processDies},
		"no renderer":     {row{Class: "renderers", Word: "status 503"}, ""},
		"an empty root":   {row{Class: "renderers", Word: blank}, blank},
		"a write is lost": {row{Class: "kill", Word: "lost or doubled"}, "lost or doubled"},
	} {
		if got := brokenRule(test.row); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestBrokenMatrixRule(t *testing.T) {
	for name, c := range map[string]struct {
		row  row
		rule bool
	}{
		"error page in site": {row{
			System:       "pim",
			Fault:        "refused",
			State:        stateCold,
			Word:         errorInSite,
			Status:       503,
			CacheControl: "no-store",
		}, false},
		"bare at the start": {row{
			System:       "cms",
			Fault:        "refused",
			State:        stateCold,
			Word:         bareError,
			Status:       503,
			CacheControl: "no-store",
		}, false},
		"bare for a known site": {row{
			System:       "cms",
			Fault:        "refused",
			State:        stateWarm,
			Word:         bareError,
			Status:       503,
			CacheControl: "no-store",
		}, true},
		"short":                    {row{System: "cms", Fault: "refused", Word: short, Status: 200}, true},
		"empty by an empty answer": {row{System: "cms", Fault: "emptylists", Word: short, Status: 200}, false},
		"not found by a failure":   {row{System: "cms", Fault: "reset", Word: "status 404", Status: 404}, true},
		"internal error": {row{
			System:       "cms",
			Fault:        "hang",
			Word:         "status 500",
			Status:       500,
			CacheControl: "no-store",
		}, true},
		"a cacheable partial answer": {row{
			System:       "pim",
			Fault:        "reset",
			Word:         partial,
			Status:       200,
			CacheControl: "public",
		}, true},
		"no answer": {row{System: "cms", Fault: "hangbody", Target: "home", Word: noAnswer}, true},
		"an incomplete file": {row{
			System: "cms",
			Fault:  "hangbody",
			Target: "document",
			Word:   noAnswer,
			Status: 200,
		}, false},
		"never recovered": {row{
			System:       "pim",
			Fault:        "reset",
			Word:         partial,
			Status:       200,
			CacheControl: "no-store",
			WellAfter:    -1,
		}, true},
		"ready without the system": {row{
			System: "pim",
			Fault:  "reset",
			Target: "/readyz",
			Word:   "ready",
			Detail: `{"pim":"up"}`,
		}, true},
		"degraded without a system": {row{
			System: "pim",
			Fault:  "reset",
			Target: "/readyz",
			Word:   "degraded",
			Detail: `{"pim":"down"}`,
		}, false},
	} {
		if rule := brokenMatrixRule(c.row); (rule != "") != c.rule {
			t.Errorf("%s: %q", name, rule)
		}
	}
}
