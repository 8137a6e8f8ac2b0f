package edge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/gen2brain/webp"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"strand/domain/media"
	"strand/domain/signedtoken"
	"strand/internal/cache"
	"strand/internal/recovery"
	"strand/internal/telemetry"
)

// maxOriginal bounds an original picture of the CMS, in bytes.
const maxOriginal = 64 << 20

// images serves the CMS's pictures, transformed by presets, and its files unchanged. Transformed copies are stored on
// disk.
type images struct {
	// origin is the origin of the CMS's assets.
	origin string
	// token authorizes protected assets of the CMS. It is used for visitors who have passed the gate.
	token      string
	signingKey signedtoken.Key
	copies     *copies
	assets     *assetClient
	// decoding bounds how many pictures are decoded at once, and so the memory for it. It does not include fetching,
	// so that a hanging asset does not delay others.
	decoding *semaphore.Weighted
	flights  singleflight.Group
	log      *slog.Logger
}

func newImages(o Options) *images {
	return &images{
		origin:     o.AssetOrigin,
		token:      o.AssetToken,
		signingKey: o.SigningKey,
		copies:     newCopies(o.ImageDir, o.ImageSpace, o.Log),
		assets:     newAssetClient(o.AssetOrigin, dialAssets()),
		decoding:   semaphore.NewWeighted(decodedAtOnce),
		log:        o.Log,
	}
}

const (
	// decodedAtOnce is the number of pictures that are decoded at the same time.
	decodedAtOnce = 2
	// copyTimeout bounds the time to make a copy, waiting included.
	copyTimeout = 20 * time.Second
)

var errTooLarge = errors.New("the picture is too large")

// serveCopy serves /images/{preset}/{size}/{file}, where file is a handle with the extension of the format.
func (i *images) serveCopy(w http.ResponseWriter, r *http.Request) {
	preset, size, ok := media.FindCopy(r.PathValue("preset"), r.PathValue("size"))
	name := r.PathValue("file")
	extension := filepath.Ext(name)
	format := media.Format(strings.TrimPrefix(extension, "."))
	if !ok || format != media.WebP && format != media.PNG {
		http.NotFound(w, r)
		return
	}
	handle := strings.TrimSuffix(name, extension)
	if !isHandle(handle) {
		http.NotFound(w, r)
		return
	}
	// The parsed values name the copy, so that other spellings of the address share it.
	sum := sha256.Sum256([]byte(cache.Key(i.origin, preset.Name, size.Key(), handle)))
	file := hex.EncodeToString(sum[:16]) + extension
	h := w.Header()
	if stored := i.copies.open(file); stored != nil {
		defer stored.Close()
		i.setHeaders(h, format)
		modified := time.Time{}
		if info, err := stored.Stat(); err == nil {
			modified = info.ModTime()
		}
		http.ServeContent(w, r, "", modified, stored)
		return
	}
	made := i.flights.DoChan(file, func() (any, error) {
		var picture []byte
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), copyTimeout)
		defer cancel()
		return picture, recovery.Do(ctx, i.log, "image_copy", func() (err error) {
			picture, err = i.makeCopy(ctx, handle, file, preset, size, format)
			return err
		})
	})
	select {
	case <-r.Context().Done():
	case result := <-made:
		picture, _ := result.Val.([]byte)
		if result.Err != nil {
			respondError(w, r, assetError(result.Err))
			return
		}
		i.setHeaders(h, format)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(picture))
	}
}

// isHandle reports whether a text may identify a file of the CMS: it must be one path segment that cannot leave the
// folder.
func isHandle(handle string) bool {
	return handle != "" && handle != "." && handle != ".." && !strings.ContainsFunc(handle, func(r rune) bool {
		return r == '/' || r == '\\' || r < 0x20 || r == 0x7f
	})
}

func (i *images) setHeaders(h http.Header, format media.Format) {
	h.Set("Content-Type", "image/"+string(format))
	h.Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
	h.Set("X-Content-Type-Options", "nosniff")
}

// makeCopy returns a transformed copy and stores it.
func (i *images) makeCopy(
	ctx context.Context,
	handle, file string,
	p media.Preset,
	s media.Size,
	f media.Format,
) ([]byte, error) {
	data, err := i.assets.read(ctx, handle, maxOriginal)
	if err != nil {
		return nil, err
	}
	if err := i.decoding.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait to decode the picture %q: %w", handle, err)
	}
	picture, err := func() ([]byte, error) {
		defer i.decoding.Release(1) // also if a decoder panics
		return transform(handle, data, p, s, f)
	}()
	if err != nil {
		return nil, err
	}
	if err := i.copies.store(file, picture); err != nil {
		// The picture is sent nevertheless, and transformed again next time.
		i.log.WarnContext(ctx, "image_copy_not_kept", "asset", handle, "error", err)
	}
	return picture, nil
}

// transform returns a picture in the size and format of a preset.
func transform(handle string, data []byte, p media.Preset, s media.Size, f media.Format) ([]byte, error) {
	picture, err := decodePicture(data)
	if err != nil {
		return nil, fmt.Errorf("read the picture %q: %w", handle, err)
	}
	size := picture.Bounds().Size()
	picture = resize(picture, s.Within(size.X, size.Y))
	var out bytes.Buffer
	if f == media.WebP {
		err = webp.Encode(&out, picture, webp.Options{Quality: p.Quality, Method: 4})
	} else {
		err = (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(&out, picture)
	}
	if err != nil {
		return nil, fmt.Errorf("encode the picture %q: %w", handle, err)
	}
	return out.Bytes(), nil
}

// original serves a file of the CMS unchanged.
func (i *images) original(w http.ResponseWriter, r *http.Request) {
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
		respondError(w, r, assetError(err))
		return
	}
	defer answer.Body.Close()
	if v := answer.Header.Get("Content-Type"); v != "" {
		w.Header().Set("Content-Type", inertMediaType(v))
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
