package edge

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	_ "image/gif" // decoders of what editors upload
	_ "image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/disintegration/imaging"
	"github.com/gen2brain/webp"
	"golang.org/x/sync/singleflight"

	"strand/domain/access"
	"strand/domain/media"
)

// Bounds of what is taken from the CMS and decoded.
const (
	maxOriginal = 64 << 20
	maxPixels   = 40_000_000
)

// images serves copies of the CMS's pictures in the presets of spec §9, and its files as they are. Copies are kept on
// disk.
type images struct {
	// origin is scheme and host of the CMS whose assets are fetched.
	origin string
	// token opens what the CMS keeps to itself; it is used for those who have a pass.
	token  string
	passes access.Key
	dir    string
	log    *slog.Logger
	client *http.Client
	// slots bounds how many pictures are decoded at once, and so the memory that they take.
	slots   chan struct{}
	flights singleflight.Group
}

func newImages(o Options) *images {
	return &images{origin: o.AssetOrigin, token: o.AssetToken, passes: o.Passes, dir: o.ImageDir, log: o.Log, client: &http.Client{Timeout: 10 * time.Second}, slots: make(chan struct{}, 2)}
}

var errTooLarge = errors.New("the picture is too large")

// copy serves /images/{preset}/{size}/{file}, where file is a handle and the format's extension.
func (i *images) copy(w http.ResponseWriter, r *http.Request) {
	preset, size, ok := media.FindCopy(r.PathValue("preset"), r.PathValue("size"))
	name := r.PathValue("file")
	extension := filepath.Ext(name)
	format := media.Format(strings.TrimPrefix(extension, "."))
	if !ok || format != media.WebP && format != media.PNG {
		http.NotFound(w, r)
		return
	}
	handle := strings.TrimSuffix(name, extension)
	sum := sha256.Sum256([]byte(i.origin + "\n" + r.URL.Path))
	file := filepath.Join(i.dir, hex.EncodeToString(sum[:16])+extension)
	if _, err := os.Stat(file); err != nil {
		_, err, _ := i.flights.Do(file, func() (any, error) {
			return nil, i.make(context.WithoutCancel(r.Context()), handle, file, preset, size, format)
		})
		if err != nil {
			i.fail(w, r, handle, err)
			return
		}
	}
	w.Header().Set("Content-Type", "image/"+string(format))
	w.Header().Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeFile(w, r, file)
}

func (i *images) fail(w http.ResponseWriter, r *http.Request, handle string, err error) {
	var status *statusError
	switch {
	case errors.As(err, &status) && status.status == http.StatusNotFound:
		http.NotFound(w, r)
	case errors.As(err, &status) && (status.status == http.StatusForbidden || status.status == http.StatusUnauthorized):
		http.Error(w, "This file is for those who may see the page that it stands on. Please open that page again.", http.StatusForbidden)
	case errors.Is(err, errTooLarge):
		i.log.WarnContext(r.Context(), "picture refused", "asset", handle, "error", err)
		http.Error(w, "The picture is too large to be shown.", http.StatusUnprocessableEntity)
	default:
		i.log.ErrorContext(r.Context(), "picture could not be made", "asset", handle, "error", err)
		http.Error(w, "The picture cannot be shown now.", http.StatusBadGateway)
	}
}

type statusError struct{ status int }

func (e *statusError) Error() string { return fmt.Sprintf("status %d", e.status) }

// fetch asks the CMS for an asset. The token opens a protected one; empty for none.
func (i *images) fetch(ctx context.Context, handle, token string, header http.Header) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, i.origin+"/assets/"+url.PathEscape(handle), nil)
	if err != nil {
		return nil, err
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for _, name := range []string{"Range", "If-None-Match", "If-Modified-Since", "If-Range"} {
		if v := header.Get(name); v != "" {
			r.Header.Set(name, v)
		}
	}
	answer, err := i.client.Do(r)
	if err != nil {
		return nil, fmt.Errorf("fetch the asset %q: %w", handle, err)
	}
	if answer.StatusCode >= 400 {
		answer.Body.Close()
		return nil, fmt.Errorf("fetch the asset %q: %w", handle, &statusError{answer.StatusCode})
	}
	return answer, nil
}

// make writes a copy to a file.
func (i *images) make(ctx context.Context, handle, file string, p media.Preset, s media.Size, f media.Format) error {
	i.slots <- struct{}{}
	defer func() { <-i.slots }()
	answer, err := i.fetch(ctx, handle, "", nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxOriginal+1))
	if err != nil {
		return fmt.Errorf("read the asset %q: %w", handle, err)
	}
	if len(data) > maxOriginal {
		return errTooLarge
	}
	// The head says how large the picture is before anything is unpacked.
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("read the head of the picture %q: %w", handle, err)
	}
	if config.Width*config.Height > maxPixels {
		return fmt.Errorf("%w: %d by %d pixels", errTooLarge, config.Width, config.Height)
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("decode the picture %q: %w", handle, err)
	}
	s = s.Within(config.Width, config.Height)
	if s.Width != 0 && s.Height != 0 {
		picture = imaging.Fill(picture, s.Width, s.Height, imaging.Center, imaging.Lanczos)
	} else {
		picture = imaging.Resize(picture, s.Width, s.Height, imaging.Lanczos)
	}
	var out bytes.Buffer
	if f == media.WebP {
		err = webp.Encode(&out, picture, webp.Options{Quality: p.Quality, Method: 4})
	} else {
		err = (&png.Encoder{CompressionLevel: png.DefaultCompression}).Encode(&out, picture)
	}
	if err != nil {
		return fmt.Errorf("encode the picture %q: %w", handle, err)
	}
	if err := os.MkdirAll(i.dir, 0o750); err != nil {
		return fmt.Errorf("keep the picture %q: %w", handle, err)
	}
	// Written beside and renamed, so that nobody is ever served a part.
	temporary := file + ".part"
	if err := os.WriteFile(temporary, out.Bytes(), 0o640); err != nil {
		return fmt.Errorf("keep the picture %q: %w", handle, err)
	}
	return os.Rename(temporary, file)
}

// original passes a file of the CMS on as it is.
func (i *images) original(w http.ResponseWriter, r *http.Request) {
	handle := r.PathValue("handle")
	token, freshness := "", "public, max-age=3600"
	if pass := r.URL.Query().Get(media.PassParameter); i.passes.Valid(pass, media.PassPurpose, handle, time.Now()) {
		token, freshness = i.token, "private, no-store"
	}
	answer, err := i.fetch(r.Context(), handle, token, r.Header)
	if err != nil {
		i.fail(w, r, handle, err)
		return
	}
	defer answer.Body.Close()
	for _, name := range []string{"Content-Type", "Content-Length", "Content-Range", "Accept-Ranges", "Last-Modified", "Etag"} {
		if v := answer.Header.Get(name); v != "" {
			w.Header().Set(name, v)
		}
	}
	w.Header().Set("Cache-Control", freshness)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	// A picture that is itself a document (SVG) must not run anything.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	w.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(w, answer.Body) // the visitor may be gone
}
