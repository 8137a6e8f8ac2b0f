package inventory

import (
	"testing"
)

// Rules: TICK-20.
func TestConcernOf(t *testing.T) {
	for line, want := range map[string]TicketConcern{
		"cutting-and-stripping": "CUTTING_STRIPPING",
		"crimping":              "CRIMPING",
		"harness-manufacturing": "HARNESS",
		"testing":               "TESTING",
		"tooling":               "",
		"":                      "",
	} {
		got := ConcernOf(line)
		if (got == nil) != (want == "") || got != nil && *got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
