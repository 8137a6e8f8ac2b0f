package optional

import "testing"

func TestText(t *testing.T) {
	if Text("") != nil {
		t.Error("an empty text is not missing")
	}
	for _, text := range []string{"a", " ", ""} {
		if got := OrEmpty(Text(text)); got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
