package identity

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"

	"strand/domain/portal"
)

// TestRoles: roles are found at the path of the settings, and names of the identity server become those of the product.
//
// Rules: PORT-2.
func TestRoles(t *testing.T) {
	names := map[string]string{
		"portal-admins": "kmx_delegatedadmin_extern", "service": "kmx_int_serviceticketing_active",
	}
	for _, test := range []struct {
		claim, claims string
		want          []string
	}{
		{"", `{"roles":["a","service"]}`, []string{"a", "kmx_int_serviceticketing_active"}},
		{"roles", `{"roles":"portal-admins"}`, []string{"kmx_delegatedadmin_extern"}},
		{"realm_access.roles", `{"realm_access":{"roles":["service"]},"roles":["b"]}`,
			[]string{"kmx_int_serviceticketing_active"}},
		{"resource_access.my.portal.roles", `{"resource_access":{"my.portal":{"roles":["c"]}}}`, []string{"c"}},
		{"https://example.com/roles", `{"https://example.com/roles":["d"]}`, []string{"d"}},
		{"groups", `{"groups":[]}`, []string{}},
		{"groups", `{"groups":null}`, nil},
		{"groups.a.b", `{"groups":["a"]}`, nil},
		{"realm_access.roles", `{"realm_access":null}`, nil},
		{"", `{}`, nil},
	} {
		var claims map[string]json.RawMessage
		if err := json.Unmarshal([]byte(test.claims), &claims); err != nil {
			t.Fatal(err)
		}
		got, err := Roles{Claim: test.claim, Names: names}.of(claims)
		if err != nil || !slices.Equal(got, test.want) || (got == nil) != (test.want == nil) {
			t.Errorf("%s of %s: %v, %v, want %v", test.claim, test.claims, got, err, test.want)
		}
	}
	for _, claims := range []string{`{"roles":{"a":1}}`, `{"roles":[1]}`, `{"roles":7}`} {
		var all map[string]json.RawMessage
		if err := json.Unmarshal([]byte(claims), &all); err != nil {
			t.Fatal(err)
		}
		if got, err := (Roles{}).of(all); err == nil {
			t.Errorf("%s: %v", claims, got)
		}
	}
}

func TestNameClaims(t *testing.T) {
	for _, test := range []struct {
		claims      nameClaims
		first, last string
	}{
		{nameClaims{"Ada", "Lovelace", "A. L."}, "Ada", "Lovelace"},
		{nameClaims{"", "", "Ana Maria Silva"}, "Ana Maria", "Silva"},
		{nameClaims{"", "", "佐藤花子"}, "佐藤花子", ""},
		{nameClaims{"Ada", "", "Ada Lovelace"}, "Ada", ""},
		{nameClaims{}, "", ""},
	} {
		u := &portal.User{}
		test.claims.setName(u)
		if u.FirstName != test.first || u.LastName != test.last {
			t.Errorf("%+v: %q, %q", test.claims, u.FirstName, u.LastName)
		}
	}
}

// TestVerifiedToken_with: a whole name in the user info does not replace first and last name of the ID token.
func TestVerifiedToken_with(t *testing.T) {
	for name, test := range map[string]struct {
		token       portal.User
		info        nameClaims
		first, last string
	}{
		"whole name only": {portal.User{FirstName: "Ana Maria", LastName: "Silva Costa"},
			nameClaims{Name: "Ana Maria Silva Costa"}, "Ana Maria", "Silva Costa"},
		"names": {portal.User{FirstName: "Ana", LastName: "Silva"},
			nameClaims{"Eva", "Costa", ""}, "Eva", "Costa"},
		"no name in token":  {portal.User{}, nameClaims{Name: "Ana Silva"}, "Ana", "Silva"},
		"no name in either": {portal.User{}, nameClaims{}, "", ""},
	} {
		u := verifiedToken{user: &test.token}.with(&userClaims{nameClaims: test.info})
		if u.FirstName != test.first || u.LastName != test.last {
			t.Errorf("%s: %q, %q", name, u.FirstName, u.LastName)
		}
	}
}

// TestUser_RolesElsewhere: token and user info have the roles where the settings say, and a user without that claim is
// logged once.
func TestUser_RolesElsewhere(t *testing.T) {
	p := startProvider(t)
	log := &bytes.Buffer{}
	logged := func() int { return strings.Count(log.String(), "roles_missing claim=realm_access.roles") }
	v := newVerifier(t, p)
	v.o.Log = slog.New(slog.NewTextHandler(log, nil))
	v.o.Roles = Roles{Claim: "realm_access.roles", Names: map[string]string{"service": "own"}}
	v.info.roles = v.o.Roles
	access := map[string]any{"realm_access": map[string]any{"roles": []string{"service"}}, "name": "Ada Lovelace"}
	p.setUserInfo(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"sub":"u"}`)) })
	u, err := v.User(t.Context(), p.tokenWith(t, p.key, access), "")
	if err != nil || !slices.Equal(u.Roles, []string{"own"}) || u.FullName() != "Ada Lovelace" || logged() > 0 {
		t.Errorf("roles in the token: %+v, %v, %s", u, err, log)
	}
	p.setUserInfo(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"sub":"u","realm_access":{"roles":["service","b"]}}`))
	})
	u, err = v.User(t.Context(), p.tokenWith(t, p.key, map[string]any{"sid": "2"}), "")
	if err != nil || !slices.Equal(u.Roles, []string{"own", "b"}) || logged() > 0 {
		t.Errorf("roles in the user info: %+v, %v, %s", u, err, log)
	}
	p.setUserInfo(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"sub":"u","roles":["a"]}`)) })
	for _, sid := range []string{"3", "4"} {
		u, err = v.User(t.Context(), p.tokenWith(t, p.key, map[string]any{"sid": sid}), "")
		if err != nil || u.Roles != nil {
			t.Errorf("no roles: %+v, %v", u, err)
		}
	}
	if logged() != 1 {
		t.Errorf("logged: %s", log)
	}
}
