package app_test

import (
	"encoding/csv"
	"net/http"
	"strings"
	"testing"
)

// Rules: INV-4.
func TestInvestors(t *testing.T) {
	s := sampleSite(t)
	got := s.query(
		t,
		`{ investorTable(kind: ANNUAL_FIGURES, locale: "de-CH") { labelTitle columns { title unit }
			rows { label values } csvUrl }
		price: investorTable(kind: SHARE_PRICE) { rows(most: 100) { label } } financialCalendar(locale: "de") { date
		title } }`,
	)
	checkAt(t, got, "data.investorTable.labelTitle", `"Jahr"`)
	checkAt(t, got, "data.investorTable.columns.2", `{"title": "Betriebsgewinn", "unit": "Mio. CHF"}`)
	checkAt(t, got, "data.investorTable.rows.12.label", `"2025"`)
	checkAt(t, got, "data.investorTable.csvUrl", `"/api/investors/annual-figures.csv?locale=de-CH"`)
	checkAt(t, got, "data.financialCalendar.0.title", `"Jahresergebnis 2026"`)
	if rows, _ := valueAt(t, got, "data.price.rows").([]any); len(rows) < 60 || len(rows) > 100 {
		t.Errorf("%d rows", len(rows))
	}
	if got := s.query(t, `{ investorTable(kind: SHARE_PRICE) { rows(most: 0) { label } } }`); !failsWith(
		t, got, "BAD_USER_INPUT",
	) {
		t.Error(got)
	}

	for path, rows := range map[string]int{"/api/investors/annual-figures.csv?locale=de-CH": 13,
		"/api/investors/share-price.csv": 3000, "/api/investors/shareholders.csv?locale=xx": 6} {
		response, body := s.get(t, "localhost", path)
		records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(body, "\ufeff"))).ReadAll()
		if err != nil || len(records)-1 < rows || !strings.HasPrefix(response.Header.Get("Content-Type"), "text/csv") {
			t.Errorf("%s: %d records, %v", path, len(records), err)
		}
	}
	if response, _ := s.get(t, "localhost", "/api/investors/secrets.csv"); response.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown table: %d", response.StatusCode)
	}
}
