package sisportal

import (
	"strings"

	"golang.org/x/text/language"

	"strand/demo/sisportal/generated"
	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/ticketing"
)

const (
	// maxKey is the maximum length of keys, maxFileName that of file names, in bytes.
	maxKey      = 100
	maxFileName = 255
)

// offersAll accepts every existing country and language code, since each website decides which ones it offers.
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

// problem returns the refusal for an input with problems; nil without problems.
func problem(problems []form.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return refusal{"BAD_USER_INPUT", problems[0].Field + ": " + strings.ToLower(problems[0].Code)}
}

// checkKey refuses empty and too long keys.
func checkKey(key string) error {
	if hasBlank(key) || len(key) > maxKey {
		return refusal{"BAD_USER_INPUT", "key: send 1 to 100 bytes"}
	}
	return nil
}

// checkTicket trims and validates a ticket.
func checkTicket(input generated.TicketInput) (generated.TicketInput, error) {
	if err := checkKey(input.Key); err != nil {
		return input, err
	}
	draft, problems := ticketing.TicketDraft{
		LocationID:   input.LocationID,
		Type:         ticketing.TicketType(input.Type),
		Concern:      inventory.TicketConcern(input.Concern),
		Subject:      input.Subject,
		Description:  input.Description,
		Machine:      input.Machine,
		SerialNumber: input.SerialNumber,
		StandsStill:  input.StandsStill,
	}.Check()
	if err := problem(problems); err != nil {
		return input, err
	}
	input.Subject, input.Description = draft.Subject, draft.Description
	input.Machine, input.SerialNumber, input.StandsStill = draft.Machine, draft.SerialNumber, draft.StandsStill
	return input, checkFiles(input.Attachments)
}

// checkComment trims and validates a comment.
func checkComment(input generated.CommentInput) (generated.CommentInput, error) {
	if err := checkKey(input.Key); err != nil {
		return input, err
	}
	comment, problems := ticketing.TicketComment{Text: input.Text}.Check()
	if err := problem(problems); err != nil {
		return input, err
	}
	input.Text = comment.Text
	return input, checkFiles(input.Attachments)
}

// checkFiles refuses files that the forms do not accept.
func checkFiles(files []*generated.AttachmentInput) error {
	if len(files) > form.Attachments.MaxCount {
		return refusal{"BAD_USER_INPUT", "attachments: too many"}
	}
	for _, f := range files {
		if len(f.FileName) > maxFileName || !form.Attachments.Accepts(f.MediaType) {
			return refusal{"BAD_USER_INPUT", "attachments: send images and videos only, with names of up to 255 bytes"}
		}
	}
	return nil
}
