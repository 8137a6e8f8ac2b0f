package editorarea

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"strand/domain/exportfile"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/service/editing"
)

// Reports selects findings of content reports for files.
type Reports interface {
	Export(ctx context.Context, query url.Values) (*editing.ReportExport, error)
}

// reportExport serves GET /api/content-report: findings of the content report of a site as a file for spreadsheets, for
// editors.
type reportExport struct {
	reports  Reports
	visitors visitor.Reader
}

func (e reportExport) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	if !e.visitors.IsEditor(r) {
		respond.JSONError(w, r, errNoEditor)
		return
	}
	export, err := e.reports.Export(r.Context(), r.URL.Query())
	if err != nil {
		respond.JSONError(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", export.Format.MediaType())
	h.Set("Content-Disposition", `attachment; filename="content-report.`+export.Format.Extension()+`"`)
	h.Set("X-Content-Type-Options", "nosniff")
	if err := writeExport(w, export); err != nil {
		panic(http.ErrAbortHandler) // the browser must not take an incomplete file for complete
	}
}

func writeExport(w http.ResponseWriter, export *editing.ReportExport) error {
	file, err := exportfile.New(w, export.Format, export.Language, export.Title, export.Headings)
	if err != nil {
		return err
	}
	for _, row := range export.Rows {
		if err := file.Write(row...); err != nil {
			return errors.Join(err, file.Close())
		}
	}
	return errors.Join(file.End(), file.Close())
}
