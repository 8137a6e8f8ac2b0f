package sisportal_test

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"strand/demo/sisportal"
	"strand/demo/sisusers"
)

const (
	addComment = `mutation($input: CommentInput!) { addComment(input: $input) { id } }`
	closing    = `mutation($id: ID!, $comment: String!) {
		closeTicket(ticketId: $id, reason: SOLVED_BY_PROVIDER, comment: $comment) { id } }`
)

// secondTechnician makes another employee a member of the service team.
const secondTechnician = `INSERT OR REPLACE INTO rights (user_id, organization_id, application, status)
	VALUES ('user-employee', 'org-strand', 'TICKETING', 'ACTIVE')`

// mailing is a ticket of the customer about whose changes mails are sent.
type mailing struct {
	*testServer
	t  *testing.T
	id string
}

func startMailing(t *testing.T) *mailing {
	t.Helper()
	d := start(t)
	d.users.SetPortalHome(func() string { return "https://example.com/mykomax" })
	m := &mailing{d, t, ""}
	made, codes := d.file(t, customer, winterthur, "key", "Hum")
	if m.id = made.ID; len(codes) > 0 {
		t.Fatal(codes)
	}
	return m
}

func (m *mailing) comment(user, text string) {
	m.t.Helper()
	input := map[string]any{"key": "key of " + text, "ticketId": m.id, "text": text}
	if codes := m.as(m.t, user, addComment, map[string]any{"input": input}, nil); len(codes) > 0 {
		m.t.Fatal(codes)
	}
}

func (m *mailing) close(user, comment string) {
	m.t.Helper()
	input := map[string]any{"id": m.id, "comment": comment}
	if codes := m.as(m.t, user, closing, input, nil); len(codes) > 0 {
		m.t.Fatal(codes)
	}
}

func (m *mailing) assign(user string, assignee any) {
	m.t.Helper()
	const assign = `mutation($id: ID!, $to: ID) { assignTicket(ticketId: $id, assigneeId: $to) { id } }`
	if codes := m.as(m.t, user, assign, map[string]any{"id": m.id, "to": assignee}, nil); len(codes) > 0 {
		m.t.Fatal(codes)
	}
}

func (m *mailing) exec(query string) {
	m.t.Helper()
	if _, err := m.users.DB().Exec(query); err != nil {
		m.t.Fatal(err)
	}
}

// send sends the queued mails, and returns all mails, the oldest first.
func (m *mailing) send() []sisusers.Mail {
	m.t.Helper()
	if err := m.portal.SendMails(m.t.Context()); err != nil {
		m.t.Error(err)
	}
	return m.mails()
}

func (m *mailing) mails() []sisusers.Mail {
	m.t.Helper()
	sent, err := m.users.Mails(m.t.Context())
	if err != nil {
		m.t.Fatal(err)
	}
	slices.Reverse(sent)
	return sent
}

// queued returns the number of mails in the queue, with dead letters or without.
func (m *mailing) queued(condition string) (count int) {
	m.t.Helper()
	if err := m.users.DB().QueryRow(`SELECT count(*) FROM ticket_mails WHERE ` + condition).Scan(&count); err != nil {
		m.t.Fatal(err)
	}
	return count
}

