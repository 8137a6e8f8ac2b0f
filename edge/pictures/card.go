package pictures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/url"
	"strings"

	"strand/internal/cache"
)

// errNoCopy is the error of a URL that is none of a copy: of an original, or of another server.
var errNoCopy = errors.New("the URL is none of a copy")

// Copy returns the copy of a picture by its URL as pages show it, made for the first time if needed.
func (i *Handler) Copy(ctx context.Context, shown string) ([]byte, error) {
	u, err := url.Parse(shown)
	if err != nil {
		return nil, errNoCopy
	}
	parts := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	if len(parts) != 4 || parts[0] != "images" {
		return nil, errNoCopy
	}
	name, err := url.PathUnescape(parts[3])
	if err != nil {
		return nil, errNoCopy
	}
	c, ok := i.copyAt(parts[1], parts[2], name)
	if !ok {
		return nil, errNoCopy
	}
	if stored := i.copies.open(c.file); stored != nil {
		defer stored.Close()
		return io.ReadAll(stored)
	}
	select {
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	case result := <-i.startCopy(ctx, c):
		picture, _ := result.Val.([]byte)
		return picture, result.Err
	}
}

// cardFile returns the name of the file of a drawn picture by what it is made of.
func cardFile(of []string) string {
	sum := sha256.Sum256([]byte(cache.Key("card", of...)))
	return hex.EncodeToString(sum[:16]) + ".jpg"
}

// Card returns a stored picture that was drawn of some texts; nil if there is none.
func (i *Handler) Card(of []string) []byte {
	stored := i.copies.open(cardFile(of))
	if stored == nil {
		return nil
	}
	defer stored.Close()
	picture, err := io.ReadAll(stored)
	if err != nil {
		return nil
	}
	return picture
}

// KeepCard stores a picture that was drawn of some texts, among the copies of pictures.
func (i *Handler) KeepCard(ctx context.Context, of []string, picture []byte) {
	if err := i.copies.store(cardFile(of), picture); err != nil {
		i.log.WarnContext(ctx, "image_copy_not_kept", "asset", "card", "error", err)
	}
}
