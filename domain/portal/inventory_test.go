package portal

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Rules: TICK-12.
func TestParseMachineSelection(t *testing.T) {
	for query, want := range map[string]string{
		"": "",
		"line=b&line=a&location=x&warranty=EXPIRED&warranty=ACTIVE&contract=NONE&update=true&q=alpha&sort=NEWEST&group=LOCATION&before=c": "?before=c&contract=NONE&group=LOCATION&line=a&line=b&location=x&q=alpha&sort=NEWEST&update=true&warranty=ACTIVE&warranty=EXPIRED",
		// Unknown values and defaults are omitted.
		"warranty=LOST&sort=NAME&sort=x&group=NONE&update=yes&line=&q=" + strings.Repeat("x", maxTicketQuery+1): "",
		"after=x&before=y": "?after=x",
	} {
		s := ParseMachineSelection(query, true)
		if got := s.Query(); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
		if again := ParseMachineSelection(strings.TrimPrefix(s.Query(), "?"), true).Query(); again != want {
			t.Errorf("%q read again: %q", query, again)
		}
		if !s.Filter.IsRetired || s.Range.First != MachinesPerPage {
			t.Errorf("%q: %+v", query, s)
		}
	}
}

func TestMachineSelection_ReadOrder(t *testing.T) {
	for query, want := range map[string]MachineOrder{"sort=NEWEST": "NEWEST", "sort=NEWEST&group=LOCATION": "LOCATION",
		"group=PRODUCT_LINE": "PRODUCT_LINE", "": "NAME"} {
		if got := ParseMachineSelection(query, false).ReadOrder(); got != want {
			t.Errorf("%q: %s, want %s", query, got, want)
		}
	}
}

func TestMachineList_Groups(t *testing.T) {
	north, south := &Location{ID: "n"}, &Location{ID: "s"}
	machines := []*Machine{
		{ID: "1", Location: north, ProductLine: "a"},
		{ID: "2", Location: north, ProductLine: "b"},
		{ID: "3", Location: south, ProductLine: "b"},
	}
	for grouping, want := range map[MachineGrouping]string{GroupedByNothing: "[1 2 3]", GroupedByLocation: "n[1 2]s[3]",
		GroupedByProductLine: "Presses[1]b[2 3]"} {
		l := &MachineList{
			Selection: MachineSelection{Grouping: grouping},
			Page:      &MachineListPage{Machines: machines},
			LineNames: map[string]string{"a": "Presses"},
		}
		got := ""
		for _, g := range l.Groups() {
			var ids []string
			for _, m := range g.Machines {
				ids = append(ids, m.ID)
			}
			if g.Location != nil {
				got += g.Location.ID
			}
			if g.ProductLine != nil {
				got += g.ProductLine.Name
			}
			got += fmt.Sprint(ids)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", grouping, got, want)
		}
	}
	if groups := (&MachineList{Page: &MachineListPage{}}).Groups(); len(groups) != 0 {
		t.Errorf("an empty part: %v", groups)
	}
}

// Rules: MACH-9.
func TestCoverageOn(t *testing.T) {
	for until, want := range map[string]Coverage{"": CoverageNone, "2026-05-01": CoverageActive,
		"2026-04-30": CoverageExpired, "2030-01-01": CoverageActive} {
		if got := CoverageOn(until, "2026-05-01"); got != want {
			t.Errorf("%q: %s, want %s", until, got, want)
		}
	}
}

// Rules: MACH-6.
func TestNormalSerialNumber(t *testing.T) {
	for text, want := range map[string]string{" a530-1 ": "A530-1", "K350/7.1": "K350/7.1", "": "", "A 1": "", "Ä1": "",
		"A\x001": "", strings.Repeat("A", 41): "", "=1+1": ""} {
		if got, ok := NormalSerialNumber(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v", text, got, ok)
		}
	}
}

