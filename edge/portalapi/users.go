package portalapi

import (
	"context"
	"net/http"
	"time"

	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/ratelimit"
	portalservice "strand/service/portal"
)

// exportUsers is the batch size of an export, in users or entries of the audit log.
const exportUsers = 100

// userFiles serves users and the audit log as files, at URLs of the graph that contain a signed token of an
// administrator.
type userFiles struct {
	*sisProxy
	downloads *ratelimit.Limiter
}

func newUserFiles(p *sisProxy) *userFiles {
	return &userFiles{p, p.Limits.New("user-exports", maxDownloads, time.Minute)}
}

// requireAdministrator returns the administrator of a signed token and the ID token; nil for any other caller, who has
// got the error response.
func (f *userFiles) requireAdministrator(w http.ResponseWriter, r *http.Request) (user *portal.User, token string) {
	token, ok := useradmin.UnsealUserExport(f.SigningKey, r.URL.Query().Get(portal.ParamToken))
	if !ok {
		refuseLink(w)
		return nil, ""
	}
	user = f.requireFileUser(w, r, token, portal.DelegatedAdmin)
	if user == nil || !requireRate(w, r, f.downloads, user) {
		return nil, ""
	}
	return user, token
}

// users writes the selected users as a file, batch by batch.
func (f *userFiles) users(w http.ResponseWriter, r *http.Request) {
	user, token := f.requireAdministrator(w, r)
	if user == nil {
		return
	}
	selection := useradmin.ParseUserSelection(r.URL.RawQuery)
	selection.Range = portal.ListRange{First: exportUsers}
	f.export(w, r, list{"users", "portal.service.USER_ADMIN.title", portalservice.UserColumns},
		func(ctx context.Context, export *portalservice.Export) (rows [][]any, hasNext bool, err error) {
			part, _, err := f.Portal.Users(ctx, token, selection, false)
			if err != nil {
				return nil, false, err
			}
			for _, u := range part.Users {
				rows = append(rows, export.User(u))
			}
			if n := len(part.Cursors); n > 0 {
				selection.Range.After = part.Cursors[n-1]
			}
			return rows, part.HasNextPage && len(part.Cursors) > 0, nil
		},
	)
}

// audit writes the audit log as a file, batch by batch.
func (f *userFiles) audit(w http.ResponseWriter, r *http.Request) {
	user, token := f.requireAdministrator(w, r)
	if user == nil {
		return
	}
	selection := useradmin.ParseAuditSelection(r.URL.RawQuery)
	selection.First, selection.After = exportUsers, ""
	f.export(w, r, list{"activity", "users.log", portalservice.AuditColumns},
		func(ctx context.Context, export *portalservice.Export) (rows [][]any, hasNext bool, err error) {
			part, err := f.Portal.AuditLog(ctx, token, selection)
			if err != nil {
				return nil, false, err
			}
			for _, e := range part.Entries {
				rows = append(rows, export.AuditEntry(e))
			}
			if n := len(part.Cursors); n > 0 {
				selection.After = part.Cursors[n-1]
			}
			return rows, part.HasNextPage && len(part.Cursors) > 0, nil
		},
	)
}
