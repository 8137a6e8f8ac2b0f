package identity

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"strand/domain/portal"
)

// Roles says where claims have the roles of a user, and which of this product they are.
type Roles struct {
	// Claim is the claim with the roles, or the path to it, such as `realm_access.roles`; empty for `roles`.
	Claim string
	// Names maps names of the identity server to role strings (PORT-2). Other names are kept as they are.
	Names map[string]string
}

func (r Roles) path() string { return cmp.Or(r.Claim, "roles") }

// root returns the name of the claim that contains the roles.
func (r Roles) root() string {
	name, _, _ := strings.Cut(r.path(), ".")
	return name
}

// of returns the roles in claims; nil if they have none.
func (r Roles) of(claims map[string]json.RawMessage) (texts, error) {
	found := claimAt(claims, r.path())
	if len(found) == 0 || bytes.Equal(found, []byte("null")) {
		return nil, nil
	}
	roles := texts{}
	if err := json.Unmarshal(found, &roles); err != nil {
		return nil, err
	}
	for i, name := range roles {
		if own, ok := r.Names[name]; ok {
			roles[i] = own
		}
	}
	return roles, nil
}

// claimAt returns the claim at a path; nil if there is none. Names of claims may contain dots, as those with the URL of
// an application do.
func claimAt(claims map[string]json.RawMessage, path string) json.RawMessage {
	if value, ok := claims[path]; ok {
		return value
	}
	for i, c := range path {
		if c != '.' {
			continue
		}
		var below map[string]json.RawMessage
		if json.Unmarshal(claims[path[:i]], &below) == nil {
			if value := claimAt(below, path[i+1:]); value != nil {
				return value
			}
		}
	}
	return nil
}

// nameClaims are the claims with the name of a user.
type nameClaims struct {
	GivenName  string `json:"given_name"`
	FamilyName string `json:"family_name"`
	Name       string `json:"name"`
}

// setName sets the name of a user, of which a provider may know only the whole: its last word is the last name then.
func (c nameClaims) setName(u *portal.User) {
	first, last := c.GivenName, c.FamilyName
	if first == "" && last == "" {
		whole := strings.Fields(c.Name)
		if n := len(whole); n > 1 {
			first, last = strings.Join(whole[:n-1], " "), whole[n-1]
		} else {
			first = strings.Join(whole, "")
		}
	}
	if first != "" {
		u.FirstName = first
	}
	if last != "" {
		u.LastName = last
	}
}
