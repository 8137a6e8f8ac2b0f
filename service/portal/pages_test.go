package portal

import (
	"errors"
	"testing"

	"strand/domain/portal"
	"strand/internal/apperr"
)

// TestReadList: the URL of a list with an old cursor shows the first page.
func TestReadList(t *testing.T) {
	down := errors.New("sis does not answer")
	for name, test := range map[string]struct {
		isBehind  bool
		err, want error
		reads     int
	}{
		"a page of the list":            {reads: 1},
		"a cursor behind the last one":  {isBehind: true, reads: 2},
		"a cursor of another order":     {err: apperr.New(apperr.Invalid, "cursor"), reads: 2},
		"an error that is not a cursor": {err: down, want: down, reads: 1},
	} {
		t.Run(name, func(t *testing.T) {
			selected := portal.ListRange{First: 5, After: "old"}
			reads := 0
			err := readList(&selected, 20, func() (bool, error) {
				if reads++; reads == 1 {
					return test.isBehind, test.err
				}
				if want := (portal.ListRange{First: 20}); selected != want {
					t.Errorf("reads %+v", selected)
				}
				return false, nil
			})
			if !errors.Is(err, test.want) || reads != test.reads {
				t.Errorf("%d reads, %v", reads, err)
			}
		})
	}
}
