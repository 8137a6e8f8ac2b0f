package portalapi

import "testing"

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
		if starts, count := rangesOf(header); starts != want.starts || count != want.count {
			t.Errorf("%q: %t, %d", header, starts, count)
		}
	}
}
