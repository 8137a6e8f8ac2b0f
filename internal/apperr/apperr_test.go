package apperr

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

// TestCodeOf: the code is that of the outermost coded error; an error without a code is INTERNAL (ERR-4).
func TestCodeOf(t *testing.T) {
	caused := &Error{Code: UpstreamUnavailable, Message: "The PIM is not available.", Cause: io.ErrUnexpectedEOF}
	for name, test := range map[string]struct {
		err  error
		want Code
		text string
	}{
		"coded":        {New(NotFound, "no page %q", "a"), NotFound, `no page "a"`},
		"with a cause": {caused, UpstreamUnavailable, "The PIM is not available.: unexpected EOF"},
		"wrapped": {
			fmt.Errorf("read: %w", caused), UpstreamUnavailable, "read: The PIM is not available.: unexpected EOF",
		},
		"joined": {errors.Join(io.EOF, New(Conflict, "changed")), Conflict, "EOF\nchanged"},
		"twice": {
			&Error{Code: Forbidden, Message: "no", Cause: caused}, Forbidden,
			"no: The PIM is not available.: unexpected EOF",
		},
		"without a code":  {io.EOF, Internal, "EOF"},
		"no error at all": {nil, Internal, ""},
	} {
		if got := CodeOf(test.err); got != test.want || test.err != nil && test.err.Error() != test.text {
			t.Errorf("%s: %s, %v", name, got, test.err)
		}
	}
	if !errors.Is(caused, io.ErrUnexpectedEOF) {
		t.Error("the cause is lost")
	}
}
