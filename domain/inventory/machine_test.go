package inventory

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"strand/domain/portal"
	"strand/test/portaltest"
)

// TestMachine_Derived: warranties end with a day in UTC; a machine links to its page and its tickets.
func TestMachine_Derived(t *testing.T) {
	siteCtx := portaltest.Context(t)
	m := &Machine{
		ID: "m/1", SerialNumber: "A 1", WarrantyUntil: "2026-11-20", ContractName: "Care", ContractUntil: "2026-11-19",
		Now: time.Date(2026, 11, 21, 0, 30, 0, 0, time.FixedZone("Central Europe", 60*60)), DeliveredOn: "2020-01-01",
	}
	if w := m.Warranty(); w.State != CoverageActive || *w.Until != "2026-11-20" || w.Name != nil {
		t.Errorf("warranty %+v", w)
	}
	if c := m.ServiceContract(); c.State != CoverageExpired || *c.Name != "Care" {
		t.Errorf("contract %+v", c)
	}
	if *m.Delivery() != "2020-01-01" || m.Retirement() != nil || m.IsRetired() {
		t.Errorf("delivered %v, retired %v", m.Delivery(), m.Retirement())
	}
	for name, test := range map[string]struct{ got, want string }{
		"page":       {m.URL(siteCtx), "/de-ch/mykomax/inventory/m%2F1"},
		"label":      {m.AbsoluteURL(siteCtx), "https://strand.example/de-ch/mykomax/inventory/m%2F1"},
		"tickets":    {m.TicketsURL(siteCtx), "/de-ch/mykomax/tickets/list?serial=A+1"},
		"new ticket": {m.NewTicketURL(siteCtx), "/de-ch/mykomax/tickets/newticket?machine=m%2F1"},
		"software":   {SoftwareURL("v/1", "t"), SoftwarePath + "v%2F1?" + portal.ParamToken + "=t"},
	} {
		if test.got != test.want {
			t.Errorf("%s: %s, want %s", name, test.got, test.want)
		}
	}
}

func TestCheckMachineName(t *testing.T) {
	for text, want := range map[string]string{
		"  Press \t 1 ": "Press 1", strings.Repeat("é", maxMachineName): strings.Repeat("é", maxMachineName),
	} {
		if name, problems := CheckMachineName(text); name != want || len(problems) > 0 {
			t.Errorf("%q is %q, %v", text, name, problems)
		}
	}
	for text, code := range map[string]string{
		" \n ": "REQUIRED", "\u200b \u3164": "REQUIRED",
		strings.Repeat("é", maxMachineName+1): "INVALID", "Press\x00": "INVALID",
	} {
		if _, problems := CheckMachineName(text); len(problems) != 1 || string(problems[0].Code) != code ||
			problems[0].Field != "name" {
			t.Errorf("%q: %v", text, problems)
		}
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

// Rules: MACH-15.
func TestMachine_Needs(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		machine Machine
		want    string
	}{
		"nothing":                    {Machine{}, "[]"},
		"a contract for long":        {Machine{ContractUntil: "2027-01-01"}, "[]"},
		"a contract for 60 days":     {Machine{ContractUntil: "2026-12-31"}, "[SERVICE_CONTRACT_ENDS]"},
		"a contract that ends today": {Machine{ContractUntil: "2026-11-01"}, "[SERVICE_CONTRACT_ENDS]"},
		"a contract until yesterday": {Machine{ContractUntil: "2026-10-31"}, "[SERVICE_CONTRACT_ENDED]"},
		"newer software":             {Machine{HasUpdate: true}, "[SOFTWARE_UPDATE]"},
		"both": {
			Machine{ContractUntil: "2026-10-31", HasUpdate: true},
			"[SERVICE_CONTRACT_ENDED SOFTWARE_UPDATE]",
		},
		"a retired one needs no renewal": {Machine{ContractUntil: "2026-10-31", RetiredOn: "2026-01-01"}, "[]"},
	} {
		test.machine.Now = now
		needs := test.machine.Needs()
		if got := fmt.Sprint(needs); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
		until := test.machine.ContractUntil
		isDue := until != "" && until < DueBefore(now) || test.machine.HasUpdate
		if !test.machine.IsRetired() && isDue != (len(needs) > 0) {
			t.Errorf("%s: the list of such machines has it: %v", name, isDue)
		}
	}
}
