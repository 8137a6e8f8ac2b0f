package portalapi

import (
	"context"
	"errors"
	"net/http"

	"strand/domain/exportfile"
	"strand/domain/portal"
	"strand/edge/respond"
	"strand/internal/apperr"
	"strand/internal/ratelimit"
	portalservice "strand/service/portal"
)

// list is a list that is exported.
type list struct {
	// name is the name of the file without its extension, title the id of the text that names a workbook's sheet.
	name, title string
	// columns are the ids of the texts that are the headings.
	columns []string
}

// export writes a list as a file from the batches that next returns, until a batch is the last. It reads the first
// batch before the response begins, so that a failure can still set the status. A workbook is sent when it is complete.
func (p *sisProxy) export(w http.ResponseWriter, r *http.Request, l list,
	next func(context.Context, *portalservice.Export) (rows [][]any, hasNext bool, err error)) {
	ctx := r.Context()
	options := portalservice.ParseExportFile(r.URL.Query())
	export := p.exportIn(w, r, l, options.Locale)
	if export == nil {
		return
	}
	rows, hasNext, err := next(ctx, export)
	if err != nil {
		p.failExport(w, r, l, err)
		return
	}
	setFileHeaders(w, options.Format, l.name)
	w.Header().Set("Cache-Control", "private, no-store")
	file, err := beginFile(w, options.Format, export, l)
	if err == nil {
		defer func() { _ = file.Close() }()
	}
	for err == nil {
		for _, row := range rows {
			if err = file.Write(row...); err != nil {
				break
			}
		}
		if err != nil || !hasNext {
			break
		}
		rows, hasNext, err = next(ctx, export)
	}
	if err == nil {
		err = file.End()
	}
	if err != nil {
		if ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "export_incomplete", "file", l.name, "error", err)
		}
		panic(http.ErrAbortHandler) // the browser must not take an incomplete file for complete
	}
}

// template writes an empty file for an import.
func (p *sisProxy) template(l list) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		options := portalservice.ParseExportFile(r.URL.Query())
		export := p.exportIn(w, r, l, options.Locale)
		if export == nil {
			return
		}
		setFileHeaders(w, options.Format, l.name)
		file, err := beginFile(w, options.Format, export, l)
		if err == nil {
			err = errors.Join(file.End(), file.Close())
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

// exportIn returns the export in a locale; nil if it is not possible, and the caller has got the error response.
func (p *sisProxy) exportIn(w http.ResponseWriter, r *http.Request, l list, locale string) *portalservice.Export {
	export, err := p.Pages.ExportIn(r.Context(), locale)
	switch {
	case apperr.CodeOf(err) == apperr.Invalid:
		http.Error(w, "The locale is unknown.", http.StatusBadRequest)
	case err != nil:
		p.failExport(w, r, l, err)
	}
	return export
}

func (p *sisProxy) failExport(w http.ResponseWriter, r *http.Request, l list, err error) {
	p.Log.ErrorContext(r.Context(), "export_failed", "file", l.name, "error", err)
	http.Error(w, respond.Unavailable, http.StatusBadGateway)
}

func setFileHeaders(w http.ResponseWriter, format exportfile.Format, name string) {
	h := w.Header()
	h.Set("Content-Type", format.MediaType())
	h.Set("Content-Disposition", `attachment; filename="`+name+"."+format.Extension()+`"`)
	h.Set("X-Content-Type-Options", "nosniff")
}

func beginFile(
	w http.ResponseWriter, format exportfile.Format, export *portalservice.Export, l list,
) (exportfile.Writer, error) {
	title := export.Texts(l.title)[0]
	return exportfile.New(w, format, export.Language(), title, export.Texts(l.columns...))
}

// refuseLink refuses a URL whose signed token is invalid.
func refuseLink(w http.ResponseWriter) {
	http.Error(w, "The link is invalid or has expired: open its page again.", http.StatusForbidden)
}

// requireRate refuses a download or export above the limit of the user.
func requireRate(w http.ResponseWriter, r *http.Request, limiter *ratelimit.Limiter, user *portal.User) bool {
	if limiter.Allow(r.Context(), user.ID) {
		return true
	}
	w.Header().Set("Retry-After", "60")
	http.Error(w, "Too many downloads. Please try again in a minute.", http.StatusTooManyRequests)
	return false
}
