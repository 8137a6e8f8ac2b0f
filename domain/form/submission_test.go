package form

import "testing"

// Rules: FORM-19.
func TestReference(t *testing.T) {
	a, b := Reference(ServiceRequest, "key-one-of-somebody"), Reference(ServiceRequest, "key-two-of-somebody")
	if a == b || a != Reference(ServiceRequest, "key-one-of-somebody") || len(a) != len("SR-ABCD-EFGH") {
		t.Errorf("%s, %s", a, b)
	}
}

func TestDeriveKey(t *testing.T) {
	secret := []byte("secret")
	derive := func(about string, values map[string]string) string {
		return DeriveKey(secret, OSSRequest, "main", about, values)
	}
	key := derive("", map[string]string{"email": "a@b.example", "message": "It hums."})
	if !IsKey(key) || key != derive("", map[string]string{"message": "It hums.", "email": "a@b.example"}) {
		t.Errorf("%q", key)
	}
	for name, other := range map[string]string{
		"another value":              derive("", map[string]string{"email": "a@b.example", "message": "It hums!"}),
		"the same text in one field": derive("", map[string]string{"email": "a@b.examplemessageIt hums."}),
		"about a page":               derive("page", map[string]string{"email": "a@b.example", "message": "It hums."}),
		"another secret": DeriveKey(
			[]byte("other"), OSSRequest, "main", "", map[string]string{"email": "a@b.example", "message": "It hums."},
		),
		"another form": DeriveKey(
			secret, Whitepaper, "main", "", map[string]string{"email": "a@b.example", "message": "It hums."},
		),
		"another site": DeriveKey(
			secret, OSSRequest, "other", "", map[string]string{"email": "a@b.example", "message": "It hums."},
		),
	} {
		if other == key {
			t.Errorf("%s has the same key", name)
		}
	}
}

// Rules: FORM-19.
func TestIsKey(t *testing.T) {
	for text, want := range map[string]bool{
		"0b8f4a3e-6f7e-4d0a-9c55-0d8f2f9a1b77": true, "short": false, "": false, "with spaces in the middle": false,
		"'; drop table submissions; --": false,
	} {
		if IsKey(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
