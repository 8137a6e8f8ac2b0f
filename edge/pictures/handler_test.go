package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"strand/domain/media"
	"strand/edge/render"
)

// servePicture sends a picture of 64 by 64 pixels.
func servePicture(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "image/png")
	_ = png.Encode(w, image.NewGray(image.Rect(0, 0, 64, 64))) // the reader may have disconnected
}

// pictureCopy requests a copy as a browser does. The file is a handle with the extension of the format.
func pictureCopy(t *testing.T, i *Handler, preset string, size int, file string) *httptest.ResponseRecorder {
	t.Helper()
	target := fmt.Sprintf("/images/%s/%d/%s", preset, size, url.PathEscape(file))
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
	r.SetPathValue("preset", preset)
	r.SetPathValue("size", fmt.Sprint(size))
	r.SetPathValue("file", file)
	w := httptest.NewRecorder()
	i.serveCopy(w, r)
	return w
}

// checkCopy checks that a response is a picture.
func checkCopy(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Errorf("status %d: %s", w.Code, w.Body)
		return
	}
	if _, err := png.Decode(bytes.NewReader(w.Body.Bytes())); err != nil {
		t.Errorf("the copy is no picture: %v", err)
	}
}

// A picture that the file host does not deliver does not delay others, however many requests for it are waiting.
func TestCopy_HangingAsset(t *testing.T) {
	for name, hang := range map[string]func(http.ResponseWriter){
		"no header": func(http.ResponseWriter) {},
		"a header without content": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "image/png")
			_ = http.NewResponseController(w).Flush() // the reader may have disconnected
		},
		"a part": func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write([]byte("\x89PNG\r\n\x1a\n"))
			_ = http.NewResponseController(w).Flush()
		},
	} {
		t.Run(name, func(t *testing.T) {
			withFileHost(t, func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/assets/hanging" {
					hang(w)
					<-r.Context().Done()
					return
				}
				servePicture(w, r)
			}, func(t *testing.T, i *Handler) {
				var visitors sync.WaitGroup
				var ended atomic.Int32
				for _, p := range media.Presets {
					for _, s := range p.Sizes() {
						for range 2 {
							visitors.Go(func() {
								size := s.Width
								if size == 0 {
									size = s.Height
								}
								if w := pictureCopy(
									t, i, p.Name, size, "hanging.png",
								); w.Code < http.StatusInternalServerError {
									t.Errorf("the hanging picture: status %d", w.Code)
								}
								ended.Add(1)
							})
						}
					}
				}
				synctest.Wait() // all of them wait for the file host
				for n := range 4 {
					checkCopy(t, pictureCopy(t, i, "inline", 390, fmt.Sprintf("other-%d.png", n)))
				}
				if n := ended.Load(); n > 0 {
					t.Errorf("the others were made after %d requests for the hanging picture had ended", n)
				}
				visitors.Wait()
			})
		})
	}
}

// A copy that cannot be stored is sent nevertheless.
func TestCopy_NotStored(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	closed := filepath.Join(t.TempDir(), "closed")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Mkdir(closed, 0o500)); err != nil {
		t.Fatal(err)
	}
	for name, dir := range map[string]string{
		"the path is a file":           file,
		"the parent path is a file":    filepath.Join(file, "images"),
		"the folder cannot be created": filepath.Join(t.TempDir(), strings.Repeat("x", 300)),
		"the folder is not writable":   closed,
	} {
		t.Run(name, func(t *testing.T) {
			withFileHost(t, servePicture, func(t *testing.T, i *Handler) {
				i.copies = newCopies(dir, 1<<20, i.log)
				for range 2 {
					checkCopy(t, pictureCopy(t, i, "inline", 390, "picture.png"))
				}
			})
		})
	}
}

// A file that is no picture has no copies. Visitors see the original of a picture that cannot be transformed, and of
// all without the processes that make copies. Other failures are temporary.
//
// Rules: CONST-32, MSG-28.
func TestCopy_Refused(t *testing.T) {
	fileOf := func(data string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, data) }
	}
	pdf := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		_, _ = w.Write([]byte("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")) // the reader may have disconnected
	}
	for name, test := range map[string]struct {
		host     http.HandlerFunc
		err      error
		status   int
		location string
	}{
		"a document": {pdf, nil, http.StatusNotFound, ""},
		"a photo of a phone": {
			fileOf("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), nil, http.StatusFound,
			"/images/placeholder/product.svg",
		},
		"a scan":         {fileOf("II*\x00\x08\x00\x00\x00"), nil, http.StatusFound, "/images/placeholder/product.svg"},
		"an older photo": {fileOf("MM\x00*\x00\x00\x00\x08"), nil, http.StatusFound, "/images/placeholder/product.svg"},
		"an AVIF file": {
			fileOf("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif"), nil, http.StatusFound,
			"/images/original/a%20picture",
		},
		"an SVG file": {fileOf(`<svg xmlns="http://www.w3.org/2000/svg"/>`), nil, http.StatusNotFound, ""},
		"a broken picture": {
			servePicture,
			render.ErrNoPicture,
			http.StatusFound,
			"/images/original/a%20picture",
		},
		"a large picture":     {servePicture, render.ErrPictureTooLarge, http.StatusBadRequest, ""},
		"overloaded":          {servePicture, render.ErrOverloaded, http.StatusServiceUnavailable, ""},
		"it takes too long":   {servePicture, render.ErrTimeout, http.StatusServiceUnavailable, ""},
		"its process crashed": {servePicture, errors.New("lost"), http.StatusServiceUnavailable, ""},
		"no process": {
			servePicture,
			fmt.Errorf("start: %w", render.ErrUnavailable),
			http.StatusFound,
			"/images/original/a%20picture",
		},
	} {
		t.Run(name, func(t *testing.T) {
			withFileHost(t, test.host, func(t *testing.T, i *Handler) {
				i.transform = func(context.Context, []byte, render.Transformation) ([]byte, error) {
					return nil, test.err
				}
				w := pictureCopy(t, i, "inline", 390, "a picture.webp")
				if w.Code != test.status || w.Header().Get("Location") != test.location {
					t.Errorf("status %d, location %q", w.Code, w.Header().Get("Location"))
				}
				if got := w.Header().Get("Cache-Control"); got != "no-store" {
					t.Errorf("Cache-Control: %s", got)
				}
			})
		})
	}
}
