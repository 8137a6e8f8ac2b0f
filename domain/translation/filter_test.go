package translation_test

import (
	"testing"

	"strand/domain/translation"
)

func TestFilter_Matches(t *testing.T) {
	french := translation.NewTarget("history", "fr")
	french.TranslationState = translated
	history := &translation.Page{
		ID: "history", Title: "Our History", SourceLanguage: "en", Targets: []*translation.Target{french},
	}
	plain := &translation.Page{ID: "plain", Title: "Plain", SourceLanguage: "en"}
	for name, test := range map[string]struct {
		filter translation.Filter
		page   *translation.Page
		want   bool
	}{
		"all with targets":               {translation.Filter{}, history, true},
		"none without targets":           {translation.Filter{}, plain, false},
		"a state":                        {translation.Filter{State: translated}, history, true},
		"another state":                  {translation.Filter{State: marked}, history, false},
		"without targets, of languages":  {translation.Filter{Languages: []string{"ja"}}, plain, true},
		"the state in languages":         {translation.Filter{State: marked, Languages: []string{"fr", "ja"}}, history, true},
		"another state in languages":     {translation.Filter{State: translated, Languages: []string{"ja"}}, history, false},
		"a part of the title":            {translation.Filter{Search: " our h"}, history, true},
		"a part of the path":             {translation.Filter{Search: "COMPANY"}, history, true},
		"another text":                   {translation.Filter{Search: "news"}, history, false},
		"its section":                    {translation.Filter{Section: "/company"}, history, true},
		"the page itself as the section": {translation.Filter{Section: "/company/history"}, history, true},
		"a path that only begins alike":  {translation.Filter{Section: "/company/hist"}, history, false},
		"the whole site":                 {translation.Filter{Section: "/"}, history, true},
	} {
		if got := test.filter.Matches(test.page, "/company/history"); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
