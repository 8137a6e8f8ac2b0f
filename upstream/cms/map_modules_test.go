package cms

import "testing"

// TestModules_Unknown: forms and investor tables of unknown kinds are left out of the page.
//
// Rules: MSG-27, PAGE-15.
func TestModules_Unknown(t *testing.T) {
	for _, test := range []struct {
		name  string
		from  ModuleFields
		known bool
	}{
		{"a form", &ModuleFieldsFormModule{Id: "a", Kind: FormKindServicerequest}, true},
		{"a form of an unknown kind", &ModuleFieldsFormModule{Id: "a", Kind: "Newsletter"}, false},
		{"figures", &ModuleFieldsInvestorTableModule{Id: "a", Table: "SharePrice"}, true},
		{"a table of an unknown kind", &ModuleFieldsInvestorTableModule{Id: "a", Table: "Moon"}, false},
	} {
		if got := (mapper{}).module(test.from); (got != nil) != test.known {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
