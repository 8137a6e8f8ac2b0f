package passwords

import (
	"reflect"
	"strings"
	"testing"

	"strand/domain/account"
)

// Rules: ACC-7.
func TestPolicy_Check(t *testing.T) {
	for _, test := range []struct {
		password string
		want     []account.PolicyFailure
	}{
		{"Strand-demo-2026", nil},
		{"", []account.PolicyFailure{{Code: account.Required}}},
		{"Short-1", []account.PolicyFailure{{Code: account.MinLength, Count: 12}}},
		{"no-capitals-1234", []account.PolicyFailure{{Code: account.AtLeastXCapitalLetters, Count: 1}}},
		{"No-numbers-at-all", []account.PolicyFailure{{Code: account.AtLeastXNumbers, Count: 1}}},
		{"Ünïcode-länge-9", nil},
		{"With\ttab-in-it-1", []account.PolicyFailure{{Code: account.CannotContainCharacters, Text: "tab, line break"}}},
		{"Aaaa-bbbb-cccc-1", []account.PolicyFailure{{Code: account.CannotContainDuplicates, Text: "bbbb"}}},
		{"Three-aaa-are-1-fine", nil},
		{"My-name-is-CARLA-1", []account.PolicyFailure{{Code: account.CannotContainOthers, Text: "Carla"}}},
		{"Two-letters-li-9", nil},
		{strings.Repeat("Ab1", 50), []account.PolicyFailure{{Code: account.MaxLength, Count: 128}}},
	} {
		if got := Rules.Check(test.password, "Carla", "Li"); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q: %v, want %v", test.password, got, test.want)
		}
	}
}
