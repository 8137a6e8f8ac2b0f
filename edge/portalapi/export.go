package portalapi

import (
	"context"
	"net/http"

	"strand/domain/exportfile"
	"strand/edge/respond"
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
	fail := func(err error) {
		p.Log.ErrorContext(ctx, "export_failed", "file", l.name, "error", err)
		http.Error(w, respond.Unavailable, http.StatusBadGateway)
	}
	export, err := p.Pages.ExportIn(ctx, options.Locale)
	if err != nil {
		fail(err)
		return
	}
	rows, hasNext, err := next(ctx, export)
	if err != nil {
		fail(err)
		return
	}
	setFileHeaders(w, options.Format, l.name)
	w.Header().Set("Cache-Control", "private, no-store")
	file, err := beginFile(w, options.Format, export, l)
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
		export, err := p.Pages.ExportIn(r.Context(), options.Locale)
		if err != nil {
			p.Log.ErrorContext(r.Context(), "export_failed", "file", l.name, "error", err)
			http.Error(w, respond.Unavailable, http.StatusBadGateway)
			return
		}
		setFileHeaders(w, options.Format, l.name)
		file, err := beginFile(w, options.Format, export, l)
		if err == nil {
			err = file.End()
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}
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
