package form

import "testing"

func TestReference(t *testing.T) {
	a, b := Reference(ServiceRequest, "key-one-of-somebody"), Reference(ServiceRequest, "key-two-of-somebody")
	if a == b || a != Reference(ServiceRequest, "key-one-of-somebody") || len(a) != len("SR-ABCD-EFGH") {
		t.Errorf("%s, %s", a, b)
	}
}

func TestIsKey(t *testing.T) {
	for text, want := range map[string]bool{
		"0b8f4a3e-6f7e-4d0a-9c55-0d8f2f9a1b77": true, "short": false, "": false, "with spaces in the middle": false, "'; drop table submissions; --": false,
	} {
		if IsKey(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