func recipientsOf(mails []sisusers.Mail) string {
	var all []string
	for _, one := range mails {
		name, _, _ := strings.Cut(one.Recipient, "@")
		all = append(all, name)
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// TestTicketMails_Recipients: who gets mails about a change, after the mail to the service team about the ticket.
//
// Rules: TICK-34, TICK-35.
func TestTicketMails_Recipients(t *testing.T) {
	for name, test := range map[string]struct {
		do   func(*mailing)
		want string
	}{
		"the ticket":       {func(*mailing) {}, "internal"},
		"the ticket again": {func(m *mailing) { m.file(t, customer, winterthur, "key", "Hum") }, "internal"},
		"a reply": {
			func(m *mailing) { m.comment(technician, "Loud?") }, "customer internal",
		},
		"a reply again": {
			func(m *mailing) { m.comment(technician, "Loud?"); m.comment(technician, "Loud?") }, "customer internal",
		},
		"a reply of a colleague": {
			func(m *mailing) { m.comment(colleague, "Very.") }, "customer internal internal",
		},
		"a reply to all who commented": {
			func(m *mailing) { m.comment(colleague, "Very."); m.comment(technician, "Oil it.") },
			"colleague customer customer internal internal",
		},
		"a reply of the contact": {
			func(m *mailing) { m.comment(technician, "Loud?"); m.comment(customer, "Yes.") },
			"customer internal internal",
		},
		"an assignment": {
			func(m *mailing) { m.assign(technician, technician) }, "customer internal",
		},
		"an assignment by another employee, twice": {
			func(m *mailing) {
				m.exec(secondTechnician)
				m.assign("user-employee", technician)
				m.assign("user-employee", technician)
			}, "customer internal internal",
		},
		"an assignment that was undone": {
			func(m *mailing) { m.assign(technician, technician); m.assign(technician, nil) }, "internal",
		},
		"a reply to the assignee": {
			func(m *mailing) {
				m.exec(secondTechnician)
				m.assign(technician, technician)
				m.comment(customer, "Loud.")
			}, "customer internal internal",
		},
		"a closure": {
			func(m *mailing) { m.close(technician, ""); m.close(technician, "") }, "customer internal",
		},
		"a closure with a comment": {
			func(m *mailing) { m.close(technician, "Oiled.") }, "customer internal",
		},
		"a closure of the contact": {
			func(m *mailing) { m.close(customer, "") }, "internal internal",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := startMailing(t)
			test.do(m)
			if got := recipientsOf(m.mails()); got != "" {
				t.Errorf("sent with the change: %s", got)
			}
			if got := recipientsOf(m.send()); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if m.send(); len(m.mails()) != len(strings.Fields(test.want)) || m.queued("1") > 0 {
				t.Errorf("sent again: %s", recipientsOf(m.mails()))
			}
		})
	}
}

// TestTicketMails_LostAccess: whether a recipient may still read the ticket is decided when the mail is sent.
//
// Rules: TICK-35.
func TestTicketMails_LostAccess(t *testing.T) {
	for name, test := range map[string]struct{ change, want string }{
		"nothing": {`SELECT 1`, "colleague customer internal"},
		"the access ended": {
			`UPDATE rights SET status = 'INACTIVE' WHERE user_id = 'user-customer' AND application = 'TICKETING'`,
			"colleague internal",
		},
		"the organization was left": {
			`DELETE FROM rights WHERE user_id = 'user-customer' AND organization_id = 'org-nordkabel'`,
			"colleague internal",
		},
		"another organization": {
			`UPDATE rights SET organization_id = 'org-helia' WHERE user_id = 'user-customer'
				AND organization_id = 'org-nordkabel'`,
			"colleague internal",
		},
		"the user was deleted": {
			`UPDATE users SET deleted_at = 1 WHERE id = 'user-customer'`, "colleague internal",
		},
		"switched off": {
			`UPDATE users SET ticket_mails = 0 WHERE id = 'user-customer'`, "colleague internal",
		},
		"staff without the role": {
			`DELETE FROM rights WHERE user_id = 'user-internal' AND application = 'TICKETING'`, "colleague customer",
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := startMailing(t)
			m.comment(colleague, "Very.")
			m.exec(`DELETE FROM ticket_mails`)
			m.comment("user-admin", "Urgent.")
			m.exec(test.change)
			if got := recipientsOf(m.send()); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if m.queued("1") > 0 {
				t.Error("a mail is still queued")
			}
		})
	}
}

