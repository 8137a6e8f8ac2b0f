package pictures

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"strings"

	"strand/edge/render"
	"strand/internal/cache"
)

// printed is the copy for documents on paper: 100 mm wide at 250 dots per inch. Documents contain JPEG files unchanged,
// and would have to decode other formats.
var printed = render.Transformation{Width: 980, Format: "jpeg", Quality: 82}

// originalPath is the beginning of the paths of the CMS's files.
const originalPath = "/images/original/"

// Print returns the copy of a picture for documents on paper, by the path of its original. It is nil for a picture of
// another server.
func (i *Handler) Print(ctx context.Context, original string) ([]byte, error) {
	escaped, ok := strings.CutPrefix(original, originalPath)
	if !ok {
		return nil, nil
	}
	handle, err := url.PathUnescape(escaped)
	if err != nil || !isHandle(handle) {
		return nil, nil
	}
	sum := sha256.Sum256([]byte(cache.Key(copyVersion, i.origin, "print", handle)))
	file := hex.EncodeToString(sum[:16]) + ".jpg"
	if stored := i.copies.open(file); stored != nil {
		defer stored.Close()
		return io.ReadAll(stored)
	}
	ctx, cancel := context.WithTimeout(ctx, copyTimeout)
	defer cancel()
	picture, err := i.transformAsset(ctx, handle, file, printed)
	if err != nil {
		return nil, fmt.Errorf("print a picture: %w", err)
	}
	return picture, nil
}
