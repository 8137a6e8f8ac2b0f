package sisportal

import (
	"strings"

	"golang.org/x/text/language"

	"strand/domain/form"
	"strand/domain/portal"
	"strand/upstream/embedded/sisportal/generated"
)

const (
	// maxKey bounds keys, in bytes, and maxFileName names of files.
	maxKey      = 100
	maxFileName = 255
)

// offersAll offers every country and language that there is, by its code: which ones a website offers is its own.
func offersAll(t form.Type, value string) bool {
	switch t {
	case form.Country:
		region, err := language.ParseRegion(value)
		return err == nil && region.IsCountry() && region.String() == value
	case form.Language:
		base, err := language.ParseBase(value)
		return err == nil && base.String() == value
	}
	return false
}

// problem refuses an input with problems; nil for none.
func problem(problems []form.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return refusal{"BAD_USER_INPUT", problems[0].Field + ": " + strings.ToLower(problems[0].Code)}
}

// checkKey refuses keys that name nothing.
func checkKey(key string) error {
	if blank(key) || len(key) > maxKey {
		return refusal{"BAD_USER_INPUT", "key: 1 to 100 bytes"}
	}
	return nil
}

// checkTicket trims a ticket, or refuses it.
func checkTicket(input generated.TicketInput) (generated.TicketInput, error) {
	if err := checkKey(input.Key); err != nil {
		return input, err
	}
	draft, problems := portal.TicketDraft{
		LocationID: input.LocationID, Type: portal.TicketType(input.Type), Concern: portal.TicketConcern(input.Concern),
		Subject: input.Subject, Description: input.Description, Machine: input.Machine, SerialNumber: input.SerialNumber,
	}.Check()
	if err := problem(problems); err != nil {
		return input, err
	}
	input.Subject, input.Description = draft.Subject, draft.Description
	input.Machine, input.SerialNumber = draft.Machine, draft.SerialNumber
	return input, checkFiles(input.Attachments)
}

// checkComment trims a comment, or refuses it.
func checkComment(input generated.CommentInput) (generated.CommentInput, error) {
	if err := checkKey(input.Key); err != nil {
		return input, err
	}
	comment, problems := portal.TicketComment{Text: input.Text}.Check()
	if err := problem(problems); err != nil {
		return input, err
	}
	input.Text = comment.Text
	return input, checkFiles(input.Attachments)
}

// checkFiles refuses files that no form takes.
func checkFiles(files []*generated.AttachmentInput) error {
	if len(files) > form.Attachments.MaxCount {
		return refusal{"BAD_USER_INPUT", "attachments: too many"}
	}
	for _, f := range files {
		if len(f.FileName) > maxFileName || !form.Attachments.Takes(f.MediaType) {
			return refusal{"BAD_USER_INPUT", "attachments: only pictures and films are taken, with names of up to 255 bytes"}
		}
	}
	return nil
}
