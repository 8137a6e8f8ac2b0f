package visitor

import "testing"

func TestSignIn_Sources(t *testing.T) {
	for want, s := range map[string]SignIn{
		"":                      {Origins: []string{"https://graph.example"}},
		"https://login.example": {Issuer: "https://login.example/tenant/v2.0"},
		"https://login.example:8443 https://graph.example": {
			Issuer: "https://login.example:8443", Origins: []string{"https://graph.example"},
		},
	} {
		if got := s.Sources(); got != want {
			t.Errorf("%+v: %q, want %q", s, got, want)
		}
	}
}
