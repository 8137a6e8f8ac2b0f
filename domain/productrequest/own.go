package productrequest

import (
	"time"

	"strand/domain/form"
	"strand/domain/optional"
)

// Own is a request that a signed-in user has sent.
type Own struct {
	Reference, Requested string
	// Subject is nil for a request about no product.
	Subject     *string
	Office      *form.Office
	SubmittedAt time.Time
	// IsDelivered reports that sis has the request.
	IsDelivered bool
}

// OwnOf returns the request of a submission.
func OwnOf(s *form.Submission, isDelivered bool) *Own {
	return &Own{
		Reference:   s.Reference,
		Requested:   s.Values[form.RequestedField],
		Subject:     optional.Text(s.Subject),
		Office:      s.Office,
		SubmittedAt: s.SubmittedAt,
		IsDelivered: isDelivered,
	}
}
