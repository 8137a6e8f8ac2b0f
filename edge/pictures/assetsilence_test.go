package pictures

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// pausingWriter is the response to a visitor who pauses reading in the middle of a download.
type pausingWriter struct {
	*httptest.ResponseRecorder
	pause time.Duration
}

func (w *pausingWriter) Write(b []byte) (int, error) {
	time.Sleep(w.pause)
	w.pause = 0
	return w.ResponseRecorder.Write(b)
}

// A download may take any time; only a file host that stops sending ends it.
func TestOriginal_Pauses(t *testing.T) {
	const pieces = 64
	piece := bytes.Repeat([]byte("\x00\x01\xfe\xff"), 2<<10)
	for name, test := range map[string]struct {
		// headers is the pause before the response header, between the pause before each chunk, hang the pause after
		// half of them.
		headers, between, hang time.Duration
		// visitor is how long the visitor pauses reading.
		visitor time.Duration
		status  int
		isWhole bool
	}{
		"no pause": {status: http.StatusOK, isWhole: true},
		"a slow file host": {
			between: assetStallTimeout * 9 / 10,
			status:  http.StatusOK,
			isWhole: true,
		},
		"a slow header": {
			headers: assetConnectTimeout * 9 / 10,
			status:  http.StatusOK,
			isWhole: true,
		},
		"a pause below the limit": {
			hang:    assetStallTimeout * 9 / 10,
			status:  http.StatusOK,
			isWhole: true,
		},
		"a visitor who pauses reading": {visitor: 10 * assetStallTimeout, status: http.StatusOK, isWhole: true},
		"silence before the header": {
			headers: assetConnectTimeout * 2,
			status:  http.StatusServiceUnavailable,
		},
		"silence before the content":           {between: assetStallTimeout * 2, status: http.StatusServiceUnavailable},
		"silence in the middle of the content": {hang: assetStallTimeout * 2, status: http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			withFileHost(t, func(w http.ResponseWriter, _ *http.Request) {
				time.Sleep(test.headers)
				w.Header().Set("Content-Type", "application/pdf")
				w.Header().Set("Content-Length", fmt.Sprint(pieces*len(piece)))
				for n := range pieces {
					_ = http.NewResponseController(w).Flush() // the reader may have disconnected
					time.Sleep(test.between)
					if n == pieces/2 {
						time.Sleep(test.hang)
					}
					_, _ = w.Write(piece)
				}
			}, func(t *testing.T, i *Handler) {
				w := httptest.NewRecorder()
				isAborted := original(t, i, &pausingWriter{w, test.visitor}, "report.pdf")
				if w.Code != test.status {
					t.Errorf("status %d, want %d", w.Code, test.status)
				}
				if test.status != http.StatusOK {
					return
				}
				if isWhole := bytes.Equal(w.Body.Bytes(), bytes.Repeat(piece, pieces)); isWhole != test.isWhole {
					t.Errorf("%d of %d bytes arrived", w.Body.Len(), pieces*len(piece))
				}
				if isAborted == test.isWhole {
					t.Errorf("the connection breaks off: %t", isAborted)
				}
			})
		})
	}
}
