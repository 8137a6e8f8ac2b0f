package useradmin

import (
	"encoding/json"
	"net/url"
	"testing"
)

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