// Rules: MACH-12.
func TestMachine_Row(t *testing.T) {
	names := map[string]string{
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0",
		"+1":                 "'+1",
		"-1":                 "-1",
		"x;=1":               "x;'=1",
		"@SUM(A1)":           "'@SUM(A1)",
		"\tx":                "'\tx",
		"\rx":                "'\rx",
		"A=1":                "A=1",
		`say "hi", twice`:    `say "hi", twice`,
	}
	for name, want := range names {
		var b bytes.Buffer
		w, err := NewCSVWriter(&b, MachineColumns)
		if err == nil {
			err = w.Write((&Machine{
				SerialNumber: "A-1",
				Name:         name,
				Location:     &Location{Name: "North"},
				Software:     []InstalledSoftware{{Name: "Control", Version: "1.2"}},
			}).Row())
		}
		if err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(b.String(), "\ufeff"))).ReadAll()
		if err != nil || len(lines) != 2 || !slices.Equal(lines[0], MachineColumns) {
			t.Fatalf("%v: %q", err, lines)
		}
		if lines[1][1] != want || lines[1][2] != "North" || lines[1][9] != "Control 1.2" {
			t.Errorf("%q: %q", name, lines[1])
		}
		if strings.ContainsAny(name, "\t\r") {
			continue // such a name is invalid
		}
		if again, problems := ReadImport(b.Bytes(), []*Location{{ID: "n", Name: "north"}}, ""); len(problems) > 0 ||
			again[0].Name != name ||
			again[0].LocationID != "n" {
			t.Errorf("%q imported again: %+v %+v", name, again, problems)
		}
	}
}

func utf16(text string) string {
	b := []byte{0xff, 0xfe}
	for _, r := range text {
		b = append(b, byte(r), byte(r>>8))
	}
	return string(b)
}

// Rules: MACH-11.
func TestReadImport(t *testing.T) {
	locations := []*Location{{ID: "n", Name: "Werk Süd"}, {ID: "s", Name: "Twice"}, {ID: "t", Name: "Twice"}}
	south := []ImportLine{{2, "A-1", "Größe", "n"}}
	for name, test := range map[string]struct {
		file     string
		want     []ImportLine
		problems []ImportProblem
	}{
		"UTF-8":              {"serialNumber,name,location\na-1,Größe,werk süd\n", south, nil},
		"byte order mark":    {"\ufeffSerial Number;Name;Location\r\nA-1;Größe;Werk Süd\r\n", south, nil},
		"UTF-16":             {utf16("serialNumber\tname\tlocation\nA-1\tGröße\tWerk Süd"), south, nil},
		"Windows-1252":       {"serial_number;name;location\nA-1;Gr\xf6\xdfe;Werk S\xfcd\n", south, nil},
		"other column order": {"x,location,name,serialnumber\n,Werk Süd,Größe,A-1\n", south, nil},
		"fallback":           {"serialNumber\n\nA-1\n,\n", []ImportLine{{3, "A-1", "", "t"}}, nil},
		"empty":              {" \n", nil, []ImportProblem{{0, ImportEmpty, ""}}},
		"only a header":      {"serialNumber\n", nil, []ImportProblem{{0, ImportEmpty, ""}}},
		"no column":          {"number\n1\n", nil, []ImportProblem{{1, ImportUnreadable, "number"}}},
		"German headings": {"sep=;\r\nSeriennummer;Name;Standort\r\nA-1;Größe;Werk Süd\r\n", []ImportLine{{3, "A-1",
			"Größe", "n"}}, nil},
		"Japanese headings": {"シリアル番号,名称,拠点\nA-1,Größe,Werk Süd\n", south, nil},
		"binary file":       {"\x89PNG\x00\x00", nil, []ImportProblem{{0, ImportUnreadable, ""}}},
		"unclosed quote":    {"serialNumber\nA-1\n\"A-2\n", nil, []ImportProblem{{3, ImportUnreadable, ""}}},
		"mistakes": {"serialNumber,name,location\nA-1,,\nA-1,,\n=1,,\nA-2," + strings.Repeat("x", 81) +
			",\nA-3,,Twice\nA-4,,Elsewhere\n", nil, []ImportProblem{
			{3, ImportTwice, "A-1"}, {4, ImportSerialNumber, "=1"}, {5, ImportName, strings.Repeat("x", maxShown) +
				"…"}, {6, ImportLocation, "Twice"}, {7, ImportLocation, "Elsewhere"}}},
		"many lines": {"serialNumber\n" + strings.Repeat("A-1\n", MaxImportLines+1), nil,
			[]ImportProblem{{MaxImportLines + 2, ImportTooLarge, ""}}},
		"many bytes": {"serialNumber\n" + strings.Repeat("x", MaxImportBytes), nil,
			[]ImportProblem{{0, ImportTooLarge, ""}}},
	} {
		got, problems := ReadImport([]byte(test.file), locations, "t")
		if !reflect.DeepEqual(got, test.want) || !reflect.DeepEqual(problems, test.problems) {
			t.Errorf("%s: %+v %+v", name, got, problems)
		}
	}
}

