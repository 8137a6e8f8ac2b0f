package feeds

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"slices"

	"strand/domain/investor"
	"strand/domain/site"
	"strand/edge/encoding"
	"strand/edge/respond"
	"strand/internal/apperr"
)

// InvestorReader reads financial tables for investors.
type InvestorReader interface {
	Table(ctx context.Context, kind investor.Kind, locale string) (*investor.Table, error)
}

// investorTable serves GET /api/investors/{kind}.csv?locale=de-CH: a table for investors as comma-separated values.
func investorTable(reader InvestorReader) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		notFound := apperr.New(apperr.NotFound, "The table was not found.")
		i := slices.IndexFunc(investor.Kinds, func(k investor.Kind) bool { return k.File() == r.PathValue("file") })
		if i < 0 {
			respond.Error(w, r, notFound)
			return
		}
		l, _ := site.ParseLocale(r.URL.Query().Get("locale"))
		table, err := reader.Table(r.Context(), investor.Kinds[i], l.SISCode())
		if err == nil && table == nil {
			err = notFound
		}
		if err != nil {
			respond.Error(w, r, err)
			return
		}
		var b bytes.Buffer
		// Spreadsheets detect UTF-8 only by this byte order mark.
		b.WriteString("\ufeff")
		if err := table.WriteCSV(&b); err != nil {
			respond.Error(w, r, fmt.Errorf("write the table %s: %w", table.Kind, err))
			return
		}
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+table.Kind.File()+`"`)
		w.Header().Set("Cache-Control", "public, max-age=600")
		encoding.Send(w, r, http.StatusOK, []byte(l.Spell(b.String())))
	}
}
