package edge

import (
	"bytes"
	"net/http"
	"slices"

	"strand/domain/investor"
	"strand/domain/site"
	"strand/edge/encoding"
)

// figures serves GET /api/investors/{kind}.csv?locale=de-CH: figures for investors as comma-separated values.
func (p *pages) figures(w http.ResponseWriter, r *http.Request) {
	i := slices.IndexFunc(investor.Kinds, func(k investor.Kind) bool { return k.File() == r.PathValue("file") })
	if i < 0 {
		http.Error(w, "There are no such figures.", http.StatusNotFound)
		return
	}
	l, _ := site.ParseLocale(r.URL.Query().Get("locale"))
	table, err := p.sis.Table(r.Context(), investor.Kinds[i], l.SISCode())
	if err != nil {
		http.Error(w, "The figures cannot be read now; please try again in a moment.", http.StatusServiceUnavailable)
		return
	}
	if table == nil {
		http.Error(w, "There are no such figures.", http.StatusNotFound)
		return
	}
	var b bytes.Buffer
	// Spreadsheets take the text for UTF-8 by this mark alone.
	b.WriteString("\ufeff")
	if err := table.WriteCSV(&b); err != nil {
		p.log.ErrorContext(r.Context(), "figures could not be written", "kind", table.Kind, "error", err)
		http.Error(w, "The figures cannot be written.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+table.Kind.File()+`"`)
	w.Header().Set("Cache-Control", "public, max-age=600")
	encoding.Send(w, r, http.StatusOK, b.Bytes())
}
