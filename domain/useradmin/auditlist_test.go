package useradmin

import (
	"encoding/json"
	"net/url"
	"slices"
	"testing"
)

// Rules: USER-32.
func TestParseAuditSelection_Actions(t *testing.T) {
	s := ParseAuditSelection("action=DENY_REQUEST&action=NOTHING&action=RESET_SECOND_FACTOR")
	if !slices.Equal(s.Actions, []UserAction{DenyRequest, ResetSecondFactor}) || !s.IsFiltered() || !s.IsValid() ||
		s.Query() != "?action=DENY_REQUEST&action=RESET_SECOND_FACTOR" {
		t.Errorf("%+v %s", s, s.Query())
	}
	l := AuditList{Selection: s}
	if options := l.Actions(); len(options) != len(UserActions) || options[0].Selected || !options[2].Selected {
		t.Errorf("%+v", options)
	}
	if (AuditSelection{Actions: make([]UserAction, 101)}).IsValid() {
		t.Error("any number of actions is valid")
	}
}

// TestParseAuditSelection_Days: the limits of the period are instants that JSON can represent; other days are ignored.
func TestParseAuditSelection_Days(t *testing.T) {
	for day, isValid := range map[string]bool{
		"2026-11-25": true, "1900-01-01": true, "9998-12-31": true,
		"9999-12-31": false, "1899-12-31": false, "0000-01-01": false, "2026-02-30": false, "x": false,
	} {
		s := ParseAuditSelection(url.Values{paramFrom: {day}, paramUntil: {day}}.Encode())
		if (s.From == day) != isValid || (s.Until == day) != isValid {
			t.Errorf("%s: from %q until %q", day, s.From, s.Until)
		}
		if got := (AuditSelection{Until: day}).IsValid(); got != isValid {
			t.Errorf("%s: valid %t", day, got)
		}
		from, until := s.Period()
		if _, err := json.Marshal([]any{from, until}); err != nil {
			t.Errorf("%s: %v", day, err)
		}
	}
}
