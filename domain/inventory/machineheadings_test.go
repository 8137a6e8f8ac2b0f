package inventory

import (
	"testing"

	"strand/test/portaltest"
)

// TestMachineHeadings: an imported file may use the labels of the client in each of its languages.
//
// Rules: MACH-11.
func TestMachineHeadings(t *testing.T) {
	for language, texts := range portaltest.ClientTexts(t) {
		for column, id := range map[string]string{
			"serialNumber": "form.field.serialNumber", "name": "machine.name", "location": "tickets.location",
		} {
			if got, _ := machineHeadings.Named(texts[id]); got != column {
				t.Errorf("%s: the heading %q is the column %q, not %q", language, texts[id], got, column)
			}
		}
	}
}
