package portal

import "strand/domain/site"

// previewAccess are the applications of the audiences of previews that have one.
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

// PreviewUser is the user that an editor previews pages as; nil for an audience that is not signed in. No system knows
// this user: there is no token, and no data.
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
