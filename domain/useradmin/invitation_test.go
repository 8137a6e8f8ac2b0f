package useradmin

import (
	"testing"
)

// TestInvitation_CheckFields: names are part of the mail.
func TestInvitation_CheckFields(t *testing.T) {
	_, problems := Invitation{Email: "a@example.org", FirstName: "www.evil.example", LastName: "<i>"}.CheckFields()
	if len(problems) != 2 || problems[0].Field != "firstName" || problems[0].Code != "INVALID" {
		t.Errorf("an invitation: %+v", problems)
	}
}
