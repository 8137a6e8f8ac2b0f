// Package pictures serves the pictures of the CMS in the sizes and formats of presets, and its files unchanged.
package pictures

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gabriel-vasile/mimetype"
	"golang.org/x/sync/singleflight"

	"strand/domain/media"
	"strand/domain/signedtoken"
	"strand/edge/filetype"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/internal/cache"
	"strand/internal/outbound"
	"strand/internal/recovery"
	"strand/internal/telemetry"
)

// maxOriginal bounds an original picture of the CMS, in bytes.
const maxOriginal = 64 << 20

// Handler serves the CMS's pictures, transformed by presets, and its files unchanged. Transformed copies are stored on
// disk.
type Handler struct {
	// origin is the origin of the CMS's assets.
	origin string
	// token authorizes protected assets of the CMS. It is used for visitors who have passed the gate.
	token      string
	signingKey signedtoken.Key
	copies     *copies
	assets     *assetClient
	// transform makes a copy; it bounds how many are made at once. It does not include fetching, so that a hanging
	// asset does not delay others.
	transform func(ctx context.Context, picture []byte, t render.Transformation) ([]byte, error)
	flights   singleflight.Group
	log       *slog.Logger
	// logged are the handles of the pictures that were logged as not shown.
	logged sync.Map
}

// Options configure the handler of pictures.
type Options struct {
	// Origin is the origin of the CMS's assets, Token authorizes its protected ones. It is used for visitors with a
	// signed token.
	Origin, Token string
	// Access is added to each request to the CMS.
	Access outbound.Access
	// Dir stores the copies, whose total size Space bounds, in bytes.
	Dir        string
	Space      int64
	Pictures   *render.Pictures
	SigningKey signedtoken.Key
	Log        *slog.Logger
}

// New returns the handler of pictures and files.
func New(o Options) *Handler {
	return &Handler{
		origin:     o.Origin,
		token:      o.Token,
		signingKey: o.SigningKey,
		copies:     newCopies(o.Dir, o.Space, o.Log),
		assets:     newAssetClient(o.Origin, o.Access, dialAssets()),
		transform:  o.Pictures.Transform,
		log:        o.Log,
	}
}

// Mount registers the URLs of pictures and files.
func (i *Handler) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /images/original/{handle}", i.original)
	mux.Handle("GET /images/placeholder/{file}", placeholders())
	mux.HandleFunc("GET /images/{preset}/{size}/{file}", i.serveCopy)
}

const (
	// copyTimeout bounds the time to make a copy, waiting included.
	copyTimeout = 20 * time.Second
	// copyVersion is increased when copies of the same picture change, so that stored ones are not used any more.
	copyVersion = "2"
)

// pictureTypes are the formats of which copies are made, by the media type detected from the first bytes.
var pictureTypes = []string{"image/gif", "image/jpeg", "image/png", "image/webp"}

var (
	errTooLarge = errors.New("the picture is too large")
	// errNotTransformed is the error of a picture in a known format that cannot be transformed.
	errNotTransformed = errors.New("the picture cannot be transformed")
	// errNotDisplayed is the error of a picture in a format that browsers do not show.
	errNotDisplayed = errors.New("browsers do not show this format")
)

// serveCopy serves /images/{preset}/{size}/{file}, where file is a handle with the extension of the format.
func (i *Handler) serveCopy(w http.ResponseWriter, r *http.Request) {
	c, ok := i.copyAt(r.PathValue("preset"), r.PathValue("size"), r.PathValue("file"))
	if !ok {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	if stored := i.copies.open(c.file); stored != nil {
		defer stored.Close()
		i.setHeaders(h, c.format)
		modified := time.Time{}
		if info, err := stored.Stat(); err == nil {
			modified = info.ModTime()
		}
		http.ServeContent(w, r, "", modified, stored)
		return
	}
	select {
	case <-r.Context().Done():
	case result := <-i.startCopy(r.Context(), c):
		picture, _ := result.Val.([]byte)
		if errors.Is(result.Err, render.ErrUnavailable) || errors.Is(result.Err, errNotTransformed) {
			// Without the processes that make copies, visitors see the original, as they see a picture that browsers
			// may be able to show (MSG-28).
			h.Set("Cache-Control", "no-store")
			http.Redirect(w, r, "/images/original/"+url.PathEscape(c.handle), http.StatusFound)
			return
		}
		if errors.Is(result.Err, errNotDisplayed) {
			// The URL did not tell the format (MSG-28).
			h.Set("Cache-Control", "no-store")
			http.Redirect(w, r, media.Placeholder, http.StatusFound)
			return
		}
		if result.Err != nil {
			respond.Error(w, r, assetError(result.Err))
			return
		}
		i.setHeaders(h, c.format)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(picture))
	}
}

// requestedCopy is a copy of a picture that a URL names.
type requestedCopy struct {
	handle string
	preset media.Preset
	size   media.Size
	format media.Format
	// file is the name under which the copy is stored.
	file string
}

