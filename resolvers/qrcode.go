package resolvers

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

const (
	// secondFactorSize is the width and height of the second factor's QR code, in pixels.
	secondFactorSize = 240
	// labelSize is the width and height of a label's QR code, in pixels.
	labelSize = 360
)

// qrCode returns a QR code of a text as a data URL; size is its width and height in pixels.
func qrCode(text string, size int) (string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err == nil {
		code, err = barcode.Scale(code, size, size)
	}
	var b bytes.Buffer
	if err == nil {
		err = png.Encode(&b, code)
	}
	if err != nil {
		return "", fmt.Errorf("draw a QR code: %w", err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
