package portal

import (
	"fmt"
	"testing"

	"strand/domain/portal/portaltest"
)

func TestEntry_URLs(t *testing.T) {
	e := &Entry{SiteContext: portaltest.Context(t)}
	for want, got := range map[string]string{
		"/de-ch/mykomax/tickets/list":       e.TicketsURL(),
		"/de-ch/mykomax/tickets/newticket":  e.NewTicketURL(),
		"/de-ch/mykomax/user-admin":         e.UsersURL(),
		"/de-ch/mykomax/inventory":          e.InventoryURL(),
		"/de-ch/mykomax/inventory/old":      e.RetiredMachinesURL(),
		"/de-ch/mykomax/inventory/software": e.SoftwareURL(),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestForms_Fields: each form is offered with its own fields.
func TestForms_Fields(t *testing.T) {
	names := func(all any) string { return fmt.Sprintf("%p", all) }
	for name, test := range map[string][2]any{
		"denial":        {(*Entry)(nil).DenialFields(), DenialFields},
		"comment":       {(*Entry)(nil).CommentFields(), TicketCommentFields},
		"closure":       {(*Entry)(nil).ClosureFields(), TicketClosureFields},
		"profile":       {(*AccountEntry)(nil).Fields(), ProfileFields},
		"password":      {(*AccountEntry)(nil).PasswordFields(), PasswordFields},
		"one-time code": {(*AccountEntry)(nil).OneTimeCodeFields(), OneTimeCodeFields},
		"invitation":    {(*OrganizationPage)(nil).InviteFields(), InviteFields},
		"ticket":        {(*TicketForm)(nil).Fields(), TicketFields},
	} {
		if names(test[0]) != names(test[1]) {
			t.Errorf("%s has the fields %v", name, test[0])
		}
	}
}