// copyAt returns the copy at /images/{preset}/{size}/{file}; ok is false if there is none.
func (i *Handler) copyAt(preset, size, name string) (c requestedCopy, ok bool) {
	extension := filepath.Ext(name)
	c.handle, c.format = strings.TrimSuffix(name, extension), media.Format(strings.TrimPrefix(extension, "."))
	c.preset, c.size, ok = media.FindCopy(preset, size)
	if !ok || c.format != media.WebP && c.format != media.PNG || !isHandle(c.handle) {
		return c, false
	}
	// The parsed values name the copy, so that other spellings of the URL share it.
	sum := sha256.Sum256([]byte(cache.Key(copyVersion, i.origin, c.preset.Name, c.size.Key(), c.handle)))
	c.file = hex.EncodeToString(sum[:16]) + extension
	return c, true
}

// startCopy makes a copy, once for all that wait for it.
func (i *Handler) startCopy(ctx context.Context, c requestedCopy) <-chan singleflight.Result {
	return i.flights.DoChan(c.file, func() (any, error) {
		var picture []byte
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), copyTimeout)
		defer cancel()
		return picture, recovery.Do(ctx, i.log, "image_copy", func() (err error) {
			picture, err = i.makeCopy(ctx, c.handle, c.file, c.preset, c.size, c.format)
			return err
		})
	})
}

// isHandle reports whether a text may identify a file of the CMS: it must be one path segment that cannot leave the
// folder.
func isHandle(handle string) bool {
	return handle != "" && handle != "." && handle != ".." && !strings.ContainsFunc(handle, func(r rune) bool {
		return r == '/' || r == '\\' || r < 0x20 || r == 0x7f
	})
}

func (i *Handler) setHeaders(h http.Header, format media.Format) {
	h.Set("Content-Type", "image/"+string(format))
	h.Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
	h.Set("X-Content-Type-Options", "nosniff")
}

// makeCopy returns a transformed copy and stores it.
func (i *Handler) makeCopy(
	ctx context.Context,
	handle, file string,
	p media.Preset,
	s media.Size,
	f media.Format,
) ([]byte, error) {
	t := render.Transformation{Width: s.Width, Height: s.Height, Format: string(f), Quality: p.Quality}
	return i.transformAsset(ctx, handle, file, t)
}

// transformAsset returns a transformed picture of the CMS and stores it under the name of a file.
func (i *Handler) transformAsset(ctx context.Context, handle, file string, t render.Transformation) ([]byte, error) {
	data, err := i.assets.read(ctx, handle, maxOriginal)
	if err != nil {
		return nil, err
	}
	if found := http.DetectContentType(data); !slices.Contains(pictureTypes, found) {
		return nil, i.refusal(ctx, handle, found, mimetype.Detect(data).String())
	}
	picture, err := i.transform(ctx, data, t)
	if errors.Is(err, render.ErrNoPicture) {
		err = fmt.Errorf("%w: %w", errNotTransformed, err)
	}
	if err != nil {
		return nil, fmt.Errorf("transform the picture %q: %w", handle, err)
	}
	if err := i.copies.store(file, picture); err != nil {
		// The picture is sent nevertheless, and transformed again next time.
		i.log.WarnContext(ctx, "image_copy_not_kept", "asset", handle, "error", err)
	}
	return picture, nil
}

// refusal returns the error of a file that is no picture of pictureTypes, by its media type as found by net/http and as
// detected more exactly.
func (i *Handler) refusal(ctx context.Context, handle, found, detected string) error {
	switch {
	case !strings.HasPrefix(detected, "image/") || strings.HasPrefix(detected, "image/svg"):
		return fmt.Errorf("%w: %q is %s", render.ErrNoPicture, handle, found)
	case media.IsDisplayed(detected):
		return fmt.Errorf("%w: %q is %s", errNotTransformed, handle, detected)
	}
	if _, isLogged := i.logged.LoadOrStore(handle, true); !isLogged {
		i.log.WarnContext(ctx, "image_not_shown", "asset", handle, "format", detected)
	}
	return fmt.Errorf("%w: %q is %s", errNotDisplayed, handle, detected)
}

// original serves a file of the CMS unchanged.
func (i *Handler) original(w http.ResponseWriter, r *http.Request) {
	handle := r.PathValue("handle")
	if !isHandle(handle) {
		http.NotFound(w, r)
		return
	}
	token, freshness := "", "public, max-age=3600" //nolint:gosec // no token
	if signedToken := r.URL.Query().Get(media.TokenParameter); i.signingKey.Valid(
		signedToken,
		media.FilePurpose,
		handle,
		time.Now(),
	) {
		token, freshness = i.token, "private, no-store"
	}
	answer, err := i.assets.fetch(r.Context(), handle, token, r.Header)
	if err != nil {
		respond.Error(w, r, assetError(err))
		return
	}
	defer answer.Body.Close()
	if v := answer.Header.Get("Content-Type"); v != "" {
		w.Header().Set("Content-Type", filetype.Inert(v))
	}
	for _, name := range []string{"Content-Length", "Content-Range", "Accept-Ranges", "Last-Modified", "Etag"} {
		if v := answer.Header.Get(name); v != "" {
			w.Header().Set(name, v)
		}
	}
	w.Header().Set("Cache-Control", freshness)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// Pictures that are documents (SVG) must not run scripts.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	w.WriteHeader(answer.StatusCode)
	if _, err := io.Copy(w, answer.Body); err != nil && r.Context().Err() == nil {
		// The status was sent already: only an aborted connection can report that the file is incomplete.
		telemetry.RequestLogFrom(r.Context()).Set("error", err.Error())
		panic(http.ErrAbortHandler)
	}
}
