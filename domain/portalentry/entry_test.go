package portalentry

import (
	"fmt"
	"testing"

	"strand/domain/account"
	"strand/domain/ticketing"
	"strand/domain/useradmin"
	"strand/test/portaltest"
)

func TestEntry_URLs(t *testing.T) {
	e := &Entry{SiteContext: portaltest.Context(t)}
	for want, got := range map[string]string{
		"/de-ch/mykomax/tickets/list":                     e.TicketsURL(),
		"/de-ch/mykomax/tickets/newticket":                e.NewTicketURL(),
		"/de-ch/mykomax/tickets/newticket?type=BREAKDOWN": e.BreakdownURL(),
		"/de-ch/mykomax/user-admin":                       e.UsersURL(),
		"/de-ch/mykomax/inventory":                        e.InventoryURL(),
		"/de-ch/mykomax/inventory/old":                    e.RetiredMachinesURL(),
		"/de-ch/mykomax/inventory/software":               e.SoftwareURL(),
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
		"denial":        {(*Entry)(nil).DenialFields(), useradmin.DenialFields},
		"comment":       {(*Entry)(nil).CommentFields(), ticketing.TicketCommentFields},
		"closure":       {(*Entry)(nil).ClosureFields(), ticketing.TicketClosureFields},
		"profile":       {(*account.Entry)(nil).Fields(), account.ProfileFields},
		"password":      {(*account.Entry)(nil).PasswordFields(), account.PasswordFields},
		"one-time code": {(*account.Entry)(nil).OneTimeCodeFields(), account.OneTimeCodeFields},
		"invitation":    {(*useradmin.OrganizationPage)(nil).InviteFields(), useradmin.InviteFields},
		"ticket":        {(*ticketing.TicketForm)(nil).Fields(), ticketing.TicketFields},
	} {
		if names(test[0]) != names(test[1]) {
			t.Errorf("%s has the fields %v", name, test[0])
		}
	}
}
