// Package cards draws the pictures of link previews: cards with the brand, the title and the picture of a page.
package cards

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"strand/edge/pages"
	"strand/edge/respond"
	"strand/edge/themes"
	"strand/internal/apperr"
	"strand/internal/slots"
	"strand/internal/telemetry"
)

const (
	// atOnce is how many cards are drawn at the same time, one for each visitor, of whom maxWaiting may wait.
	// drawTimeout is how long they wait.
	atOnce      = 2
	maxWaiting  = 20
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
	Themes   *themes.Themes
	Log      *slog.Logger
	// drawings are those that go on, by what the card is drawn of; turns bounds them.
	drawings *singleflight.Group
	turns    *slots.Slots
}

// New returns the handler of cards.
func New(p PageReader, pictures Pictures, t *themes.Themes, log *slog.Logger) *Handler {
	turns := slots.New(slots.Limits{All: atOnce, Caller: 1, Waiting: maxWaiting})
	return &Handler{p, pictures, t, log, new(singleflight.Group), turns}
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
	colors, ok := themes.Theme{}, false
	if shown != nil {
		colors, ok = h.Themes.Of(shown.Theme)
	}
	if !ok {
		respond.Error(w, r, apperr.New(apperr.NotFound, "This page has no picture for link previews."))
		return
	}
	of := []string{
		h.Themes.Version(), shown.Title, shown.Brand, shown.Description, shown.Host, shown.Picture, shown.Theme,
		shown.Language,
	}
	card := drawn{picture: h.Pictures.Card(of), isWhole: !shown.IsDegraded}
	if card.picture == nil {
		// Callers of the same card share one drawing, which goes on for the others when one of them leaves.
		shared, failure, _ := h.drawings.Do(strings.Join(of, "\n"), func() (any, error) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), drawTimeout)
			defer cancel()
			return h.draw(ctx, shown, colors, of)
		})
		if failure != nil {
			respond.Error(w, r, failure)
			return
		}
		card = shared.(drawn) //nolint:forcetypeassert // the only one
	}
	header := w.Header()
	header.Set("Content-Type", "image/jpeg")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
	if !card.isWhole {
		header.Set("Cache-Control", "public, max-age=300")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(card.picture))
}

// maxCharacters is the number of characters of a text that are laid out: more have no room on a card.
const maxCharacters = 240

func bounded(text string) string {
	if runes := []rune(text); len(runes) > maxCharacters {
		return string(runes[:maxCharacters]) + "…"
	}
	return text
}

// drawn is a card as JPEG. isWhole is false if the picture of the page could not be read, so that the card has none, or
// if a part of the page was missing.
type drawn struct {
	picture []byte
	isWhole bool
}

// draw draws a card when it is the caller's turn, and keeps a whole one.
func (h *Handler) draw(
	ctx context.Context, shown *pages.LinkPreview, colors themes.Theme, of []string,
) (card drawn, err error) {
	leave, err := h.turns.Enter(ctx, slots.VisitorOf(ctx))
	if err != nil {
		return card, &apperr.Error{Code: apperr.UpstreamUnavailable, Message: respond.Unavailable, Cause: err}
	}
	defer leave()
	card.isWhole = !shown.IsDegraded
	c := content{
		title: bounded(shown.Title), brand: bounded(shown.Brand), description: bounded(shown.Description),
		host: bounded(shown.Host), language: shown.Language, colors: colors,
	}
	if shown.Picture != "" {
		var data []byte
		if data, err = h.Pictures.Copy(ctx, shown.Picture); err == nil {
			c.picture, err = decode(data)
		}
		if err != nil {
			card.isWhole = false
			telemetry.RequestLogFrom(ctx).Set("card_without_picture", err.Error())
		}
	}
	if icon := h.Themes.Icon(shown.Theme, "180"); icon != nil {
		if c.mark, _, err = image.Decode(bytes.NewReader(icon)); err != nil {
			return card, fmt.Errorf("decode the icon of a theme: %w", err)
		}
	}
	picture, err := drawCard(c, h.Themes)
	if err != nil {
		return card, err
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: quality}); err != nil {
		return card, fmt.Errorf("encode a card: %w", err)
	}
	card.picture = out.Bytes()
	if card.isWhole {
		h.Pictures.KeepCard(ctx, of, card.picture)
	}
	return card, nil
}