func FuzzReadImport(f *testing.F) {
	for _, seed := range []string{"serialNumber\nA-1\n", "serialNumber;name\n\"A\";\"b\n", "\xff\xfes\x00"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		lines, problems := ReadImport(data, []*Location{{ID: "n", Name: "N"}}, "n")
		if (len(lines) == 0) == (len(problems) == 0) || len(lines) > MaxImportLines {
			t.Errorf("%d lines, %d problems", len(lines), len(problems))
		}
	})
}

// Rules: MACH-1, URL-20.
func TestRouteOf_Inventory(t *testing.T) {
	for path, want := range map[string]Route{
		"mykomax/inventory": {Page: PageInventory}, "mykomax/Inventory/OLD": {Page: PageInventoryOld},
		"mykomax/inventory/software": {Page: PageSoftware},
		"mykomax/inventory/mach-1A":  {PageMachine, "mach-1A"}, "mykomax/inventory/a/b": {Page: PageNone},
	} {
		for range 20 { // the order of iteration over the pages is random
			if got := RouteOf(strings.Split(path, "/")); got != want {
				t.Errorf("%s: %v", path, got)
			}
		}
	}
}

func TestMachineList_Options(t *testing.T) {
	l := &MachineList{
		Selection: ParseMachineSelection(
			"location=s&line=b&warranty=ACTIVE&contract=NONE&q=alpha&update=true&sort=NEWEST&group=LOCATION",
			true,
		),
		Page:         &MachineListPage{Total: MaxMachineTotal, ProductLines: []string{"b", "a", "z"}},
		AllLocations: []*Location{{ID: "n"}, {ID: "s"}},
		LineNames:    map[string]string{"a": "Öfen", "b": "Pressen"},
		Language:     "de",
	}
	if l.Total() != MaxMachineTotal || l.IsTotalExact() || !l.IsRetired() || l.Text() != "alpha" || !l.HasUpdate() ||
		l.Order() != "NEWEST" || l.Grouping() != GroupedByLocation || !slices.Equal(l.OrderOptions(), MachineOrders) ||
		!slices.Equal(l.GroupingOptions(), MachineGroupings) || l.MaxImportBytes() != MaxImportBytes {
		t.Errorf("got %+v", l.Selection)
	}
	var lines []string
	for _, o := range l.ProductLineOptions() {
		name := o.ProductLine.Name
		if o.Selected {
			name += " (selected)"
		}
		lines = append(lines, name)
	}
	// Sorted as in German; a line without a name has its slug.
	if got := strings.Join(lines, ", "); got != "Öfen, Pressen (selected), z" {
		t.Errorf("product lines: %s", got)
	}
	for _, o := range l.LocationOptions() {
		if o.Selected != (o.Location.ID == "s") {
			t.Errorf("location %s is selected: %v", o.Location.ID, o.Selected)
		}
	}
	for _, o := range l.WarrantyOptions() {
		if o.Selected != (o.State == CoverageActive) {
			t.Errorf("warranty %s is selected: %v", o.State, o.Selected)
		}
	}
	for _, o := range l.ContractOptions() {
		if o.Selected != (o.State == CoverageNone) {
			t.Errorf("contract %s is selected: %v", o.State, o.Selected)
		}
	}
	l.Selection.Range.After = "cursor"
	if got := l.ExportURL("token"); got != InventoryExportPath+"?contract=NONE&group=LOCATION&line=b&location=s&"+
		ParamToken+"=token&q=alpha&retired=true&sort=NEWEST&update=true&warranty=ACTIVE" {
		t.Errorf("the export: %s", got)
	}
}
