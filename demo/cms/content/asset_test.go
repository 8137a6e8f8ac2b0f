package content

import (
	"os"
	"path/filepath"
	"testing"
)

// The size of an image is the one in which browsers show it.
func TestDimensions(t *testing.T) {
	const pictures = "../../../edge/render/testdata/pictures"
	broken := filepath.Join(t.TempDir(), "broken.jpg")
	if err := os.WriteFile(broken, []byte("\xff\xd8\xff\xe1\x00\x10Exif\x00\x00II*\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][2]int{
		filepath.Join(pictures, "orientation-1.jpg"): {60, 40},
		filepath.Join(pictures, "orientation-3.jpg"): {60, 40},
		filepath.Join(pictures, "orientation-6.jpg"): {40, 60},
		filepath.Join(pictures, "orientation-8.jpg"): {40, 60},
		filepath.Join(pictures, "palette.png"):       {60, 40},
		filepath.Join(pictures, "animated.gif"):      {30, 20},
		filepath.Join(pictures, "animated.webp"):     {30, 20},
		broken:                                       {},
		"asset.go":                                   {},
		"none.jpeg":                                  {},
	} {
		if width, height := dimensions(file); [2]int{width, height} != want {
			t.Errorf("%s: %d by %d", file, width, height)
		}
	}
}
