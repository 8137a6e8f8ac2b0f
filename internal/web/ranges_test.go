package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestRangesOf: every range that may contain the whole file begins a download (SOFT-7).
//
// Rules: SOFT-7.
func TestRangesOf(t *testing.T) {
	for header, want := range map[string]struct {
		starts bool
		count  int
	}{
		"":                            {true, 0},
		"bytes=0-":                    {true, 1},
		"bytes=0-0":                   {true, 1},
		"bytes=00-":                   {true, 1},
		"bytes = 0 - 5":               {true, 1},
		"Bytes=0-":                    {true, 1},
		"bytes=-5":                    {true, 1},
		"bytes=":                      {true, 1},
		"bytes=x-":                    {true, 1},
		"items=5-":                    {true, 0},
		"bytes=5-9":                   {false, 1},
		"bytes=5-":                    {false, 1},
		"bytes=5-9,10-11":             {false, 2},
		"bytes=5-9, 0-1":              {true, 2},
		"bytes=1-1,1-1,1-1":           {false, 3},
		"bytes=99999999999999999999-": {true, 1},
	} {
		if starts, count := RangesOf(header); starts != want.starts || count != want.count {
			t.Errorf("%q: %t, %d", header, starts, count)
		}
	}
}

// TestRefuseRanges: no URL answers thousands of ranges.
func TestRefuseRanges(t *testing.T) {
	for header, want := range map[string]bool{
		"":                          false,
		"bytes=0-":                  false,
		"bytes=0-0,2-2,4-4,6-6":     false,
		"bytes=0-0,2-2,4-4,6-6,8-8": true,
		"bytes=" + strings.Repeat("0-0,", 2000) + "1-1": true,
	} {
		for method, wanted := range map[string]bool{http.MethodGet: want, http.MethodPost: false} {
			r, w := httptest.NewRequest(method, "/", nil), httptest.NewRecorder()
			r.Header.Set("Range", header)
			refused := RefuseRanges(w, r)
			if refused != wanted || refused != (w.Code == http.StatusRequestedRangeNotSatisfiable) {
				t.Errorf("%s %.40q: %t, %d", method, header, refused, w.Code)
			}
		}
	}
}
