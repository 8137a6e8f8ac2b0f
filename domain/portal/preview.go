package portal

import "strand/domain/site"

// previewAccess maps preview audiences to the application that they have access to.
var previewAccess = map[site.PreviewAudience]Service{
	site.PreviewDirectService:   DirectService,
	site.PreviewTicketing:       Ticketing,
	site.PreviewInventory:       Inventory,
	site.PreviewArtemis:         Artemis,
	site.PreviewMasterDataWM:    MasterDataWM,
	site.PreviewMasterDataMDS:   MasterDataMDS,
	site.PreviewLearningService: LearningService,
}

var previewRoles = map[site.PreviewAudience]string{
	site.PreviewEmployee:               RoleEmployee,
	site.PreviewDelegatedAdminExternal: RoleDelegatedAdminExternal,
	site.PreviewDelegatedAdminInternal: RoleDelegatedAdminInternal,
}

// PreviewUser returns the user that an editor previews pages as; nil for an audience that is not signed in. The user
// exists in no system, and has no token and no data.
func PreviewUser(audience site.PreviewAudience) *User {
	if !audience.IsSignedIn() {
		return nil
	}
	u := &User{ID: "preview", FirstName: "Preview", LastName: string(audience)}
	if role := previewRoles[audience]; role != "" {
		u.Roles = []string{role}
	}
	if application, ok := previewAccess[audience]; ok {
		u.Roles = AccessRoles(application, AccessActive, "")
	}
	return u
}
