package sisportal_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/domain/account"
	"strand/domain/inventory"
	"strand/domain/listing"
	"strand/domain/portal"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/upstream/sisportal"
)

// loadContract parses the contract.
func loadContract(t *testing.T) *ast.Schema {
	t.Helper()
	schema, err := gqlparser.LoadSchema(&ast.Source{Name: "contract.graphql", Input: sisportal.Contract})
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestContract_Enums: the enumerations of the contract have the values of the domain types that stand for them.
func TestContract_Enums(t *testing.T) {
	schema := loadContract(t)
	for name, want := range map[string][]string{
		"Coverage":          listing.Texts(inventory.Coverages),
		"MachineOrder":      listing.Texts(inventory.MachineOrders),
		"TicketConcern":     listing.Texts(inventory.TicketConcerns),
		"TicketType":        listing.Texts(ticketing.TicketTypes),
		"TicketStatus":      listing.Texts(ticketing.TicketStatuses),
		"CloseReason":       listing.Texts(ticketing.CloseReasons),
		"TicketOrder":       listing.Texts(ticketing.TicketOrders),
		"Application":       listing.Texts(portal.Applications),
		"AccessStatus":      listing.Texts(portal.AccessStatuses),
		"AdministratorRole": listing.Texts(portal.AdministratorRoles),
		"UserAction":        listing.Texts(useradmin.UserActions),
		"UserOrder":         listing.Texts(useradmin.UserOrders),
	} {
		var got []string
		for _, value := range schema.Types[name].EnumValues {
			got = append(got, value.Name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s has the values %v, the domain %v", name, got, want)
		}
	}
}

// TestContract_Inputs: domain types that are sent as inputs have the fields of the contract.
func TestContract_Inputs(t *testing.T) {
	schema := loadContract(t)
	for name, value := range map[string]any{
		"ProfileInput":    account.ProfileChange{},
		"ChangeUserInput": useradmin.UserChange{},
		"ImportedMachine": inventory.ImportLine{},
		"AttachmentInput": ticketing.TicketFile{},
	} {
		var got, want []string
		for field := range reflect.TypeOf(value).Fields() {
			if key, _, _ := strings.Cut(field.Tag.Get("json"), ","); key != "-" {
				got = append(got, key)
			}
		}
		for _, field := range schema.Types[name].Fields {
			want = append(want, field.Name)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%T has the fields %v, %s %v", value, got, name, want)
		}
	}
}
