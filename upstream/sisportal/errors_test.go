package sisportal

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"

	"strand/domain/ticketing"
	"strand/internal/apperr"
	"strand/upstream/transport"
)

// oneFile is a store with one upload.
type oneFile struct{}

func (oneFile) Open(string) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("text")), nil
}

// A file that sis refuses is an error of the caller, unlike one that sis fails to store.
func TestReader_SendFile_Refused(t *testing.T) {
	for status, want := range map[int]apperr.Code{
		http.StatusNoContent:             "",
		http.StatusUnauthorized:          apperr.Unauthenticated,
		http.StatusForbidden:             apperr.Forbidden,
		http.StatusRequestEntityTooLarge: apperr.Invalid,
		http.StatusUnsupportedMediaType:  apperr.Invalid,
		http.StatusNotFound:              apperr.Internal,
		http.StatusBadGateway:            apperr.Internal,
	} {
		sis := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
		}))
		r := NewReader(nil, transport.Options{URL: sis.URL}, "none", time.Now)
		file := &ticketing.TicketFile{ID: "f", MediaType: "text/plain", Size: 4}
		err := r.SendFile(t.Context(), "token", file, oneFile{})
		sis.Close()
		if got := apperr.CodeOf(err); err != nil && got != want || (err == nil) != (want == "") {
			t.Errorf("status %d: %s (%v), want %s", status, got, err, want)
		}
	}
}

func TestTranslate(t *testing.T) {
	refused := func(code string) error {
		return &transport.Error{Kind: transport.KindGraphQL, Code: code, Cause: gqlerror.Errorf("no")}
	}
	status := func(code int) error { return &transport.Error{Kind: transport.KindStatus, Status: code} }
	for name, test := range map[string]struct {
		err  error
		want apperr.Code
	}{
		"not signed in":        {refused("UNAUTHENTICATED"), apperr.Unauthenticated},
		"forbidden":            {refused("FORBIDDEN"), apperr.Forbidden},
		"invalid":              {refused("BAD_USER_INPUT"), apperr.Invalid},
		"not found":            {refused("NOT_FOUND"), apperr.NotFound},
		"an old login":         {refused("RECENT_LOGIN_REQUIRED"), apperr.RecentLoginRequired},
		"an unknown code":      {refused("TEAPOT"), apperr.Internal},
		"a token that expired": {status(http.StatusUnauthorized), apperr.Unauthenticated},
		"a wrong URL of sis":   {status(http.StatusNotFound), apperr.Internal},
		"a proxy's refusal":    {status(http.StatusForbidden), apperr.Internal},
		"an outage":            {&transport.Error{Kind: transport.KindTimeout}, apperr.Internal},
		"another error":        {errors.New("other"), apperr.Internal},
	} {
		if got := apperr.CodeOf(translate(test.err, callStatuses)); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
	if err := translate(nil, callStatuses); err != nil {
		t.Error(err)
	}
}
