package portalapi

import (
	"context"
	"net/http"

	"strand/domain/csvfile"
	"strand/edge/respond"
)

// exportCSV writes a CSV file from the batches that next returns, until a batch is the last. It reads the first batch
// before the response begins, so that a failure can still set the status.
func (p *sisProxy) exportCSV(w http.ResponseWriter, r *http.Request, name string, columns []string,
	next func(context.Context) (rows [][]string, hasNext bool, err error)) {
	ctx := r.Context()
	rows, hasNext, err := next(ctx)
	if err != nil {
		p.Log.ErrorContext(ctx, "export_failed", "file", name, "error", err)
		http.Error(w, respond.Unavailable, http.StatusBadGateway)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	file, err := csvfile.NewTableWriter(w, columns)
	for err == nil {
		if err = file.Write(rows...); err != nil || !hasNext {
			break
		}
		rows, hasNext, err = next(ctx)
	}
	if err != nil {
		if ctx.Err() == nil {
			p.Log.ErrorContext(ctx, "export_incomplete", "file", name, "error", err)
		}
		panic(http.ErrAbortHandler) // the browser must not take an incomplete file for complete
	}
}
