package site

import (
	"slices"
	"time"
)

// PreviewAudience is the audience for which an editor previews a site.
type PreviewAudience string

const (
	PreviewAnonymous PreviewAudience = "ANONYMOUS"
	// PreviewGatePassed is an anonymous user who has entered the password of every gate.
	PreviewGatePassed PreviewAudience = "GATE_PASSED"
	// PreviewCustomer is a signed-in user without any role.
	PreviewCustomer PreviewAudience = "CUSTOMER"

	// The others are signed-in users with one role, see portal.PreviewUser.

	PreviewEmployee               PreviewAudience = "EMPLOYEE"
	PreviewDelegatedAdminExternal PreviewAudience = "DELEGATED_ADMIN_EXTERNAL"
	PreviewDelegatedAdminInternal PreviewAudience = "DELEGATED_ADMIN_INTERNAL"
	PreviewDirectService          PreviewAudience = "DIRECT_SERVICE"
	PreviewTicketing              PreviewAudience = "TICKETING"
	PreviewInventory              PreviewAudience = "INVENTORY"
	PreviewArtemis                PreviewAudience = "ARTEMIS"
	PreviewMasterDataWM           PreviewAudience = "MASTER_DATA_WM"
	PreviewMasterDataMDS          PreviewAudience = "MASTER_DATA_MDS"
	PreviewLearningService        PreviewAudience = "LEARNING_SERVICE"
)

// PreviewAudiences are all audiences, in the order of the editor's selection.
var PreviewAudiences = []PreviewAudience{
	PreviewAnonymous, PreviewGatePassed, PreviewCustomer, PreviewEmployee, PreviewDelegatedAdminExternal,
	PreviewDelegatedAdminInternal, PreviewDirectService, PreviewTicketing, PreviewInventory, PreviewArtemis,
	PreviewMasterDataWM, PreviewMasterDataMDS, PreviewLearningService,
}

// IsValid reports whether the audience is one of PreviewAudiences.
func (a PreviewAudience) IsValid() bool { return slices.Contains(PreviewAudiences, a) }

// IsSignedIn reports whether the audience is a signed-in user.
func (a PreviewAudience) IsSignedIn() bool {
	return a.IsValid() && a != PreviewAnonymous && a != PreviewGatePassed
}

// Preview contains the audience and moment of a preview (EDIT-10, EDIT-20). Previews show hidden items and every home
// page (NAV-3, NAV-4).
type Preview struct {
	Audience PreviewAudience
	// Moment is the time of the preview; zero for the current time.
	Moment time.Time
}

// Satisfies reports whether the audience of the preview passes a protection.
func (p *Preview) Satisfies(protection Protection) bool {
	switch protection {
	case ProtectionNone:
		return true
	case ProtectionPassword:
		return p.Audience == PreviewGatePassed
	case ProtectionCustomerRole:
		return p.Audience.IsSignedIn()
	}
	return false
}

// Now is the time of the preview; the current time if the site context is not a preview.
func (c *Context) Now(present time.Time) time.Time {
	if c.Preview == nil || c.Preview.Moment.IsZero() {
		return present
	}
	return c.Preview.Moment
}
