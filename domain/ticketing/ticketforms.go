package ticketing

import (
	"slices"
	"strings"

	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/listing"
)

// maxTicketText is the maximum length of a ticket's description and of a comment, in characters.
const maxTicketText = 10_000

// TicketFields are the fields of a new ticket (TICK-1).
var TicketFields = []form.Field{
	form.NewField("location", form.Location, form.GroupMachine, "", "location"),
	form.NewField("concern", form.Choice, form.GroupMachine, "", "concern").
		WithOptions(listing.Texts(inventory.TicketConcerns)...),
	form.NewField("machine", form.Text, form.GroupMachine, "off", "").Optional(),
	form.NewField("serialNumber", form.Text, form.GroupMachine, "off", "").Optional(),
	form.NewField("type", form.Choice, form.GroupRequest, "", "type").WithOptions(listing.Texts(TicketTypes)...),
	form.NewField("subject", form.Text, form.GroupRequest, "off", "subject"),
	form.NewField("description", form.LongText, form.GroupRequest, "off", "description").AtMost(maxTicketText),
	form.NewField("standsStill", form.Choice, form.GroupRequest, "", "").Optional().WithOptions(yes, no),
	form.NewField("attachments", form.Files, form.GroupRequest, "", "").Optional(),
}

// The answers to a question.
const (
	yes = "YES"
	no  = "NO"
)

// breakdown is the type of the ticket about a machine that is down.
const breakdown TicketType = "BREAKDOWN"

// TicketCommentFields are the fields of a comment.
var TicketCommentFields = []form.Field{
	form.NewField("comment", form.LongText, "", "off", "comment").AtMost(maxTicketText),
	form.NewField("attachments", form.Files, "", "", "").Optional(),
}

// TicketClosureFields are the fields that close a ticket (TICK-3).
var TicketClosureFields = []form.Field{
	form.NewField("reason", form.Choice, "", "", "reason").WithOptions(listing.Texts(CloseReasons)...),
	form.NewField("comment", form.LongText, "", "off", "").Optional().AtMost(maxTicketText),
}

// Check trims a draft and returns its problems. It does not check whether the location is one of the customer's; the
// ticket system does.
func (d TicketDraft) Check() (TicketDraft, []form.Problem) {
	values, problems := form.Check(TicketFields, d.values(), form.OfferAny)
	d.Subject, d.Description = values["subject"], values["description"]
	d.Machine, d.SerialNumber = values["machine"], values["serialNumber"]
	if d.Type != breakdown {
		d.StandsStill = nil
	}
	return d, problems
}

func (d TicketDraft) values() map[string]string {
	standsStill := ""
	if d.StandsStill != nil {
		standsStill = map[bool]string{true: yes, false: no}[*d.StandsStill]
	}
	return map[string]string{
		"location": d.LocationID, "type": string(d.Type), "concern": string(d.Concern), "subject": d.Subject,
		"description": d.Description, "machine": d.Machine, "serialNumber": d.SerialNumber,
		"standsStill": standsStill,
	}
}

// Unsaved returns the values of a draft that a ticket does not have. There are some if an earlier attempt with the same
// key created the ticket, its response was lost, and the draft was edited before the retry.
func (d TicketDraft) Unsaved(t *Ticket) []form.Value {
	created := TicketDraft{
		LocationID:   t.Location.ID,
		Type:         t.Type,
		Concern:      t.Concern,
		Subject:      t.Subject,
		Description:  t.Description,
		Machine:      t.Machine,
		SerialNumber: t.SerialNumber,
		StandsStill:  t.StandsStill,
	}.values()
	unsaved := []form.Value{}
	wanted := d.values()
	for _, f := range TicketFields {
		if value := wanted[f.Name]; value != created[f.Name] {
			unsaved = append(unsaved, form.Value{Name: f.Name, Value: value})
		}
	}
	return append(unsaved, unsavedFiles(d.Attachments, t.Attachments)...)
}

// TicketComment is a new comment.
type TicketComment struct {
	// Key is the idempotency key: a repetition with the same key creates nothing.
	Key, TicketID string
	Text          string
	Attachments   []*TicketFile
}

// Check trims a comment and returns its problems.
func (c TicketComment) Check() (TicketComment, []form.Problem) {
	values, problems := form.Check(TicketCommentFields, map[string]string{"comment": c.Text}, form.OfferAny)
	c.Text = values["comment"]
	return c, problems
}

// Unsaved returns the values of a comment that a ticket does not have, like TicketDraft.Unsaved.
func (c TicketComment) Unsaved(t *Ticket, authorID string) []form.Value {
	unsaved := []form.Value{}
	var files []*TicketFile
	hasText := false
	for _, saved := range t.Comments {
		hasText = hasText || saved.Author.ID == authorID && saved.Text == c.Text
		files = append(files, saved.Attachments...)
	}
	if !hasText {
		unsaved = append(unsaved, form.Value{Name: "comment", Value: c.Text})
	}
	return append(unsaved, unsavedFiles(c.Attachments, files)...)
}

// CheckClosure trims the comment that closes a ticket, and returns the problems.
func CheckClosure(reason CloseReason, comment string) (string, []form.Problem) {
	values, problems := form.Check(
		TicketClosureFields,
		map[string]string{"reason": string(reason), "comment": comment},
		form.OfferAny,
	)
	return values["comment"], problems
}

// unsavedFiles returns the files that are not among the saved ones, as the value of a field of files.
func unsavedFiles(files, saved []*TicketFile) []form.Value {
	var ids []string
	for _, f := range files {
		if !slices.ContainsFunc(saved, func(s *TicketFile) bool { return s.ID == f.ID }) {
			ids = append(ids, f.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return []form.Value{{Name: "attachments", Value: strings.Join(ids, ",")}}
}
