// Package cards draws the pictures of link previews: cards with the brand, the title and the picture of a page.
package cards

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"strand/edge/brands"
	"strand/edge/pages"
	"strand/edge/respond"
	"strand/internal/apperr"
	"strand/internal/telemetry"
)

const (
	// version is increased when cards of the same page change.
	version = "1"
	// atOnce is how many cards are drawn at the same time, drawTimeout how long a caller waits for one.
	atOnce      = 2
	drawTimeout = 15 * time.Second
	quality     = 88
)

// PageReader reads what a page says to link previews; nil for none.
type PageReader interface {
	LinkPreview(ctx context.Context, r *http.Request, path string) (*pages.LinkPreview, error)
}

// Pictures has copies of pictures, and keeps cards.
type Pictures interface {
	Copy(ctx context.Context, shown string) ([]byte, error)
	Card(of []string) []byte
	KeepCard(ctx context.Context, of []string, picture []byte)
}

// Handler serves cards. Their texts are those of pages: a caller chooses none of them.
type Handler struct {
	Pages    PageReader
	Pictures Pictures
	Brands   *brands.Brands
	Log      *slog.Logger
	drawing  *semaphore.Weighted
}

// New returns the handler of cards.
func New(p PageReader, pictures Pictures, b *brands.Brands, log *slog.Logger) *Handler {
	return &Handler{p, pictures, b, log, semaphore.NewWeighted(atOnce)}
}

// IsCard reports whether a path may be that of a card.
func IsCard(path string) bool { return strings.HasSuffix(path, pages.CardSuffix) }

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimSuffix(r.URL.EscapedPath(), pages.CardSuffix)
	if path == "" {
		path = "/"
	}
	ctx, cancel := context.WithTimeout(r.Context(), drawTimeout)
	defer cancel()
	shown, err := h.Pages.LinkPreview(ctx, r, path)
	if err != nil {
		respond.Error(w, r, err)
		return
	}
	colors, ok := brands.Brand{}, false
	if shown != nil {
		colors, ok = h.Brands.Of(shown.Theme)
	}
	if !ok {
		respond.Error(w, r, apperr.New(apperr.NotFound, "This page has no picture for link previews."))
		return
	}
	of := []string{
		version, shown.Title, shown.Brand, shown.Description, shown.Host, shown.Picture, shown.Theme, shown.Language,
	}
	card, isWhole := h.Pictures.Card(of), true
	if card == nil {
		if card, isWhole, err = h.draw(ctx, shown, colors); err != nil {
			respond.Error(w, r, err)
			return
		}
		if isWhole {
			h.Pictures.KeepCard(ctx, of, card)
		}
	}
	header := w.Header()
	header.Set("Content-Type", "image/jpeg")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
	if !isWhole {
		header.Set("Cache-Control", "public, max-age=300")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(card))
}

// maxCharacters is the number of characters of a text that are laid out: more have no room on a card.
const maxCharacters = 240

func bounded(text string) string {
	if runes := []rune(text); len(runes) > maxCharacters {
		return string(runes[:maxCharacters]) + "…"
	}
	return text
}

// draw draws a card, when it is its turn. isWhole is false if the picture of the page could not be read: the card has
// none then.
func (h *Handler) draw(
	ctx context.Context, shown *pages.LinkPreview, colors brands.Brand,
) (card []byte, isWhole bool, err error) {
	c := content{
		title: bounded(shown.Title), brand: bounded(shown.Brand), description: bounded(shown.Description),
		host: bounded(shown.Host), language: shown.Language, colors: colors,
	}
	isWhole = true
	if shown.Picture != "" {
		var data []byte
		if data, err = h.Pictures.Copy(ctx, shown.Picture); err == nil {
			c.picture, err = decode(data)
		}
		if err != nil {
			isWhole = false
			telemetry.RequestLogFrom(ctx).Set("card_without_picture", err.Error())
		}
	}
	if icon := h.Brands.Icon(shown.Theme, "180"); icon != nil {
		if c.mark, _, err = image.Decode(bytes.NewReader(icon)); err != nil {
			return nil, false, err
		}
	}
	if err := h.drawing.Acquire(ctx, 1); err != nil {
		return nil, false, &apperr.Error{Code: apperr.UpstreamUnavailable, Message: respond.Unavailable, Cause: err}
	}
	defer h.drawing.Release(1)
	drawn, err := drawCard(c, h.Brands)
	if err != nil {
		return nil, false, err
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, drawn, &jpeg.Options{Quality: quality})
	return out.Bytes(), isWhole, err
}
