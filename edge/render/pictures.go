package render

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"strand/internal/telemetry"
)

// Errors of a picture that is not transformed.
var (
	// ErrPictureTooLarge reports that a picture has too many pixels.
	ErrPictureTooLarge = errors.New("the picture is too large")
	// ErrNoPicture reports that the content is not a whole picture of a known format.
	ErrNoPicture = errors.New("the file is no picture that can be transformed")
)

// Deadlines for waiting and for the transformation of a picture. The script gives up a little earlier.
const (
	pictureQueueTimeout = 10 * time.Second
	pictureTimeout      = 8 * time.Second
)

// Pictures transforms pictures in a process of its own, so that a picture that crashes or blocks it does not delay
// pages. The process starts with the first picture: copies are stored, and most servers rarely make one. It is safe
// for concurrent use.
type Pictures struct{ lazyPool }

// NewPictures returns the transformer with the options of its pool.
func NewPictures(o Options) *Pictures {
	if o.Timeout == 0 {
		o.Timeout = pictureTimeout
	}
	if o.QueueTimeout == 0 {
		o.QueueTimeout = pictureQueueTimeout
	}
	return &Pictures{lazyPool{options: o}}
}

// Transformation is what is made of a picture. A width or height of 0 keeps the proportions; with both, the picture is
// cropped to its middle.
type Transformation struct {
	Width, Height int
	// Format is `webp`, `png` or `jpeg`.
	Format string
	// Quality is from 1 to 100.
	Quality int
}

// Transform returns a transformed picture, upright and in sRGB. The error is ErrPictureTooLarge, ErrNoPicture or one
// of Pool.Render; ErrUnavailable also if the script or Node is missing.
func (p *Pictures) Transform(ctx context.Context, picture []byte, t Transformation) (data []byte, err error) {
	pool, err := p.start()
	if err != nil {
		return nil, err
	}
	ctx, span := pool.startSpan(ctx)
	defer func() { telemetry.EndSpan(span, err) }()
	query := url.Values{
		"width":   {strconv.Itoa(t.Width)},
		"height":  {strconv.Itoa(t.Height)},
		"format":  {t.Format},
		"quality": {strconv.Itoa(t.Quality)},
	}
	data, err = pool.call(ctx, "/transform?"+query.Encode(), "picture", picture)
	if refused := new(statusError); errors.As(err, &refused) {
		switch refused.status {
		case http.StatusRequestEntityTooLarge:
			err = fmt.Errorf("%w: %s", ErrPictureTooLarge, refused.text)
		case http.StatusUnprocessableEntity:
			err = fmt.Errorf("%w: %s", ErrNoPicture, refused.text)
		}
	}
	return data, err
}
