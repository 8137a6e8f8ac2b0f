package site

import "time"

// PreviewAudience is who an editor looks at a site as.
type PreviewAudience string

const (
	PreviewAnonymous PreviewAudience = "ANONYMOUS"
	// PreviewGatePassed has the password of every gate.
	PreviewGatePassed PreviewAudience = "GATE_PASSED"
	// PreviewCustomer is a signed-in user.
	PreviewCustomer PreviewAudience = "CUSTOMER"
)

// Preview is what an editor looks at a site as, beside site, locale and stage: rule "Previews". Hidden items and every home
// page are seen in it.
type Preview struct {
	Audience PreviewAudience
	// Moment is the time of the preview; zero for the present.
	Moment time.Time
}

// Passes reports whether the preview passes a protection.
func (p *Preview) Passes(protection Protection) bool {
	switch protection {
	case ProtectionNone:
		return true
	case ProtectionPassword:
		return p.Audience == PreviewGatePassed
	case ProtectionCustomerRole:
		return p.Audience == PreviewCustomer
	}
	return false
}

// Now is the time of the preview; the present where the view is no preview.
func (v *View) Now(present time.Time) time.Time {
	if v.Preview == nil || v.Preview.Moment.IsZero() {
		return present
	}
	return v.Preview.Moment
}
