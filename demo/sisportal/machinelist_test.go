package sisportal_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"strand/demo/sisportal"
	"strand/domain/inventory"
	"strand/domain/portal"
)

type listedMachine struct {
	ID, Name, SerialNumber, ProductLine, DeliveredOn string
	ProductSlug                                      string
	WarrantyUntil, RetiredOn                         *string
	HasUpdate                                        bool
	Location                                         struct{ ID, Name, City string }
	ServiceContract                                  *struct{ Until string }
}

// startInventory starts a server with the sample software, whose technician has an inventory.
func startInventory(t *testing.T) *testServer {
	t.Helper()
	d := start(t)
	if _, err := d.users.DB().Exec(
		`INSERT INTO rights (user_id, organization_id, application, status) VALUES (?, '', 'INVENTORY', 'ACTIVE')`,
		technician,
	); err != nil {
		t.Fatal(err)
	}
	s, err := sisportal.New(sisportal.Options{
		Dir:        t.TempDir(),
		Users:      d.users,
		ContentDir: "../content/sis",
		Now:        d.now,
		Logger:     slog.New(slog.NewTextHandler(io.Discard, nil)),
		Verify: func(_ context.Context, token string) (*portal.User, error) {
			return &portal.User{ID: token}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	d.serve(t, s)
	return d
}

// inventory reads all machines of a list, in pages, and its total.
func (d *testServer) inventory(
	t *testing.T, user string, filter map[string]any, order string, first int,
) (all []listedMachine, total int) {
	t.Helper()
	var after *string
	for {
		var got struct {
			Inventory struct {
				Total       int
				HasNextPage bool
				Edges       []struct {
					Cursor string
					Node   listedMachine
				}
			}
		}
		if codes := d.as(t, user, `query($f: MachineFilter!, $o: MachineOrder!, $first: Int!, $after: String) {
			inventory(filter: $f, order: $o, first: $first, after: $after) { total hasNextPage edges { cursor node {
				id name serialNumber productLine productSlug deliveredOn warrantyUntil retiredOn hasUpdate
				location { id name city } serviceContract { until } } } } }`,
			map[string]any{"f": filter, "o": order, "first": first, "after": after}, &got); codes != nil {
			t.Fatalf("%v by %s: %v", filter, order, codes)
		}
		for _, e := range got.Inventory.Edges {
			all = append(all, e.Node)
			after = &e.Cursor
		}
		if !got.Inventory.HasNextPage {
			return all, got.Inventory.Total
		}
	}
}

// TestInventory_Filters: each filter selects the machines of the user's organizations that have its properties.
func TestInventory_Filters(t *testing.T) {
	d := startInventory(t)
	day := inventory.Day(d.currentTime())
	warranty := func(m listedMachine) inventory.Coverage {
		if m.WarrantyUntil == nil {
			return inventory.CoverageNone
		}
		return inventory.CoverageOn(*m.WarrantyUntil, day)
	}
	contract := func(m listedMachine) inventory.Coverage {
		if m.ServiceContract == nil {
			return inventory.CoverageNone
		}
		return inventory.CoverageOn(m.ServiceContract.Until, day)
	}
	for _, user := range []string{customer, technician} {
		inUse, _ := d.inventory(t, user, map[string]any{}, "NAME", 200)
		retired, _ := d.inventory(t, user, map[string]any{"isRetired": true}, "NAME", 200)
		if len(inUse) == 0 || len(retired) == 0 {
			t.Fatalf("%s: %d machines in use, %d retired", user, len(inUse), len(retired))
		}
		for _, m := range slices.Concat(inUse, retired) {
			isRetired := slices.ContainsFunc(retired, func(r listedMachine) bool { return r.ID == m.ID })
			if isRetired != (m.RetiredOn != nil) {
				t.Errorf("%s: %s is in the list of the retired: %t", user, m.ID, isRetired)
			}
		}
		for _, test := range []struct {
			filter map[string]any
			has    func(listedMachine) bool
		}{
			{map[string]any{"locations": []string{winterthur}}, func(m listedMachine) bool {
				return m.Location.ID == winterthur
			}},
			{map[string]any{"productLines": []string{inUse[0].ProductLine}}, func(m listedMachine) bool {
				return m.ProductLine == inUse[0].ProductLine
			}},
			{map[string]any{"warranty": []string{"ACTIVE"}}, func(m listedMachine) bool {
				return warranty(m) == inventory.CoverageActive
			}},
			{map[string]any{"contract": []string{"EXPIRED", "NONE"}}, func(m listedMachine) bool {
				return contract(m) != inventory.CoverageActive
			}},
			{map[string]any{"contract": []string{"NONE"}, "warranty": []string{"EXPIRED"}}, func(m listedMachine) bool {
				return contract(m) == inventory.CoverageNone && warranty(m) == inventory.CoverageExpired
			}},
			{map[string]any{"hasUpdate": true}, func(m listedMachine) bool { return m.HasUpdate }},
			{map[string]any{"dueBefore": "2027-01-20"}, func(m listedMachine) bool {
				return m.HasUpdate || m.ServiceContract != nil && m.ServiceContract.Until < "2027-01-20"
			}},
			{map[string]any{"text": "WINTERTHUR 0"}, func(m listedMachine) bool {
				text := strings.Join(
					[]string{m.Name, m.SerialNumber, m.ProductSlug, m.Location.Name, m.Location.City}, "\n")
				return strings.Contains(strings.ToLower(text), "winterthur") && strings.Contains(text, "0")
			}},
		} {
			var want []string
			for _, m := range inUse {
				if test.has(m) {
					want = append(want, m.ID)
				}
			}
			found, total := d.inventory(t, user, test.filter, "NAME", 50)
			var got []string
			for _, m := range found {
				got = append(got, m.ID)
			}
			if len(want) == 0 || len(want) == len(inUse) || !slices.Equal(got, want) || total != len(want) {
				t.Errorf("%s %v: %d machines of %d, want %d of %d", user, test.filter, len(got), total, len(want),
					len(inUse))
			}
		}
		if found, _ := d.inventory(t, user, map[string]any{"isRetired": true, "hasUpdate": true}, "NAME", 50); found !=
			nil {
			t.Errorf("%s: retired machines with an update: %v", user, found)
		}
	}
}

// TestInventory_Orders: each order contains all machines once, in pages.
func TestInventory_Orders(t *testing.T) {
	d := startInventory(t)
	all, _ := d.inventory(t, technician, map[string]any{}, "NAME", 200)
	for order, compare := range map[string]func(a, b listedMachine) int{
		"NAME":          nil,
		"SERIAL_NUMBER": func(a, b listedMachine) int { return cmp.Compare(a.SerialNumber, b.SerialNumber) },
		"PRODUCT":       func(a, b listedMachine) int { return cmp.Compare(a.ProductSlug, b.ProductSlug) },
		"NEWEST":        func(a, b listedMachine) int { return cmp.Compare(b.DeliveredOn, a.DeliveredOn) },
		"OLDEST":        func(a, b listedMachine) int { return cmp.Compare(a.DeliveredOn, b.DeliveredOn) },
		"PRODUCT_LINE":  func(a, b listedMachine) int { return cmp.Compare(a.ProductLine, b.ProductLine) },
		"LOCATION":      nil,
	} {
		got, total := d.inventory(t, technician, map[string]any{}, order, 70)
		seen := map[string]bool{}
		var groups []string
		for _, m := range got {
			seen[m.ID] = true
			groups = append(groups, m.Location.ID)
		}
		if len(got) != len(all) || len(seen) != len(all) || total != len(all) {
			t.Errorf("%s: %d machines of %d, want %d", order, len(seen), total, len(all))
		}
		if compare != nil && !slices.IsSortedFunc(got, compare) {
			t.Errorf("%s is not in order", order)
		}
		groups = slices.Compact(groups)
		isGrouped := len(groups) == len(slices.Compact(slices.Sorted(slices.Values(groups))))
		if order == "LOCATION" && !isGrouped {
			t.Errorf("machines of a location are not adjacent: %v", groups)
		}
	}
}

// TestInventory_Renamed: a new name is searched and sorted at once, regardless of case and accents and with numbers by
// their value.
func TestInventory_Renamed(t *testing.T) {
	d := startInventory(t)
	all, _ := d.inventory(t, customer, map[string]any{}, "NEWEST", 200)
	names := []string{"Q-Zug", "Q-Öl 10", "q-ol 9", "Q-Ähre"}
	for i, name := range names {
		if codes := d.as(t, customer, `mutation($id: ID!, $name: String!) { renameMachine(id: $id, name: $name) { id } }`,
			map[string]any{"id": all[i].ID, "name": name}, nil); codes != nil {
			t.Fatal(codes)
		}
	}
	found, _ := d.inventory(t, customer, map[string]any{"text": "Q-"}, "NAME", 3)
	var got []string
	for _, m := range found {
		if slices.Contains(names, m.Name) {
			got = append(got, m.Name)
		}
	}
	if want := []string{"Q-Ähre", "q-ol 9", "Q-Öl 10", "Q-Zug"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for _, text := range []string{"ÖL", "öl 10"} {
		if found, _ := d.inventory(t, customer, map[string]any{"text": text}, "NAME", 200); !slices.ContainsFunc(
			found, func(m listedMachine) bool { return m.Name == "Q-Öl 10" },
		) {
			t.Errorf("%q does not find it", text)
		}
	}
	if found, _ := d.inventory(t, stranger, map[string]any{"text": "q-zug"}, "NAME", 200); found != nil {
		t.Errorf("a foreign user finds %v", found)
	}
}

// TestSoftware_Installed: the download center counts the machines in use per installed version.
func TestSoftware_Installed(t *testing.T) {
	d := startInventory(t)
	type version struct{ PackageID, Version string }
	want := map[version]int{}
	all, _ := d.inventory(t, technician, map[string]any{}, "NAME", 200)
	for _, m := range all {
		var got struct {
			InventoryMachine struct{ Software []version }
		}
		d.as(t, technician, `query($id: ID!) { inventoryMachine(id: $id) { software { packageId version } } }`,
			map[string]any{"id": m.ID}, &got)
		for _, v := range got.InventoryMachine.Software {
			want[v]++
		}
	}
	var got struct {
		Software []struct {
			ID           string
			ProductSlugs []string
			Installed    []struct {
				Version  string
				Machines int
			}
		}
	}
	d.as(t, technician, `{ software { id productSlugs installed { version machines } } }`, nil, &got)
	counted := map[version]int{}
	for _, p := range got.Software {
		for _, i := range p.Installed {
			counted[version{p.ID, i.Version}] = i.Machines
		}
		if len(p.ProductSlugs) == 0 {
			t.Errorf("%s is for no product", p.ID)
		}
	}
	if len(want) == 0 || fmt.Sprint(counted) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", counted, want)
	}
}
