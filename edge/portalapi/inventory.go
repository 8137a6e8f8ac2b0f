package portalapi

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/internal/ratelimit"
	"strand/internal/web"
	portalservice "strand/service/portal"
)

const (
	// maxDownloads is the number of downloads and exports that a user may begin per minute, maxRanges that of further
	// ranges of files.
	maxDownloads = 30
	maxRanges    = 600
	// exportBatch is the batch size of an export, in machines.
	exportBatch = 200
)

// inventoryFiles serves software files and the inventory as a file, at URLs of the graph that contain a signed token of
// the user.
type inventoryFiles struct {
	*sisProxy
	downloads, ranges *ratelimit.Limiter
	// begun contains the downloads of the last hour, by user and version.
	begun *ratelimit.Limiter
}

func newInventoryFiles(p *sisProxy) *inventoryFiles {
	return &inventoryFiles{
		sisProxy:  p,
		downloads: p.Limits.New("downloads", maxDownloads, time.Minute),
		ranges:    p.Limits.New("ranges", maxRanges, time.Minute),
		begun:     p.Limits.New("begun-downloads", 1, time.Hour),
	}
}

// software sends a version of software, or a range of it. sis refuses it to users who have not accepted its licence.
func (f *inventoryFiles) software(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	token, ok := inventory.UnsealSoftware(f.SigningKey, id, r.URL.Query().Get(portal.ParamToken))
	user := f.requireTokenUser(w, r, token, ok)
	if user == nil {
		return
	}
	starts, _ := web.RangesOf(r.Header.Get("Range"))
	// A download can begin at any byte; later ranges continue it.
	download := user.ID + " " + id
	isStart := starts || !f.begun.Exhausted(r.Context(), download)
	limiter := f.ranges
	if isStart {
		limiter = f.downloads
	}
	if !requireRate(w, r, limiter, user) {
		return
	}
	f.forward(w, r, token, "/software/"+url.PathEscape(id), func(answer *http.Response) {
		h := answer.Header
		h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if !strings.HasPrefix(h.Get("Content-Disposition"), "attachment") {
			h.Set("Content-Disposition", "attachment")
		}
		if isStart && answer.StatusCode < http.StatusMultipleChoices {
			f.begun.Allow(r.Context(), download)
			f.Log.InfoContext(r.Context(), "software_download",
				"user", user.ID,
				"version", id,
				"status", answer.StatusCode,
				"bytes", answer.ContentLength,
			)
		}
	})
}

// requireTokenUser returns the user of a signed token. It is nil for any other caller, who has got the error response.
func (f *inventoryFiles) requireTokenUser(
	w http.ResponseWriter,
	r *http.Request,
	token string,
	isValid bool,
) *portal.User {
	if !isValid {
		refuseLink(w)
		return nil
	}
	return f.requireFileUser(w, r, token, portal.InventoryHolder)
}

// machines writes the selected machines as a file, batch by batch.
func (f *inventoryFiles) machines(w http.ResponseWriter, r *http.Request) {
	token, ok := inventory.UnsealExport(f.SigningKey, r.URL.Query().Get(portal.ParamToken))
	user := f.requireTokenUser(w, r, token, ok)
	if user == nil || !requireRate(w, r, f.downloads, user) {
		return
	}
	selection := inventory.ParseMachineSelection(r.URL.RawQuery, r.URL.Query().Get(inventory.ParamRetired) == "true")
	selection.Range = portal.ListRange{First: exportBatch}
	f.export(w, r, list{"inventory", "portal.service.INVENTORY.title", portalservice.MachineColumns},
		func(ctx context.Context, export *portalservice.Export) (rows [][]any, hasNext bool, err error) {
			batch, err := f.Portal.Machines(ctx, token, selection)
			if err != nil {
				return nil, false, err
			}
			rows = export.Machines(ctx, batch.Machines)
			if n := len(batch.Cursors); n > 0 {
				selection.Range.After = batch.Cursors[n-1]
			}
			return rows, batch.HasNextPage && len(batch.Cursors) > 0, nil
		},
	)
}