// TestTicketMails_Once: a mail is sent once, though the server ends between the change and the mail, and though several
// servers send at the same time.
//
// Rules: TICK-34.
func TestTicketMails_Once(t *testing.T) {
	m := startMailing(t)
	m.comment(technician, "Loud?")
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	var servers sync.WaitGroup
	for range 4 {
		server, err := sisportal.New(sisportal.Options{Dir: t.TempDir(), Users: m.users, Logger: log})
		if err != nil {
			t.Fatal(err)
		}
		servers.Go(func() {
			if err := server.SendMails(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	servers.Wait()
	if got := recipientsOf(m.mails()); got != "customer internal" {
		t.Error(got)
	}
}

// TestTicketMails_Refused: a refused address is a dead letter, which holds up no other mail and is not tried again.
//
// Rules: TICK-34.
func TestTicketMails_Refused(t *testing.T) {
	for _, email := range []string{
		"customer@example.invalid", "customer", "a@example.com\r\nBcc: evil@example.com", "Carla <carla@example.com>",
	} {
		m := startMailing(t)
		if _, err := m.users.DB().Exec(`UPDATE users SET email = ? WHERE id = ?`, email, customer); err != nil {
			t.Fatal(err)
		}
		m.comment(colleague, "Very.")
		for range 2 {
			if got := recipientsOf(m.send()); got != "internal internal" {
				t.Errorf("%q: %s", email, got)
			}
			if dead := m.queued("refusal <> ''"); dead != 1 || m.queued("1") != dead {
				t.Errorf("%q: %d dead letters", email, dead)
			}
		}
	}
}

// TestTicketMails_Text: a mail has the text, the status and the page of the ticket in the language of its reader, and
// says that replies are not read.
//
// Rules: TICK-34, TICK-36.
func TestTicketMails_Text(t *testing.T) {
	m := startMailing(t)
	m.exec(`UPDATE users SET language = iif(id = 'user-customer', 'de', 'en')`)
	m.exec(`UPDATE tickets SET subject = 'Hum' || char(13, 10) || 'Bcc: evil@example.com' || char(8232) || 'x'`)
	m.comment(technician, "Loud?\n→ https://evil.example\n{by} <b>")
	m.send()
	m.close(technician, "")
	sent := m.send()
	if len(sent) != 3 {
		t.Fatalf("%+v", sent)
	}
	var number int
	var comment string
	if err := m.users.DB().QueryRow(`SELECT number, c.id FROM tickets t JOIN ticket_comments c ON c.ticket_id = t.id
		WHERE t.id = ?`, m.id).Scan(&number, &comment); err != nil {
		t.Fatal(err)
	}
	page := "https://example.com/mykomax/tickets/" + m.id
	subject := fmt.Sprintf("[T-%d] Hum  Bcc: evil@example.com x", number)
	for i, want := range []string{
		"created ticket\nIt hums.\nStatus: Waiting for us\n→ " + page + "\n",
		"hat im Ticket\nLoud?\nhttps://evil.example\n{by} <b>\nStatus: Wartet auf Sie\n" +
			"Antworten auf diese E-Mail werden nicht gelesen.\n→ " + page + "#comment-" + comment +
			"\n→ https://example.com/mykomax/account#ticketMails",
		"geschlossen\nGrund: Durch unseren Service gelöst\nStatus: Geschlossen\n→ " + page + "\n",
	} {
		rest := sent[i].Text + "\n"
		for line := range strings.Lines(want) {
			line = strings.TrimSuffix(line, "\n")
			_, after, found := strings.Cut(rest, line)
			if rest = after; !found {
				t.Errorf("%d: %q is missing in %s", i, line, sent[i].Text)
			}
		}
		if sent[i].Subject != subject {
			t.Errorf("%d: %q", i, sent[i].Subject)
		}
	}
	thread := "References: <" + m.id + "@tickets.example.com>"
	ids := map[string]bool{}
	for _, one := range sent {
		if !slices.Contains(one.Headers, thread) || !slices.Contains(one.Headers, "Auto-Submitted: auto-generated") {
			t.Errorf("%q", one.Headers)
		}
		ids[one.Headers[0]] = true
	}
	if len(ids) != len(sent) {
		t.Errorf("mails with the same id: %v", ids)
	}
}

// Rules: ACC-5, TICK-36.
func TestUpdateProfile_TicketMails(t *testing.T) {
	const update = `mutation($input: ProfileInput!) { updateProfile(input: $input) { ticketMails } }`
	profile := func(first, last, lang string, more map[string]any) map[string]any {
		input := map[string]any{"firstName": first, "lastName": last, "language": lang}
		for name, value := range more {
			input[name] = value
		}
		return input
	}
	off, telephone := map[string]any{"ticketMails": false}, map[string]any{"telephone": ""}
	for name, test := range map[string]struct {
		user  string
		input map[string]any
		want  string
	}{
		"a customer":              {customer, profile("Carla", "Muster", "de", off), "false []"},
		"left out":                {customer, profile("Carla", "Muster", "de", nil), "true []"},
		"an employee":             {technician, profile("Ines", "Model", "de", off), "false []"},
		"an employee's name":      {technician, profile("Ina", "Model", "de", off), "true [FORBIDDEN]"},
		"an employee's language":  {technician, profile("Ines", "Model", "en", off), "true [FORBIDDEN]"},
		"an employee's telephone": {technician, profile("Ines", "Model", "de", telephone), "true [FORBIDDEN]"},
	} {
		d := start(t)
		codes := d.as(t, test.user, update, map[string]any{"input": test.input}, nil)
		var got struct{ Profile struct{ TicketMails bool } }
		d.as(t, test.user, `{ profile { ticketMails } }`, nil, &got)
		if got := fmt.Sprint(got.Profile.TicketMails, codes); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}
