package cms

import "testing"

// TestModules_Unknown: forms and figures that the CMS knows before we do are left out of their page.
func TestModules_Unknown(t *testing.T) {
	for _, test := range []struct {
		name  string
		from  ModuleFields
		known bool
	}{
		{"a form", &ModuleFieldsFormModule{Id: "a", Kind: FormKindServicerequest}, true},
		{"a form that is not known", &ModuleFieldsFormModule{Id: "a", Kind: "Newsletter"}, false},
		{"figures", &ModuleFieldsInvestorTableModule{Id: "a", Table: "SharePrice"}, true},
		{"figures that are not known", &ModuleFieldsInvestorTableModule{Id: "a", Table: "Moon"}, false},
	} {
		if got := (mapper{}).module(test.from); (got != nil) != test.known {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
